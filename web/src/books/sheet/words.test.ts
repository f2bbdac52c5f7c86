import { beforeAll, expect, test } from 'vitest';
import { loadBookTexts, setLanguage } from '$lib/i18n';
import { loadBooks } from '../../generated/messages/books';
import { amount, enteredTags, short, shortMean } from './words';

beforeAll(async () => {
  await setLanguage('en');
  await loadBookTexts(loadBooks);
});

test('ST-02, MO-01: an average is by games, with a sign only where something is left of it', () => {
  expect(shortMean(99 * 10 - 90, 100, 'point')).toBe('+9');
  expect(shortMean(-5, 2, 'stake')).toBe('−2.5');
  expect(shortMean(-1, 50, 'point')).toBe('0');
  expect(shortMean(1, 50, 'point')).toBe('0');
  expect(shortMean(-1, 50, 'cent')).toBe(short(0, 'cent'));
  expect(shortMean(-270, 2, 'cent')).toBe('−1.35');
  expect(shortMean(0, 0, 'cent')).toBe('–');
});

test('a version of a line says how the game ended and who doubled, so that one can be told from another', () => {
  const result = { contract: 'solo', declarer: 'a', won: true, schneider: true, laufende: 3 };
  const there = { line: 'played' as const, dealer: 'd', players: ['a', 'b', 'c', 'd'] };
  const plain = enteredTags({ ...there, result }, (person) => person);
  const doubled = enteredTags({ ...there, result: { ...result, kontra: 2 } }, (person) => person);
  expect(plain).toHaveLength(3);
  expect(doubled.slice(0, 3)).toEqual(plain);
  expect(doubled).toHaveLength(4);
  expect(enteredTags({ ...there, line: 'passed', how: 'redeal' }, (person) => person)).toEqual([]);
});

test('MO-: an amount has the same minus wherever it stands', () => {
  expect(amount(-120, 'cent')).toContain('−');
  expect(short(-120, 'cent')).toContain('−');
});
