import { expect, test } from 'vitest';
import { href } from './router';
import { match } from './router.svelte';

test('each page is found by its path', () => {
  expect(match('/').name).toBe('home');
  expect(match('/new/').name).toBe('new');
  expect(match('/t/ABCD')).toMatchObject({ name: 'table', params: { code: 'ABCD' } });
  expect(match('/rules/bavaria+ramsch')).toMatchObject({ name: 'rulebook', params: { id: 'bavaria+ramsch' } });
  expect(match('/nowhere').name).toBe('missing');
  expect(match('/t/a/b').name).toBe('missing');
  expect(match('/t/%E0%A4').name).toBe('table');
});

test('a link leads to the page it names', () => {
  for (const code of ['ABCD', 'ä/ö?', '+']) {
    expect(match(href('table', { code })).params).toEqual({ code });
  }
  expect(match(href('fairness')).name).toBe('fairness');
});
