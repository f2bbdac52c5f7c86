// Heads: a face with few lines, and hair, beards and hats to put on it.
// Coordinates: (0, 0) is the pit of the neck, the chin lies at y = -2, the crown of the head at y = -29.

import { INK, OCHRE, PAPER, RED, SKIN } from '../draw/palette.mjs';
import { all, cuts, disc, line, patch, shape } from '../draw/svg.mjs';

const EYES = {
  open: (x) =>
    all(disc(INK, x, -16.2, 1.25, { stroke: 'none' }), line(`M${x - 2.4}-17.4Q${x}-19.2 ${x + 2.4}-17.4`, 0.9)),
  calm: (x) => all(disc(INK, x, -15.8, 1.2, { stroke: 'none' }), line(`M${x - 2.6}-16.8H${x + 2.6}`, 1.1)),
  merry: (x) => line(`M${x - 2.3}-15.4Q${x}-18.4 ${x + 2.3}-15.4`, 1.3),
  stern: (x) => all(disc(INK, x, -15.9, 1.2, { stroke: 'none' }), line(`M${x - 2.4}-17.2Q${x}-17.8 ${x + 2.4}-17`, 1)),
};

const BROWS = {
  none: () => '',
  soft: (c) => line('M-7.4-19.6Q-4.6-21.4-2-20M2-20Q4.6-21.4 7.4-19.6', 1, { stroke: c }),
  bushy: (c) => patch(c, 'M-8.2-18.4Q-5.4-22.4-1.6-19.6Q-5-19.8-8.2-18.4ZM8.2-18.4Q5.4-22.4 1.6-19.6Q5-19.8 8.2-18.4Z'),
  bold: (c) => line('M-7.8-20.4L-2.4-19M2.4-19L7.8-20.4', 1.5, { stroke: c }),
  raised: (c) => line('M-7.4-20.4Q-4.8-22.8-2.2-21.4M2.2-20Q4.8-21.4 7.4-19.6', 1.1, { stroke: c }),
};

const MOUTHS = {
  line: () => line('M-2.8-6.6Q0-5.8 2.8-6.6', 1.1),
  smile: () => line('M-3.6-7.4Q0-4.4 3.6-7.4', 1.2),
  lips: () => patch(RED, 'M-3-6.8Q-1.4-8.2 0-7.4Q1.4-8.2 3-6.8Q0-4.2-3-6.8Z'),
  laugh: () => shape(PAPER, 'M-3.9-7.8Q0-6.9 3.9-7.8Q3-3.8 0-3.8Q-3-3.8-3.9-7.8Z', { 'stroke-width': 1 }),
  none: () => '',
};

const NOSES = {
  straight: 'M.4-16.4L2.2-11Q1.2-9.8-1-10.2',
  broad: 'M-.6-15.4Q-3.2-10.6-1.6-9.8Q.4-9 2.4-9.8Q3.4-10.4 2.2-11.8',
  hooked: 'M.2-16.8Q3.6-12.8 2.8-10.4Q1-8.8-1.4-10.2',
  small: 'M1.2-11.6Q1.6-9.8-.8-10',
};

/** The face alone. */
export function face({
  eyes = 'open',
  brows = 'soft',
  browColour = INK,
  mouth = 'line',
  nose = 'straight',
  look = 0.8,
  cheeks = 0.5,
  wide = 1,
} = {}) {
  return all(
    shape(SKIN, `M-4-4L-5 4Q0 7 5 4L4-4Z`),
    shape(
      SKIN,
      `M${-9.6 * wide}-22C${-10.4 * wide}-12 ${-8.4 * wide}-4.6-2.6-2.2Q0-1.2 2.6-2.2C${8.4 * wide}-4.6 ${10.4 * wide}-12 ${9.6 * wide}-22C9-31-9-31 ${-9.6 * wide}-22Z`,
    ),
    `<g transform="translate(${look} 0)">`,
    disc(RED, -5.8, -10.6, 2.1, { stroke: 'none', opacity: cheeks }),
    disc(RED, 5.4, -10.6, 2.1, { stroke: 'none', opacity: cheeks }),
    EYES[eyes](-4.2),
    EYES[eyes](4),
    BROWS[brows](browColour),
    line(NOSES[nose], 1.1),
    MOUTHS[mouth](),
    '</g>',
    cuts(INK, [[8.6 * wide, -17.5, 5.6 * wide, -5.6, 0.55, -1.1]]),
  );
}

/** Hair that is drawn before the face. */
export const hairBack = {
  long: (c) =>
    all(
      shape(c, 'M-10-24C-14-18-13.6-8-15.4 1Q-9 5-5 2L5 2Q9 5 15.4 1C13.6-8 14-18 10-24Z'),
      cuts(INK, [
        [-12.4, -16, -12.2, 1, 0.8, -0.6],
        [12.4, -16, 12.2, 1, 0.8, 0.6],
      ]),
    ),
  bob: (c) => shape(c, 'M-9-25C-14-22-14.6-10-13-4Q-9-2.6-7-4.6L7-4.6Q9-2.6 13-4C14.6-10 14-22 9-25Z'),
  curls: (c) =>
    shape(
      c,
      'M-9-26C-13-26-14-22-12.6-20C-15.4-18-15-14-13-13C-15.2-11-14.4-7-12-6.4C-12.6-3.4-9-2-7-4L7-4C9-2 12.6-3.4 12-6.4C14.4-7 15.2-11 13-13C15-14 15.4-18 12.6-20C14-22 13-26 9-26Z',
    ),
  short: (c) => shape(c, 'M-9.4-25C-12-22-12-14-10.4-11L10.4-11C12-14 12-22 9.4-25Z'),
};

/** Hair that falls over the forehead. */
export const fringe = {
  straight: (c) => shape(c, 'M-10.2-18C-11.4-32 11.4-32 10.2-18Q9.4-22.6 6.4-23.4Q0-21.8-6.4-23.4Q-9.4-22.6-10.2-18Z'),
  parted: (c) => shape(c, 'M-10.4-15C-12.4-32 12.4-32 10.4-15Q9.8-21 3-25.4Q-6-23.6-10.4-15Z'),
  tuft: (c) =>
    shape(
      c,
      'M-10.4-17C-12-31 12-32 10.2-17Q9-22 5-23Q6-21 5-20.4Q1-22-1-23.4Q-2-21.4-4.6-20.8Q-4.2-22.6-5-23.6Q-9.4-22-10.4-17Z',
    ),
};

/** Beards, drawn over the face. */
export const beards = {
  full: (c) =>
    all(
      shape(
        c,
        'M-9.8-13C-7.6-8.6-5.4-9.6-2.6-10Q0-8.4 2.6-10C5.4-9.6 7.6-8.6 9.8-13C11.4-4 8 7 0 12.5C-8 7-11.4-4-9.8-13Z',
      ),
      line('M-2.6-6.4Q0-5 2.6-6.4', 1.2),
      cuts(INK, [
        [-7, -5, -3.4, 6, 0.8, -0.6],
        [7, -5, 3.4, 6, 0.8, 0.6],
        [-1.6, -2, -0.6, 8.4, 0.7],
        [2, -2, 1, 7.4, 0.6],
      ]),
    ),
  forked: (c) =>
    all(
      shape(
        c,
        'M-9.6-12C-7.4-8.4-5-9.6-2.6-10Q0-8.4 2.6-10C5-9.6 7.4-8.4 9.6-12C10.6-6 9.4-1 8.6 3Q8.4 9 5.2 12.6Q2.4 8.6 0 3.6Q-2.4 8.6-5.2 12.6Q-8.4 9-8.6 3C-9.4-1-10.6-6-9.6-12Z',
      ),
      line('M-2.6-6.4Q0-5 2.6-6.4', 1.2),
      cuts(PAPER, [
        [-6.4, -4, -5.4, 8, 0.7, -0.5],
        [6.4, -4, 5.4, 8, 0.7, 0.5],
      ]),
    ),
  pointed: (c) => all(shape(c, 'M-5.4-6.6Q-3-4.6 0-4.8Q3-4.6 5.4-6.6Q4.4 2 0 8Q-4.4 2-5.4-6.6Z'), beards.moustache(c)),
  round: (c) =>
    all(
      shape(c, 'M-10-14C-8-8.6-5-9.4-2.4-9.8Q0-8.4 2.4-9.8C5-9.4 8-8.6 10-14C12-5 7.6 3.4 0 3.4C-7.6 3.4-12-5-10-14Z'),
      line('M-2.8-6.4Q0-4.6 2.8-6.4', 1.2),
      cuts(PAPER, [
        [-7.6, -7, -5, 0.6, 0.8, -0.6],
        [7.6, -7, 5, 0.6, 0.8, 0.6],
        [0, -3, 0, 1.8, 0.6],
      ]),
    ),
  moustache: (c) =>
    shape(
      c,
      'M0-9.2C-2-10-4-8.6-5.4-7Q-7.4-5.6-9.4-7.6Q-7.8-3.6-4.4-4.2Q-1.6-4.8 0-7Q1.6-4.8 4.4-4.2Q7.8-3.6 9.4-7.6Q7.4-5.6 5.4-7C4-8.6 2-10 0-9.2Z',
      { 'stroke-width': 0.9 },
    ),
  twirled: (c) =>
    shape(
      c,
      'M0-9.4C-2-10.4-4.4-9-6-7.4C-8.4-5.6-11-7-10.6-10.4C-12.4-9-12.6-3.4-7-3.4C-3.6-3.4-1.4-4.8 0-7C1.4-4.8 3.6-3.4 7-3.4C12.6-3.4 12.4-9 10.6-10.4C11-7 8.4-5.6 6-7.4C4.4-9 2-10.4 0-9.4Z',
      { 'stroke-width': 0.9 },
    ),
  chops: (c) =>
    shape(c, 'M-10.2-20Q-11.6-9-6.4-5.4Q-5.4-8-6.6-11Q-9-14-9.4-20ZM10.2-20Q11.6-9 6.4-5.4Q5.4-8 6.6-11Q9-14 9.4-20Z'),
};

const plume = (c, d, spine) => all(shape(c, d), line(spine, 0.9));

/** Hats and crowns. */
export const hats = {
  crown: (c, jewel) =>
    all(
      shape(c, 'M-10.6-22L-13.6-36L-7.4-30.4L-5-39L0-31.4L5-39L7.4-30.4L13.6-36L10.6-22Q0-19 -10.6-22Z'),
      disc(c, -13.6, -36.6, 1.7),
      disc(c, -5, -39.4, 1.7),
      disc(c, 5, -39.4, 1.7),
      disc(c, 13.6, -36.6, 1.7),
      line('M-11.2-25.6Q0-22.4 11.2-25.6', 1.1),
      disc(jewel, 0, -27.6, 2, { 'stroke-width': 1 }),
      disc(jewel, -7.4, -27.4, 1.3, { 'stroke-width': 0.9 }),
      disc(jewel, 7.4, -27.4, 1.3, { 'stroke-width': 0.9 }),
    ),
  leafCrown: (c, jewel) =>
    all(
      shape(
        c,
        'M-10.6-22Q-14-28-12.6-36Q-8.6-33.4-7-29Q-4.4-35.6 0-40.6Q4.4-35.6 7-29Q8.6-33.4 12.6-36Q14-28 10.6-22Q0-19-10.6-22Z',
      ),
      line('M0-36V-26.4M-10.4-32.4L-8.4-26M10.4-32.4L8.4-26', 0.9),
      line('M-11-25.2Q0-22 11-25.2', 1.1),
      disc(jewel, 0, -23.2, 1.2, { 'stroke-width': 0.8 }),
    ),
  archedCrown: (c, jewel) =>
    all(
      patch(jewel, 'M-10-25C-11-36-4-38 0-38S11-36 10-25Z', { stroke: INK }),
      shape(
        c,
        'M-1.7-39H1.7L1.4-24H-1.4ZM-10.6-25C-12.4-38-3-39.4-1-39.4Q-8-36-7.6-25ZM10.6-25C12.4-38 3-39.4 1-39.4Q8-36 7.6-25Z',
      ),
      shape(c, 'M-11-26.6Q0-23.4 11-26.6L10.6-21.6Q0-18.6-10.6-21.6Z'),
      disc(c, 0, -41, 2.2),
      line('M0-46.6V-43.2M-1.9-45H1.9', 1.2),
    ),
  spikeCrown: (c, jewel) =>
    all(
      shape(
        c,
        'M-10.6-22L-12.8-31L-8.6-28.4L-8-36L-3.8-29.6L0-40L3.8-29.6L8-36L8.6-28.4L12.8-31L10.6-22Q0-19-10.6-22Z',
      ),
      disc(jewel, 0, -26.2, 1.9, { 'stroke-width': 0.9 }),
      line('M-11-24.6Q-6-23-2.6-22.7M11-24.6Q6-23 2.6-22.7', 1),
      disc(c, 0, -40.6, 1.6),
      disc(c, -8, -36.4, 1.3),
      disc(c, 8, -36.4, 1.3),
    ),
  // A broad-brimmed hat with two plumes that sweep to the left of the picture.
  plumed: (c, band, feather, second) =>
    all(
      plume(second, 'M2-32C-2-44-14-46-21-41C-17-41-15-39-13-37C-9-33-3-31 2-30Z', 'M1-31.6C-4-39-12-41.6-17-41'),
      shape(c, 'M-9-26C-9.6-37 9.6-37 9-26Z'),
      shape(band, 'M-9.2-27.8Q0-31 9.2-27.8L9.4-24Q0-27-9.4-24Z'),
      shape(c, 'M-18.4-26.6Q-14-21.4 0-23.4Q14-21.4 18.4-26.6Q16-18.8 0-20.2Q-16-18.8-18.4-26.6Z'),
      plume(feather, 'M5-28C5-38 13-43 21-40C18-39 17.4-37.4 16-35C13-30.4 9-28 5-26.6Z', 'M5.6-28C8-34 12-38 17-39.4'),
    ),
  // A soft flat cap with a slashed brim.
  beret: (c, trim, feather) =>
    all(
      plume(feather, 'M6-29C10-40 20-44 28-38C24-38 22-36 20-33C16-28 11-26.6 6-26Z', 'M6.6-28C11-35 18-39 24-38.4'),
      shape(c, 'M-13.4-24C-17-33-6-37.4 2-36C12-36 17-30 13.4-24Q0-27.6-13.4-24Z'),
      shape(trim, 'M-12.4-25.4Q0-29.6 12.4-25.4L11-20.4Q0-24-11-20.4Z'),
      line('M-6-27.2L-5.2-22.2M0-28L0-22.6M6-27.2L5.2-22.2', 0.9),
    ),
  // A tall hat with a turned-up brim and a tuft, as worn in the mountains.
  hunter: (c, band, tuft) =>
    all(
      shape(tuft, 'M7-29C6-36 8-43 13.6-46C13-43.6 14.6-43 17.4-43.4C14-40 13-34 11-28Z'),
      shape(c, 'M-8.6-25C-8.6-30-6.4-40-1.4-38.4Q.4-36.4 2.6-38.4C7-39.6 8.6-30 8.6-25Z'),
      shape(band, 'M-8.8-28.6Q0-31.4 8.8-28.6V-24.4Q0-27-8.8-24.4Z'),
      shape(c, 'M-15-27.4Q-8-21.6 0-23.4Q8-21.6 15-27.4Q12.4-18.8 0-20Q-12.4-18.8-15-27.4Z'),
    ),
  // An iron hat with a comb.
  morion: (c, trim) =>
    all(
      shape(c, 'M-9.4-24C-10-38-3-43 0-43S10-38 9.4-24Z'),
      shape(trim, 'M-2-24C-3-34-2.4-41-.2-45.4C3.4-42 2.8-32 2-24Z'),
      shape(c, 'M-17.4-30Q-13-22.6 0-24.4Q13-22.6 17.4-30Q14.4-18.6 0-20Q-14.4-18.6-17.4-30Z'),
      cuts(PAPER, [[-6.4, -27, -5, -37, 0.9, 0.8]]),
    ),
  // A cap of fur with a cloth bag that falls to one side.
  furcap: (c, fur, feather) =>
    all(
      plume(feather, 'M-6-32C-9-40-7-46-1-49C-1-44 1-40 0-32Z', 'M-3.6-32C-4.6-38-4-43-2.4-46'),
      shape(c, 'M-9-28C-8-38 4-40 10-35C15-31 17-24 16-19C13-19 11-24 9-26Z'),
      shape(fur, 'M-12.4-29.4Q-13.6-26-11.6-21.4Q0-24.4 11.6-21.4Q13.6-26 12.4-29.4Q0-33.4-12.4-29.4Z'),
      cuts(INK, [
        [-9, -28.6, -8.4, -24, 0.6],
        [-4.6, -29.8, -4.4, -25, 0.6],
        [0, -30.2, 0, -25.4, 0.6],
        [4.6, -29.8, 4.4, -25, 0.6],
        [9, -28.6, 8.4, -24, 0.6],
      ]),
    ),
  // A fool's cap with three horns and bells.
  jester: (one, two, bellColour) =>
    all(
      shape(one, 'M-10.8-20C-10-28-6-32-1-31C-8-38-18-36-20-24C-18-26-15.4-26.4-14-25C-15-22-13-20-10.8-20Z'),
      shape(two, 'M10.8-20C10-28 6-32 1-31C8-38 18-36 20-24C18-26 15.4-26.4 14-25C15-22 13-20 10.8-20Z'),
      shape(OCHRE, 'M-6-27C-6-36-3-42 4-45C3-41 6-38 6-35C7-31 6.4-29 6-27Z'),
      shape(one, 'M-10.8-19.6C-11-30-6-31.6 0-31.6V-21Q-6-22-10.8-19.6Z'),
      shape(two, 'M10.8-19.6C11-30 6-31.6 0-31.6V-21Q6-22 10.8-19.6Z'),
      disc(bellColour, -20, -22, 2.6),
      disc(bellColour, 20, -22, 2.6),
      disc(bellColour, 4.6, -46.4, 2.6),
    ),
  // A round straw hat.
  straw: (c, band) =>
    all(
      shape(c, 'M-8.8-25C-9-34 9-34 8.8-25Z'),
      shape(band, 'M-9-27.4Q0-30 9-27.4V-23.6Q0-26-9-23.6Z'),
      shape(c, 'M-17-23.6Q0-27.6 17-23.6Q17.6-20 0-20.4Q-17.6-20-17-23.6Z'),
      line('M-12-22.4L-9.6-23.4M-7-21.6L-4.6-22.8M6-22.8L8.4-21.6M11-23.4L13.4-22.4', 0.8),
    ),
};
