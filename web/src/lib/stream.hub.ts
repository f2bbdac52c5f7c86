/**
 * One line to the server for all who follow tables in this browser. Runs in a shared worker, or in the page itself.
 *
 * The hub knows for each table the last event that came, so that a new line asks for exactly what is missing.
 */
import { type Line, type LineWatch, openLine } from './sse';
import type { Streamed } from './wire';

/** `waiting`: the line broke, the next try is at `retryAt` (ms since 1970 by this machine's clock). */
export type LineStatus = { is: 'idle' | 'connecting' | 'live' } | { is: 'waiting'; retryAt: number; closing: boolean };

export type FromHub =
  | { kind: 'news'; table: string; news: Streamed }
  | { kind: 'status'; status: LineStatus }
  /** The server does not know this browser: it was signed out from elsewhere. */
  | { kind: 'unknown' };
export type ToHub =
  | { kind: 'follow'; table: string; seq: number }
  | { kind: 'leave'; table: string }
  /** Somebody else sits at this browser: what was seen so far was for other eyes. */
  | { kind: 'another' }
  | { kind: 'wake' }
  | { kind: 'alive' }
  | { kind: 'bye' };

interface Member {
  send(message: FromHub): void;
  seen: number;
  tables: Set<string>;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;
/** Several calls at once, as on a change of pages, make one new line. */
const GATHER_MS = 30;
/** A tab that gave no sign for this long has crashed; tabs in the background may only speak once a minute. */
const MEMBER_SILENT_MS = 180_000;
/** After this much silence the line is not trusted when somebody looks at the page again. */
const DOUBTFUL_MS = 17_000;

export class StreamHub {
  private readonly members = new Set<Member>();
  /** Last event of each followed table; 0: nothing yet, a snapshot comes first. */
  private readonly at = new Map<string, number>();
  private line: Line | null = null;
  private status: LineStatus = { is: 'idle' };
  private failures = 0;
  private lastSign = 0;
  private gather: number | undefined;
  private retry: number | undefined;

  constructor(private readonly open: (url: string, watch: LineWatch) => Line = openLine) {}

  join(send: (message: FromHub) => void): (message: ToHub) => void {
    const member: Member = { send, seen: Date.now(), tables: new Set() };
    this.members.add(member);
    send({ kind: 'status', status: this.status });
    return (message) => this.take(member, message);
  }

  private take(member: Member, message: ToHub): void {
    member.seen = Date.now();
    if (!this.members.has(member) && message.kind !== 'bye') this.welcome(member);
    this.sweep();
    switch (message.kind) {
      case 'follow':
        return this.follow(member, message.table, message.seq);
      case 'leave':
        member.tables.delete(message.table);
        return this.dropUnfollowed();
      case 'another':
        return this.readAnew();
      case 'wake':
        return this.wake();
      case 'alive':
        return;
      case 'bye':
        this.members.delete(member);
        return this.dropUnfollowed();
    }
  }

  /** A member that was taken for dead, as when the machine slept, is back: it is told everything anew. */
  private welcome(member: Member): void {
    this.members.add(member);
    for (const table of member.tables) this.follow(member, table, 0);
  }

  private follow(member: Member, table: string, seq: number): void {
    member.tables.add(table);
    const known = this.at.get(table);
    const underWay = this.status.is === 'live' || this.status.is === 'connecting';
    // The line carries this table already: what comes next is what this member lacks; what it has, it ignores.
    if (known !== undefined && seq >= known && underWay) return member.send({ kind: 'status', status: this.status });
    this.at.set(table, known === undefined ? seq : Math.min(known, seq));
    this.reopenSoon();
  }

  private dropUnfollowed(): void {
    let changed = false;
    for (const table of this.at.keys()) {
      if ([...this.members].some((member) => member.tables.has(table))) continue;
      this.at.delete(table);
      changed = true;
    }
    if (changed) this.reopenSoon();
  }

  private readAnew(): void {
    for (const table of this.at.keys()) this.at.set(table, 0);
    this.reopenSoon();
  }

  private sweep(): void {
    const oldest = Date.now() - MEMBER_SILENT_MS;
    for (const member of this.members) if (member.seen < oldest) this.members.delete(member);
    this.dropUnfollowed();
  }

  private reopenSoon(): void {
    clearTimeout(this.gather);
    this.gather = setTimeout(() => this.connect(), GATHER_MS);
  }

  private wake(): void {
    if (this.status.is === 'waiting') this.connect();
    else if (this.status.is === 'live' && Date.now() - this.lastSign > DOUBTFUL_MS) this.connect();
  }

  private connect(): void {
    clearTimeout(this.retry);
    clearTimeout(this.gather);
    this.line?.close();
    this.line = null;
    if (this.at.size === 0) return this.tell({ is: 'idle' });
    // A line that is changed on purpose is no fault: whoever was live stays so until it fails.
    if (this.status.is !== 'live') this.tell({ is: 'connecting' });
    const vector = [...this.at].map(([table, seq]) => `${table}.${seq}`).join(',');
    this.lastSign = Date.now();
    this.line = this.open(`/api/events?at=${encodeURIComponent(vector)}`, {
      onOpen: () => {
        this.lastSign = Date.now();
        this.tell({ is: 'live' });
      },
      onEvent: (event) => {
        this.lastSign = Date.now();
        this.failures = 0;
        this.arrived(JSON.parse(event.data) as Streamed);
      },
      onSign: () => {
        this.lastSign = Date.now();
      },
      onEnd: (status) => {
        // At the first time a new cookie may be on its way.
        if (status === 401 && this.failures > 0) for (const member of this.members) member.send({ kind: 'unknown' });
        this.broken(status === 429 ? 10_000 : 0, false);
      },
    });
  }

  private arrived(news: Streamed): void {
    if (news.type === 'closing') {
      this.line?.close();
      return this.broken(news.retry_ms, true);
    }
    if (news.type === 'gone') this.at.delete(news.table);
    else if (this.at.has(news.table)) this.at.set(news.table, news.seq);
    for (const member of this.members) {
      if (member.tables.has(news.table)) member.send({ kind: 'news', table: news.table, news });
    }
    if (news.type === 'gone') for (const member of this.members) member.tables.delete(news.table);
  }

  private broken(atLeastMs: number, closing: boolean): void {
    this.line = null;
    const backoff = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures) * (0.75 + Math.random() / 2);
    this.failures++;
    const wait = Math.max(atLeastMs, backoff);
    this.tell({ is: 'waiting', retryAt: Date.now() + wait, closing });
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), wait);
  }

  private tell(status: LineStatus): void {
    this.status = status;
    for (const member of this.members) member.send({ kind: 'status', status });
  }
}
