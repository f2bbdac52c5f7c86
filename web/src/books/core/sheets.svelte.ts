/** The sheets of this device and of this person, in one list. */
import type { SheetCard } from '$lib/wire';
import { net, type Net } from './net';
import { prepare } from './pricebook';
import type { Kept, Shelf } from './shelf';
import { openShelf } from './shelf.idb';

export interface ListedSheet {
  id: string;
  title: string;
  place: string;
  date: string;
  people: string[];
  games: number;
  closed: boolean;
  changed_ms: number;
  role: 'write' | 'view' | '';
  made: boolean;
  /** Ops that the server does not have yet. */
  waiting: number;
  /** It lies on this device, so it opens without a network. */
  here: boolean;
}

export class SheetList {
  private local = $state.raw<(Kept & { waiting: number })[]>([]);
  private remote = $state.raw<SheetCard[] | null>(null);
  private isReady = $state(false);
  private isOnline = $state(false);
  private isDurable = $state(true);
  private readonly all: ListedSheet[] = $derived(merged(this.local, this.remote ?? []));

  constructor(
    private readonly shelf: Promise<Shelf> = openShelf(),
    private readonly ask: Pick<Net, 'cards' | 'prices'> = net,
  ) {
    globalThis.addEventListener?.('online', this.again);
    void this.refresh();
  }

  /** The latest first. */
  get cards(): readonly ListedSheet[] {
    return this.all;
  }

  /** What lies on this device has been read. */
  get ready(): boolean {
    return this.isReady;
  }

  /** The server has told its sheets. */
  get online(): boolean {
    return this.isOnline;
  }

  get durable(): boolean {
    return this.isDurable;
  }

  async refresh(): Promise<void> {
    try {
      const shelf = await this.shelf;
      this.isDurable = shelf.durable;
      this.local = await shelf.sheets();
    } catch (error) {
      console.error(error);
      this.isDurable = false;
    }
    this.isReady = true;
    try {
      this.remote = await this.ask.cards();
      this.isOnline = true;
      void prepare(this.shelf, this.ask);
    } catch {
      this.isOnline = false;
    }
  }

  private readonly again = (): void => void this.refresh();

  close(): void {
    globalThis.removeEventListener?.('online', this.again);
  }
}

function merged(local: readonly (Kept & { waiting: number })[], remote: readonly SheetCard[]): ListedSheet[] {
  const here = new Map(local.map((kept) => [kept.id, kept]));
  const found = remote.map((card): ListedSheet => {
    const kept = here.get(card.id);
    here.delete(card.id);
    const { id, title, place, date, people, games, closed, changed_ms, made } = card;
    const told = { id, title, place, date, people, games, closed, changed_ms, made, role: card.role === 'write' ? 'write' : 'view' } as const;
    // What this device has written and not sent yet is newer than what the server says.
    if (kept && kept.waiting > 0) return listed({ ...kept, made });
    return { ...told, waiting: 0, here: kept !== undefined };
  });
  for (const kept of here.values()) found.push(listed(kept));
  return found.sort((one, other) => other.changed_ms - one.changed_ms);
}

function listed(kept: Kept & { waiting: number }): ListedSheet {
  const { id, title, place, date, people, games, closed, changed_ms, role, made, waiting } = kept;
  return { id, title, place, date, people, games, closed, changed_ms, role, made, waiting, here: true };
}

/** This device's and this person's sheets, live. */
export function mySheets(): SheetList {
  return new SheetList();
}
