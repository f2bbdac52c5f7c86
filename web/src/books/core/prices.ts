/**
 * Pricing with a price table alone, and what a deal leaves to the next: the twin of `schafkopf.club.prices.evaluate`.
 *
 * Values are BigInt inside: some forty doublings lead out of what a number holds exactly. Such a bill is refused (`TooLarge`).
 */
import { BLANK, promised, refusal, resultOf, rowOf, seatsOf, sideOf, whole } from './refusals';
import type { Entry, EntryRefusal, Pot, PriceTable, Row, Seat, SeatBill, Slate, Slot, Standing, Term } from './types';

export { BLANK, refusal, rowOf, seatsOf, whole };

/** A bill that no number holds exactly. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

/** Where a new evening stands. */
export function start(dealer: Seat = 0): Standing {
  return { dealer, deals: 0, pot: 0, double: 0, bock: [], carry: null, strokes: [0, 0], heads: [0, 0] };
}

/** What an entry comes down to: the axes on which the table's terms stand, and who is meant. */
export interface EntryFacts {
  axes: Record<string, number>;
  seats: Seat[];
  side: Seat[];
  won: boolean;
  schneider: boolean;
  schwarz: boolean;
  losers: Seat[];
  spared: Seat[];
}

/** What an entry that `refusal` lets pass comes down to. */
export function factsOf(table: PriceTable, standing: Standing, given: Partial<Entry>): EntryFacts {
  const entry = whole(given);
  const row = rowOf(table, entry.contract) as Row;
  const seats = seatsOf(table, standing);
  const axes: Record<string, number> = {
    always: 0,
    promise: promised(row, entry),
    knocks: entry.knocks,
    kontra: entry.kontra,
    double: standing.double,
    bock: standing.bock.length,
    schneider: 0,
    schwarz: 0,
    virgins: 0,
  };
  const facts: EntryFacts = { axes, seats, side: [], won: false, schneider: false, schwarz: false, losers: [], spared: [] };
  if (row.result === 'losers') {
    facts.losers = [...new Set(entry.losers)];
    facts.spared = [...new Set(entry.virgins)];
    axes['virgins'] = facts.spared.length;
    return facts;
  }
  const { won, schneider } = resultOf(table, row, entry);
  facts.side = sideOf(row, entry, seats) ?? [];
  facts.won = won;
  facts.schneider = schneider;
  facts.schwarz = entry.schwarz && row.result === 'points';
  axes['schneider'] = schneider ? 1 : 0;
  axes['schwarz'] = facts.schwarz ? 1 : 0;
  return facts;
}

/** The bill of an entry that `refusal` lets pass. Throws TooLarge. */
export function price(table: PriceTable, standing: Standing, given: Partial<Entry>): SeatBill {
  const entry = whole(given);
  if (entry.passed !== null) return passedBill(table, standing, entry.passed);
  const facts = factsOf(table, standing, entry);
  if (table.strokes) return strokesBill(table, table.strokes, standing, entry, facts);
  const row = rowOf(table, entry.contract) as Row;
  return row.result === 'losers' ? everyonesBill(table, entry, facts, row) : sidesBill(table, standing, entry, facts, row);
}

/** The bill, or why there is none: what a form shows while somebody types. */
export function quote(
  table: PriceTable,
  standing: Standing,
  entry: Partial<Entry>,
): { refused: EntryRefusal; bill: null } | { refused: null; bill: SeatBill } {
  const refused = refusal(table, standing, entry);
  if (refused) return { refused, bill: null };
  try {
    const bill = price(table, standing, entry);
    if (bill.amounts.every((amount) => Math.abs(amount) <= LARGEST)) return { refused, bill };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
  }
  return { refused: ['sheet/too-large', ''], bill: null };
}

/** The most that one person may get or give in one line, so that the sums of an evening are exact. */
export const LARGEST = 4e12;

// -- terms -----------------------------------------------------------------------------------------------------------

function termsOf(table: PriceTable, entry: Entry, facts: EntryFacts, slots: readonly Slot[]): Term[] {
  const terms: Term[] = [];
  for (const slot of slots) {
    if (slot.run) {
      const cell = entry.claimed || !slot.claim ? runOf(table, entry, facts, slot.run) : null;
      if (cell) terms.push({ name: slot.term as string, amount: cell[1], count: cell[0] });
      continue;
    }
    const by = slot.by as string;
    const doubling: Slot = (Object.hasOwn(table.doublings, by) && table.doublings[by]) || slot;
    const what = doubling.factor ? 'factor' : 'amount';
    const number = facts.axes[by] as number;
    const value = doubling[what]?.[number];
    if (value === null) continue;
    // A table lists every number that may be entered, and doublings further than any evening goes.
    if (value === undefined) throw new TooLarge();
    const term: Term = { name: doubling.term as string, [what]: value };
    if (doubling.count) term.count = number;
    if (slot.own) term.seats = facts.spared;
    terms.push(term);
  }
  return terms;
}

/** [number counted, amount] of the run of trumps; null if it is not paid. */
function runOf(table: PriceTable, entry: Entry, facts: EntryFacts, places: readonly number[]): [number, number] | null {
  const column = (facts.won ? 0 : 2) + (entry.laufende >= 0 ? 0 : 1);
  return table.runs[places[column] as number]?.[Math.abs(entry.laufende)] ?? null;
}

function valueOf(terms: readonly Term[]): bigint {
  let total = 0n;
  for (const { name, amount, factor, seats } of terms) {
    if (seats || name === 'pot') continue;
    if (amount !== undefined) total += BigInt(amount);
    if (factor !== undefined) total = times(total, factor);
  }
  return total;
}

/** Doublings are powers of two, so a number holds them exactly until it is infinite. */
function times(value: bigint, factor: number): bigint {
  if (value === 0n) return value;
  if (!Number.isFinite(factor)) throw new TooLarge();
  return value * BigInt(factor);
}

/** What the terms of a bill come to, whoever pays it; the pot, and factors for certain seats only, are left out. */
export function value(terms: readonly Term[]): number {
  return exact(valueOf(terms));
}

function exact(amount: bigint): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new TooLarge();
  return number;
}

function bill(terms: Term[], amounts: readonly bigint[], pot = 0, provisional = false): SeatBill {
  return { terms, amounts: amounts.map(exact), pot, strokes: null, provisional };
}

// -- bills -----------------------------------------------------------------------------------------------------------

function nothing(table: PriceTable): bigint[] {
  return Array.from({ length: table.at_table }, () => 0n);
}

function add(amounts: bigint[], seat: Seat, amount: bigint): void {
  amounts[seat] = (amounts[seat] as bigint) + amount;
}

function sidesBill(table: PriceTable, standing: Standing, entry: Entry, facts: EntryFacts, row: Row): SeatBill {
  const terms = termsOf(table, entry, facts, row.bill);
  const worth = facts.won ? valueOf(terms) : -valueOf(terms);
  const [own, others] = row.shares[String(facts.side.length)] as [number, number];
  const amounts = nothing(table);
  for (const seat of facts.seats) amounts[seat] = facts.side.includes(seat) ? worth * BigInt(own) : -worth * BigInt(others);
  let put = 0;
  if (row.pot && standing.pot > 0 && table.pot) {
    put = playForPot(table.pot, standing.pot, facts, amounts);
    if (put !== 0) terms.push({ name: 'pot', amount: -put });
  }
  let provisional = false;
  for (const slot of row.bill) {
    if (slot.run && slot.claim && !entry.claimed) provisional = (runOf(table, entry, facts, slot.run)?.[1] ?? 0) !== 0;
  }
  return bill(terms, amounts, put, provisional);
}

/** Book the pot into the amounts; returns what the deal put in (negative: took out). */
function playForPot(pot: Pot, lies: number, { side, won }: EntryFacts, amounts: bigint[]): number {
  const total = won ? lies : room(pot, lies, lies);
  const sign = won ? 1 : -1;
  const sharers = (won ? pot.win : pot.loss) === 'side' ? side : side.slice(0, 1);
  const share = Math.floor(total / sharers.length);
  for (const seat of sharers) add(amounts, seat, BigInt(sign * share));
  // What does not divide evenly is the declarer's.
  add(amounts, side[0] as Seat, BigInt(sign * (total - share * sharers.length)));
  return total === 0 ? 0 : -sign * total;
}

/** As much of a stake as the pot still takes. */
function room(pot: Pot, lies: number, stake: number): number {
  return Math.max(0, Math.min(stake, pot.cap - lies));
}

function everyonesBill(table: PriceTable, entry: Entry, facts: EntryFacts, row: Row): SeatBill {
  const amounts = nothing(table);
  if (entry.march !== null) {
    const terms = termsOf(table, entry, facts, row.march);
    const worth = valueOf(terms);
    for (const seat of facts.seats) {
      if (seat === entry.march) continue;
      add(amounts, seat, -worth);
      add(amounts, entry.march, worth);
    }
    return bill(terms, amounts);
  }
  const terms = termsOf(table, entry, facts, row.bill);
  const worth = valueOf(terms);
  for (const loser of facts.losers) {
    for (const seat of facts.seats) {
      if (facts.losers.includes(seat)) continue;
      let own = worth;
      for (const term of terms) if (term.seats?.includes(seat)) own = times(own, term.factor as number);
      add(amounts, loser, -own);
      add(amounts, seat, own);
    }
  }
  return bill(terms, amounts);
}

function passedBill(table: PriceTable, standing: Standing, how: string): SeatBill {
  const amounts = nothing(table);
  const { pot } = table;
  if (!table.ends[how]?.ante || !pot) return bill([], amounts);
  const payers = pot.payers === 'cards' ? seatsOf(table, standing) : amounts.map((_, seat) => seat);
  // Near the cap all pay less, none pays alone.
  const stake = Math.floor(room(pot, standing.pot, pot.ante * payers.length) / payers.length);
  for (const seat of payers) add(amounts, seat, BigInt(-stake));
  const total = stake * payers.length;
  return bill(total ? [{ name: 'pot', amount: -total }] : [], amounts, total);
}

/** Strokes on the slate instead of money. */
function strokesBill(table: PriceTable, slate: Slate, { carry }: Standing, entry: Entry, facts: EntryFacts): SeatBill {
  const written = (terms: Term[], strokes: [number, number]): SeatBill => ({ ...bill(terms, nothing(table)), strokes });
  if (entry.points === slate.tie_at) return written([{ name: slate.tie, amount: 0 }], [0, 0]);
  const team = (entry.declarer as Seat) % 2;
  const before = carry === null ? 'none' : carry[0] % 2 === team ? 'same' : 'other';
  const key = [facts.won ? 'won' : 'lost', entry.by_club_jack ? 'jack' : 'plain', before].join(' ');
  const [name, base, once, perTie] = slate.cells[key]?.[facts.schneider ? 1 : 0] as [string, number, number, number];
  const bonus = once + perTie * (carry === null ? 0 : carry[1]);
  let terms: Term[] = [{ name, amount: base }];
  if (bonus !== 0) terms.push({ name: slate.carry, amount: bonus });
  let total = base + bonus;
  if (entry.schwarz && slate.sweep !== null && slate.sweep[1] > total) {
    terms = [{ name: slate.sweep[0], amount: slate.sweep[1] }];
    total = slate.sweep[1];
  }
  const writes = facts.won ? team : 1 - team;
  return written(terms, writes === 0 ? [total, 0] : [0, total]);
}

// -- afterwards ------------------------------------------------------------------------------------------------------

/** Where the evening stands after an entry that `refusal` lets pass. Throws TooLarge. */
export function after(table: PriceTable, standing: Standing, given: Partial<Entry>): Standing {
  const entry = whole(given);
  return left(table, standing, entry, price(table, standing, entry));
}

/** The same where the bill is known, or is another one as after a revoke. */
export function left(table: PriceTable, standing: Standing, entry: Entry, due: Pick<SeatBill, 'pot' | 'strokes'>): Standing {
  const end = table.ends[entry.passed ?? 'played'];
  if (!end) throw new RangeError('no deal ends so at this table');
  const next: Standing = {
    ...standing,
    dealer: (standing.dealer + end.dealer) % table.at_table,
    deals: standing.deals + end.deals,
  };
  if (table.strokes) return slated(table.strokes, next, entry, due);
  next.pot = standing.pot + due.pot;
  const [keep, more, most] = end.double;
  next.double = Math.min(standing.double * keep + more, most);
  const bock = standing.bock.map((deals) => deals - end.bock_used).filter((deals) => deals > 0);
  if (end.starts_bock || (entry.passed === null && startsBock(table, standing, entry))) bock.push(table.bock?.deals ?? 0);
  next.bock = bock.slice(-(table.bock?.most ?? 0));
  return next;
}

function startsBock(table: PriceTable, standing: Standing, entry: Entry): boolean {
  if (!table.bock) return false;
  const { side, won, axes } = factsOf(table, standing, entry);
  const seen: Record<string, boolean> = {
    alone: side.length === 1,
    won,
    schwarz: axes['schwarz'] === 1,
    sixty: entry.points === table.bock.sixty && side.length > 0,
    kontra: entry.kontra > 0,
    everyone: side.length === 0,
  };
  return table.bock.starts.some((rule) => Object.entries(rule).every(([atom, wanted]) => Number(seen[atom]) === wanted));
}

function slated(slate: Slate, next: Standing, entry: Entry, due: Pick<SeatBill, 'strokes'>): Standing {
  if (entry.points === slate.tie_at) {
    const [namer, ties] = next.carry ?? [entry.declarer as Seat, 0];
    return { ...next, carry: [slate.first_namer_stays ? namer : (entry.declarer as Seat), ties + 1] };
  }
  const written = due.strokes ?? [0, 0];
  let strokes: [number, number] = [next.strokes[0] + written[0], next.strokes[1] + written[1]];
  const heads: [number, number] = [...next.heads];
  for (const team of [0, 1] as const) {
    if (strokes[team] < slate.head) continue;
    heads[team]++;
    strokes = [0, 0];
  }
  return { ...next, carry: null, strokes, heads };
}

/** Whether the agreed length of the evening is reached. */
export function over(table: PriceTable, standing: Standing): boolean {
  const { deals, heads } = table.length;
  if (deals !== null && standing.deals >= deals) return true;
  return heads !== null && Math.max(...standing.heads) >= heads;
}
