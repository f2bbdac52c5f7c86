/** A tournament as this browser sees it: fetched, kept up to date, and what is done in it. */
import { Refusal } from '$lib/api';
import { freshId } from '$lib/ids';
import { openLine, type Line } from '$lib/sse';
import { toast } from '$lib/toasts.svelte';
import type { TournamentCommand, TournamentView } from '$generated/api';
import { files, tournaments } from './api';
import { Outbox } from './outbox';
import { explainBook, explainCode } from '../core/explain';
import { Names } from './names';

export type Doing = TournamentCommand['do'];
/** `done`; `kept`: there is no network, it will be sent by itself; `refused`: and why has been said. */
export type Fate = 'done' | 'kept' | 'refused';

const AGAIN_MS: readonly number[] = [500, 1000, 2000, 4000, 8000, 15_000];
/** A board in a hall may ask for news no more often than this. */
const NO_OFTENER_MS = 250;
/** Viewers look again within so long after news, each at a moment of their own: a whole hall hears of it at once. */
const HALL_MS = 1500;
/** Not for this person, not there; 400: cannot be there, as with half a link. */
const GONE = new Set([400, 401, 403, 404]);
const FINAL = new Set([400, 403, 409, 413, 422]);

/** Whether this can never be taken; anything else may be over in a while: too many at once, a cookie, a fault. */
function isFinal(error: unknown): error is Refusal {
  return error instanceof Refusal && FINAL.has(error.status) && error.info.code !== 'tournament/busy';
}

export class Tournament {
  view = $state.raw<TournamentView | null>(null);
  /** There is none, or not for this person. */
  gone = $state(false);
  /** The first answer could not be had; why. */
  trouble = $state<string | null>(null);
  live = $state(false);
  /** When the view was fetched, by this device's clock. */
  fetched = $state(0);
  /** Commands that are kept until there is a network. */
  kept = $state.raw<readonly TournamentCommand[]>([]);
  /** How many are on their way. */
  busy = $state(0);
  readonly names = $derived(new Names(this.view?.entries ?? []));

  private line: Line | null = null;
  private closed = false;
  private tries = 0;
  private timer: number | undefined;
  private later: number | undefined;
  /** Of the link, until one has come in by it. */
  private key: string | null = null;
  private fetching: Promise<void> | null = null;
  private wanted = 0;
  private last: Promise<unknown> = Promise.resolve();
  private readonly outbox: Outbox;

  constructor(readonly id: string) {
    this.outbox = new Outbox(id);
    this.kept = this.outbox.all;
  }

  /** Fetch it and follow it; with the key of a link, if the address brought one. */
  async open(key: string | null): Promise<void> {
    this.key = key ?? this.key;
    try {
      if (this.key !== null) await this.join(this.key);
      await this.fetch();
    } catch (error) {
      this.failed(error);
      return;
    }
    if (this.closed) return;
    this.follow();
    void this.flush();
    addEventListener('online', this.online);
  }

  private async join(key: string): Promise<void> {
    try {
      await tournaments.join(this.id, key);
    } catch (error) {
      // An old link of somebody who is in already: he stays in. To anybody else there is no such tournament.
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
    }
    this.key = null;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.later);
    this.line?.close();
    removeEventListener('online', this.online);
  }

  can(what: Doing['do']): boolean {
    return this.view?.can.includes(what) ?? false;
  }

  /** Do something. `seq`: what had been seen when it was begun, if that is not what is seen now. */
  act(doing: Doing, { seq, keep = false }: { seq?: number; keep?: boolean } = {}): Promise<Fate> {
    const command: TournamentCommand = { id: freshId(), seq: seq ?? this.view?.seq ?? 0, do: doing };
    if (keep) {
      this.outbox.add(command);
      this.kept = this.outbox.all;
    }
    this.busy += 1;
    // One after the other, in the order in which they were typed.
    const mine = this.last.then(() => this.send(command, keep)).finally(() => (this.busy -= 1));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private async send(command: TournamentCommand, keep: boolean): Promise<Fate> {
    if (keep) {
      // After whatever waits already, so that games come in the order in which they were played.
      const refused = await this.flush();
      if (refused.has(command.id)) return 'refused';
      return this.outbox.all.some((one) => one.id === command.id) ? 'kept' : 'done';
    }
    try {
      const { seq } = await tournaments.command(this.id, command);
      await this.upTo(seq);
      return 'done';
    } catch (error) {
      toast(explainBook(error), 'bad');
      if (error instanceof Refusal) await this.refresh();
      return 'refused';
    }
  }

  private readonly online = (): void => {
    this.tries = 0;
    void this.flush();
    if (!this.line) this.follow();
  };

  /** Send what is kept; the ids of what is refused come back: it is said and given up, for it could never be taken. */
  private async flush(): Promise<Set<string>> {
    const refused = new Set<string>();
    for (const command of this.outbox.all) {
      try {
        const { seq } = await tournaments.command(this.id, command);
        this.outbox.drop(command.id);
        await this.upTo(seq);
      } catch (error) {
        if (!isFinal(error)) {
          this.again();
          break;
        }
        this.outbox.drop(command.id);
        refused.add(command.id);
        toast(explainCode(error.info), 'bad');
      }
    }
    this.kept = this.outbox.all;
    return refused;
  }

  private again(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    const wait = AGAIN_MS[Math.min(this.tries, AGAIN_MS.length - 1)] ?? 15_000;
    this.tries += 1;
    this.timer = setTimeout(() => {
      if (this.outbox.all.length > 0) void this.flush();
      if (!this.line) this.follow();
      else if (this.wanted > (this.view?.seq ?? 0)) void this.refresh();
    }, wait * (0.75 + Math.random() / 2));
  }

  /** Look again, after something went wrong. */
  async retry(): Promise<void> {
    this.trouble = null;
    this.gone = false;
    await this.open(null);
  }

  private failed(error: unknown): void {
    if (error instanceof Refusal && GONE.has(error.status)) this.gone = true;
    else this.trouble = explainBook(error);
  }

  private async upTo(seq: number): Promise<void> {
    this.wanted = Math.max(this.wanted, seq);
    if ((this.view?.seq ?? 0) < seq) await this.refresh();
  }

  /** Look again; where that fails, once more in a while. */
  private async refresh(): Promise<void> {
    try {
      await this.fetch();
    } catch (error) {
      if (this.closed) return;
      if (error instanceof Refusal && GONE.has(error.status)) this.failed(error);
      else this.again();
    }
  }

  private fetch(): Promise<void> {
    this.fetching ??= (async () => {
      try {
        const found = await tournaments.view(this.id);
        if (this.closed) return;
        // An answer that was overtaken on the way does not bring back what was.
        if (found.seq >= (this.view?.seq ?? 0)) {
          this.view = found;
          this.fetched = Date.now();
        }
        this.trouble = null;
      } finally {
        this.fetching = null;
      }
      if (this.wanted > (this.view?.seq ?? 0)) {
        // More has happened than the answer knows, as when two processes serve: soon again, but not in a frenzy.
        await new Promise((done) => setTimeout(done, NO_OFTENER_MS));
        if (!this.closed && this.wanted > (this.view?.seq ?? 0)) await this.fetch();
      }
    })();
    return this.fetching;
  }

  private follow(): void {
    if (this.closed) return;
    this.line?.close();
    this.line = openLine(files.stream(this.id, this.view?.seq ?? 0), {
      onOpen: () => {
        this.live = true;
        this.tries = 0;
        void this.refresh();
        if (this.outbox.all.length > 0) void this.flush();
      },
      onEvent: (event) => this.heard(event.data),
      onSign: () => undefined,
      onEnd: (status) => {
        this.line = null;
        this.live = false;
        if (status !== null && GONE.has(status)) {
          // It was deleted, or the link was made invalid.
          void this.refresh();
          return;
        }
        this.again();
      },
    });
  }

  private heard(data: string): void {
    let news: { type?: string; seq?: number };
    try {
      news = JSON.parse(data) as { type?: string; seq?: number };
    } catch {
      return;
    }
    if (news.type === 'gone') {
      this.gone = true;
      this.close();
      return;
    }
    if (typeof news.seq === 'number' && news.seq > (this.view?.seq ?? 0)) {
      this.wanted = Math.max(this.wanted, news.seq);
      this.later ??= setTimeout(
        () => {
          this.later = undefined;
          void this.upTo(this.wanted);
        },
        this.view?.can.length === 0 ? Math.random() * HALL_MS : 0,
      );
    }
  }
}

/** The key in a link, taken out of the address bar so that nobody reads it over a shoulder; null if there is none. */
export function keyFromAddress(): string | null {
  const found = /^#([\w.-]{16,64})$/.exec(location.hash)?.[1] ?? null;
  if (found !== null) history.replaceState(null, '', location.pathname);
  return found;
}
