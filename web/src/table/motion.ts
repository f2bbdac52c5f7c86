/**
 * Motion of cards as the difference between two pictures: remember where everything lay, let the page change, then move
 * each card from where it was. Elements to follow have `data-flip` with a key; seats have `data-seat`.
 */
import { mayMove } from '$lib/settings.svelte';

interface Place {
  x: number;
  y: number;
  width: number;
}

const EASE = 'cubic-bezier(0.2, 0.8, 0.25, 1)';

function placeOf(element: Element): Place | null {
  const box = element.getBoundingClientRect();
  if (box.width === 0) return null;
  const width = element instanceof HTMLElement ? element.offsetWidth : box.width;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width };
}

export class Motion {
  private places = new Map<string, Place>();

  constructor(private readonly root: HTMLElement) {}

  /** Remember where everything lies. */
  remember(): void {
    this.places = new Map();
    if (!mayMove()) return;
    for (const element of this.all()) {
      const place = placeOf(element);
      if (place) this.places.set(element.dataset['flip'] ?? '', place);
    }
  }

  /**
   * Move what has come to a new place, or is new, from where it was; `from` says by its key at which seat a new one
   * comes from (null: it is just there). One after the other with `apart` milliseconds between.
   */
  run(from: (key: string) => number | null, { ms = 300, apart = 0 } = {}): void {
    if (!mayMove()) return;
    let count = 0;
    for (const element of this.all()) {
      const key = element.dataset['flip'] ?? '';
      const now = placeOf(element);
      if (!now) continue;
      let was = this.places.get(key);
      if (!was) {
        const seat = from(key);
        if (seat === null) continue;
        was = this.seat(seat) ?? undefined;
        if (was) was = { ...was, width: now.width * 0.4 };
      }
      if (!was || (Math.abs(was.x - now.x) < 1 && Math.abs(was.y - now.y) < 1)) continue;
      const delay = apart * count++;
      element.animate(
        {
          translate: [`${was.x - now.x}px ${was.y - now.y}px`, '0px 0px'],
          scale: [String(was.width / now.width), '1'],
          ...(delay ? { opacity: ['0', '1', '1', '1'] } : {}),
        },
        { duration: ms, delay, easing: EASE, fill: 'backwards' },
      );
    }
  }

  /** Cards on the table go to whoever has taken them. Resolves when they are there. */
  async collect(selector: string, seat: number, ms = 320): Promise<void> {
    const to = this.seat(seat);
    if (!mayMove() || !to) return;
    const moving = [...this.root.querySelectorAll<HTMLElement>(selector)].map((element) => {
      const now = placeOf(element);
      if (!now) return null;
      return element.animate(
        {
          translate: ['0px 0px', `${to.x - now.x}px ${to.y - now.y}px`],
          scale: ['1', '0.25'],
          opacity: ['1', '1', '0'],
        },
        { duration: ms, easing: 'ease-in', fill: 'forwards' },
      ).finished;
    });
    await Promise.allSettled(moving);
  }

  private seat(seat: number): Place | null {
    const element = this.root.querySelector(`[data-seat="${seat}"]`);
    return element && placeOf(element);
  }

  private all(): NodeListOf<HTMLElement> {
    return this.root.querySelectorAll<HTMLElement>('[data-flip]');
  }
}

/** Wait, or less if there is no time any more. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
