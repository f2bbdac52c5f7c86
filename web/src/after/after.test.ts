import { beforeAll, describe, expect, test } from 'vitest';
import type { BillInfo, ContractInfo, OutcomeInfo, State, TrickInfo } from '$generated/api';
import { setLanguage, t } from '$lib/i18n';
import { account } from './account';
import { itemised, shares } from './bill';
import bills from './bills.json';
import { apart, balances, place, scaleOf } from './curve';
import { strokes } from './head';
import { headline, remarks } from './headline';
import { owed } from './owed';
import { nextTrick, positions, previousTrick, recorded, sorted } from './stepping';
import { termName } from './terms';

interface Told {
  rules: string;
  contract: string | null;
  playing: number[];
  bill: BillInfo;
  outcome: OutcomeInfo | null;
  value: number;
}
const all = bills as unknown as Told[];

beforeAll(() => setLanguage('en'));

describe('the bill adds up before one’s eyes', () => {
  test('MO-01: Schneider is added, doublings multiply, and the sum is the server’s', () => {
    for (const { bill, value } of all) {
      const { lines, total } = itemised(bill);
      let sum = 0;
      for (const { term, running } of lines) {
        sum = term.factor === null ? sum + (term.amount ?? 0) : sum * term.factor;
        expect(running).toBe(sum);
      }
      expect(total).toBe(value);
      expect(lines.find(({ term }) => term.name === 'schneider')?.term.factor ?? null).toBeNull();
    }
  });

  test('each seat’s amount follows from what is shown beside it', () => {
    let pots = 0;
    for (const { bill, outcome, playing, value, rules } of all) {
      if (bill.strokes !== null) continue;
      const found = shares(bill, outcome, playing);
      expect(found.reduce((sum, { amount }) => sum + amount, 0) + bill.pot).toBe(0);
      expect(found.reduce((sum, { pot }) => sum + pot, 0) + bill.pot).toBe(0);
      for (const { seat, amount, game, times, factor, pays, pot } of found) {
        expect(amount, rules).toBe(bill.amounts[seat]);
        expect(game + pot).toBe(amount);
        if (pot !== 0) pots += 1;
        if (outcome === null) expect(game).toBe(0);
        else if (pays.length > 0) expect(pays.reduce((sum, one) => sum + one, 0)).toBe(-amount);
        else expect(Math.abs(game), JSON.stringify(bill)).toBe(value * factor * (times ?? NaN));
      }
    }
    expect(pots).toBeGreaterThan(0);
  });

  test('a virgin gets more than the others, and the loser pays each his own', () => {
    const told = all.find(({ bill }) => bill.terms.some(({ name, seats }) => name === 'virgin' && seats.length > 0));
    const [virgin] = told?.bill.terms.find(({ name }) => name === 'virgin')?.seats ?? [];
    const found = shares(told!.bill, told!.outcome, told!.playing);
    expect(found.find(({ seat }) => seat === virgin)?.factor).toBe(2);
    expect(found.find(({ amount }) => amount < 0)?.pays).toHaveLength(3);
  });

  test('the line of the issue: Rufspiel 20 + Schneider 10 + 3 Laufende 30, Kontra ×2 = 120', () => {
    const none = { count: null, amount: null, factor: null, seats: [] };
    const terms = [
      { ...none, name: 'base', amount: 20 },
      { ...none, name: 'schneider', amount: 10 },
      { ...none, name: 'laufende', amount: 30, count: 3 },
      { ...none, name: 'kontra', factor: 2, count: 1 },
    ];
    const { lines, total } = itemised({ terms, amounts: [120, 120, -120, -120], pot: 0, strokes: null, provisional: false, passed: null });
    expect(lines.map(({ term }) => termName(t(), term, 'Rufspiel'))).toEqual(['Rufspiel', 'Schneider', '3 Laufende', 'Kontra']);
    expect(total).toBe(120);
    expect(lines.map(({ sum }) => sum)).toEqual([false, false, true, false]);
    expect(termName(t(), { ...none, name: 'kontra', factor: 4, count: 2 }, null)).toBe('Kontra + Re');
  });

  test('every term of every bill has a word', () => {
    for (const { bill } of all) {
      for (const term of bill.terms) expect(termName(t(), term, null)).not.toBe(term.name);
    }
  });
});

describe('stepping through a deal', () => {
  const dealt = [['EO', 'GA'], ['GO', 'GZ'], ['HO', 'GK'], ['SO', 'G9']];
  const tricks: TrickInfo[] = [
    { leader: 1, cards: ['GZ', 'GK', 'G9', 'GA'], winner: 0 },
    { leader: 0, cards: ['EO', 'GO', 'HO', 'SO'], winner: 0 },
  ];
  const all = positions(dealt, tricks, [1, 2, 3, 0]);

  test('hands shrink card by card, and a full trick lies until the next card', () => {
    expect(all).toHaveLength(9);
    expect(all[0]?.hands).toEqual(dealt);
    expect(all[3]?.hands).toEqual([['EO', 'GA'], ['GO'], ['HO'], ['SO']]);
    expect(all[4]?.trick).toEqual(tricks[0]);
    expect(all[4]?.tricks).toBe(1);
    expect(all[5]?.action).toEqual({ seat: 0, text: 'EO' });
    expect(all[8]?.hands.flat()).toEqual([]);
    expect(dealt[0]).toEqual(['EO', 'GA']);
  });

  test('cards that changed hands before the play lie where they were played', () => {
    const [first] = positions([['EO', 'G9'], ['GO', 'GZ'], ['HO', 'GK'], ['SO', 'GA']], tricks, [1, 2, 3, 0]);
    expect(first?.hands.map((hand) => [...hand].sort())).toEqual(dealt.map((hand) => [...hand].sort()));
  });

  test('trick by trick, there and back', () => {
    expect([0, 1, 3, 4, 5, 8].map((at) => nextTrick(all, at))).toEqual([4, 4, 4, 8, 8, 8]);
    expect([8, 5, 4, 3, 1, 0].map((at) => previousTrick(all, at))).toEqual([4, 4, 0, 0, 0, 0]);
  });

  test('recorded positions count their tricks', () => {
    const step = { step: 'play', turn: 0, said: [], contract: {} as ContractInfo, points: [0, 0, 0, 0], hands: dealt };
    const steps = [
      { ...step, action: null, trick: null, last_trick: null },
      { ...step, action: { seat: 0, text: 'GA' }, trick: null, last_trick: tricks[0]! },
      { ...step, action: { seat: 0, text: 'EO' }, trick: { leader: 0, cards: ['EO'], winner: null }, last_trick: tricks[0]! },
      { ...step, action: { seat: 3, text: 'SO' }, trick: null, last_trick: tricks[1]! },
    ];
    expect(recorded(steps).map(({ tricks }) => tricks)).toEqual([0, 1, 1, 2]);
    expect(recorded(steps).map(({ trick }) => trick?.cards.length ?? 0)).toEqual([0, 4, 1, 4]);
  });

  test('a hand is shown trumps first, unknown cards last', () => {
    expect(sorted(['S7', '??', 'EO', 'EA', 'HA'], ['EO', 'HA'], ['EA', 'EO', 'HA', 'S7'])).toEqual(['EO', 'HA', 'EA', 'S7', '??']);
  });
});

describe('balances', () => {
  test('a curve begins at 0 and is a player’s, also of one who came later', () => {
    expect(balances([{ amounts: [10, -10] }, { amounts: [0, 5, -5] }], 3)).toEqual([[0, 10, 10], [0, -10, -5], [0, 0, -5]]);
  });

  test('the scale holds all values and 0, in round steps', () => {
    for (const lines of [[[0]], [[0, 3]], [[0, -7, 20]], [[0, -1235, 870]], [[0, 100000]], [[0, -1]]]) {
      const { low, high, ticks } = scaleOf(lines);
      const values = lines.flat();
      expect(low).toBeLessThanOrEqual(Math.min(...values));
      expect(high).toBeGreaterThanOrEqual(Math.max(...values));
      expect(ticks).toContain(0);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(8);
      const frame = { left: 0, top: 0, width: 100, height: 50 };
      expect(place(scaleOf(lines), frame, 4, 4, high)).toEqual([100, 0]);
      expect(place(scaleOf(lines), frame, 4, 0, low)).toEqual([0, 50]);
    }
  });

  test('labels never lie on one another', () => {
    const moved = apart([50, 50, 50, 52, 198], 13, 10, 192);
    const heights = [...moved].sort((a, b) => a - b);
    for (const [index, height] of heights.entries()) if (index > 0) expect(height - heights[index - 1]!).toBeGreaterThanOrEqual(13);
    expect(heights[0]).toBeGreaterThanOrEqual(10);
    expect(heights.at(-1)).toBeLessThanOrEqual(192);
  });

  test('what the deal on the table brought is known, but for practice', () => {
    const players = [0, 1].map((player) => ({ name: `p${player}`, kind: 'person', balance: 30 - 60 * player, seat: player }));
    const history = [{ number: 1, amounts: [0, 0] }, { number: 2, amounts: [30, -30] }];
    const table = { players, history, bill: { amounts: [-30, 30] }, practice: false, number: 2, phase: 'between' } as unknown as State;
    expect(account(table)).toEqual({ players, history, deal: [30, -30] });
    expect(account({ ...table, practice: true }).deal).toBeNull();
    expect(account({ ...table, phase: 'over' }).deal).toBeNull();
  });

  test('MO-02: nobody is asked for a negative amount', () => {
    expect(owed([{ payer: 0, payee: 1, amount: -50 }, { payer: 2, payee: 1, amount: 0 }, { payer: 2, payee: 3, amount: 70 }])).toEqual([
      { payer: 1, payee: 0, amount: 50 },
      { payer: 2, payee: 3, amount: 70 },
    ]);
  });
});

describe('the chalk game', () => {
  test('a head has as many strokes as the rules say, of much the same length, and is always whole', () => {
    const length = (n: number) => strokes(n).reduce((sum, stroke) => sum + stroke.length, 0);
    for (const n of [1, 2, 5, 7, 8, 9, 12, 16, 24, 60]) {
      const found = strokes(n);
      expect(found).toHaveLength(n);
      for (const { d, length } of found) {
        expect(d).toMatch(/^M[\d.-]/);
        expect(length).toBeGreaterThan(0);
      }
      expect(length(n)).toBeCloseTo(length(1), -1);
      expect(Math.max(...found.map(({ length }) => length))).toBeLessThan((length(1) / n) * 2.6 + 1);
    }
  });
});

describe('the outcome in a sentence', () => {
  const names = ['Anna', 'Ben', 'Cleo', 'Dora'];
  const contract = { name: 'rufspiel', suit: 'G', card: 'GA', declarer: 1, partner: 3, promise: 0, by_club_jack: false, trumps: [] };
  const bill: BillInfo = { terms: [], amounts: [-20, 20, -20, 20], pot: 0, strokes: null, provisional: false, passed: null };
  const outcome: OutcomeInfo = {
    side: [1, 3],
    won: true,
    losers: [],
    points: [20, 50, 27, 23],
    tricks: [2, 3, 2, 1],
    side_points: 73,
    schneider: false,
    schwarz: false,
    laufende: 0,
    laufende_with: true,
  };
  const say = (changes: object, you: number | null = null) => {
    const told = { contract, outcome, bill, names, you, ...changes };
    return headline({ m: t(), deck: 'bavarian', dialect: false }, told);
  };

  test('who won or lost with what, oneself first', () => {
    expect(say({})).toBe('Ben and Dora win: Rufspiel on Gras');
    expect(say({}, 3)).toBe('You and Ben win: Rufspiel on Gras');
    expect(say({ outcome: { ...outcome, won: false } }, 0)).toBe('Ben and Dora lose: Rufspiel on Gras');
    expect(say({ contract: { ...contract, name: 'wenz', suit: null, partner: null }, outcome: { ...outcome, side: [1] } }, 1)).toBe('You win: Wenz');
  });

  test('a Ramsch, and deals that nobody played', () => {
    const ramsch = { ...outcome, side: [], won: null };
    expect(say({ outcome: { ...ramsch, losers: [1] }, bill: { ...bill, amounts: [20, -60, 20, 20] } })).toBe('Ben loses the Ramsch');
    expect(say({ outcome: { ...ramsch, losers: [0, 1] } })).toBe('Anna, Ben lose the Ramsch');
    expect(say({ outcome: ramsch, bill: { ...bill, amounts: [-50, 150, -50, -50] } })).toBe('Ben takes it all in the Ramsch');
    for (const passed of ['redeal', 'pot', 'double', 'thrown_in']) {
      expect(say({ contract: null, outcome: null, bill: { ...bill, passed } })).not.toMatch(/_|^(redeal|pot|double)$/);
    }
  });

  test('LY-06: no stray zero among the remarks', () => {
    const told = { contract, outcome, bill, names, you: null };
    expect(remarks({ m: t(), deck: 'bavarian', dialect: false }, told)).toEqual(['73 : 47 card points', '4 : 4 tricks']);
  });
});
