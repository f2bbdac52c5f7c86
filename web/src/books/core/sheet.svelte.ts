/** A score sheet as the pages see it: live, offline too. */
import { freshId } from '$lib/ids';
import type { BookLink } from '$lib/wire';
import { type Folded, fold } from './fold';
import { net, type Net } from './net';
import { PriceBook, keepLastRules, type Ruled } from './pricebook';
import { keepRecent } from './recent';
import type { Known } from './reading';
import type { Shelf, Summary } from './shelf';
import { openShelf } from './shelf.idb';
import { statistics, type Statistics } from './statistics';
import { SheetSync, type Trouble } from './sync';
import type { Act, Op, Sheet } from './types';

export type { Trouble };

/** An op that the server would not take, and why. */
export interface RefusedOp {
  op: Op;
  code: string;
  where: string;
}

interface Around {
  shelf: Promise<Shelf>;
  net: Net;
  channel: BroadcastChannel | null;
  locks: LockManager | null;
}

/** What a page has around it; a test gives its own. */
export function around(): Around {
  return {
    shelf: openShelf(),
    net,
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('schafkopf-sheets'),
    locks: globalThis.navigator?.locks ?? null,
  };
}

export class SheetStore {
  private readonly sync: SheetSync;
  private readonly book: PriceBook;
  /** Grows with every change: what is read depends on it. */
  private version = $state(0);
  /** The ops and prices that the sheet follows from: it is not folded anew because a line broke. */
  private source = $state('');
  private priced = 0;
  private drawing = false;
  private readonly folded: Folded = $derived.by(() => {
    void this.source;
    return fold(this.sync.desk.all, (ruled) => this.book.known(ruled));
  });
  private readonly counted: Statistics = $derived(statistics(this.folded));

  constructor(
    readonly id: string,
    key = '',
    at: Around = around(),
  ) {
    const changed = () => this.changed();
    this.book = new PriceBook(at.shelf, at.net, () => {
      this.priced++;
      changed();
    });
    this.sync = new SheetSync(id, key, { ...at, changed, now: () => Date.now() });
  }

  /** Many changes of one moment are one. */
  private changed(): void {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      this.version++;
      const { log, waiting } = this.sync.desk;
      const own = waiting.map(({ op, refused }) => op.id + (refused ? '!' : '')).join();
      this.source = [this.priced, log.length, log.at(-1)?.seq, log.at(-1)?.id, own].join(' ');
      this.afterwards();
    });
  }

  private afterwards(): void {
    const { sheet } = this.folded;
    const size = sheet.table.length;
    // Rules that were not known may have been in the log for long; the newest are needed first.
    for (const { rules, overrides } of [...sheet.rulings].reverse()) this.book.want({ rules, overrides }, size);
    if (this.sync.online) void this.book.retry();
    if (!this.sync.desk.ready || (sheet.seq === 0 && sheet.people.length === 0)) return;
    void this.sync.desk.summarise(summaryOf(sheet), Date.now());
  }

  /** What this device had of the sheet has been read. */
  get ready(): boolean {
    void this.version;
    return this.sync.desk.ready;
  }

  get sheet(): Sheet {
    return this.folded.sheet;
  }

  get statistics(): Statistics {
    return this.counted;
  }

  /** Prices of the rules in force. */
  get known(): Known | undefined {
    return this.knownOf(this.sheet.ruling);
  }

  /** Prices of the rules with this index in `sheet.rulings`. */
  knownOf(ruling: number): Known | undefined {
    void this.version;
    const ruled = this.sheet.rulings[ruling];
    return ruled && this.book.known(ruled);
  }

  /** Prices of any rules; they come if they are not there yet. */
  pricesOf(ruled: Ruled): Known | undefined {
    void this.version;
    return this.book.known(ruled);
  }

  /** Have the prices of other rules ready. */
  prefetch(rules: string, overrides: Record<string, unknown> = {}): void {
    this.book.want({ rules, overrides }, this.sheet.table.length);
  }

  get online(): boolean {
    void this.version;
    return this.sync.online;
  }

  /** How many ops the server does not have yet. */
  get waiting(): number {
    void this.version;
    return this.sync.desk.unsent.length;
  }

  isWaiting(opId: string): boolean {
    void this.version;
    return this.sync.desk.waiting.some(({ op }) => op.id === opId);
  }

  get role(): 'write' | 'view' | '' {
    void this.version;
    return this.sync.desk.kept.role;
  }

  get made(): boolean {
    void this.version;
    return this.sync.desk.kept.made;
  }

  get links(): readonly BookLink[] {
    void this.version;
    return this.sync.desk.kept.links;
  }

  /** The server refuses the whole sheet. */
  get trouble(): Trouble | null {
    void this.version;
    return this.sync.trouble;
  }

  get refused(): RefusedOp[] {
    void this.version;
    return this.sync.desk.waiting.flatMap(({ op, refused }) => (refused ? [{ op, ...refused }] : []));
  }

  /** False: this browser keeps nothing, what is not sent yet is lost with the page. */
  get durable(): boolean {
    void this.version;
    return this.sync.desk.durable;
  }

  get device(): string {
    void this.version;
    return this.sync.desk.device;
  }

  /** What people call this device. */
  get by(): string {
    void this.version;
    return this.sync.desk.by;
  }

  setBy(name: string): Promise<void> {
    return this.sync.setBy(name);
  }

  get canUndo(): boolean {
    return this.role !== 'view' && Object.hasOwn(this.sheet.undo, this.device);
  }

  get canRedo(): boolean {
    return this.role !== 'view' && Object.hasOwn(this.sheet.redo, this.device);
  }

  /** Do something. It is shown when it is kept on this device; resolves then, with the id of the op. */
  act(act: Act): Promise<string> {
    const { lines, people, table } = this.sheet;
    const last = lines.at(-1)?.id;
    if (act.do === 'entered') keepRecent(table.map((person) => people.find(({ id }) => id === person)?.name ?? ''));
    return this.sync.act(act.do === 'entered' && act.after === undefined && last ? { ...act, after: last } : act);
  }

  undo(): Promise<string> {
    return this.sync.act({ do: 'undone' });
  }

  redo(): Promise<string> {
    return this.sync.act({ do: 'redone' });
  }

  /** Try anew what the server would not have. */
  retry(): Promise<void> {
    return this.sync.retry();
  }

  /** Give up an op that the server would not take. */
  dismiss(opId: string): Promise<void> {
    return this.sync.desk.dismiss(opId);
  }

  /** A backup file of what this device has, with what has not been sent and what was refused. */
  backup(): string {
    const refused = this.sync.desk.waiting.filter((one) => one.refused).map(({ op }) => op);
    const all = this.sync.desk.all;
    const last = all.at(-1)?.seq ?? 0;
    const ops = [...all, ...refused.map((op, place) => ({ ...op, seq: last + 1 + place }))];
    return `${JSON.stringify({ 'schafkopf-sheet': 1, ops }, null, 1)}\n`;
  }

  close(): void {
    this.sync.close();
  }
}

function summaryOf({ title, place, date, people, lines, closed }: Sheet): Summary {
  const games = lines.filter(({ deleted, content }) => !deleted && (content.line === 'played' || content.line === 'passed')).length;
  return { title, place, date, people: people.filter(({ here }) => here).map(({ name }) => name), games, closed };
}

/** A sheet, from what this device has and what the server tells; `key`: what stands after the `#` of a link. */
export function openSheet(id: string, key = ''): SheetStore {
  return new SheetStore(id, key);
}

export interface NewSheet {
  title?: string;
  place?: string;
  date?: string;
  rules: string;
  overrides?: Record<string, unknown>;
  /** Names in the order in which they sit, clockwise. */
  people: readonly string[];
  /** Who deals first, by place; null: the first. */
  dealer?: number | null;
}

/** Begin a sheet on this device; the server hears of it when there is a network. */
export async function newSheet(wanted: NewSheet, at: Pick<Around, 'shelf'> = { shelf: openShelf() }): Promise<string> {
  const shelf = await at.shelf;
  const id = freshId();
  const device = await shelf.keepFirst('device', freshId(12));
  const by = (await shelf.own('by')) ?? '';
  const people = wanted.people.map((name) => ({ person: freshId(9), name: name.trim() }));
  const { title = '', place = '', date = '', rules, overrides = {} } = wanted;
  const dealer = people[wanted.dealer ?? 0]?.person;
  const acts: Act[] = [
    { do: 'named', title, place, date },
    { do: 'ruled', rules, overrides },
    ...people.map(({ person, name }): Act => ({ do: 'joined', person, name })),
    ...(dealer ? [{ do: 'dealer', person: dealer } as const] : []),
  ];
  const at_ms = Date.now();
  const summary: Summary = { title, place, date, people: people.map(({ name }) => name), games: 0, closed: false };
  // The sheet first: ops without a sheet would be sent to nowhere.
  await shelf.keep(id, { ...summary, begun: false, role: 'write', made: true, changed_ms: at_ms });
  await shelf.queue(id, acts.map((act): Op => ({ id: freshId(), device, at_ms, ...(by ? { by } : {}), ...act })));
  await keepLastRules(shelf, { rules, overrides });
  return id;
}

/** Take a sheet off this device; the server and the others keep it. */
export async function forgetSheet(id: string): Promise<void> {
  await (await openShelf()).forget(id);
}
