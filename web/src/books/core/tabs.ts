/** The tabs of this browser on one sheet: they tell each other of changes, and one of them does the sending. */
import { freshId } from '$lib/ids';
import type { Trouble } from './sync';

/** The tab that sends gives a sign within this time, or another one takes over: phones put tabs to sleep. */
const SIGN_MS = 3000;

type Told = { kind: 'changed' } | { kind: 'ping' } | { kind: 'status'; online: boolean; trouble: Trouble | null };
type Signal = Told & { sheet: string; from: string };

export interface TabWatch {
  /** Something else lies on the shelf. */
  onChanged(): void;
  /** Another tab is asked how it stands with the server. */
  onPing(): void;
  onStatus(online: boolean, trouble: Trouble | null): void;
  /** This tab is the one that sends, until `stop`. */
  send(stop: AbortSignal): Promise<void>;
}

export class Tabs {
  private readonly tab = freshId(8);
  private readonly over = new AbortController();
  private sign: ReturnType<typeof setTimeout> | undefined;
  private leads = false;
  private stopSending: () => void = () => undefined;

  /** channel, locks: null where the browser has none (then each tab sends its own). */
  constructor(
    private readonly sheet: string,
    private readonly channel: BroadcastChannel | null,
    private readonly locks: LockManager | null,
    private readonly watch: TabWatch,
  ) {}

  /** Begin; `alone`: nobody else can read what this tab has to send. */
  start(alone: boolean): void {
    if (this.over.signal.aborted) return;
    if (this.channel) this.channel.onmessage = (event: MessageEvent<Signal>) => this.heard(event.data);
    if (alone) return this.goAlone();
    void this.lead(false);
    this.expectSign();
  }

  /** Send from here, whoever else does: what is not on the shelf no other tab can send. */
  goAlone(): void {
    if (!this.leads) void this.sendUntil(this.over.signal);
  }

  tell(told: Told): void {
    if (!this.over.signal.aborted) this.channel?.postMessage({ ...told, sheet: this.sheet, from: this.tab } satisfies Signal);
  }

  private heard(signal: Signal): void {
    if (signal.sheet !== this.sheet || signal.from === this.tab || this.over.signal.aborted) return;
    if (signal.kind === 'changed') return this.watch.onChanged();
    if (signal.kind === 'ping') return this.watch.onPing();
    this.signed();
    this.watch.onStatus(signal.online, signal.trouble);
  }

  private signed(): void {
    clearTimeout(this.sign);
    this.sign = undefined;
  }

  /** Unless the tab that sends answers soon, this one takes over. */
  expectSign(): void {
    if (this.leads || !this.locks || this.sign !== undefined || this.over.signal.aborted) return;
    this.tell({ kind: 'ping' });
    this.sign = setTimeout(() => {
      this.sign = undefined;
      if (!this.leads && globalThis.document?.visibilityState !== 'hidden') void this.lead(true);
    }, SIGN_MS);
  }

  /** Be the tab that sends, as soon as no other one is. */
  private async lead(steal: boolean): Promise<void> {
    const { signal } = this.over;
    if (!this.locks) return this.sendUntil(signal);
    try {
      // It cannot be both stolen and waited for.
      await this.locks.request(`schafkopf-sheet-${this.sheet}`, steal ? { steal } : { signal }, async () => {
        const stop = new AbortController();
        this.stopSending = () => stop.abort();
        signal.addEventListener('abort', this.stopSending);
        await this.sendUntil(stop.signal);
      });
    } catch (error) {
      this.stopSending();
      if (signal.aborted) return;
      if (!(error instanceof DOMException)) throw error;
      // It was stolen: another tab sends now, and this one waits for its turn again.
      void this.lead(false);
    }
  }

  private async sendUntil(stop: AbortSignal): Promise<void> {
    if (stop.aborted) return;
    // It sends already, and shall be the only one that does.
    if (this.leads) return new Promise((resolve) => stop.addEventListener('abort', () => resolve()));
    this.signed();
    this.leads = true;
    stop.addEventListener('abort', () => (this.leads = false));
    await this.watch.send(stop);
  }

  close(): void {
    this.signed();
    this.over.abort();
    this.channel?.close();
  }
}
