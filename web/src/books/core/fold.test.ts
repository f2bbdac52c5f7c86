import { describe, expect, test } from 'vitest';
import vectors from '../../generated/vectors/sheet.json?raw';
import { fold, type Known, type RulesOf } from './fold';
import { results, statistics, type Statistics } from './statistics';
import type { Ruling, Sheet, Stored } from './types';

interface Case {
  name: string;
  rulings: Record<string, Known>;
  log: Stored[];
  states: { ops: number; state: Sheet }[];
  statistics: Statistics;
}
const { cases } = JSON.parse(vectors) as { cases: Case[] };

/** What is known of rules, by the rules themselves: two ops may set the same. Sizes that the file does not have cannot sit. */
function rulesOf({ rulings, log }: Case): RulesOf {
  const whole = (told: Known | undefined): Known | undefined =>
    told && told.error === undefined ? { ...told, tables: { 3: null, 4: null, 5: null, 6: null, ...told.tables } } : told;
  const known = new Map(log.flatMap((op) => (op.do === 'ruled' ? [[key(op), whole(rulings[op.id])] as const] : [])));
  return (ruled) => known.get(key(ruled));
}

function key({ rules, overrides = {} }: { rules: string; overrides?: Record<string, unknown> }): string {
  return JSON.stringify([rules, overrides]);
}

describe('the sheet is what the server makes of it', () => {
  test.each(cases)('$name', (told) => {
    for (const { ops, state } of told.states) {
      const { sheet } = fold(told.log.slice(0, ops), rulesOf(told));
      // One by one, so that what differs is named.
      expect(Object.keys(sheet).sort()).toEqual(Object.keys(state).sort());
      state.lines.forEach((line, place) => expect(sheet.lines[place], `${ops} ops, line ${line.id}`).toEqual(line));
      expect({ ...sheet, lines: [] }).toEqual({ ...state, lines: [] });
      expect(sheet.lines.length).toBe(state.lines.length);
    }
  });
});

test.each(cases)('the statistics of $name are the same (ST-)', (told) => {
  expect(statistics(fold(told.log, rulesOf(told)))).toEqual(told.statistics);
});

test('the order in which ops are handed over does not matter', () => {
  const told = cases[0] as Case;
  expect(fold([...told.log].reverse(), rulesOf(told))).toEqual(fold(told.log, rulesOf(told)));
});

test('without the prices of its rules a line says so, counts nothing, and comes right when they arrive', () => {
  const told = cases[0] as Case;
  const { sheet } = fold(told.log, () => undefined);
  expect(sheet.lines.filter(({ content, deleted }) => content.line === 'played' && !deleted).every(({ error }) => error === 'sheet/no-prices')).toBe(true);
  expect(sheet.turn.error).toBe('sheet/no-prices');
  expect(sheet.rulings.every(({ error }: Ruling) => error === '')).toBe(true);
  expect(Object.keys(results({ sheet })).length).toBe(sheet.people.length);
  const partly: RulesOf = (ruled) => {
    const known = rulesOf(told)(ruled);
    return known && known.error === undefined ? { unit: known.unit, tables: { '6': known.tables['6'] } } : known;
  };
  expect(fold(told.log, partly).sheet.turn.error).toBe('sheet/no-prices');
});

test('people may have any id', () => {
  const ids = ['__proto__', 'constructor', 'toString', '\u{1F411}'];
  const heads = { device: 'd', at_ms: 0 };
  const log: Stored[] = [
    ...ids.map((person, n) => ({ ...heads, id: `j${n}`, seq: n + 1, do: 'joined' as const, person, name: person })),
    { ...heads, id: 'c', seq: 5, do: 'entered', content: { line: 'corrected', amounts: JSON.parse('{"__proto__": 5, "constructor": -5}') as Record<string, number> } },
  ];
  const { sheet, facts } = fold(log, () => undefined);
  expect(Object.entries(sheet.balances)).toEqual([['__proto__', 5], ['constructor', -5], ['toString', 0], ['\u{1F411}', 0]]);
  expect(Object.keys(statistics({ sheet, facts }).people)).toEqual(['__proto__', 'constructor']);
});
