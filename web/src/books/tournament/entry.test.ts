import { expect, test } from 'vitest';
import { slim } from '../sheet/asking';
import { entryOf, resultOf } from './entry';

test('a game is the same after it was shown in a form', () => {
  for (const entry of [
    { contract: 'rufspiel', declarer: 0, partner: 2, won: true, schneider: true, laufende: 3 },
    { contract: 'solo', declarer: 3, suit: 'H', points: 64, kontra: 1 },
    { contract: 'ramsch', losers: [1, 0], virgins: [2] },
    { contract: 'ramsch', march: 0 },
  ] as const) {
    expect(entryOf(slim(resultOf({ ...entry } as never)))).toEqual(entry);
  }
});

test('who knocked becomes how many knocked', () => {
  const result = { ...resultOf({ contract: 'solo', declarer: 1, won: false }), knockers: ['0', '2'] };
  expect(entryOf(slim(result))).toEqual({ contract: 'solo', declarer: 1, won: false, knocks: 2 });
});
