/** What a form has to ask, by the price table: only what matters for this game. */
import { rowOf, seatsOf, sideOf, whole } from './refusals';
import type { Entry, PriceTable, Row, Seat, Standing } from './types';

export interface Questions {
  result: Row['result'];
  /** Suits to choose from; no price depends on them. */
  suits: string[];
  /** Who may be named as partner; empty: nobody, or not before the declarer is known. */
  partners: Seat[];
  /** Without a partner there is no such game. */
  partnerNeeded: boolean;
  /** Schneider and Schwarz may be told, and card points instead of them. */
  steps: boolean;
  /** The points of a draw, where a draw is something of its own: on the slate, and where it starts a Bock round. */
  draw: number | null;
  /** Longest run with and without, and the shortest that is paid; null: runs do not matter. */
  laufende: { most: number; mostWithout: number; least: number } | null;
  /** The run is paid only to who asked for it. */
  claim: boolean;
  kontra: number;
  knocks: number;
  /** Points that may have been promised (Steigern), more than one; else empty. */
  promises: number[];
  /** Each for himself: losers, who took no trick, and whether somebody may have marched through. */
  virgins: boolean;
  march: boolean;
  /** The slate: whether it matters that trumps were named by the club jack. */
  jack: boolean;
}

/** The questions for an entry as far as it is typed in; null until a contract of the table is chosen. */
export function questions(table: PriceTable, standing: Pick<Standing, 'dealer'>, given: Partial<Entry>): Questions | null {
  const entry = whole(given);
  const row = rowOf(table, entry.contract);
  if (!row) return null;
  const seats = seatsOf(table, standing);
  const alone = row.result === 'losers';
  const place = entry.declarer === null ? -1 : seats.indexOf(entry.declarer);
  const partner = row.partner ?? [];
  return {
    result: row.result,
    suits: row.suits,
    partners: place < 0 ? [] : partner.map((step) => seats[(place + step) % seats.length] as Seat),
    partnerNeeded: !alone && row.unnamed === null,
    steps: row.result === 'points',
    draw: row.result === 'points' ? drawOf(table) : null,
    laufende: alone ? null : runs(table, row, entry, seats),
    claim: (row.bill ?? []).some((slot) => slot.run && slot.claim),
    kontra: row.kontra,
    knocks: table.knocks,
    promises: row.promises.length > 1 ? row.promises.map(([promise]) => promise as number) : [],
    virgins: alone && row.bill.some((slot) => slot.by === 'virgins'),
    march: alone && row.march.length > 0,
    jack: jackMatters(table),
  };
}

function drawOf(table: PriceTable): number | null {
  if (table.strokes) return table.strokes.tie_at;
  return table.bock?.starts.some((rule) => 'sixty' in rule) ? table.bock.sixty : null;
}

function runs(table: PriceTable, row: Row, entry: Entry, seats: readonly Seat[]): Questions['laufende'] {
  const slots = (row.bill ?? []).flatMap((slot) => (slot.run ? [slot.run] : []));
  if (slots.length === 0) return null;
  const size = sideOf(row, entry, seats)?.length ?? Math.max(...Object.keys(row.laufende).map(Number));
  const [most, mostWithout] = row.laufende[String(size)] ?? [0, 0];
  const paid = (length: number): boolean => slots.flat().some((run) => (table.runs[run]?.[length]?.[1] ?? 0) !== 0);
  const lengths = Array.from({ length: Math.max(most, mostWithout) + 1 }, (_, length) => length);
  const least = lengths.find(paid);
  // A run that is paid whatever the hands hold is no question.
  return least === undefined || least === 0 ? null : { most, mostWithout, least };
}

function jackMatters(table: PriceTable): boolean {
  if (!table.strokes) return false;
  const { cells } = table.strokes;
  return Object.entries(cells).some(([key, cell]) => {
    const other = cells[key.replace(' plain ', ' jack ')];
    return JSON.stringify(cell) !== JSON.stringify(other);
  });
}

/** The contracts of a table, in the order in which to show them. */
export function contractsOf(table: PriceTable): string[] {
  return Object.keys(table.contracts);
}

/** How a deal that nobody played may end at this table: keys for `passed`. */
export function endingsOf(table: PriceTable): string[] {
  return Object.keys(table.ends).filter((how) => how !== 'played' && table.ends[how]?.offered);
}
