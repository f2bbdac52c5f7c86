/** One line of a sheet, priced with the price table of its rules: the twin of `club/sheet/pricing.py`. */
import { pairs, seated, unseated } from './carried';
import { LARGEST, TooLarge, factsOf, left, price, value, whole } from './prices';
import { tableOf, type Known } from './reading';
import { refusal } from './refusals';
import type { Carried, Content, Corrected, Entry, Paid, Passed, Penalised, Person, Played, PriceTable, Result, SeatBill, Standing, Term } from './types';

/** What the facts of a game say by seat; statistics go by it. */
export interface GameFacts {
  declarer: number | null;
  side: readonly number[];
  losers: readonly number[];
  march: number | null;
  won: boolean;
  schneider: boolean;
  schwarz: boolean;
  kontra: number;
  /** Laufende that count: 'with', 'without', or none. */
  run: 'with' | 'without' | '';
}

export interface Bill {
  terms: Term[];
  value: number | null;
  amounts: Map<Person, number>;
  pot: number;
  strokes: Map<Person, number> | null;
  provisional: boolean;
  facts: GameFacts | null;
  ring: Person[];
  /** The deal goes on to the next one; what is wrong is taken for a deal like others. */
  moves: boolean;
  error: string;
  where: string;
}

/** How a fault at the table is paid: how much, to whom, and whether the next one deals (`same`: once more; '': it is no deal). */
export const PENALTIES: Readonly<Record<string, { much: 'game' | 'sum' | 'free'; to: 'players' | 'table' | 'pot' | 'named'; deal: 'next' | 'same' | '' }>> = {
  'revoke-game': { much: 'game', to: 'players', deal: 'next' },
  'revoke-sum': { much: 'sum', to: 'players', deal: 'next' },
  'misdeal-sum': { much: 'sum', to: 'table', deal: 'same' },
  'misdeal-pot': { much: 'sum', to: 'pot', deal: 'same' },
  sum: { much: 'sum', to: 'table', deal: '' },
  free: { much: 'free', to: 'named', deal: '' },
};

const ENDINGS = ['redeal', 'pot', 'double', 'thrown_in'];

class Refused extends Error {
  constructor(
    readonly code: string,
    readonly where: string,
  ) {
    super(code);
  }
}

function billWith(part: Partial<Bill>): Bill {
  return {
    terms: [],
    value: null,
    amounts: new Map(),
    pot: 0,
    strokes: null,
    provisional: false,
    facts: null,
    ring: [],
    moves: true,
    error: '',
    where: '',
    ...part,
  };
}

/** A line that brings nothing, and why. */
export function broken(error: string, where = ''): Bill {
  return billWith({ error, where });
}

export type Priced = [Bill, Carried];

/** What a line brings, and what lies on the table afterwards. `known` is null where no rules are in force. */
export function billOf(known: Known | null | undefined, content: Content, carried: Carried): Priced {
  try {
    const [bill, after] = priced(known, content, carried);
    if ([...bill.amounts.values()].some((amount) => Math.abs(amount) > LARGEST)) throw new TooLarge();
    return [bill, after];
  } catch (error) {
    if (error instanceof TooLarge) return [broken('sheet/too-large'), carried];
    if (error instanceof Refused) return [broken(error.code, error.where), carried];
    throw error;
  }
}

function priced(known: Known | null | undefined, content: Content, carried: Carried): Priced {
  if (content.line === 'corrected') return [free(content), carried];
  if (content.line === 'paid') return [paid(content), carried];
  if (known === null) throw new Refused('sheet/rules', 'ruled');
  const rules = new Rules(known);
  if (content.line === 'played') return played(rules, content, carried);
  if (content.line === 'passed') return passed(rules, content, carried);
  return penalised(rules, content, carried);
}

// -- rules and seats -------------------------------------------------------------------------------------------------

/** The price tables of rules that are in force. What has not come yet is `sheet/no-prices`, a code of this side alone. */
class Rules {
  constructor(private readonly known: Known | undefined) {}

  private any(): PriceTable {
    const found = this.known && this.known.error === undefined ? Object.values(this.known.tables).find((table) => table) : undefined;
    if (!found) throw new Refused('sheet/no-prices', 'ruled');
    return found;
  }

  get chalk(): boolean {
    return this.any().strokes !== null;
  }

  /** How many hold cards. */
  get players(): number {
    return this.any().seats[0]?.length ?? 0;
  }

  /** Null where so many cannot sit. */
  of(size: number): PriceTable | null {
    const found = tableOf(this.known, size);
    if (found === undefined) throw new Refused('sheet/no-prices', 'ruled');
    return found;
  }
}

type There = Required<Pick<Played, 'dealer' | 'players' | 'resting'>>;

function there(content: Played | Passed | Penalised): There {
  return { dealer: content.dealer ?? '', players: content.players ?? [], resting: content.resting ?? [] };
}

/** Who sat at the table, the dealer last. */
function ringOf(rules: Rules, { dealer, players, resting }: There): Person[] {
  if (players.length !== rules.players || new Set([...players, ...resting]).size !== players.length + resting.length) {
    throw new Refused('sheet/seats', 'players');
  }
  if (players.includes(dealer)) {
    if (dealer !== players.at(-1)) throw new Refused('sheet/seats', 'dealer');
    // Who rests while the dealer plays is not of this deal.
    return players;
  }
  if (!resting.includes(dealer)) throw new Refused('sheet/seats', 'dealer');
  if (rules.of(players.length + resting.length) === null) throw new Refused('sheet/seats', 'resting');
  return [...players, ...resting.filter((person) => person !== dealer), dealer];
}

/** A result by seat. Who is not at the table gets a seat that nobody has, so that the table refuses it. */
export function entryOf(result: Result, ring: readonly Person[]): Entry {
  const seat = (person: Person): number => {
    const found = ring.indexOf(person);
    return found < 0 ? ring.length : found;
  };
  const one = (person: Person | null | undefined) => (person === null || person === undefined ? null : seat(person));
  const { knockers = [], losers = [], virgins = [], ...same } = result;
  return whole({
    ...same,
    knocks: knockers.length > 0 ? knockers.length : (result.knocks ?? 0),
    declarer: one(result.declarer),
    partner: one(result.partner),
    march: one(result.march),
    losers: losers.map(seat),
    virgins: virgins.map(seat),
  });
}

interface Booked {
  ring: Person[];
  table: PriceTable;
  standing: Standing;
  entry: Entry;
  bill: SeatBill;
}

function booked(rules: Rules, who: There, result: Result, carried: Carried): Booked {
  const ring = ringOf(rules, who);
  const table = rules.of(ring.length);
  if (!table) throw new Refused('sheet/seats', 'players');
  const standing = seated(carried, ring, table.strokes !== null);
  const knockers = result.knockers ?? [];
  if (new Set(knockers).size < knockers.length || knockers.some((person) => !who.players.includes(person))) {
    throw new Refused('entry/doubling', 'knocks');
  }
  const entry = entryOf(result, ring);
  const refused = refusal(table, standing, entry);
  if (refused) throw new Refused(...refused);
  return { ring, table, standing, entry, bill: price(table, standing, entry) };
}

function some(ring: readonly Person[], amounts: readonly number[]): Map<Person, number> {
  return new Map(ring.flatMap((person, seat) => (amounts[seat] ? [[person, amounts[seat] as number] as const] : [])));
}

function onSlate(ring: readonly Person[], strokes: SeatBill['strokes']): Map<Person, number> | null {
  if (strokes === null) return null;
  return new Map(pairs(ring).flatMap((pair, team) => (strokes[team as 0 | 1] ? pair.map((person) => [person, strokes[team as 0 | 1]] as const) : [])));
}

// -- lines -----------------------------------------------------------------------------------------------------------

function played(rules: Rules, content: Played, carried: Carried): Priced {
  const { ring, table, standing, entry, bill } = booked(rules, there(content), content.result, carried);
  const made = billWith({
    terms: bill.terms,
    value: value(bill.terms),
    amounts: some(ring, bill.amounts),
    pot: bill.pot,
    strokes: onSlate(ring, bill.strokes),
    provisional: bill.provisional,
    facts: gameFacts(table, standing, entry),
    ring,
  });
  return [made, unseated(carried, ring, left(table, standing, entry, bill), table.strokes !== null)];
}

function gameFacts(table: PriceTable, standing: Standing, entry: Entry): GameFacts {
  const { side, losers, won, schneider, schwarz } = factsOf(table, standing, entry);
  const length = Math.abs(entry.laufende);
  const slots = table.contracts[entry.contract as string]?.bill ?? [];
  const counted = slots.some((slot) => slot.run?.some((run) => (table.runs[run]?.[length] ?? null) !== null));
  const { declarer, march, kontra } = entry;
  return { declarer, side, losers, march, won, schneider, schwarz, kontra, run: !counted ? '' : entry.laufende >= 0 ? 'with' : 'without' };
}

function passed(rules: Rules, content: Passed, carried: Carried): Priced {
  if (!ENDINGS.includes(content.how) || rules.chalk) throw new Refused('entry/contract', 'passed');
  const ring = ringOf(rules, there(content));
  const table = rules.of(ring.length);
  const end = table?.ends[content.how];
  if (!table || !end) throw new Refused('entry/contract', 'passed');
  const standing = seated(carried, ring, false);
  const entry = whole({ passed: content.how });
  const bill = price(table, standing, entry);
  const moves = end.dealer % ring.length !== 0;
  const made = billWith({ terms: bill.terms, amounts: some(ring, bill.amounts), pot: bill.pot, ring, moves });
  return [made, unseated(carried, ring, left(table, standing, entry, bill), false)];
}

function free({ amounts = {} }: Pick<Corrected, 'amounts'> | Penalised): Bill {
  const told = Object.entries(amounts).filter(([, amount]) => amount !== 0);
  if (told.reduce((sum, [, amount]) => sum + amount, 0) !== 0) throw new Refused('sheet/sum', 'amounts');
  return billWith({ amounts: new Map(told) });
}

/** Settles, but wins nothing: the amounts stay empty. */
function paid({ payer, payee, amount }: Paid): Bill {
  if (payer === payee || amount <= 0) throw new Refused('sheet/payment', 'amount');
  return billWith({ value: amount });
}

function penalised(rules: Rules, content: Penalised, carried: Carried): Priced {
  const penalty = Object.hasOwn(PENALTIES, content.kind) ? PENALTIES[content.kind] : undefined;
  if (!penalty) throw new Refused('sheet/penalty', 'kind');
  if (penalty.much === 'free') return [free(content), carried];
  if (penalty.much === 'game') return revoked(rules, content, carried);
  return fixed(penalty.to, content, carried);
}

/** The game ends where it stands, and the offender pays its value to each who held cards. The pot stays. */
function revoked(rules: Rules, content: Penalised, carried: Carried): Priced {
  if (!content.result || rules.chalk) throw new Refused('sheet/penalty', 'result');
  const who = there(content);
  const { ring, table, standing, entry, bill } = booked(rules, who, content.result, carried);
  if (!who.players.includes(content.offender)) throw new Refused('sheet/penalty', 'offender');
  const terms = bill.terms.filter(({ name, seats }) => name !== 'pot' && !seats?.length);
  const worth = Math.abs(value(terms));
  const amounts = ring.map((person) => {
    if (person === content.offender) return -worth * (who.players.length - 1);
    return who.players.includes(person) ? worth : 0;
  });
  const made = billWith({ terms, value: worth, amounts: some(ring, amounts), ring });
  return [made, unseated(carried, ring, left(table, standing, entry, { pot: 0, strokes: null }), false)];
}

function fixed(to: 'players' | 'table' | 'pot' | 'named', content: Penalised, carried: Carried): Priced {
  const { offender, amount = 0 } = content;
  if (amount <= 0) throw new Refused('sheet/penalty', 'amount');
  if (to === 'pot') {
    return [billWith({ value: amount, amounts: new Map([[offender, -amount]]), pot: amount }), { ...carried, pot: carried.pot + amount }];
  }
  const { players, resting } = there(content);
  const others = [...new Set(to === 'players' ? players : [...players, ...resting])].filter((person) => person !== offender);
  if (others.length === 0) throw new Refused('sheet/seats', 'players');
  const amounts = new Map([[offender, -amount * others.length], ...others.map((person) => [person, amount] as const)] as [Person, number][]);
  return [billWith({ value: amount, amounts }), carried];
}
