/** Price tables: from this device at once, from the server when there is a network, and kept. */
import { Refusal } from '$lib/api';
import { canonical } from './content';
import type { Net } from './net';
import { SIZES, type Known } from './reading';
import type { Shelf } from './shelf';
import type { PriceTable } from './types';

export interface Ruled {
  rules: string;
  overrides: Record<string, unknown>;
}

/** The version of price tables that this engine reads. */
const VERSION = 1;
/** After this time they are asked for anew: a newer server may have mended a ruleset. */
const STALE_MS = 24 * 3600_000;
/** Refusals that are no answer to what was asked. */
const WAIT = new Set([401, 403, 408, 429]);

interface Wanted {
  ruled: Ruled;
  /** Sizes of table that are still to be asked for, the most urgent first. */
  missing: number[];
}

export class PriceBook {
  private readonly found = new Map<string, Known>();
  private readonly wanted = new Map<string, Wanted>();
  private running: Promise<void> | null = null;
  private more = false;

  /** `changed` is told when prices have come. */
  constructor(
    private readonly shelf: Promise<Shelf>,
    private readonly net: Pick<Net, 'prices'>,
    private readonly changed: () => void,
  ) {}

  /** What is known of these rules; undefined: nothing yet. */
  known(ruled: Ruled): Known | undefined {
    return this.found.get(keyOf(ruled));
  }

  /** Have the prices of these rules for all sizes of table, for `first` at first. */
  want(ruled: Ruled, first = 4): void {
    const key = keyOf(ruled);
    if (this.wanted.has(key)) return;
    const missing = [...SIZES].sort((one, other) => Number(other === first) - Number(one === first));
    const wanted = { ruled, missing };
    this.wanted.set(key, wanted);
    void this.load(wanted);
  }

  /** Ask for what is still missing, as when the network is back. */
  retry(): Promise<void> {
    // Who comes while it is under way may want something that has been passed already.
    this.more = this.running !== null;
    this.running ??= this.run();
    return this.running;
  }

  private async run(): Promise<void> {
    do {
      this.more = false;
      await this.fetchAll();
    } while (this.more);
    this.running = null;
  }

  private async load(wanted: Wanted): Promise<void> {
    const { ruled, missing } = wanted;
    try {
      const shelf = await this.shelf;
      const fresh: number[] = [];
      for (const size of [...missing]) {
        const kept = await shelf.prices(`${keyOf(ruled)} ${size}`);
        if (!kept || (kept.table && kept.table.version !== VERSION)) continue;
        this.put(ruled, size, kept.table);
        if (Date.now() - kept.at_ms < STALE_MS) fresh.push(size);
      }
      wanted.missing = missing.filter((size) => !fresh.includes(size));
    } catch {
      // What this device does not give back, the server has too.
    }
    await this.retry();
  }

  private async fetchAll(): Promise<void> {
    for (const wanted of this.wanted.values()) {
      for (let size = wanted.missing[0]; size !== undefined; size = wanted.missing[0]) {
        if (!(await this.fetch(wanted, size))) return;
        wanted.missing = wanted.missing.filter((other) => other !== size);
      }
    }
  }

  /** False where there is no network. */
  private async fetch(wanted: Wanted, size: number): Promise<boolean> {
    const { ruled } = wanted;
    try {
      const table = await this.net.prices(ruled.rules, ruled.overrides, size);
      // A table that this page cannot read is asked for by the next version of the page.
      if (table.version !== VERSION) return true;
      await this.keep(ruled, size, table);
      await this.only(wanted, table.sizes.map(String));
    } catch (error) {
      if (!(error instanceof Refusal) || WAIT.has(error.status) || error.status >= 500) return false;
      if (error.info.where === 'at_table') {
        await this.keep(ruled, size, null);
        await this.only(wanted, error.info.allowed);
      } else {
        this.found.set(keyOf(ruled), { error: error.info.code });
        wanted.missing = [];
        this.changed();
      }
    }
    return true;
  }

  /** Of the sizes that the rules do not know there is nothing to ask. */
  private async only(wanted: Wanted, sizes: readonly string[]): Promise<void> {
    const others = wanted.missing.filter((size) => !sizes.includes(String(size)));
    wanted.missing = wanted.missing.filter((size) => !others.includes(size));
    for (const size of others) await this.keep(wanted.ruled, size, null);
  }

  private async keep(ruled: Ruled, size: number, table: PriceTable | null): Promise<void> {
    this.put(ruled, size, table);
    try {
      await (await this.shelf).keepPrices(`${keyOf(ruled)} ${size}`, { table, at_ms: Date.now() });
    } catch {
      // Then they are asked for again next time.
    }
  }

  private put(ruled: Ruled, size: number, table: PriceTable | null): void {
    const key = keyOf(ruled);
    const old = this.found.get(key);
    const tables: Record<string, PriceTable | null | undefined> = { ...(old && old.error === undefined ? old.tables : {}), [size]: table };
    // Before there is any table the unit is not known.
    this.found.set(key, { unit: Object.values(tables).find((one) => one)?.unit ?? '', tables });
    this.changed();
  }
}

function keyOf({ rules, overrides }: Ruled): string {
  return canonical([rules, overrides]);
}

const LAST_RULES = 'rules';

/** Remember what was played last. */
export async function keepLastRules(shelf: Shelf, ruled: Ruled): Promise<void> {
  await shelf.keepOwn(LAST_RULES, JSON.stringify(ruled)).catch(() => undefined);
}

/** Have the prices on this device of what was played last, and of what is offered first: a sheet may be begun without a network. */
export async function prepare(shelf: Promise<Shelf>, net: Pick<Net, 'prices'>): Promise<void> {
  const text = await (await shelf).own(LAST_RULES).catch(() => undefined);
  const book = new PriceBook(shelf, net, () => undefined);
  book.want({ rules: 'bavaria', overrides: {} });
  if (text) book.want(JSON.parse(text) as Ruled);
}
