/** The bill of a deal taken apart so that it adds up before one's eyes. It says what was booked, it does not price. */
import type { BillInfo, OutcomeInfo, TermInfo } from '$generated/api';

/** A line of the bill, with the sum that stands after it. */
export interface BillLine {
  term: TermInfo;
  /** The sum so far, in the ruleset's unit. */
  running: number;
  /** Whether the sum so far has to be written to follow what comes next. */
  sum: boolean;
}

export interface Itemised {
  /** Amounts and factors for everybody, in the order they are worked out. */
  lines: BillLine[];
  /** What they come to. */
  total: number;
  /** Factors for some seats only. */
  own: TermInfo[];
}

/** The lines of a bill from first to last: an amount is added, a factor multiplies what stands before it. */
export function itemised(bill: BillInfo): Itemised {
  const lines: BillLine[] = [];
  const own: TermInfo[] = [];
  let total = 0;
  for (const term of bill.terms) {
    if (term.name === 'pot') continue;
    if (term.seats.length > 0) {
      own.push(term);
      continue;
    }
    total += term.amount ?? 0;
    if (term.factor !== null) {
      total *= term.factor;
      const before = lines.at(-1);
      const many = lines.filter((line) => line.term.amount !== null).length > 1;
      if (before && before.term.factor === null && many) before.sum = true;
    }
    lines.push({ term, running: total, sum: false });
  }
  return { lines, total, own };
}

/** How the amount of one seat comes about: `sign * value * times * factor + pot`, or what the others get of it. */
export interface Share {
  seat: number;
  amount: number;
  /** What comes out of the game itself, without the pot. */
  game: number;
  /** So many times the value of the bill; null where it is not such a multiple. */
  times: number | null;
  /** A factor of this seat's own. */
  factor: number;
  /** What this seat pays each of the others, where that differs. */
  pays: number[];
  /** Into the pot (negative) or out of it. */
  pot: number;
}

/** How each amount comes about; `seats` are those with cards. They add up: with `bill.pot` to nothing. */
export function shares(bill: BillInfo, outcome: OutcomeInfo | null, seats: readonly number[]): Share[] {
  const { total, own } = itemised(bill);
  const concerned = bill.amounts.map((_, seat) => seat).filter((seat) => seats.includes(seat) || bill.amounts[seat] !== 0);
  const side = outcome?.side ?? [];
  const amount = (seat: number): number => bill.amounts[seat] ?? 0;
  const others = concerned.filter((seat) => !side.includes(seat));
  // Only who plays for the pot has a part of it; his side shares alike what the others lose or win.
  const sideGame = side.length > 0 ? -others.reduce((sum, seat) => sum + amount(seat), 0) / side.length : 0;
  const gameOf = (seat: number): number => {
    if (outcome === null) return 0;
    return side.includes(seat) ? sideGame : amount(seat);
  };
  return concerned.map((seat) => {
    const game = gameOf(seat);
    const factor = own.filter((term) => term.seats.includes(seat)).reduce((product, term) => product * (term.factor ?? 1), 1);
    const value = total * factor;
    const times = value !== 0 && Number.isInteger(game / value) ? Math.abs(game / value) : null;
    const uneven = own.length > 0 && factor === 1 && outcome?.losers.includes(seat);
    const receivers = concerned.filter((other) => !outcome?.losers.includes(other));
    const losers = outcome?.losers.length ?? 1;
    const pays = uneven ? receivers.map((other) => amount(other) / losers) : [];
    return { seat, amount: amount(seat), game, times: uneven ? null : times, factor, pays, pot: amount(seat) - game };
  });
}
