/**
 * What this device keeps of the books: the server's log of each sheet, own ops that still wait, price tables.
 *
 * An op is kept before anybody is told of it, in one transaction, so whoever closes the page at any moment loses nothing.
 */
import type { BookLink } from '$lib/wire';
import type { Op, PriceTable, Stored } from './types';

/** How a sheet looks in a list. */
export interface Summary {
  title: string;
  place: string;
  date: string;
  people: string[];
  games: number;
  closed: boolean;
}

/** A sheet as this device knows it. */
export interface Kept extends Summary {
  id: string;
  /** The server has it. */
  begun: boolean;
  role: 'write' | 'view' | '';
  made: boolean;
  /** What stood after the `#` of the link that one came by. */
  key: string;
  links: BookLink[];
  changed_ms: number;
}

/** Why the server would not take an op. */
export interface Refused {
  code: string;
  where: string;
}

/** An own op on its way. `n` orders them across tabs; null: this browser would not keep it. */
export interface Waiting {
  n: number | null;
  op: Op;
  refused: Refused | null;
}

export interface SheetOnShelf {
  kept: Kept | undefined;
  log: Stored[];
  waiting: Waiting[];
}

/** Prices of one ruleset at one size of table, null where so many cannot sit, and when they were asked for. */
export interface KeptPrices {
  table: PriceTable | null;
  at_ms: number;
}

export interface Shelf {
  /** Whether it is still there when the page is closed. */
  readonly durable: boolean;
  own(name: string): Promise<string | undefined>;
  keepOwn(name: string, value: string): Promise<void>;
  /** The value there after all, if it was there already. */
  keepFirst(name: string, value: string): Promise<string>;
  sheets(): Promise<(Kept & { waiting: number })[]>;
  read(id: string): Promise<SheetOnShelf>;
  keep(id: string, change: Partial<Kept>): Promise<Kept>;
  forget(id: string): Promise<void>;
  /** Own ops, in order; returns their numbers. */
  queue(id: string, ops: readonly Op[]): Promise<number[]>;
  /** Ops of the server: those that waited wait no more. */
  arrived(id: string, ops: readonly Stored[]): Promise<void>;
  /** The whole log anew. `again`: ops that the server has lost and shall be sent again, before those that wait. */
  replace(id: string, log: readonly Stored[], again: readonly Op[]): Promise<void>;
  refuse(n: number, refused: Refused | null): Promise<void>;
  drop(n: number): Promise<void>;
  prices(key: string): Promise<KeptPrices | undefined>;
  keepPrices(key: string, prices: KeptPrices): Promise<void>;
}

export function freshKept(id: string): Kept {
  return {
    ...{ id, begun: true, role: '', made: false, key: '', links: [], changed_ms: 0 },
    ...{ title: '', place: '', date: '', people: [], games: 0, closed: false },
  };
}

/** A shelf in memory, for browsers that keep nothing: private windows, full disks. */
export class MemoryShelf implements Shelf {
  readonly durable: boolean = false;
  private readonly owns = new Map<string, string>();
  private readonly all = new Map<string, SheetOnShelf>();
  private readonly table = new Map<string, KeptPrices>();
  private last = 0;

  private of(id: string): SheetOnShelf {
    const found = this.all.get(id) ?? { kept: undefined, log: [], waiting: [] };
    this.all.set(id, found);
    return found;
  }

  async own(name: string): Promise<string | undefined> {
    return this.owns.get(name);
  }

  async keepOwn(name: string, value: string): Promise<void> {
    this.owns.set(name, value);
  }

  async keepFirst(name: string, value: string): Promise<string> {
    if (!this.owns.has(name)) this.owns.set(name, value);
    return this.owns.get(name) as string;
  }

  async sheets(): Promise<(Kept & { waiting: number })[]> {
    return [...this.all.values()].flatMap(({ kept, waiting }) => (kept ? [{ ...kept, waiting: waiting.length }] : []));
  }

  async read(id: string): Promise<SheetOnShelf> {
    const { kept, log, waiting } = this.of(id);
    return { kept, log: [...log], waiting: waiting.map((one) => ({ ...one })) };
  }

  async keep(id: string, change: Partial<Kept>): Promise<Kept> {
    const found = this.of(id);
    return (found.kept = { ...(found.kept ?? freshKept(id)), ...change });
  }

  async forget(id: string): Promise<void> {
    this.all.delete(id);
  }

  async queue(id: string, ops: readonly Op[]): Promise<number[]> {
    const added = ops.map((op) => ({ n: ++this.last, op, refused: null }));
    this.of(id).waiting.push(...added);
    return added.map(({ n }) => n);
  }

  async arrived(id: string, ops: readonly Stored[]): Promise<void> {
    const found = this.of(id);
    const known = new Set(found.log.map(({ seq }) => seq));
    found.log = [...found.log, ...ops.filter(({ seq }) => !known.has(seq))].sort((one, other) => one.seq - other.seq);
    const there = new Set(ops.map((op) => op.id));
    found.waiting = found.waiting.filter(({ op }) => !there.has(op.id));
  }

  async replace(id: string, log: readonly Stored[], again: readonly Op[]): Promise<void> {
    const found = this.of(id);
    const old = found.waiting.filter(({ op }) => !log.some((stored) => stored.id === op.id));
    found.log = [...log];
    found.waiting = again.map((op) => ({ n: ++this.last, op, refused: null }));
    for (const one of old) found.waiting.push({ ...one, n: ++this.last });
  }

  async refuse(n: number, refused: Refused | null): Promise<void> {
    for (const { waiting } of this.all.values()) for (const one of waiting) if (one.n === n) one.refused = refused;
  }

  async drop(n: number): Promise<void> {
    for (const found of this.all.values()) found.waiting = found.waiting.filter((one) => one.n !== n);
  }

  async prices(key: string): Promise<KeptPrices | undefined> {
    return this.table.get(key);
  }

  async keepPrices(key: string, prices: KeptPrices): Promise<void> {
    this.table.set(key, prices);
  }
}
