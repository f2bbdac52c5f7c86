import { expect, test } from 'vitest';
import type { RuleField } from '$generated/api';
import { counted, moved, partOf, speaksOf, taken, withKeys, withPart, withVariant } from './value';

const field = (more: Partial<RuleField>): RuleField => ({
  key: 'kontra.max',
  title: 'How often',
  input: 'choice',
  value: 2,
  base_value: 2,
  changed: false,
  text: 'Kontra and Re.',
  choices: [{ value: 4, text: 'Also Supra für alle.', counts: false, applies: true }],
  parts: [],
  low: null,
  high: null,
  applies: true,
  ...more,
});

test('keys are set and taken out again, and the rest stays', () => {
  const before = { kontra: { max: 4, window: 'whole_hand' }, contracts: ['solo'] };
  expect(withKeys(before, { 'kontra.max': 1, 'tariff.solo': 5 })).toEqual({
    kontra: { max: 1, window: 'whole_hand' },
    contracts: ['solo'],
    tariff: { solo: 5 },
  });
  expect(withKeys(before, { 'kontra.max': undefined, 'kontra.window': undefined, contracts: undefined })).toEqual({});
  expect(before).toEqual({ kontra: { max: 4, window: 'whole_hand' }, contracts: ['solo'] });
});

test('one number of several changes, wherever it stands', () => {
  const carry = { same: { win: [2, 3] }, other: { win: [1, 1] } };
  const part = { path: ['same', 'win', '1'], value: 3 };
  expect(withPart(carry, part, 9)).toEqual({ same: { win: [2, 9] }, other: { win: [1, 1] } });
  expect(carry.same.win).toEqual([2, 3]);
  expect(partOf(withPart(carry, part, 9), part)).toBe(9);
  expect(partOf('something else', part)).toBe(3);
  const pair = withPart([1, 2], { path: ['0'], value: 1 }, 5);
  expect(pair).toEqual([5, 2]);
  expect(Array.isArray(pair)).toBe(true);
});

test('items of a list move and stay inside it', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
});

test('a counted value is a word and perhaps a number', () => {
  expect(counted('points 91')).toEqual({ word: 'points', number: 91 });
  expect(counted('none')).toEqual({ word: 'none', number: null });
});

test('variants are put on and taken off a name', () => {
  expect(taken('bavaria+ramsch+five')).toEqual({ base: 'bavaria', variants: ['ramsch', 'five'] });
  expect(withVariant('bavaria', 'ramsch', true)).toBe('bavaria+ramsch');
  expect(withVariant('bavaria+ramsch+five', 'ramsch', false)).toBe('bavaria+five');
  expect(withVariant('bavaria+ramsch', 'ramsch', true)).toBe('bavaria+ramsch');
});

test('a rule is found by any of its words, without regard to case and accents', () => {
  expect(speaksOf(field({}), 'kontra RE')).toBe(true);
  expect(speaksOf(field({}), 'supra fur')).toBe(true);
  expect(speaksOf(field({}), 'ramsch')).toBe(false);
  expect(speaksOf(field({}), '')).toBe(true);
});
