/** Follow tables: the page's end of the one event stream of this browser. */
import { type FromHub, type LineStatus, StreamHub, type ToHub } from './stream.hub';
import type { Gone, Message, Snapshot } from './wire';

export type { LineStatus } from './stream.hub';

export interface Follower {
  onNews(news: Message | Snapshot | Gone): void;
  onStatus(status: LineStatus): void;
}

export interface Following {
  close(): void;
}

const ALIVE_MS = 20_000;

class PageEnd {
  private readonly followers = new Map<string, Set<Follower>>();
  private readonly positions = new Map<string, () => number>();
  private status: LineStatus = { is: 'idle' };
  private send: (message: ToHub) => void;

  constructor() {
    this.send = this.reach();
    setInterval(() => this.followers.size > 0 && this.send({ kind: 'alive' }), ALIVE_MS);
    addEventListener('online', () => this.send({ kind: 'wake' }));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || this.followers.size === 0) return;
      this.send({ kind: 'wake' });
      // A tab that slept for long may have been forgotten by the worker.
      this.followAll();
    });
    addEventListener('pagehide', () => this.send({ kind: 'bye' }));
    addEventListener('pageshow', (event) => {
      if (event.persisted) this.followAll();
    });
  }

  follow(table: string, seq: () => number, follower: Follower): Following {
    const all = this.followers.get(table) ?? new Set();
    all.add(follower);
    this.followers.set(table, all);
    this.positions.set(table, seq);
    follower.onStatus(this.status);
    this.send({ kind: 'follow', table, seq: seq() });
    return {
      close: () => {
        if (!all.delete(follower) || all.size > 0) return;
        this.followers.delete(table);
        this.positions.delete(table);
        this.send({ kind: 'leave', table });
      },
    };
  }

  /** Everything as whoever sits here now sees it. */
  readAnew(): void {
    if (this.followers.size > 0) this.send({ kind: 'another' });
  }

  private reach(): (message: ToHub) => void {
    if ('SharedWorker' in globalThis) {
      try {
        const worker = new SharedWorker(new URL('./stream.worker.ts', import.meta.url), {
          type: 'module',
          name: 'schafkopf',
        });
        worker.onerror = () => this.instead();
        worker.port.onmessage = (event: MessageEvent<FromHub>) => this.take(event.data);
        return (message) => worker.port.postMessage(message);
      } catch {
        // Some private windows refuse workers; then the page reads the stream itself.
      }
    }
    return this.direct();
  }

  private direct(): (message: ToHub) => void {
    return new StreamHub().join((message) => this.take(message));
  }

  /** The worker did not start: read the stream here. */
  private instead(): void {
    this.send = this.direct();
    this.followAll();
  }

  private followAll(): void {
    for (const [table, seq] of this.positions) this.send({ kind: 'follow', table, seq: seq() });
  }

  private take(message: FromHub): void {
    if (message.kind === 'unknown') return unknown();
    if (message.kind === 'status') {
      this.status = message.status;
      for (const all of this.followers.values()) for (const follower of all) follower.onStatus(message.status);
      return;
    }
    if (message.news.type === 'closing') return;
    for (const follower of this.followers.get(message.table) ?? []) follower.onNews(message.news);
  }
}

let page: PageEnd | undefined;
let unknown = (): void => undefined;

/** What to do when the server does not know this browser any more. */
export function whenUnknown(then: () => void): void {
  unknown = then;
}

/** Somebody else sits at this browser from now on: the tables that are followed are read anew. */
export function readAnew(): void {
  page?.readAnew();
}

/** Follow a table from the event that `seq` gives; `seq` is asked again when the line must be made anew. */
export function follow(table: string, seq: () => number, follower: Follower): Following {
  page ??= new PageEnd();
  return page.follow(table, seq, follower);
}
