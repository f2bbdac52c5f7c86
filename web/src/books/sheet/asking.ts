/** Which questions a form asks about a game: those alone that the price table of the rules has an answer for. */
import { questions as ask } from '../core/questions';
import type { PriceTable, Result as Told, Row } from '../core/types';

/** A result with everything that a form asks about. */
export type Result = Required<Told>;

/** How a game may end, as one tap: what it says of the result. */
export interface Ending {
  name: 'won' | 'won_schneider' | 'won_schwarz' | 'lost' | 'lost_schneider' | 'lost_schwarz' | 'tie';
  says: Pick<Result, 'won' | 'schneider' | 'schwarz' | 'points'>;
}

export interface Questions {
  /** One person plays; else each for himself. */
  declarer: boolean;
  suits: readonly string[];
  /** People who may be named as partner. */
  partners: readonly string[];
  /** It may also be played without one. */
  alone: boolean;
  /** Without a partner there is no such game. */
  needed: boolean;
  endings: readonly Ending[];
  /** Card points tell the result. */
  points: boolean;
  /** Lengths of the run that somebody is paid for. */
  with: readonly number[];
  without: readonly number[];
  claim: boolean;
  knocks: boolean;
  kontra: number;
  promises: readonly number[];
  /** Each for himself: who lost; who took no trick; who took all. */
  losers: boolean;
  virgins: boolean;
  march: boolean;
  /** The club jack of the slate. */
  jack: boolean;
}

const NO_POINTS = { points: null } as const;
const PLAIN: readonly Ending[] = [
  { name: 'won', says: { won: true, schneider: null, schwarz: false, ...NO_POINTS } },
  { name: 'lost', says: { won: false, schneider: null, schwarz: false, ...NO_POINTS } },
];
const ENDINGS: readonly Ending[] = [
  PLAIN[0]!,
  { name: 'won_schneider', says: { won: true, schneider: true, schwarz: false, ...NO_POINTS } },
  { name: 'won_schwarz', says: { won: true, schneider: null, schwarz: true, ...NO_POINTS } },
  PLAIN[1]!,
  { name: 'lost_schneider', says: { won: false, schneider: true, schwarz: false, ...NO_POINTS } },
  { name: 'lost_schwarz', says: { won: false, schneider: null, schwarz: true, ...NO_POINTS } },
];

const NOTHING: Omit<Questions, 'knocks'> = {
  declarer: false, suits: [], partners: [], alone: false, needed: false, endings: [], points: false, with: [], without: [],
  claim: false, kontra: 0, promises: [], losers: false, virgins: false, march: false, jack: false,
};

/** The questions for a result as it stands so far; `players`: who holds cards, forehand first. */
export function questions(table: PriceTable, result: Result, players: readonly string[]): Questions {
  const seat = (person: string | null) => (person === null || !players.includes(person) ? null : players.indexOf(person));
  const entry = { contract: result.contract, declarer: seat(result.declarer), partner: seat(result.partner) };
  const found = ask(table, { dealer: table.at_table - 1 }, entry);
  const knocks = table.knocks > 0;
  if (!found) return { ...NOTHING, declarer: true, knocks };
  const { kontra, virgins, march } = found;
  if (found.result === 'losers') return { ...NOTHING, knocks, kontra, losers: true, virgins, march };
  const row = table.contracts[result.contract]!;
  // Who sits where they do joins by himself, as in the chalk game.
  const joins = row.unnamed !== null && row.unnamed.length > 0;
  return {
    ...NOTHING,
    declarer: true,
    suits: found.suits,
    partners: joins ? [] : found.partners.map((place) => players[place]!),
    alone: row.partner.length > 0 && row.unnamed?.length === 0,
    needed: found.partnerNeeded,
    endings: endings(table, row, found.draw),
    points: found.result === 'points',
    with: lengths(found.laufende?.least, found.laufende?.most),
    without: lengths(found.laufende?.least, found.laufende?.mostWithout),
    claim: found.claim && result.laufende !== 0,
    knocks,
    kontra,
    promises: found.promises,
    jack: found.jack,
  };
}

const lengths = (least = 1, most = 0): number[] => Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index);

function endings(table: PriceTable, row: Row, draw: number | null): readonly Ending[] {
  if (row.result === 'always') return [];
  if (row.result === 'won') return PLAIN;
  const asked = (by: string) => table.strokes !== null || row.bill.some((slot) => slot.by === by);
  const found = ENDINGS.filter(
    ({ name }) => (!name.endsWith('_schneider') || asked('schneider')) && (!name.endsWith('_schwarz') || asked('schwarz')),
  );
  if (draw === null) return found;
  return [...found, { name: 'tie', says: { won: null, schneider: null, schwarz: false, points: draw } }];
}

/** A result about which nothing is said yet but the game. */
export function blank(contract: string, declarer: string | null = null): Result {
  return {
    contract, declarer, suit: null, partner: null, points: null, won: null, schneider: null, schwarz: false, laufende: 0,
    claimed: true, knocks: 0, kontra: 0, promise: 0, losers: [], virgins: [], march: null, by_club_jack: false, knockers: [],
  };
}

/** The same result where another game is chosen or somebody else plays it: what no longer fits is left out. */
export function fitted(table: PriceTable, result: Result, players: readonly string[]): Result {
  const asks = questions(table, result, players);
  const promises = table.contracts[result.contract]?.promises ?? [];
  const withPoints = asks.points ? result.points : null;
  const schwarz = asks.endings.some(({ name }) => name.endsWith('_schwarz'));
  const lengths = result.laufende >= 0 ? asks.with : asks.without;
  return {
    ...result,
    declarer: asks.declarer ? result.declarer : null,
    suit: result.suit !== null && asks.suits.includes(result.suit) ? result.suit : null,
    partner: result.partner !== null && asks.partners.includes(result.partner) ? result.partner : null,
    points: withPoints,
    won: asks.endings.length > 0 ? result.won : null,
    schneider: asks.points ? result.schneider : null,
    schwarz: schwarz && result.schwarz,
    laufende: lengths.includes(Math.abs(result.laufende)) ? result.laufende : 0,
    kontra: Math.min(result.kontra, asks.kontra),
    promise: promises.some(([promise]) => promise === result.promise) ? result.promise : (promises[0]?.[0] ?? 0),
    knockers: asks.knocks ? result.knockers.filter((person) => players.includes(person)) : [],
    knocks: asks.knocks ? result.knocks : 0,
    losers: asks.losers ? result.losers : [],
    virgins: asks.virgins ? result.virgins : [],
    march: asks.march ? result.march : null,
    by_club_jack: asks.jack && result.by_club_jack,
  };
}

/** Which ending a result says; null if it says none, or by its points. */
export function endingOf(result: Result, endings: readonly Ending[]): Ending['name'] | null {
  const found = endings.find(
    ({ says }) =>
      says.won === result.won &&
      says.points === result.points &&
      says.schwarz === result.schwarz &&
      (says.schwarz || says.points !== null || (says.schneider ?? false) === (result.schneider ?? false)),
  );
  return found?.name ?? null;
}

export type Missing = 'contract' | 'declarer' | 'partner' | 'ending' | 'losers';

/** What still has to be said before there is a price; null: everything is. */
export function missing(asks: Questions, result: Result): Missing | null {
  if (!asks.losers && result.declarer === null) return 'declarer';
  if (result.contract === '') return 'contract';
  if (asks.losers) return result.losers.length === 0 && result.march === null ? 'losers' : null;
  if (asks.needed && result.partner === null) return 'partner';
  if (asks.endings.length > 0 && result.won === null && result.points === null) return 'ending';
  return null;
}

/** A result as it is kept: what has its usual value stays away. */
export function slim(result: Result): Told {
  const usual: Record<string, unknown> = blank('');
  const unusual = Object.entries(result).filter(([key, value]) => key !== 'contract' && JSON.stringify(value) !== JSON.stringify(usual[key]));
  return { contract: result.contract, ...Object.fromEntries(unusual) };
}

/** A result that was kept, with everything. */
export function whole(told: Told): Result {
  return { ...blank(told.contract), ...told };
}
