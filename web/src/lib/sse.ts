/**
 * Server-sent events read by `fetch`. Unlike EventSource it sees the heartbeat comments and the status of a refusal,
 * so a line that is dead but not closed (a phone that changed its network) is noticed.
 */
export interface SseEvent {
  id: string | null;
  event: string;
  data: string;
}

/** Cuts a stream of text into events. `onEvent` gets each with data; comments only count as a sign of life. */
export class SseParser {
  private rest = '';
  private data: string[] = [];
  private event = 'message';
  private id: string | null = null;

  constructor(private readonly onEvent: (event: SseEvent) => void) {}

  push(text: string): void {
    this.rest += text;
    // A lone CR at the end may be half of a CRLF: it waits for what follows.
    let from = 0;
    for (;;) {
      const at = this.lineEnd(from);
      if (at === null) break;
      this.line(this.rest.slice(from, at.end));
      from = at.next;
    }
    this.rest = this.rest.slice(from);
  }

  private lineEnd(from: number): { end: number; next: number } | null {
    for (let i = from; i < this.rest.length; i++) {
      const c = this.rest[i];
      if (c === '\n') return { end: i, next: i + 1 };
      if (c === '\r') {
        if (i + 1 === this.rest.length) return null;
        return { end: i, next: this.rest[i + 1] === '\n' ? i + 2 : i + 1 };
      }
    }
    return null;
  }

  private line(line: string): void {
    if (line === '') {
      if (this.data.length > 0) this.onEvent({ id: this.id, event: this.event, data: this.data.join('\n') });
      this.data = [];
      this.event = 'message';
      return;
    }
    if (line.startsWith(':')) return;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    let value = colon < 0 ? '' : line.slice(colon + 1);
    if (value.startsWith(' ')) value = value.slice(1);
    if (field === 'data') this.data.push(value);
    else if (field === 'event') this.event = value;
    else if (field === 'id' && !value.includes('\0')) this.id = value;
  }
}

export interface Line {
  close(): void;
}

export interface LineWatch {
  /** The server answered; events may come. */
  onOpen(): void;
  onEvent(event: SseEvent): void;
  /** Anything came, be it a heartbeat. */
  onSign(): void;
  /** The line is over: `status` of a refusal, null where the network failed or the stream ended. */
  onEnd(status: number | null): void;
}

/** No sign of life for this long: the line is taken for dead. The server sends a heartbeat every 15 s. */
export const SILENT_MS = 40_000;

/** Open a line. `onEnd` comes once at the most, and never after `close()`. */
export function openLine(url: string, watch: LineWatch): Line {
  const stop = new AbortController();
  let over = false;
  let watchdog: number | undefined;
  const end = (status: number | null) => {
    if (over) return;
    over = true;
    clearTimeout(watchdog);
    stop.abort();
    watch.onEnd(status);
  };
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => end(null), SILENT_MS);
  };
  const run = async () => {
    alive();
    const response = await fetch(url, {
      headers: { Accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: stop.signal,
    });
    if (!response.ok || !response.body) return end(response.status);
    if (over) return;
    watch.onOpen();
    const parser = new SseParser((event) => {
      if (!over) watch.onEvent(event);
    });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (over) return;
      if (done) return end(null);
      alive();
      watch.onSign();
      parser.push(decoder.decode(value, { stream: true }));
    }
  };
  run().catch(() => end(null));
  return {
    close() {
      over = true;
      clearTimeout(watchdog);
      stop.abort();
    },
  };
}
