/** A server and a browser for tests of a sheet between them. */
import { Refusal, Unreachable } from '$lib/api';
import type { Line, LineWatch } from '$lib/sse';
import type { Net } from './net';
import { MemoryShelf } from './shelf';
import type { Op, PriceTable, Stored } from './types';

export function refusal(status: number, code: string, where: string | null = null, allowed: string[] = []): Refusal {
  return new Refusal({ code, where, allowed, seat: null, action: null, detail: '' }, status);
}

interface Follower {
  id: string;
  watch: LineWatch;
}

/** Keeps sheets as the real one does: gives numbers, knows ops by their ids, refuses batches whole. */
export class Server {
  readonly logs = new Map<string, Stored[]>();
  readonly roles = new Map<string, 'write' | 'view'>();
  down = false;
  /** So many answers get lost on the way back. */
  losing = 0;
  /** Ids of ops that it will not take. */
  readonly bad = new Set<string>();
  full = false;
  /** Says which op is bad. */
  tells = true;
  asked: string[] = [];
  private followers = new Set<Follower>();

  log(id: string): Stored[] {
    const found = this.logs.get(id);
    if (!found) throw refusal(404, 'book/not-found');
    return found;
  }

  /** One person's way to it. */
  net(name: string, tables: Record<number, PriceTable> = {}): Net {
    const ask = async <T>(what: string, work: () => T): Promise<T> => {
      await Promise.resolve();
      this.asked.push(what);
      if (this.down) throw new Unreachable();
      const found = work();
      if (this.losing > 0 && what !== 'prices') {
        this.losing--;
        throw new Unreachable();
      }
      return structuredClone(found);
    };
    const role = (id: string): 'write' | 'view' => {
      this.log(id);
      const found = this.roles.get(`${name} ${id}`);
      if (!found) throw refusal(404, 'book/not-found');
      return found;
    };
    const info = (id: string, after: number) => ({
      ...{ id, seq: this.log(id).length, role: role(id), made: true },
      ...{ links: [{ role: 'write' as const, path: `/sheet/${id}#write` }], log: this.log(id).filter(({ seq }) => seq > after) },
    });
    return {
      begin: (id, ops) =>
        ask('begin', () => {
          if (!this.logs.has(id)) this.roles.set(`${name} ${id}`, 'write');
          this.logs.set(id, this.logs.get(id) ?? []);
          role(id);
          this.take(id, ops);
          return info(id, 0);
        }),
      info: (id, after) => ask('info', () => info(id, after)),
      add: (id, after, ops) =>
        ask('add', () => {
          if (role(id) !== 'write') throw refusal(403, 'request/forbidden');
          this.take(id, ops);
          return { seq: this.log(id).length, log: this.log(id).filter(({ seq }) => seq > after) };
        }),
      join: (id, key) =>
        ask('join', () => {
          this.log(id);
          if (key !== 'write' && key !== 'view') throw refusal(404, 'book/not-found');
          if (this.roles.get(`${name} ${id}`) !== 'write') this.roles.set(`${name} ${id}`, key);
          return { id, kind: 'sheet' as const, role: role(id), place: '' };
        }),
      cards: () => ask('cards', () => []),
      greet: () => ask('greet', () => undefined),
      prices: (_rules, _overrides, size) =>
        ask('prices', () => {
          const sizes = Object.keys(tables);
          if (sizes.length === 0) throw refusal(422, 'ruleset/unknown', 'rules');
          const found = tables[size];
          if (!found) throw refusal(422, 'request/syntax', 'at_table', sizes);
          return found;
        }),
      follow: (id, after, watch) => this.follow(id, after, watch),
    };
  }

  private take(id: string, ops: readonly Op[]): void {
    if (this.full) throw refusal(409, 'book/full');
    const place = ops.findIndex((op) => this.bad.has(op.id));
    if (place >= 0) throw refusal(422, 'sheet/syntax', this.tells ? `ops/${place}` : null);
    const log = this.log(id);
    const fresh = ops.filter((op) => !log.some((stored) => stored.id === op.id)).map((op, n): Stored => ({ ...structuredClone(op), seq: log.length + 1 + n }));
    log.push(...fresh);
    if (fresh.length > 0) this.say(id, { type: 'ops', book: id, seq: log.length, ops: fresh });
  }

  say(id: string, news: object): void {
    const data = JSON.stringify(news);
    for (const one of this.followers) if (one.id === id) one.watch.onEvent({ id: null, event: 'message', data });
  }

  private follow(id: string, after: number, watch: LineWatch): Line {
    const one = { id, watch };
    queueMicrotask(() => {
      if (this.down || !this.logs.has(id)) return watch.onEnd(this.down ? null : 404);
      this.followers.add(one);
      watch.onOpen();
      const missed = this.log(id).filter(({ seq }) => seq > after);
      if (missed.length > 0) this.say(id, { type: 'ops', book: id, seq: this.log(id).length, ops: missed });
    });
    return { close: () => this.followers.delete(one) };
  }

  /** Every line breaks. */
  cut(): void {
    const all = [...this.followers];
    this.followers.clear();
    for (const { watch } of all) watch.onEnd(null);
  }
}

/** A browser that keeps what it is given, and may refuse to. */
export class Disk extends MemoryShelf {
  override readonly durable: boolean = true;
  broken = false;

  override async queue(id: string, ops: readonly Op[]): Promise<number[]> {
    if (this.broken) throw new DOMException('full', 'QuotaExceededError');
    return super.queue(id, ops);
  }

  override async arrived(id: string, ops: readonly Stored[]): Promise<void> {
    if (this.broken) throw new DOMException('full', 'QuotaExceededError');
    return super.arrived(id, ops);
  }
}

/** Let everything that is under way come to its end. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 60; i++) await Promise.resolve();
}
