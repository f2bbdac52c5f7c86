// What every card has: the paper, the indices in two corners, and pips for the plain ones.

import { INDEX_TEXT, lettering } from './glyphs.mjs';
import { mark } from './marks.mjs';
import { INK, PAPER, suitColour } from './palette.mjs';
import { all, at, group } from './svg.mjs';

export const WIDTH = 100;
export const HEIGHT = 156;

export const paper = () =>
  `<rect x=".6" y=".6" width="98.8" height="154.8" rx="7.5" fill="${PAPER}" stroke="${INK}" stroke-width="1.1"/>`;

/** Parts, and the same parts again turned by half a circle about the middle of the card. */
export const twice = (...parts) => all(parts, group({ transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, parts));

// An Ober has the mark above its letter, every other card below: "ober" and "unter" mean just that.
function corner(deck, suit, rank, { letter, pip, left, top, gap, room }) {
  const colour = deck === 'french' ? suitColour(deck, suit) : INK;
  const above = deck === 'bavarian' && rank === 'O';
  const text = lettering(INDEX_TEXT[deck][rank], colour, letter, room);
  return above
    ? all(mark(deck, suit, left, top + pip / 2, pip), at(left, top + pip + gap, {}, text))
    : all(at(left, top, {}, text), mark(deck, suit, left, top + letter + gap + pip / 2, pip));
}

const SMALL = { letter: 21, pip: 18, left: 13.6, top: 7, gap: 3.4, room: 19 };
const LARGE = { letter: 42, pip: 35, left: 24.5, top: 7, gap: 5, room: 39 };

export const indices = (deck, suit, rank) => twice(corner(deck, suit, rank, SMALL));

/** One index about twice as big, for the large-print deck; the other corner belongs to the picture. */
export const largeIndex = (deck, suit, rank) => corner(deck, suit, rank, LARGE);

const MIDDLE = 50;

// Places of pips, as [column, y] with the columns -1, 0, 1: of the upper half, which the lower half repeats turned,
// and of those that stand by themselves.
const PLACES = {
  7: {
    paired: [
      [-1, 24],
      [1, 24],
    ],
    single: [
      [-1, 78],
      [1, 78],
      [0, 51],
    ],
  },
  8: {
    paired: [
      [-1, 24],
      [1, 24],
      [0, 51],
    ],
    single: [
      [-1, 78],
      [1, 78],
    ],
  },
  9: {
    paired: [
      [-1, 22],
      [1, 22],
      [-1, 59.5],
      [1, 59.5],
    ],
    single: [[0, 78]],
  },
  Z: {
    paired: [
      [-1, 22],
      [1, 22],
      [-1, 59.5],
      [1, 59.5],
      [0, 40.5],
    ],
    single: [],
  },
};

const PIP = { bavarian: { size: 21, column: 12.5 }, french: { size: 18.5, column: 14 } };

/** The pips of a plain card in the classical order, heads up in the upper half and down in the lower. */
export function pips(deck, suit, rank) {
  const { size, column } = PIP[deck];
  const { paired, single } = PLACES[rank];
  const draw = ([side, y]) => mark(deck, suit, MIDDLE + side * column, y, size);
  return all(twice(paired.map(draw)), single.map(draw));
}
