// The suit marks of both decks. Each is drawn around (0, 0) and fills a square from -10 to 10.

import { INK, OCHRE, PAPER, RED, suitColour } from './palette.mjs';
import { all, at, cuts, disc, group, line, patch, shape } from './svg.mjs';

const plain = (name, colour, d) => patch(colour, d, { 'data-mark': name });

const CUP = '#5d3d22';

const outlined = (name, ...parts) =>
  group(
    { 'data-mark': name, stroke: INK, 'stroke-width': 1.15, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' },
    parts,
  );

const acorn = (colour) =>
  outlined(
    'acorn',
    line('M0-7.4Q.1-9.6 2.2-10.4', 2),
    shape(colour, 'M-6.9-2C-7.2 4 -3.4 7.2-1 8.4Q-.4 8.9 0 10.2Q.4 8.9 1 8.4C3.4 7.2 7.2 4 6.9-2Z'),
    cuts(PAPER, [[-4.4, 0.6, -2.2, 5.6, 1.5, 0.8]]),
    cuts(INK, [
      [5.2, 0.4, 2.4, 6, 1.1, -0.7],
      [3.1, 0.8, 1.6, 4.6, 0.7, -0.3],
    ]),
    shape(CUP, 'M-8.6-1.2C-9.6-5.6-5.4-8 0-8S9.6-5.6 8.6-1.2C8.4.2 5.4 .9 0 .9S-8.4.2-8.6-1.2Z'),
    line('M-5.8-6.4Q-1.6-4.6-.8.6M-1.8-7.6Q3.4-5.4 4.6.3M5.8-6.4Q1.6-4.6.8.6M1.8-7.6Q-3.4-5.4-4.6.3', 0.8, {
      stroke: OCHRE,
    }),
  );

const leaf = (colour) =>
  outlined(
    'leaf',
    line('M0 4Q-.1 7.6 2.6 9.8', 2),
    shape(
      colour,
      'M0-10C1.4-6.6 9.2-4.4 9.2 1.6C9.2 6.2 3.8 7.6 0 4.4C-3.8 7.6-9.2 6.2-9.2 1.6C-9.2-4.4-1.4-6.6 0-10Z',
    ),
    group(
      { stroke: PAPER },
      line('M0-6.4V3.6M0-2.2L3.6-4M0-2.2L-3.6-4M0 1.2L5.8-.6M0 1.2L-5.8-.6M.1 3.4L4.4 4.2M-.1 3.4L-4.4 4.2', 0.95),
    ),
  );

const heart = (colour) =>
  outlined(
    'heart',
    shape(
      colour,
      'M0 9.8C-3.4 5-9.6 2-9.6-4C-9.6-8.6-5.4-10.2-2.6-8.6C-1.2-7.8-.4-6.8 0-5.6C.4-6.8 1.2-7.8 2.6-8.6C5.4-10.2 9.6-8.6 9.6-4C9.6 2 3.4 5 0 9.8Z',
    ),
    cuts(PAPER, [[-7.4, -3, -4.4, -7.4, 1.4, 1]]),
    cuts(INK, [
      [7.9, -3.4, 2.4, 5, 1.2, -0.9],
      [5.8, -1.6, 2.2, 3.6, 0.8, -0.5],
    ]),
  );

const bell = (colour) =>
  outlined(
    'bell',
    shape('none', 'M-1.9-8A1.9 1.9 0 0 1 1.9-8', { 'stroke-width': 1.7 }),
    disc(colour, 0, 1.2, 8.4),
    cuts(PAPER, [[-5.6, -0.6, -2.4, -4.8, 1.3, 1]]),
    patch(RED, 'M-8.3.2Q0 2.8 8.3.2V3Q0 5.8-8.3 3Z'),
    line('M-8.3.2Q0 2.8 8.3.2M-8.1 3Q0 5.8 8.1 3', 0.9),
    line('M0 4.2V7', 1.5),
    disc(INK, 0, 7.2, 0.9),
    cuts(INK, [
      [6.6, 3.6, 3.4, 8, 1, -0.7],
      [6.4, -1.4, 3.6, -5, 0.9, 0.5],
    ]),
  );

const club = (colour) =>
  plain(
    'club',
    colour,
    'M0-10A4.7 4.7 0 0 1 3.6-2.3Q2.7-1.2 1.7-.3Q2.9-.9 4.4-1A4.8 4.8 0 1 1 1.3 5.2Q1.6 8 3.8 10H-3.8Q-1.6 8-1.3 5.2A4.8 4.8 0 1 1-4.4-1Q-2.9-.9-1.7-.3Q-2.7-1.2-3.6-2.3A4.7 4.7 0 0 1 0-10Z',
  );

const spade = (colour) =>
  plain(
    'spade',
    colour,
    'M0-10C1.6-6 9-2.6 9 2.4C9 6.8 4 7.8 1.3 4.6Q1.4 8 3.8 10H-3.8Q-1.4 8-1.3 4.6C-4 7.8-9 6.8-9 2.4C-9-2.6-1.6-6 0-10Z',
  );

const plainHeart = (colour) =>
  plain(
    'heart',
    colour,
    'M0 10C-3.2 4.8-9.4 2-9.4-4C-9.4-8.4-5.4-10-2.7-8.5C-1.3-7.7-.4-6.6 0-5.2C.4-6.6 1.3-7.7 2.7-8.5C5.4-10 9.4-8.4 9.4-4C9.4 2 3.2 4.8 0 10Z',
  );

const diamond = (colour) => plain('diamond', colour, 'M0-10.4Q3-4.4 7.6 0Q3 4.4 0 10.4Q-3 4.4-7.6 0Q-3-4.4 0-10.4Z');

const MARKS = {
  bavarian: { E: acorn, G: leaf, H: heart, S: bell },
  french: { E: club, G: spade, H: plainHeart, S: diamond },
};

/** Suit mark of `deck` in its colour, `size` high and wide around (x, y). */
export const mark = (deck, suit, x, y, size, turn = 0) =>
  at(x, y, { scale: size / 20, turn }, MARKS[deck][suit](suitColour(deck, suit)));

/** The bare drawing, 20 by 20 around the origin. */
export const bareMark = (deck, suit) => all(MARKS[deck][suit](suitColour(deck, suit)));
