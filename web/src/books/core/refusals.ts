/** Checking an entry with a price table alone: the twin of `schafkopf.club.prices.refusals`. docs/sheet-prices.md describes both. */
import type { Entry, EntryRefusal, PriceTable, Row, Seat, Standing } from './types';

/** What an entry says that says nothing. */
export const BLANK: Readonly<Entry> = Object.freeze({
  passed: null,
  contract: null,
  declarer: null,
  suit: null,
  partner: null,
  points: null,
  won: null,
  schneider: null,
  schwarz: false,
  laufende: 0,
  claimed: true,
  knocks: 0,
  kontra: 0,
  promise: 0,
  losers: [],
  virgins: [],
  march: null,
  by_club_jack: false,
});

/** An entry with everything that was left out at its usual value. */
export function whole(entry: Partial<Entry>): Entry {
  return { ...BLANK, ...entry };
}

/** The row of a contract; undefined where the table has none of that name. */
export function rowOf(table: PriceTable, contract: string | null): Row | undefined {
  return contract !== null && Object.hasOwn(table.contracts, contract) ? table.contracts[contract] : undefined;
}

/** Who holds cards, forehand first. */
export function seatsOf(table: PriceTable, standing: Pick<Standing, 'dealer'>): Seat[] {
  const seats = table.seats[standing.dealer];
  if (!seats) throw new RangeError('no such dealer at this table');
  return seats;
}

/** What is wrong with this entry and in which field; null if it may be booked. */
export function refusal(table: PriceTable, standing: Standing, given: Partial<Entry>): EntryRefusal | null {
  const entry = whole(given);
  if (entry.passed !== null) {
    const known = Object.hasOwn(table.ends, entry.passed) && entry.passed !== 'played';
    return known ? null : ['entry/contract', 'passed'];
  }
  const row = rowOf(table, entry.contract);
  if (!row) return ['entry/contract', 'contract'];
  if (entry.suit !== null && !row.suits.includes(entry.suit)) return ['entry/contract', 'suit'];
  if (!(entry.knocks >= 0 && entry.knocks <= table.knocks)) return ['entry/doubling', 'knocks'];
  if (!(entry.kontra >= 0 && entry.kontra <= row.kontra)) return ['entry/doubling', 'kontra'];
  if (promised(row, entry) < 0) return ['entry/contract', 'promise'];
  const { points } = entry;
  if (points !== null && !(Number.isInteger(points) && points >= 0 && points <= table.points)) return ['entry/points', 'points'];
  const seats = seatsOf(table, standing);
  if (row.result === 'losers') return everyoneRefused(row, entry, seats);
  if (entry.declarer === null || !seats.includes(entry.declarer)) return ['entry/seat', 'declarer'];
  const side = sideOf(row, entry, seats);
  if (!side) return ['entry/seat', 'partner'];
  const { refused } = resultOf(table, row, entry);
  if (refused) return refused;
  const longest = row.laufende[String(side.length)]?.[entry.laufende >= 0 ? 0 : 1] ?? 0;
  return Math.abs(entry.laufende) > longest ? ['entry/laufende', 'laufende'] : null;
}

/** Which of the contract's promises it is; -1 if none. */
export function promised(row: Row, entry: Entry): number {
  return row.promises.findIndex(([promise]) => promise === entry.promise);
}

function everyoneRefused(row: Row, { march, losers, virgins }: Entry, seats: readonly Seat[]): EntryRefusal | null {
  if ([...losers, ...virgins].some((seat) => !seats.includes(seat))) return ['entry/seat', 'losers'];
  if (march !== null && !seats.includes(march)) return ['entry/seat', 'losers'];
  if (march !== null && (losers.length > 0 || virgins.length > 0)) return ['entry/result', 'march'];
  const marches = row.march.length > 0;
  if (march !== null && !marches) return ['entry/result', 'march'];
  if (march === null && losers.length === 0) return ['entry/result', 'losers'];
  if (losers.some((seat) => virgins.includes(seat))) return ['entry/result', 'virgins'];
  if (marches && new Set(virgins).size === seats.length - 1) return ['entry/result', 'virgins'];
  return null;
}

/** The declarer's side, the declarer first; null if the partner is not as this contract needs him. */
export function sideOf(row: Row, { declarer, partner }: Entry, seats: readonly Seat[]): Seat[] | null {
  if (declarer === null) return null;
  const place = seats.indexOf(declarer);
  const at = (step: number): Seat => seats[(place + step) % seats.length] as Seat;
  if (partner === null) return row.unnamed && [declarer, ...row.unnamed.map(at)];
  if (!seats.includes(partner)) return null;
  const step = (seats.indexOf(partner) + seats.length - place) % seats.length;
  return row.partner.includes(step) ? [declarer, partner] : null;
}

export interface Judged {
  refused: EntryRefusal | null;
  won: boolean;
  schneider: boolean;
}

/** Who won, and whether the losers are Schneider. */
export function resultOf(table: PriceTable, row: Row, { won, points, kontra, schneider, schwarz, promise }: Entry): Judged {
  const wrong = (field: string): Judged => ({ refused: ['entry/result', field], won: false, schneider: false });
  if (row.result === 'always') return won === false ? wrong('won') : { refused: null, won: true, schneider: false };
  if (row.result === 'won' || points === null) {
    if (won === null) return wrong('won');
    if (row.result === 'won') return { refused: null, won, schneider: false };
    if (schwarz && schneider === false) return wrong('schneider');
    return { refused: null, won, schneider: schneider === true || schwarz };
  }
  const judges = row.promises.find(([known]) => known === promise) ?? [];
  const odd = kontra % 2;
  let found = judged(table, judges[1 + odd] as number, points);
  // Only the hand itself tells whether fewer points sufficed.
  if (won !== null && won !== found.won) found = judged(table, judges[3 + odd] as number, points);
  if (won !== null && won !== found.won) return wrong('won');
  if (schneider !== null && schneider !== found.schneider) return wrong('schneider');
  if (schwarz && !table.schwarz_at.includes(points)) return wrong('schwarz');
  return { refused: null, won: found.won, schneider: found.schneider || schwarz };
}

/** The last step of the judge that begins at or below so many points. */
function judged(table: PriceTable, judge: number, points: number): { won: boolean; schneider: boolean } {
  let found = { won: false, schneider: false };
  for (const [begin, won, schneider] of table.judges[judge] ?? []) {
    if (begin <= points) found = { won: won === 1, schneider: schneider === 1 };
  }
  return found;
}
