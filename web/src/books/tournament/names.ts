/** Who takes part, by start number and by name. */
import type { TournamentEntry } from '$generated/api';

/** By start number; numbers that are not there have themselves as name. */
export class Names {
  private readonly all: ReadonlyMap<number, TournamentEntry>;

  constructor(entries: readonly TournamentEntry[]) {
    this.all = new Map(entries.map((entry) => [entry.number, entry]));
  }

  get(number: number): TournamentEntry | undefined {
    return this.all.get(number);
  }

  of(number: number): string {
    return this.all.get(number)?.name ?? String(number);
  }

  /** With the number before it. */
  full(number: number): string {
    const name = this.all.get(number)?.name;
    return name === undefined ? String(number) : `${number} ${name}`;
  }
}

/** Whether somebody is meant by what was typed to find him: a start number, or a part of the name or club. */
export function matches(entry: TournamentEntry, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return true;
  if (/^\d+$/.test(wanted)) return String(entry.number) === wanted;
  return [entry.name, entry.club, entry.team].some((text) => text.toLowerCase().includes(wanted));
}
