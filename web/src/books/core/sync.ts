/**
 * One sheet between this device and the server.
 *
 * What somebody does is kept on the device first, then shown, and sent when there is a network, as often as need be: an op has an id,
 * so sending it twice does nothing.
 */
import { Refusal } from '$lib/api';
import type { BookLink } from '$lib/wire';
import { Desk } from './desk';
import type { Info, Net } from './net';
import type { Shelf, Waiting } from './shelf';
import { Tabs } from './tabs';
import type { Act, Stored } from './types';

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
/** The server wants to be left alone for a while. */
const BUSY_MS = 10_000;
/** The server has refused the whole sheet: nobody waits for it to change its mind. */
const TROUBLE_MS = 300_000;
/** After this much silence the line is not trusted when somebody looks at the page again. */
const DOUBTFUL_MS = 17_000;
/** However often somebody types: not more tries than one in this time. */
const MOMENT_MS = 200;
const MOST_OPS = 100;
const MOST_BYTES = 150_000;

/** Why the server refuses the whole sheet; what was entered stays on the device. */
export interface Trouble {
  code: string;
  where: string;
}

export interface Surroundings {
  shelf: Promise<Shelf>;
  net: Net;
  /** Speaks to the other tabs; null where there are none to speak to. */
  channel: BroadcastChannel | null;
  locks: LockManager | null;
  /** Something that is shown may have changed. */
  changed: () => void;
  now: () => number;
}

type News = { type: 'ops'; ops: Stored[] } | { type: 'gone' } | { type: 'closing'; retry_ms: number } | { type: 'changed' };

export class SheetSync {
  readonly desk: Desk;
  online = false;
  trouble: Trouble | null = null;

  private readonly tabs: Tabs;
  private readonly over = new AbortController();
  private readonly started: Promise<void>;
  /** Counts the times this tab was charged with sending; 0 while it is not. */
  private turn = 0;
  private turns = 0;
  private joined = false;
  private rejoined = false;
  private failures = 0;
  private lastSign = 0;
  private awake: () => void = () => undefined;
  private woken = false;
  /** Ends the line that stands; the next one is made after so many ms. */
  private cut: ((ms?: number) => void) | null = null;
  private pumping: Promise<void> = Promise.resolve();
  private hearing: Promise<void> = Promise.resolve();

  constructor(
    readonly id: string,
    private readonly key: string,
    private readonly at: Surroundings,
  ) {
    this.desk = new Desk(id, at.shelf, at.changed, () => this.written());
    this.tabs = new Tabs(id, at.channel, at.locks, {
      onChanged: () => void this.desk.look().then(this.wake),
      onPing: () => this.turn && this.tellStatus(),
      onStatus: (online, trouble) => {
        if (this.turn) return;
        [this.online, this.trouble] = [online, trouble];
        this.at.changed();
      },
      send: (stop) => this.send(stop),
    });
    this.started = this.start();
  }

  private async start(): Promise<void> {
    await this.desk.start(this.key);
    if (this.over.signal.aborted) return;
    globalThis.addEventListener?.('online', this.wake);
    globalThis.addEventListener?.('offline', this.lost);
    globalThis.document?.addEventListener('visibilitychange', this.seen);
    this.tabs.start(!this.desk.durable);
  }

  close(): void {
    this.over.abort();
    this.tabs.close();
    this.cut?.();
    this.awake();
    globalThis.removeEventListener?.('online', this.wake);
    globalThis.removeEventListener?.('offline', this.lost);
    globalThis.document?.removeEventListener('visibilitychange', this.seen);
  }

  // -- what people do ------------------------------------------------------------------------------------------------

  /** Do something; it is shown when it is kept. Resolves with the id of the op. */
  async act(act: Act): Promise<string> {
    await this.started;
    const id = await this.desk.act(act, this.at.now());
    if (!this.desk.durable) this.tabs.goAlone();
    this.wake();
    this.tabs.expectSign();
    // Only this device has it now: the browser shall not clear it away.
    if (globalThis.navigator?.onLine === false) void globalThis.navigator.storage?.persist?.().catch(() => undefined);
    return id;
  }

  async setBy(name: string): Promise<void> {
    await this.started;
    await this.desk.setBy(name);
  }

  /** Try anew, at once, what the server would not have. */
  async retry(): Promise<void> {
    await this.started;
    this.trouble = null;
    this.rejoined = false;
    await this.desk.unrefuse();
    this.wake();
    this.tabs.expectSign();
  }

  private written(): void {
    this.tabs.tell({ kind: 'changed' });
  }

  // -- signs from outside --------------------------------------------------------------------------------------------

  private readonly seen = (): void => {
    if (globalThis.document?.visibilityState !== 'visible') return;
    // A page that slept has missed what the others did, and its line may be dead.
    if (this.at.now() - this.lastSign > DOUBTFUL_MS) this.cut?.();
    void this.desk.look();
    this.wake();
    this.tabs.expectSign();
  };

  /** The network is gone: a line that has not noticed yet is not believed. */
  private readonly lost = (): void => this.cut?.();

  /** There may be something to do, or a better network. */
  readonly wake = (): void => {
    if (!this.turn) return;
    this.woken = true;
    this.awake();
    if (this.online) void this.pump().catch(() => this.cut?.());
  };

  private tellStatus(): void {
    this.tabs.tell({ kind: 'status', online: this.online, trouble: this.trouble });
  }

  // -- the server ----------------------------------------------------------------------------------------------------

  private async send(stop: AbortSignal): Promise<void> {
    const mine = (this.turn = ++this.turns);
    stop.addEventListener('abort', () => {
      if (mine !== this.turn) return;
      this.cut?.();
      this.awake();
    });
    while (!stop.aborted) {
      let pause: number;
      try {
        await this.desk.look();
        await this.connect();
        pause = await this.follow(stop);
      } catch (error) {
        pause = await this.failed(error);
      }
      if (stop.aborted) break;
      this.line(false);
      await this.nap(pause);
    }
    if (mine !== this.turn) return;
    this.turn = 0;
    this.online = false;
    this.at.changed();
  }

  private line(online: boolean): void {
    this.online = online;
    this.at.changed();
    this.tellStatus();
  }

  private nap(ms: number): Promise<void> {
    const wait = this.woken ? Math.min(ms, MOMENT_MS) : ms;
    this.woken = false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.awake(), wait);
      this.awake = () => {
        clearTimeout(timer);
        this.awake = () => undefined;
        this.woken = false;
        resolve();
      };
    });
  }

  /** Join, begin, fetch what is new, send what waits. */
  private async connect(): Promise<void> {
    if (this.key && !this.joined && this.desk.kept.begun) await this.join();
    if (this.desk.kept.begun) await this.fetch();
    else await this.take(await this.at.net.begin(this.id, []));
    this.trouble = null;
    await this.pump();
  }

  private async join(): Promise<void> {
    try {
      const { role } = await this.at.net.join(this.id, this.key);
      await this.desk.change({ role: role === 'write' ? 'write' : 'view', key: this.key });
    } catch (error) {
      // An old link of somebody who is in already: he stays in.
      if (!(error instanceof Refusal) || error.status !== 404 || this.desk.kept.role === '') throw error;
    }
    this.joined = true;
  }

  /** Fetch what is new. The last op that is known is asked for too: another one in its place tells that the server began anew. */
  private async fetch(): Promise<void> {
    const last = this.desk.log.at(-1);
    const info = await this.at.net.info(this.id, Math.max(0, this.desk.seq - 1));
    const found = info.log[0];
    if (last && (info.seq < last.seq || found?.id !== last.id || found.seq !== last.seq)) await this.takeAnew();
    else await this.take(info);
  }

  private async take({ role, made, links, log }: Info): Promise<void> {
    await this.desk.change({ begun: true, role: role === 'write' ? 'write' : 'view', made, links });
    await this.desk.arrived(log);
  }

  private async takeAnew(): Promise<void> {
    const { log } = await this.at.net.info(this.id, 0);
    await this.desk.replace(log);
  }

  private batch(most: number): Waiting[] {
    const found: Waiting[] = [];
    let bytes = 0;
    for (const one of this.desk.unsent) {
      bytes += JSON.stringify(one.op).length;
      if (found.length > 0 && (bytes > MOST_BYTES || found.length >= most)) break;
      found.push(one);
    }
    return found;
  }

  /** Send what waits, one batch after the other. */
  private pump(): Promise<void> {
    const next = this.pumping.then(() => this.pumpNow());
    this.pumping = next.catch(() => undefined);
    return next;
  }

  private async pumpNow(): Promise<void> {
    let most = MOST_OPS;
    while (!this.trouble && !this.over.signal.aborted) {
      const batch = this.batch(most);
      if (batch.length === 0) return;
      const before = this.desk.seq;
      let added;
      try {
        added = await this.at.net.add(this.id, before, batch.map(({ op }) => op));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.status === 403 || error.status === 409) return this.troubled(error);
        if (error.status !== 413 && error.status !== 422) throw error;
        const { code, where } = error.info;
        const place = /^ops\/(\d+)/.exec(where ?? '')?.[1];
        const bad = place !== undefined ? batch[Number(place)] : batch.length === 1 ? batch[0] : undefined;
        if (bad) await this.desk.refuse(bad, { code, where: where ?? '' });
        else most = 1; // Which one it is shows when they go one by one.
        continue;
      }
      if (added.seq < before) await this.takeAnew();
      else await this.desk.arrived(added.log);
      // What the server has long had is in the log that this device knows, or that log is another one.
      if (!this.hasAll(batch)) await this.takeAnew();
      if (!this.hasAll(batch)) throw new Error('the server does not show what it took');
    }
  }

  private hasAll(batch: readonly Waiting[]): boolean {
    const there = new Set(this.desk.log.map(({ id }) => id));
    return batch.every(({ op }) => there.has(op.id));
  }

  /** Hear what happens until the line breaks; returns how long to wait before the next one. */
  private async follow(stop: AbortSignal): Promise<number> {
    if (stop.aborted) return 0;
    const pause = await new Promise<number>((resolve) => {
      const line = this.at.net.follow(this.id, this.desk.seq, {
        onOpen: () => {
          this.failures = 0;
          this.lastSign = this.at.now();
          this.line(true);
          void this.pump().catch(() => this.cut?.());
        },
        onEvent: ({ data }) => {
          // One after the other: each begins where the one before it ended.
          this.hearing = this.hearing
            .then(() => this.news(JSON.parse(data) as News))
            .catch((error: unknown) => {
              console.error(error);
              this.cut?.();
            });
        },
        onSign: () => (this.lastSign = this.at.now()),
        onEnd: (status) => resolve(status === 429 ? BUSY_MS : this.backoff()),
      });
      this.cut = (ms) => {
        line.close();
        resolve(ms ?? this.backoff());
      };
    });
    this.cut = null;
    return pause;
  }

  private async news(news: News): Promise<void> {
    if (news.type === 'closing') return this.cut?.(news.retry_ms);
    if (news.type === 'gone') return this.cut?.(0);
    if (news.type !== 'ops') return;
    const first = news.ops[0]?.seq ?? 0;
    if (first > this.desk.seq + 1) await this.fetch();
    await this.desk.arrived(news.ops);
  }

  private backoff(): number {
    return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures++) * (0.75 + Math.random() / 2);
  }

  /** What went wrong; returns how long to wait before the next try. Nothing that was entered is given up. */
  private async failed(error: unknown): Promise<number> {
    if (!(error instanceof Refusal)) {
      if (error instanceof Error && error.name !== 'Unreachable') console.error(error);
      return this.backoff();
    }
    const { status } = error;
    if (status === 429 || status >= 500) return Math.max(BUSY_MS, this.backoff());
    if (status === 401) {
      // The cookie is gone; with a new one the link opens the sheet again.
      await this.at.net.greet().catch(() => undefined);
      this.joined = false;
      return this.backoff();
    }
    if (status === 404 && !this.rejoined && (this.joined || !this.key)) {
      this.rejoined = true;
      const { key, links } = this.desk.kept;
      const known = key || keyIn(links.find(({ role }) => role === 'write') ?? links[0]);
      if (known && (await this.at.net.join(this.id, known).catch(() => null))) return 0;
    }
    this.troubled(error);
    return TROUBLE_MS;
  }

  private troubled({ info }: Refusal): void {
    this.trouble = { code: info.code, where: info.where ?? '' };
    this.at.changed();
    this.tellStatus();
  }
}

function keyIn(link: BookLink | undefined): string {
  return link?.path.split('#')[1] ?? '';
}
