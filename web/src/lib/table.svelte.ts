/**
 * A table as the page shows it. The truth comes from the server; what is shown may lag behind it, because happenings are
 * played out one after the other (a trick lies for a moment before it is collected).
 */
import { api, Refusal, RETRY_MS, Unreachable } from './api';
import { ServerClock } from './clock';
import { explain, unreachable } from './explain';
import { fairPart, type FairMemory, sessionMemory } from './fairpart';
import { freshId } from './ids';
import { merge, type Sight } from './merge';
import { follow, type Following, type LineStatus } from './stream';
import { toast } from './toasts.svelte';
import type { Can, Doing, Done, Gone, Happening, Message, Snapshot, State } from './wire';

/** One event as it is played out. */
export interface Step {
  seq: number;
  /** When it happened, by the server's clock. */
  atMs: number;
  what: Happening;
  before: State;
  after: State;
  /** Aborted when there is no time left to play it out; then end at once. */
  signal: AbortSignal;
}

/** Shows a step; the next one waits for the promise. `store.state` is `after` already. */
export type Player = (step: Step) => void | Promise<void>;

/** With more than this to play out, as after a reconnect, all is shown at once. */
const TOO_MUCH = 12;

const handed = new Map<string, Snapshot>();

/** Keep a snapshot that came with another answer, so that the table's page need not ask for it. */
export function handOver(snapshot: Snapshot): string {
  handed.set(snapshot.state.code, snapshot);
  return snapshot.state.code;
}

export class TableStore {
  /** What is shown. */
  state: State = $state.raw() as State;
  /** Event that `state` stands at. */
  seq = $state(0);
  /** What is so on the server, as far as is known. */
  truth: State = $state.raw() as State;
  /** The happening shown last; a new object for each. */
  happening: { seq: number; what: Happening } | null = $state.raw(null);
  /** A command is on its way: more clicks do nothing. */
  busy = $state(false);
  line: LineStatus = $state.raw({ is: 'idle' });
  /** The table is not there any more, or not for this person. */
  gone = $state(false);
  /** Whether everything that is known is shown. */
  settled = $state(true);

  readonly id: string;
  readonly clock = new ServerClock();
  private sight: Sight;
  private queue: Message[] = [];
  private player: Player | null = null;
  private playing: AbortController | null = null;
  private following: Following;
  private asking = false;
  private wondering = false;
  /** The last answer to `why`. */
  private answered: { question: string; text: string } | null = null;
  private closed = false;
  private readonly fairDone = new Set<string>();
  private readonly memory: FairMemory = sessionMemory();

  constructor(snapshot: Snapshot) {
    this.id = snapshot.table;
    this.sight = { seq: snapshot.seq, state: snapshot.state };
    this.state = snapshot.state;
    this.truth = snapshot.state;
    this.seq = snapshot.seq;
    this.clock.heard(snapshot.now_ms);
    this.following = follow(this.id, () => this.sight.seq, {
      onNews: (news) => this.take(news),
      onStatus: (status) => {
        this.line = status;
      },
    });
    void this.playFair();
  }

  /** The table with this code or id. Throws like every request. */
  static async open(codeOrId: string): Promise<TableStore> {
    const ready = handed.get(codeOrId);
    handed.delete(codeOrId);
    return new TableStore(ready ?? (await api.table(codeOrId)));
  }

  can(what: Can): boolean {
    return this.state.can.includes(what);
  }

  /** Have each event shown by `player` before the next; returns how to end that. */
  playWith(player: Player): () => void {
    this.player = player;
    return () => {
      if (this.player === player) this.player = null;
      // What is left is shown by whoever comes next, else at once; but not within this call: where a component goes, what
      // is read of the state is what was there before.
      this.playing?.abort();
    };
  }

  /** Whether an option that is shown is still there, as far as is known: what is shown may be a while ago. */
  offers(action: string): boolean {
    const { state, truth } = this;
    return truth.phase === state.phase && truth.number === state.number && truth.options.some((option) => option.action === action);
  }

  /** Show at once all that is known. */
  hurry(): void {
    this.playing?.abort();
    while (this.queue.length > 0) this.show(this.queue.shift()!);
  }

  /** End the step that is being played out, as when somebody taps; what follows is still played out. */
  skip(): void {
    this.playing?.abort();
  }

  /**
   * Do something at the table. False if nothing was sent since a command is on its way, or if it was refused (then a
   * note says why).
   */
  async do(doing: Doing): Promise<boolean> {
    if (this.busy || this.gone || this.closed) return false;
    this.busy = true;
    try {
      return await this.send(doing);
    } finally {
      this.busy = false;
    }
  }

  /**
   * Have the server say in a note why something that is no option cannot be done: once for each position, and never in
   * the way of what can be done. A question that comes late changes nothing: the server refuses it as stale.
   */
  async why(doing: Doing): Promise<void> {
    if (this.busy || this.wondering || this.gone || this.closed) return;
    const question = `${this.seq} ${JSON.stringify(doing)}`;
    if (this.answered?.question === question) return toast(this.answered.text, 'bad');
    const { seq } = this;
    this.wondering = true;
    try {
      await this.send(doing, (text) => {
        if (this.seq !== seq || this.busy) return;
        this.answered = { question, text };
        toast(text, 'bad');
      });
    } finally {
      this.wondering = false;
    }
  }

  close(): void {
    this.closed = true;
    this.player = null;
    this.queue = [];
    this.playing?.abort();
    this.following.close();
  }

  /** `fails` hears why it did not work. */
  private async send(doing: Doing, fails: (text: string, error: Error) => void = (text) => toast(text, 'bad')): Promise<boolean> {
    try {
      const done = await api.command(this.id, { id: freshId(), seq: this.seq, do: doing });
      for (const news of done.news) this.take(news);
      if (done.seq > this.sight.seq) void this.askAll();
      this.catchUp(done.news);
      return true;
    } catch (error) {
      if (error instanceof Refusal) {
        if (error.info.code === 'table/not-found') this.gone = true;
        else fails(explain(error.info), error);
        if (error.info.code === 'table/stale') void this.askAll();
      } else if (error instanceof Unreachable) {
        fails(unreachable(), error);
      } else throw error;
      return false;
    }
  }

  /**
   * What was just done is the next thing on the screen: as long as an older event is played out, the buttons for it would
   * still be there, and a second click on them would be refused.
   */
  private catchUp(news: Done['news']): void {
    const { seat } = this.truth.you;
    const own = news.find((one) => one.type === 'event' && one.what.kind === 'acted' && one.what.seat === seat)?.seq ?? 0;
    if (seat === null || own <= this.seq) return;
    this.playing?.abort();
    while ((this.queue[0]?.seq ?? own) < own) this.show(this.queue.shift()!);
  }

  private take(news: Message | Snapshot | Gone): void {
    if (this.closed) return;
    if (news.type === 'gone') {
      this.gone = true;
      return;
    }
    this.clock.heard(news.now_ms);
    const merged = merge(this.sight, news);
    if (merged.kind === 'gap') return void this.askAll();
    if (merged.kind === 'old') return;
    this.sight = merged.sight;
    this.truth = merged.sight.state;
    this.gone = false;
    if (news.type === 'snapshot') {
      this.queue = [];
      this.playing?.abort();
      this.state = news.state;
      this.seq = news.seq;
      this.settled = true;
    } else {
      this.queue.push(news);
      void this.playOut();
    }
    void this.playFair();
  }

  private show(message: Message): Omit<Step, 'signal'> {
    const before = this.state;
    const sight = merge({ seq: this.seq, state: before }, message);
    if (sight.kind === 'fresh') this.state = sight.sight.state;
    this.seq = message.seq;
    this.happening = { seq: message.seq, what: message.what };
    return { seq: message.seq, atMs: message.at_ms, what: message.what, before, after: this.state };
  }

  private async playOut(): Promise<void> {
    if (this.playing) {
      if (this.queue.length > TOO_MUCH) this.hurry();
      return;
    }
    this.settled = false;
    while (this.queue.length > 0 && !this.closed) {
      const hurried = this.queue.length > TOO_MUCH || document.visibilityState === 'hidden' || !this.player;
      const step = this.show(this.queue.shift()!);
      if (hurried || !this.player) continue;
      const { signal } = (this.playing = new AbortController());
      try {
        await Promise.race([this.player({ ...step, signal }), aborted(signal)]);
      } catch (error) {
        // A step that cannot be drawn must not stop the table.
        console.error(error);
      }
    }
    this.playing = null;
    this.settled = true;
  }

  /** Fetch the whole table, as something between is missing. */
  private async askAll(): Promise<void> {
    if (this.asking || this.closed) return;
    this.asking = true;
    try {
      this.take(await api.table(this.id));
    } catch (error) {
      if (error instanceof Refusal) this.gone = error.status === 404 || this.gone;
      else if (!(error instanceof Unreachable)) throw error;
    } finally {
      this.asking = false;
    }
  }

  /** Take part in the shuffle, without anybody having to click; where no answer came, or it was too busy, again and again. */
  private async playFair(tries = 0): Promise<void> {
    const part = fairPart(this.id, this.truth, this.memory);
    if (!part) return;
    const key = `${part.kind} ${part.number} ${this.truth.shuffle?.server_hash}`;
    if (this.fairDone.has(key)) return;
    this.fairDone.add(key);
    let unheard = false;
    await this.send(part, (_text, error) => (unheard = !(error instanceof Refusal) || error.status === 429));
    const wait = RETRY_MS[tries];
    if (!unheard || wait === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, wait * (0.75 + Math.random() / 2)));
    this.fairDone.delete(key);
    if (!this.closed) return this.playFair(tries + 1);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
