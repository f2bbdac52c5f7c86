import { describe, expect, test } from 'vitest';
import vectors from '../../generated/vectors/prices.json?raw';
import { quoteContent, type Deal } from '../core/form';
import { NOTHING } from '../core/carried';
import type { PriceTable } from '../core/types';
import { blank, endingOf, fitted, missing, questions, slim, whole, type Questions, type Result } from './asking';

const { cases } = JSON.parse(vectors) as { cases: { name: string; table: PriceTable }[] };
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

function dealOf(table: PriceTable): Deal {
  const players = table.seats.at(-1)!.map((seat) => NAMES[seat]!);
  const resting = NAMES.slice(0, table.at_table).filter((person) => !players.includes(person));
  return { dealer: NAMES[table.at_table - 1]!, players, resting, ruled: '' };
}

/** Everything that one more tap may make of a result. */
function taps(asks: Questions, result: Result, players: readonly string[]): Result[] {
  const found: Result[] = [];
  const some = (changes: Partial<Result>[]) => found.push(...changes.map((change) => ({ ...result, ...change })));
  some(asks.suits.map((suit) => ({ suit })));
  some(asks.partners.map((partner) => ({ partner })));
  some(asks.endings.map(({ says }) => says));
  some([...asks.with, ...asks.without.map((length) => -length)].map((laufende) => ({ laufende })));
  some(Array.from({ length: asks.kontra }, (_, level) => ({ kontra: level + 1 })).slice(0, 5));
  some(asks.promises.map((promise) => ({ promise })));
  if (asks.knocks) some([{ knockers: [players[0]!] }]);
  if (asks.jack) some([{ by_club_jack: true }]);
  if (asks.claim) some([{ claimed: false }]);
  if (asks.losers) some(players.map((loser) => ({ losers: [loser], march: null })));
  if (asks.march) some(players.map((march) => ({ march, losers: [], virgins: [] })));
  return found;
}

/** A result to which nothing is missing. */
function complete(table: PriceTable, contract: string, players: readonly string[]): Result {
  let result = fitted(table, blank(contract, players[0]), players);
  for (let asks = questions(table, result, players), open = missing(asks, result); open !== null; open = missing(asks, result)) {
    if (open === 'partner') result = { ...result, partner: asks.partners[0]! };
    else if (open === 'ending') result = { ...result, ...asks.endings[0]!.says };
    else if (open === 'losers') result = { ...result, losers: [players[1]!] };
    else throw new Error(open);
    result = fitted(table, result, players);
    asks = questions(table, result, players);
  }
  return result;
}

describe('whatever the form offers can be entered', () => {
  test.each(cases)('$name', ({ table }) => {
    const deal = dealOf(table);
    const known = { unit: table.unit, tables: { [String(table.at_table)]: table } };
    const refused = (result: Result) => quoteContent(known, { line: 'played', ...deal, result: slim(result) }, NOTHING).error;
    for (const contract of Object.keys(table.contracts)) {
      const done = complete(table, contract, deal.players);
      expect(refused(done), contract).toBe('');
      for (const tapped of taps(questions(table, done, deal.players), done, deal.players)) {
        const result = fitted(table, tapped, deal.players);
        expect(refused(result), JSON.stringify(result)).toBe('');
        // Another game may be chosen at any moment: what does not belong to it goes, and it can be completed.
        for (const other of Object.keys(table.contracts)) {
          const changed = fitted(table, { ...result, contract: other, declarer: result.declarer ?? deal.players[0]! }, deal.players);
          if (missing(questions(table, changed, deal.players), changed) === null) expect(refused(changed), JSON.stringify(changed)).toBe('');
        }
      }
    }
  }, 60_000);
});

test('what is kept is short, and comes back whole', () => {
  const result: Result = { ...blank('rufspiel', 'a'), partner: 'c', won: true, laufende: -3 };
  expect(slim(result)).toEqual({ contract: 'rufspiel', declarer: 'a', partner: 'c', won: true, laufende: -3 });
  expect(whole(slim(result))).toEqual(result);
});

test('the key that is down is the ending that is said', () => {
  const bavaria = cases.find(({ name }) => name === 'bavaria')!.table;
  const players = dealOf(bavaria).players;
  const { endings } = questions(bavaria, blank('rufspiel', players[0]), players);
  for (const { name, says } of endings) expect(endingOf({ ...blank('rufspiel'), ...says }, endings)).toBe(name);
  expect(endingOf(blank('rufspiel'), endings)).toBeNull();
  // By points alone nothing is down.
  expect(endingOf({ ...blank('rufspiel'), points: 75 }, endings)).toBeNull();
});
