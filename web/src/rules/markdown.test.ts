import { expect, test } from 'vitest';
import { bare, blocks, spans } from './markdown';

test('headings, paragraphs and lists', () => {
  expect(blocks('# A *b*\n\nOne\ntwo.\n\n- x\n- **Solo**: y\n\n## C (`d+e`)')).toEqual([
    { kind: 'heading', level: 1, id: 'part-0', spans: [{ text: 'A ', kind: 'plain' }, { text: 'b', kind: 'em' }] },
    { kind: 'paragraph', spans: [{ text: 'One two.', kind: 'plain' }] },
    {
      kind: 'list',
      items: [[{ text: 'x', kind: 'plain' }], [{ text: 'Solo', kind: 'strong' }, { text: ': y', kind: 'plain' }]],
    },
    {
      kind: 'heading',
      level: 2,
      id: 'part-3',
      spans: [{ text: 'C (', kind: 'plain' }, { text: 'd+e', kind: 'code' }, { text: ')', kind: 'plain' }],
    },
  ]);
});

test('what is no markup stays text', () => {
  for (const text of ['<b>x</b>', '2 * 3 * 4', 'a**', '[x](javascript:y)', '&lt;', '*']) {
    expect(spans(text)).toEqual([{ text, kind: 'plain' }]);
  }
  expect(bare(spans('a **b** `c` *d*'))).toBe('a b c d');
});
