/** Refusals and names in words. */
import { explain, unreachable } from '$lib/explain';
import { Refusal, Unreachable } from '$lib/api';
import { tb } from '$lib/i18n';
import type { ErrorInfo, TournamentEntry } from '$generated/api';

/** The sentence for a refusal of a book. */
export function sentence(error: ErrorInfo): string {
  const texts: Readonly<Record<string, unknown>> = tb().errors;
  const text = Object.hasOwn(texts, error.code) ? texts[error.code] : undefined;
  if (typeof text !== 'function') return explain(error);
  return String(text({ seat: '', action: '', allowed: error.allowed.join(', '), where: error.where ?? '', detail: error.detail }));
}

/** The sentence for whatever a request threw; what is no fault of the line or the request is thrown on. */
export function sayAny(error: unknown): string {
  if (error instanceof Refusal) return sentence(error.info);
  if (error instanceof Unreachable) return unreachable();
  throw error;
}

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
