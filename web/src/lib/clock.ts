/** The server's clock, as seen from here. */
const KEPT = 16;

export class ServerClock {
  private readonly differences: number[] = [];

  /** The server said that it was `nowMs` when it sent something that came just now. */
  heard(nowMs: number, here: number = Date.now()): void {
    this.differences.push(nowMs - here);
    if (this.differences.length > KEPT) this.differences.shift();
  }

  /** Milliseconds since 1970 by the server's clock. What came fastest says it best, and that is the greatest difference. */
  now(here: number = Date.now()): number {
    return this.differences.length > 0 ? here + Math.max(...this.differences) : here;
  }
}
