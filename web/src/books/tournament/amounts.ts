/** Points as they are typed in and shown: whole numbers, or euros where a tournament is played for money. */
import { money } from '$lib/money';
import type { TournamentUnit } from '$generated/api';

/** A number as somebody types it; null if it is none. Amounts are typed in euros and kept in cents. */
export function readPoints(typed: string, unit: TournamentUnit): number | null {
  const text = typed.trim().replace(/^[−–—]/, '-');
  if (unit !== 'cent') return /^[+-]?\d{1,7}$/.test(text) ? Number(text) + 0 || 0 : null;
  const found = /^([+-]?)(\d{1,5})(?:[.,](\d{1,2}))?(?:\s*€)?$/.exec(text);
  if (!found) return null;
  const cents = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'));
  return found[1] === '-' && cents > 0 ? -cents : cents;
}

/** Points for people; with `sign` a plus before gains. */
export function showPoints(points: number, unit: TournamentUnit, sign = false): string {
  if (unit === 'cent') return money(points, unit, { sign }).replace('-', '−');
  return `${points < 0 ? '−' : sign && points > 0 ? '+' : ''}${Math.abs(points)}`;
}

/** Points as they would be typed. */
export function typedPoints(points: number, unit: TournamentUnit): string {
  if (unit !== 'cent') return String(points);
  const size = Math.abs(points);
  return `${points < 0 ? '-' : ''}${Math.floor(size / 100)},${String(size % 100).padStart(2, '0')}`;
}

/** Euros as they are set out for a prize, in cents; null if it is no such amount. */
export function readEuros(typed: string): number | null {
  if (typed.trim() === '') return 0;
  const cents = readPoints(typed, 'cent');
  return cents === null || cents < 0 ? null : cents;
}

export const SEATS = ['A', 'B', 'C', 'D', 'E'] as const;
