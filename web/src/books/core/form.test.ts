import { expect, test } from 'vitest';
import { dealsOf, rulingOf } from './form';
import type { Content, PriceTable, Sheet } from './types';

const END = { dealer: 1, double: [0, 0, 0], bock_used: 0, starts_bock: false, ante: false, offered: true };
const TABLE = { ends: { played: { ...END, deals: 1 }, redeal: { ...END, deals: 1 }, thrown_in: { ...END, deals: 0 } } } as unknown as PriceTable;
const WHO = { dealer: 'd', players: ['a', 'b', 'c', 'd'] };

function sheetOf(...contents: Content[]): Sheet {
  return { lines: contents.map((content) => ({ content, deleted: false })) } as unknown as Sheet;
}

test('of the agreed length only what the price table says is used up', () => {
  const played: Content = { line: 'played', ...WHO, result: { contract: 'solo', declarer: 'a', won: true } };
  const passed = (how: string): Content => ({ line: 'passed', ...WHO, how });
  const fault = (kind: string): Content => ({ line: 'penalised', kind, offender: 'a', amount: 10, ...WHO });
  expect(dealsOf(sheetOf(played, passed('redeal'), passed('thrown_in')), TABLE)).toBe(2);
  // A revoke ends the deal, a misdeal is dealt once more, any other fault is none.
  expect(dealsOf(sheetOf(fault('revoke-sum'), fault('misdeal-sum'), fault('sum')), TABLE)).toBe(1);
  const sheet = sheetOf(played, played);
  sheet.lines[0]!.deleted = true;
  expect(dealsOf(sheet, TABLE)).toBe(1);
});

test('a deal keeps the rules that held when it was begun, if they still hold', () => {
  const ruling = (op: string, error = '') => ({ op, rules: 'bavaria', overrides: {}, unit: 'cent' as const, error });
  const sheet = { rulings: [ruling('r1'), ruling('r2', 'sheet/unit'), ruling('r3')], ruling: 2 } as unknown as Sheet;
  const deal = (ruled: string) => ({ dealer: 'd', players: [], resting: [], ruled });
  expect(['r1', 'r2', 'r3', 'gone', ''].map((op) => rulingOf(sheet, deal(op)))).toEqual([0, 2, 2, 2, 2]);
});
