/** One sheet on this device: what lies on the shelf, and what the shelf would not take. */
import { freshId } from '$lib/ids';
import { freshKept, type Kept, type Refused, type Shelf, type Summary, type Waiting } from './shelf';
import type { Act, Op, Stored } from './types';

export class Desk {
  ready = false;
  /** Everything that was entered is kept. */
  durable = true;
  device = '';
  by = '';
  kept: Kept;
  log: Stored[] = [];
  /** Own ops on their way, in order, those that were refused too. */
  waiting: Waiting[] = [];

  /** Own ops that the shelf would not take, and ops of the server. */
  private unkept: Waiting[] = [];
  private loose: Stored[] = [];
  private queueing: Promise<unknown> = Promise.resolve();

  /** `changed`: something may look different. `written`: something else lies on the shelf, which other tabs read too. */
  constructor(
    readonly id: string,
    readonly shelf: Promise<Shelf>,
    private readonly changed: () => void,
    private readonly written: () => void,
  ) {
    this.kept = freshKept(id);
  }

  /** The last op of the server that is known; 0: none. */
  get seq(): number {
    return this.log.at(-1)?.seq ?? 0;
  }

  /** Own ops that are to be sent, in order. */
  get unsent(): Waiting[] {
    const there = new Set(this.log.map(({ id }) => id));
    return this.waiting.filter(({ op, refused }) => !refused && !there.has(op.id));
  }

  /** Log and waiting ops as one log: what the sheet shows. */
  get all(): Stored[] {
    return [...this.log, ...this.unsent.map(({ op }, place) => ({ ...op, seq: this.seq + 1 + place }))];
  }

  /** Read what there is. `key`: of the link that one came by, to be kept. */
  async start(key: string): Promise<void> {
    try {
      const shelf = await this.shelf;
      this.durable = shelf.durable;
      this.device = await shelf.keepFirst('device', freshId(12));
      this.by = (await shelf.own('by')) ?? '';
      if (key) await shelf.keep(this.id, { key });
    } catch (error) {
      this.lost(error);
      this.device ||= freshId(12);
    }
    await this.look();
    if (key) this.kept = { ...this.kept, key };
    this.ready = true;
    this.changed();
  }

  private lost(error: unknown): void {
    console.error(error);
    this.durable = false;
  }

  /** Read what lies on the shelf, and add what does not lie there. */
  async look(): Promise<void> {
    try {
      const { kept, log, waiting } = await (await this.shelf).read(this.id);
      const there = new Set([...log.map(({ id }) => id), ...waiting.map(({ op }) => op.id)]);
      this.unkept = this.unkept.filter(({ op }) => !there.has(op.id));
      this.kept = kept ?? this.kept;
      const last = log.at(-1)?.seq ?? 0;
      this.loose = this.loose.filter(({ seq }) => seq > last);
      this.log = [...log, ...this.loose];
      this.waiting = [...waiting, ...this.unkept];
    } catch (error) {
      this.lost(error);
      const last = this.seq;
      this.log = [...this.log, ...this.loose.filter(({ seq }) => seq > last)];
    }
    this.changed();
  }

  /** Do something. It is shown when it is kept, so that whatever was seen is there again; resolves with the id of the op. */
  async act(act: Act, at_ms: number): Promise<string> {
    const op: Op = { id: freshId(), device: this.device, at_ms, ...(this.by ? { by: this.by } : {}), ...act };
    // One after the other, so that they lie there in the order in which they were done.
    const queued = this.queueing.then(async () => (await this.shelf).queue(this.id, [op]));
    this.queueing = queued.catch(() => undefined);
    try {
      await queued;
      await this.look();
    } catch (error) {
      this.lost(error);
      this.unkept.push({ n: null, op, refused: null });
      this.waiting = [...this.waiting, ...this.unkept.slice(-1)];
      this.changed();
    }
    this.written();
    return op.id;
  }

  async setBy(name: string): Promise<void> {
    this.by = name;
    this.changed();
    await (await this.shelf).keepOwn('by', name).catch(() => undefined);
  }

  async change(change: Partial<Kept>): Promise<void> {
    this.kept = { ...this.kept, ...change };
    await (await this.shelf).keep(this.id, change).catch((error: unknown) => this.lost(error));
    this.changed();
  }

  /** Keep how the sheet looks in a list. */
  async summarise(summary: Summary, now: number): Promise<void> {
    const { title, place, date, people, games, closed } = this.kept;
    if (JSON.stringify({ title, place, date, people, games, closed }) === JSON.stringify(summary)) return;
    this.kept = { ...this.kept, ...summary, changed_ms: now };
    await (await this.shelf).keep(this.id, { ...summary, changed_ms: now }).catch(() => undefined);
  }

  /** Ops of the server. */
  async arrived(ops: readonly Stored[]): Promise<void> {
    const fresh = ops.filter(({ seq }) => seq > this.seq);
    if (fresh.length === 0) return;
    try {
      await (await this.shelf).arrived(this.id, [...this.loose, ...fresh]);
    } catch (error) {
      this.lost(error);
      this.loose = [...this.loose, ...fresh.filter(({ seq }) => !this.loose.some((one) => one.seq === seq))];
    }
    await this.look();
    this.written();
  }

  /** The server has another past than this device, as after a backup was restored: its log, and what it has lost waits again. */
  async replace(log: readonly Stored[]): Promise<void> {
    const there = new Set(log.map(({ id }) => id));
    const missing = this.kept.role === 'write' ? this.log.filter(({ id }) => !there.has(id)) : [];
    this.loose = [];
    await (await this.shelf).replace(this.id, log, missing.map(({ seq: _seq, ...op }) => op as Op));
    await this.look();
    this.written();
  }

  /** The server will not take this op: it is put aside. */
  async refuse(one: Waiting, refused: Refused | null): Promise<void> {
    if (one.n !== null) await (await this.shelf).refuse(one.n, refused);
    for (const mine of this.unkept) if (mine.op.id === one.op.id) mine.refused = refused;
    await this.look();
    this.written();
  }

  /** What was refused waits again. */
  async unrefuse(): Promise<void> {
    for (const one of this.waiting) if (one.refused) await this.refuse(one, null);
  }

  /** Give up an op that the server would not take. */
  async dismiss(opId: string): Promise<void> {
    const one = this.waiting.find(({ op, refused }) => op.id === opId && refused);
    if (!one) return;
    this.unkept = this.unkept.filter(({ op }) => op.id !== opId);
    if (one.n !== null) await (await this.shelf).drop(one.n);
    await this.look();
    this.written();
  }
}
