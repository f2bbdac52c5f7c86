/** Games of a tournament's sheet: by seat on the wire; forms name the seats as if they were people. */
import type { Entry, Result } from '../core/types';
import { blank, type Result as Whole } from '../sheet/asking';

const person = (seat: number | null): string | null => (seat === null ? null : String(seat));
const seat = (who: string | null | undefined): number | null => (who === null || who === undefined ? null : Number(who));

/** What is sent of a result: what has its usual value stays away. */
export function entryOf(result: Result): Partial<Entry> {
  const { knockers, declarer, partner, march, losers, virgins, ...rest } = result;
  const entry: Partial<Entry> = { ...rest };
  if (declarer !== undefined) entry.declarer = seat(declarer);
  if (partner !== undefined) entry.partner = seat(partner);
  if (march !== undefined) entry.march = seat(march);
  if (losers) entry.losers = losers.map(Number);
  if (virgins) entry.virgins = virgins.map(Number);
  if (knockers && knockers.length > 0) entry.knocks = knockers.length;
  return entry;
}

/** The result that a form shows for an entry. */
export function resultOf(entry: Partial<Entry>): Whole {
  const { contract, declarer, partner, march, losers, virgins, passed: _passed, ...rest } = entry;
  return {
    ...blank(contract ?? ''),
    ...rest,
    declarer: person(declarer ?? null),
    partner: person(partner ?? null),
    march: person(march ?? null),
    losers: (losers ?? []).map(String),
    virgins: (virgins ?? []).map(String),
  };
}
