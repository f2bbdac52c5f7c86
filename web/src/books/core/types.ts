/** What a score sheet consists of, as it lies in its log and as it is shown. docs/sheet.md and docs/sheet-prices.md describe it. */

export type Seat = number;
/** Id of somebody on the sheet, made by a device. */
export type Person = string;

// -- the price table -------------------------------------------------------------------------------------------------

export interface Slot {
  term?: string;
  by?: string;
  amount?: (number | null)[];
  factor?: (number | null)[];
  count?: boolean;
  own?: boolean;
  run?: [number, number, number, number];
  claim?: boolean;
}

export interface Row {
  result: 'points' | 'won' | 'always' | 'losers';
  suits: string[];
  kontra: number;
  promises: number[][];
  partner: number[];
  unnamed: number[] | null;
  laufende: Record<string, [number, number]>;
  pot: boolean;
  bill: Slot[];
  march: Slot[];
  shares: Record<string, [number, number]>;
}

export interface Doubling {
  term: string;
  factor: (number | null)[];
  count: boolean;
}

export interface Pot {
  win: string;
  loss: string;
  cap: number;
  ante: number;
  payers: 'cards' | 'all';
}

export interface End {
  dealer: number;
  deals: number;
  double: [number, number, number];
  bock_used: number;
  starts_bock: boolean | number;
  ante: boolean | number;
  offered: boolean | number;
}

export interface Slate {
  tie_at: number;
  tie: string;
  cells: Record<string, [string, number, number, number][]>;
  carry: string;
  sweep: [string, number] | null;
  head: number;
  first_namer_stays: boolean | number;
}

export interface PriceTable {
  version: 1;
  rules: string;
  unit: Unit;
  at_table: number;
  /** How many may sit at a table by these rules. */
  sizes: number[];
  seats: Seat[][];
  contracts: Record<string, Row>;
  knocks: number;
  points: number;
  schwarz_at: number[];
  judges: [number, number, number][][];
  runs: ([number, number] | null)[][];
  doublings: Record<string, Doubling>;
  pot: Pot | null;
  bock: { starts: Record<string, number>[]; deals: number; most: number; sixty: number } | null;
  ends: Record<string, End>;
  strokes: Slate | null;
  length: { deals: number | null; heads: number | null };
}

export type Unit = 'cent' | 'stake' | 'point' | 'stroke';

/** Where an evening stands, by seat. */
export interface Standing {
  dealer: Seat;
  deals: number;
  pot: number;
  double: number;
  bock: number[];
  carry: [Seat, number] | null;
  strokes: [number, number];
  heads: [number, number];
}

interface Facts<Who> {
  contract: string | null;
  declarer: Who | null;
  suit: string | null;
  partner: Who | null;
  points: number | null;
  won: boolean | null;
  schneider: boolean | null;
  schwarz: boolean;
  laufende: number;
  claimed: boolean;
  knocks: number;
  kontra: number;
  promise: number;
  losers: Who[];
  virgins: Who[];
  march: Who | null;
  by_club_jack: boolean;
}

/** One deal as it is typed in, by seat. What is missing has its usual value. */
export interface Entry extends Facts<Seat> {
  passed: string | null;
}

export interface Term {
  name: string;
  amount?: number;
  factor?: number;
  count?: number;
  seats?: Seat[];
}

/** `amounts` by seat and `pot` sum to 0. */
export interface SeatBill {
  terms: Term[];
  amounts: number[];
  pot: number;
  strokes: [number, number] | null;
  provisional: boolean;
}

/** A code, and the field of the entry that it is about. */
export type EntryRefusal = [code: string, field: string];

// -- ops -------------------------------------------------------------------------------------------------------------

/** How a game ended, with ids of people in place of seats. What is empty may be left out, except the contract. */
export interface Result extends Omit<Partial<Facts<Person>>, 'contract'> {
  contract: string;
  /** Who knocked; if there are any they count, and `knocks` does not. */
  knockers?: Person[];
}

/** Who was there: forehand first; `resting` without cards. `ruled`: the op that set the rules the phone knew. */
interface There {
  dealer: Person;
  players: Person[];
  resting?: Person[];
  ruled?: string;
}

export interface Played extends There {
  line: 'played';
  result: Result;
}

export interface Passed extends There {
  line: 'passed';
  how: string;
}

export interface Corrected {
  line: 'corrected';
  amounts: Record<Person, number>;
  note?: string;
}

export type PenaltyKind = 'revoke-game' | 'revoke-sum' | 'misdeal-sum' | 'misdeal-pot' | 'sum' | 'free';

export interface Penalised extends Partial<There> {
  line: 'penalised';
  kind: PenaltyKind | (string & {});
  offender: Person;
  result?: Result | null;
  amount?: number;
  amounts?: Record<Person, number>;
  note?: string;
}

export interface Paid {
  line: 'paid';
  payer: Person;
  payee: Person;
  amount: number;
  note?: string;
}

export type Content = Played | Passed | Corrected | Penalised | Paid;

/** What somebody does, without the head that a device gives it. */
export type Act =
  | { do: 'named'; title?: string; place?: string; date?: string }
  | { do: 'joined'; person: Person; name: string; seat?: number | null; seated?: boolean }
  | { do: 'left'; person: Person }
  | { do: 'renamed'; person: Person; name: string }
  | { do: 'seated'; person: Person; seat?: number | null }
  | { do: 'ruled'; rules: string; overrides?: Record<string, unknown> }
  | { do: 'dealer'; person: Person }
  | { do: 'entered'; content: Content; after?: string }
  | { do: 'edited'; entry: string; content: Content; base?: string }
  | { do: 'deleted'; entry: string; base?: string }
  | { do: 'restored'; entry: string }
  | { do: 'placed'; entry: string; before?: string }
  | { do: 'distinct'; entry: string }
  | { do: 'undone' }
  | { do: 'redone' }
  | { do: 'closed' }
  | { do: 'reopened' };

export interface OpHead {
  id: string;
  device: string;
  at_ms: number;
  by?: string;
}

export type Op = OpHead & Act;
/** An op with its place in the log of the server, from 1. */
export type Stored = Op & { seq: number };

// -- what is shown ---------------------------------------------------------------------------------------------------

export interface Listed {
  id: Person;
  name: string;
  here: boolean;
}

export interface Ruling {
  op: string;
  rules: string;
  overrides: Record<string, unknown>;
  unit: Unit | '';
  error: string;
}

export interface Team {
  people: [Person, Person];
  strokes: number;
  heads: number;
}

/** What earlier deals left on the table. `bock`: deals left in each round; `tie`: who named, ties in a row. */
export interface Carried {
  pot: number;
  double: number;
  bock: number[];
  tie: [Person, number] | null;
  teams: Team[];
}

export interface Change {
  seq: number;
  op: string;
  device: string;
  by: string;
  at_ms: number;
  did: 'entered' | 'edited' | 'deleted' | 'restored' | 'placed' | 'distinct';
  undone: boolean;
  stale: boolean;
  content?: Content;
}

export interface Line {
  id: string;
  /** Counts what counts, from 1; 0 for deleted lines. */
  number: number;
  content: Content;
  /** Index of its rules in `rulings`, -1: none. */
  ruling: number;
  terms: Term[];
  value: number | null;
  amounts: Record<Person, number>;
  pot: number;
  strokes: Record<Person, number> | null;
  provisional: boolean;
  /** Why it brings nothing; empty if nothing is wrong with it. */
  error: string;
  where: string;
  ring: Person[];
  before: Carried;
  balances: Record<Person, number>;
  history: Change[];
  deleted: boolean;
  doubles: string[];
  contested: boolean;
  late: boolean;
}

export interface Turn {
  dealer: Person;
  forehand: Person;
  players: Person[];
  resting: Person[];
  error: string;
}

export interface Payment {
  payer: Person;
  payee: Person;
  amount: number;
}

/** A whole sheet: `state_data` of docs/sheet.md. */
export interface Sheet {
  seq: number;
  title: string;
  place: string;
  date: string;
  people: Listed[];
  table: Person[];
  rulings: Ruling[];
  ruling: number;
  unit: Unit | '';
  lines: Line[];
  carried: Carried;
  turn: Turn;
  balances: Record<Person, number>;
  curve: Record<Person, number[]>;
  closed: boolean;
  closing: { shares: Record<Person, number>; due: Record<Person, number>; payments: Payment[] };
  faults: { seq: number; op: string; code: string }[];
  undo: Record<string, string>;
  redo: Record<string, string>;
}
