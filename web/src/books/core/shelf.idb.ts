/** The shelf in IndexedDB, which all tabs of this browser share. */
import { MemoryShelf, freshKept, type Kept, type KeptPrices, type Refused, type Shelf, type SheetOnShelf, type Waiting } from './shelf';
import type { Op, Stored } from './types';

const NAME = 'schafkopf-books';
const VERSION = 1;
/** A browser that does not answer in this time keeps nothing either. */
const PATIENCE_MS = 4000;

type Store = 'own' | 'sheets' | 'log' | 'waiting' | 'prices';
interface LogRow {
  sheet: string;
  seq: number;
  op: Stored;
}
interface WaitingRow {
  n?: number;
  sheet: string;
  op: Op;
  refused: Refused | null;
}

let opened: Promise<Shelf> | undefined;

/** This browser's shelf; one in memory where it keeps nothing. */
export function openShelf(): Promise<Shelf> {
  opened ??= connect()
    .then((db): Shelf => new IdbShelf(db))
    .catch(() => new MemoryShelf());
  return opened;
}

function connect(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB === 'undefined') return reject(new Error('no IndexedDB'));
    const timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const db = request.result;
      db.createObjectStore('own');
      db.createObjectStore('sheets', { keyPath: 'id' });
      db.createObjectStore('log', { keyPath: ['sheet', 'seq'] });
      db.createObjectStore('waiting', { keyPath: 'n', autoIncrement: true }).createIndex('sheet', 'sheet');
      db.createObjectStore('prices');
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      // Somebody has everything deleted.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error ?? new Error('refused'));
    };
  });
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });
}

const ofSheet = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

class IdbShelf implements Shelf {
  readonly durable = true;

  constructor(private db: IDBDatabase) {
    this.watch();
  }

  private watch(): void {
    // A newer version of the page wants another form: it goes first, this one keeps on with a line of its own.
    this.db.onversionchange = () => this.db.close();
  }

  /**
   * Do something in one transaction; resolves when it is kept. Browsers close a database under a page that slept
   * (phones do): then it is opened anew, once.
   */
  private async within<T>(stores: Store[], mode: IDBTransactionMode, work: (stores: (name: Store) => IDBObjectStore) => Promise<T>): Promise<T> {
    let transaction: IDBTransaction;
    try {
      transaction = this.begin(stores, mode);
    } catch {
      this.db = await connect();
      this.watch();
      transaction = this.begin(stores, mode);
    }
    const over = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
    });
    over.catch(() => undefined);
    try {
      const found = await work((name) => transaction.objectStore(name));
      await over;
      return found;
    } catch (error) {
      await over;
      throw error;
    }
  }

  private begin(stores: Store[], mode: IDBTransactionMode): IDBTransaction {
    return this.db.transaction(stores, mode, mode === 'readwrite' ? { durability: 'strict' } : {});
  }

  own(name: string): Promise<string | undefined> {
    return this.within(['own'], 'readonly', (store) => asked<string | undefined>(store('own').get(name)));
  }

  async keepOwn(name: string, value: string): Promise<void> {
    await this.within(['own'], 'readwrite', (store) => asked(store('own').put(value, name)));
  }

  keepFirst(name: string, value: string): Promise<string> {
    return this.within(['own'], 'readwrite', async (store) => {
      const there = await asked<string | undefined>(store('own').get(name));
      if (there === undefined) await asked(store('own').put(value, name));
      return there ?? value;
    });
  }

  sheets(): Promise<(Kept & { waiting: number })[]> {
    return this.within(['sheets', 'waiting'], 'readonly', async (store) => {
      const [all, rows] = await Promise.all([asked<Kept[]>(store('sheets').getAll()), asked<WaitingRow[]>(store('waiting').getAll())]);
      return all.map((kept) => ({ ...kept, waiting: rows.filter(({ sheet }) => sheet === kept.id).length }));
    });
  }

  read(id: string): Promise<SheetOnShelf> {
    return this.within(['sheets', 'log', 'waiting'], 'readonly', async (store) => {
      const [kept, rows, waiting] = await Promise.all([
        asked<Kept | undefined>(store('sheets').get(id)),
        asked<LogRow[]>(store('log').getAll(ofSheet(id))),
        asked<WaitingRow[]>(store('waiting').index('sheet').getAll(id)),
      ]);
      const own = waiting.map(({ n = 0, op, refused }): Waiting & { n: number } => ({ n, op, refused }));
      return { kept, log: rows.map(({ op }) => op), waiting: own.sort((one, other) => one.n - other.n) };
    });
  }

  keep(id: string, change: Partial<Kept>): Promise<Kept> {
    return this.within(['sheets'], 'readwrite', async (store) => {
      const old = await asked<Kept | undefined>(store('sheets').get(id));
      const kept = { ...(old ?? freshKept(id)), ...change, id };
      await asked(store('sheets').put(kept));
      return kept;
    });
  }

  async forget(id: string): Promise<void> {
    await this.within(['sheets', 'log', 'waiting'], 'readwrite', async (store) => {
      const keys = await asked(store('waiting').index('sheet').getAllKeys(id));
      await Promise.all([
        asked(store('sheets').delete(id)),
        asked(store('log').delete(ofSheet(id))),
        ...keys.map((key) => asked(store('waiting').delete(key))),
      ]);
    });
  }

  queue(id: string, ops: readonly Op[]): Promise<number[]> {
    return this.within(['waiting'], 'readwrite', (store) =>
      Promise.all(ops.map((op) => asked(store('waiting').add({ sheet: id, op, refused: null } satisfies WaitingRow)) as Promise<number>)),
    );
  }

  async arrived(id: string, ops: readonly Stored[]): Promise<void> {
    const there = new Set(ops.map((op) => op.id));
    await this.within(['log', 'waiting'], 'readwrite', async (store) => {
      const rows = await asked<WaitingRow[]>(store('waiting').index('sheet').getAll(id));
      await Promise.all([
        ...ops.map((op) => asked(store('log').put({ sheet: id, seq: op.seq, op } satisfies LogRow))),
        ...rows.flatMap(({ n, op }) => (n !== undefined && there.has(op.id) ? [asked(store('waiting').delete(n))] : [])),
      ]);
    });
  }

  async replace(id: string, log: readonly Stored[], again: readonly Op[]): Promise<void> {
    const there = new Set(log.map((op) => op.id));
    await this.within(['log', 'waiting'], 'readwrite', async (store) => {
      const rows = await asked<WaitingRow[]>(store('waiting').index('sheet').getAll(id));
      await asked(store('log').delete(ofSheet(id)));
      const old = rows.sort((one, other) => (one.n ?? 0) - (other.n ?? 0)).filter(({ op }) => !there.has(op.id));
      const next: WaitingRow[] = [...again.map((op) => ({ sheet: id, op, refused: null })), ...old.map(({ op, refused }) => ({ sheet: id, op, refused }))];
      await Promise.all([
        ...rows.map(({ n }) => asked(store('waiting').delete(n as number))),
        ...log.map((op) => asked(store('log').put({ sheet: id, seq: op.seq, op } satisfies LogRow))),
        ...next.map((row) => asked(store('waiting').add(row))),
      ]);
    });
  }

  async refuse(n: number, refused: Refused | null): Promise<void> {
    await this.within(['waiting'], 'readwrite', async (store) => {
      const row = await asked<WaitingRow | undefined>(store('waiting').get(n));
      if (row) await asked(store('waiting').put({ ...row, refused }));
    });
  }

  async drop(n: number): Promise<void> {
    await this.within(['waiting'], 'readwrite', (store) => asked(store('waiting').delete(n)));
  }

  prices(key: string): Promise<KeptPrices | undefined> {
    return this.within(['prices'], 'readonly', (store) => asked<KeptPrices | undefined>(store('prices').get(key)));
  }

  async keepPrices(key: string, prices: KeptPrices): Promise<void> {
    await this.within(['prices'], 'readwrite', (store) => asked(store('prices').put(prices, key)));
  }
}
