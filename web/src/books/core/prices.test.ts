import { describe, expect, test } from 'vitest';
import vectors from '../../generated/vectors/prices.json?raw';
import { TooLarge, after, over, price, quote, refusal, start } from './prices';
import { contractsOf, endingsOf, questions } from './questions';
import type { Entry, PriceTable, SeatBill, Standing } from './types';

interface Step {
  state?: Standing;
  entry: Partial<Entry>;
  refusal: [string, string] | null;
  bill: SeatBill | null;
  after: Standing | null;
  over: boolean | null;
}
const { cases } = JSON.parse(vectors) as { cases: { name: string; table: PriceTable; start: Standing; evening: Step[]; single: Step[] }[] };

describe('what the game says of entries, the table says too', () => {
  test.each(cases)('$name', ({ table, start: begun, evening, single }) => {
    const judge = (standing: Standing, step: Step): Standing => {
      const told = JSON.stringify(step.entry);
      expect(refusal(table, standing, step.entry), told).toEqual(step.refusal);
      if (step.refusal) return standing;
      expect(price(table, standing, step.entry), told).toEqual(step.bill);
      const next = after(table, standing, step.entry);
      expect(next, told).toEqual(step.after);
      expect(over(table, next), told).toBe(step.over);
      return next;
    };
    for (const step of single) judge(step.state as Standing, step);
    evening.reduce(judge, begun);
  });
});

test('the vectors hold evenings, refusals and every kind of table', () => {
  const steps = cases.flatMap(({ evening, single }) => [...evening, ...single]);
  expect(steps.length).toBeGreaterThan(1000);
  expect(new Set(steps.map(({ refusal: refused }) => refused?.[0] ?? 'fine')).size).toBe(7);
  expect(cases.some(({ table }) => table.strokes)).toBe(true);
  expect(cases.some(({ table }) => table.pot)).toBe(true);
});

const bavaria = cases.find(({ name }) => name === 'bavaria')?.table as PriceTable;
const ruf = { contract: 'rufspiel', declarer: 0, partner: 2, won: true };
const doubles = cases.find(({ name }) => name === 'fi-table+doubles-stack')?.table as PriceTable;

test('a bill out of the range of exact numbers is refused, and never shown wrong', () => {
  const at = (double: number) => ({ ...start(3), double });
  expect(quote(doubles, at(8), ruf).bill?.amounts.reduce((sum, amount) => sum + amount, 0)).toBe(0);
  expect(quote(doubles, at(45), ruf)).toEqual({ refused: ['sheet/too-large', ''], bill: null });
  expect(() => price(doubles, at(60), ruf)).toThrow(TooLarge);
  expect(() => price(doubles, at(5000), ruf)).toThrow(TooLarge);
});

test('a form asks what matters for the game', () => {
  const at = start(bavaria.at_table - 1);
  expect(contractsOf(bavaria)[0]).toBe('rufspiel');
  expect(questions(bavaria, at, {})).toBeNull();
  const asked = questions(bavaria, at, { contract: 'rufspiel', declarer: 1 });
  const others = bavaria.seats.at(-1)?.filter((seat) => seat !== 1);
  expect(asked).toMatchObject({ result: 'points', partnerNeeded: true, suits: ['E', 'G', 'S'], laufende: { least: 3 }, jack: false });
  expect([...(asked?.partners ?? [])].sort()).toEqual([...(others ?? [])].sort());
  expect(questions(bavaria, at, { contract: 'wenz', declarer: 1 })).toMatchObject({ partners: [], laufende: { most: 4, least: 2 }, steps: true });
  expect(questions(bavaria, at, { contract: 'sie' })).toMatchObject({ result: 'always', steps: false, kontra: 0 });
  for (const { table } of cases) {
    for (const contract of contractsOf(table)) {
      const found = questions(table, start(0), { contract });
      expect(found, contract).not.toBeNull();
      if (table.strokes) expect(found).toMatchObject({ draw: table.strokes.tie_at, kontra: 0, knocks: 0 });
    }
    for (const how of endingsOf(table)) expect(refusal(table, start(0), { passed: how })).toBeNull();
  }
});
