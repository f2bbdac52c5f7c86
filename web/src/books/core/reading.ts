/** From the log to a draft: who is there, which rules, which lines in which order. The twin of `club/sheet/reading.py`. */
import { normalContent } from './content';
import type { Change, Content, Listed, Person, PriceTable, Ruling, Stored, Unit } from './types';
import { type Fault, holding } from './undoing';

export const MOST_AT_TABLE = 6;

/**
 * What the server told of rules: price tables by size of the table (null: so many cannot sit there), or what is wrong with them.
 * A size that is missing, and rules of which nothing is known, have not reached this device yet.
 */
export type Known = { error: string } | { error?: undefined; unit: Unit | ''; tables: Readonly<Record<string, PriceTable | null | undefined>> };
export type RulesOf = (ruled: { rules: string; overrides: Record<string, unknown> }) => Known | undefined;

/** The sizes of table that some ruleset knows. */
export const SIZES: readonly number[] = [3, 4, 5, 6];

/** The prices for so many at the table; null where so many cannot sit, undefined where they have not come yet. */
export function tableOf(known: Known | undefined, size: number): PriceTable | null | undefined {
  if (!known || known.error !== undefined) return undefined;
  return SIZES.includes(size) ? known.tables[String(size)] : null;
}

export interface DraftLine {
  id: string;
  device: string;
  at_ms: number;
  after: string;
  content: Content;
  /** The op that brought the content. */
  source: string;
  ruling: number;
  deleted: boolean;
  late: boolean;
  distinct: boolean;
  /** The last edit was of facts that the line no longer had. */
  contested: boolean;
  /** One person deleted it while another one changed it. */
  crossed: boolean;
  history: Change[];
}

export interface Draft {
  title: string;
  place: string;
  date: string;
  people: Map<Person, Listed>;
  table: Person[];
  /** For who left the table: who sat after him. */
  follow: Map<Person, Person>;
  rulings: Ruling[];
  known: (Known | undefined)[];
  ruling: number;
  /** Op that set rules -> index. */
  ruled: Map<string, number>;
  lines: Map<string, DraftLine>;
  /** Ids of lines and of marks. */
  order: string[];
  /** Where somebody was made dealer. */
  marks: Map<string, Person>;
  closed: boolean;
  faults: Fault[];
  undo: Map<string, string>;
  redo: Map<string, string>;
  seq: number;
}

/** Read a log. An op that makes no sense is a fault, and changes nothing. */
export function draftOf(log: readonly Stored[], rulesOf: RulesOf): Draft {
  const held = holding(log);
  const found: Draft = {
    title: '',
    place: '',
    date: '',
    people: new Map(),
    table: [],
    follow: new Map(),
    rulings: [],
    known: [],
    ruling: -1,
    ruled: new Map(),
    lines: new Map(),
    order: [],
    marks: new Map(),
    closed: false,
    faults: [...held.faults],
    undo: held.undo,
    redo: held.redo,
    seq: log.reduce((most, { seq }) => Math.max(most, seq), 0),
  };
  for (const op of held.log) {
    const code = read(found, op, held.undone.has(op.id), rulesOf);
    if (code) found.faults.push({ seq: op.seq, op: op.id, code });
  }
  found.faults.sort((one, other) => one.seq - other.seq);
  return found;
}

/** One op; returns the code of what is wrong with it. */
function read(found: Draft, op: Stored, undone: boolean, rulesOf: RulesOf): string {
  switch (op.do) {
    case 'entered':
      return entered(found, op, undone);
    case 'edited':
    case 'deleted':
    case 'restored':
    case 'distinct':
    case 'placed':
      return changed(found, op, undone);
    case 'joined':
      return joined(found, op, undone);
    case 'closed':
      found.closed ||= !undone;
      return '';
    case 'reopened':
      found.closed &&= undone;
      return '';
    default:
      return undone ? '' : held(found, op, rulesOf);
  }
}

function held(found: Draft, op: Stored, rulesOf: RulesOf): string {
  switch (op.do) {
    case 'named':
      [found.title, found.place, found.date] = [op.title ?? '', op.place ?? '', op.date ?? ''];
      return '';
    case 'left': {
      const person = found.people.get(op.person);
      if (!person) return 'sheet/no-person';
      standUp(found, op.person);
      found.people.set(op.person, { ...person, here: false });
      return '';
    }
    case 'renamed': {
      const person = found.people.get(op.person);
      if (!person) return 'sheet/no-person';
      found.people.set(op.person, { ...person, name: op.name });
      return '';
    }
    case 'seated': {
      if (!found.people.get(op.person)?.here) return 'sheet/no-person';
      if (op.seat !== undefined && op.seat !== null) return sit(found, op.person, op.seat);
      standUp(found, op.person);
      return '';
    }
    case 'dealer':
      if (!found.table.includes(op.person)) return 'sheet/no-person';
      found.marks.set(op.id, op.person);
      found.order.push(op.id);
      return '';
    case 'ruled':
      return ruled(found, op, rulesOf);
    default:
      return '';
  }
}

// -- people ----------------------------------------------------------------------------------------------------------

function joined(found: Draft, op: Stored & { do: 'joined' }, undone: boolean): string {
  const { person, name } = op;
  if (undone) {
    // His lines may be there all the same, and shall have a name.
    if (!found.people.has(person)) found.people.set(person, { id: person, name, here: false });
    return '';
  }
  found.people.set(person, { id: person, name, here: true });
  return op.seated === false ? '' : sit(found, person, op.seat ?? found.table.length);
}

function sit(found: Draft, person: Person, seat: number): string {
  const { table } = found;
  if (!table.includes(person) && table.length >= MOST_AT_TABLE) return 'sheet/full';
  if (table.includes(person)) table.splice(table.indexOf(person), 1);
  table.splice(Math.max(0, Math.min(seat, table.length)), 0, person);
  return '';
}

function standUp(found: Draft, person: Person): void {
  const place = found.table.indexOf(person);
  if (place < 0) return;
  found.follow.set(person, found.table[(place + 1) % found.table.length] as Person);
  found.table.splice(place, 1);
}

// -- rules -----------------------------------------------------------------------------------------------------------

function ruled(found: Draft, op: Stored & { do: 'ruled' }, rulesOf: RulesOf): string {
  const ruling = { rules: op.rules, overrides: op.overrides ?? {} };
  const known = rulesOf(ruling);
  const unit = known && known.error === undefined ? known.unit : '';
  let error = known?.error ?? '';
  const other = found.rulings[found.ruling]?.unit ?? '';
  // Sums of cents and stakes would mean nothing: that is another sheet.
  if (!error && unit && other && found.lines.size > 0 && unit !== other) error = 'sheet/unit';
  found.rulings.push({ op: op.id, ...ruling, unit, error });
  found.known.push(known);
  if (!error) {
    found.ruling = found.rulings.length - 1;
    found.ruled.set(op.id, found.ruling);
  }
  return error;
}

// -- lines -----------------------------------------------------------------------------------------------------------

function change(op: Stored, did: Change['did'], undone: boolean, stale: boolean, content?: Content): Change {
  const { seq, id, device, by = '', at_ms } = op;
  return { seq, op: id, device, by, at_ms, did, undone, stale, ...(content ? { content } : {}) };
}

function entered(found: Draft, op: Stored & { do: 'entered' }, undone: boolean): string {
  const content = normalContent(op.content);
  found.lines.set(op.id, {
    id: op.id,
    device: op.device,
    at_ms: op.at_ms,
    after: op.after ?? '',
    content,
    source: op.id,
    ruling: found.ruling,
    deleted: undone,
    // Who pays his debts after the end is not late.
    late: found.closed && content.line !== 'paid',
    distinct: false,
    contested: false,
    crossed: false,
    history: [change(op, 'entered', undone, false, content)],
  });
  found.order.push(op.id);
  return '';
}

type Changing = Stored & { do: 'edited' | 'deleted' | 'restored' | 'distinct' | 'placed' };

function changed(found: Draft, op: Changing, undone: boolean): string {
  const line = found.lines.get(op.entry);
  if (!line) return 'sheet/no-entry';
  if (op.do === 'placed') return placed(found, op, line, undone);
  const stale = 'base' in op && !!op.base && op.base !== line.source;
  const content = op.do === 'edited' ? normalContent(op.content) : undefined;
  line.history.push(change(op, op.do, undone, stale, content));
  if (undone) return '';
  if (content) {
    [line.content, line.source, line.contested] = [content, op.id, stale];
    line.crossed ||= line.deleted;
  } else if (op.do === 'deleted') [line.deleted, line.crossed] = [true, stale];
  else if (op.do === 'restored') line.deleted = line.crossed = false;
  else line.distinct = true;
  return '';
}

function placed(found: Draft, op: Stored & { do: 'placed' }, line: DraftLine, undone: boolean): string {
  const next = op.before ?? '';
  if (next === op.entry || (next && !found.lines.has(next))) return 'sheet/no-entry';
  line.history.push(change(op, 'placed', undone, false));
  if (undone) return '';
  found.order.splice(found.order.indexOf(op.entry), 1);
  found.order.splice(next ? found.order.indexOf(next) : found.order.length, 0, op.entry);
  return '';
}
