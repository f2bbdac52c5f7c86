/** Where things lie at a table: seats clockwise, one's own at the bottom. Pure; no rule of the game. */

export interface Spot {
  /** Across and down the table, each from 0 to 1. */
  x: number;
  y: number;
}

export type Edge = 'bottom' | 'left' | 'top' | 'right';

interface Place extends Spot {
  edge: Edge;
}

const OWN: Place = { x: 0.5, y: 1, edge: 'bottom' };
const left = (y: number): Place => ({ x: 0, y, edge: 'left' });
const top = (x: number): Place => ({ x, y: 0, edge: 'top' });
const right = (y: number): Place => ({ x: 1, y, edge: 'right' });

/** For each number of seats the places clockwise, beginning with one's own. The next seat clockwise is to the left. */
const PLACES: Record<number, readonly Place[]> = {
  3: [OWN, left(0.22), right(0.22)],
  4: [OWN, left(0.4), top(0.5), right(0.4)],
  5: [OWN, left(0.52), top(0.2), top(0.8), right(0.52)],
  6: [OWN, left(0.64), left(0.12), top(0.5), right(0.12), right(0.64)],
};

/** How many places clockwise a seat is from the one at the bottom. */
export function placeOf(seat: number, seats: number, bottom: number): number {
  return (((seat - bottom) % seats) + seats) % seats;
}

/** The seats clockwise from the one at the bottom. */
export function clockwise(seats: number, bottom: number): number[] {
  return Array.from({ length: seats }, (_, step) => (bottom + step) % seats);
}

export function spotOf(seat: number, seats: number, bottom: number): Place {
  const places = PLACES[Math.min(6, Math.max(3, seats))] ?? [];
  return places[placeOf(seat, seats, bottom)] ?? top(0.5);
}

/**
 * Where a seat's card lies, from the middle of the table: across in card widths, down in card heights, turned by a few
 * degrees as cards lie that people have thrown.
 */
export function cardSpot(seat: number, seats: number, bottom: number, spread = 1): { dx: number; dy: number; turn: number } {
  const { x, y } = spotOf(seat, seats, bottom);
  // Seats at the sides lie a little above the middle of the table; their cards lie level with it.
  const down = y === 1 ? 1 : y - 0.42;
  const length = Math.hypot(x - 0.5, down) || 1;
  const dx = ((x - 0.5) / length) * 0.86 * spread;
  const dy = (down / length) * 0.52 * spread;
  const turn = Math.round((x - 0.5) * 12 - (y === 1 ? 2 : 0) + (y === 0 ? 3 : 0));
  return { dx, dy, turn };
}

/** Seats and cards of a trick in the order they were played. */
export function played(trick: { leader: number; cards: readonly string[] }, playing: readonly number[]): { seat: number; card: string }[] {
  const start = playing.indexOf(trick.leader);
  return trick.cards.map((card, step) => ({ seat: playing[(start + step) % playing.length] ?? trick.leader, card }));
}

export interface HandPlace {
  /** Left and upper edge in pixels. */
  x: number;
  y: number;
  turn: number;
  row: number;
}

export interface HandLayout {
  card: { width: number; height: number };
  rows: number;
  /** Height of all rows, without the room in which cards rise. */
  height: number;
  places: HandPlace[];
}

/** Height of a card by its width. */
export const CARD_RATIO = 1.56;
/** A card shows at least this much of itself, so that a finger finds it. */
const STRIP = 46;
/** A hand that has got smaller lies in one row as soon as each card shows this much: better than half hidden in two. */
const STRIP_LATER = 38;
/** The second row begins so far down the first one: below the middle of its cards, also when it is raised. */
const ROW = 0.57;

/**
 * Where the cards of a hand lie in a box `width` wide in which `room` of height is to be had: in one row, or in two
 * where a row would leave too little of each card to tap. The size of the cards does not change while a hand is played.
 * `whole`: as many cards as a hand begins with.
 */
export function handLayout(cards: number, width: number, room: number, whole = 8): HandLayout {
  const half = Math.ceil(whole / 2);
  // A fan hangs lower at its ends.
  const one = Math.min(124, ((width >= 560 && room >= 180 ? room - 26 : room) / CARD_RATIO) | 0);
  const fits = one >= 52 && strip(whole, width, one) >= STRIP;
  // Two rows of which the second hides the lower part of the first.
  const two = Math.min(96, Math.floor(width / half) - 3, (room / CARD_RATIO / (1 + ROW)) | 0);
  const card = Math.max(40, fits ? one : two);
  const size = { width: card, height: Math.round(card * CARD_RATIO) };
  const least = cards < whole ? STRIP_LATER : STRIP;
  const rows = cards > 1 && strip(cards, width, card) < least ? 2 : 1;
  const fan = fits && width >= 560 && room >= 180;
  const counts = rows === 2 ? [Math.ceil(cards / 2), Math.floor(cards / 2)] : [cards];
  const down = Math.round(size.height * ROW);
  const places = counts.flatMap((count, row) => {
    const step = count > 1 ? Math.min(strip(count, width, card), fan ? card * 0.74 : card + 4) : 0;
    const left = (width - card - step * (count - 1)) / 2;
    return Array.from({ length: count }, (_, index) => {
      const off = index - (count - 1) / 2;
      return {
        x: Math.round(left + step * index),
        y: row * down + (fan ? Math.round(off * off * 1.5) : 0),
        turn: fan ? Math.round(off * 19) / 10 : 0,
        row,
      };
    });
  });
  const low = Math.max(0, ...places.map((place) => place.y)) + (fan ? Math.round(card * 0.06) : 0);
  return { card: size, rows, height: size.height + low, places };
}

function strip(count: number, width: number, card: number): number {
  return count > 1 ? (width - card) / (count - 1) : width;
}
