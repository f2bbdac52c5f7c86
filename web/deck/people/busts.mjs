// People from the waist up: the court of the French deck and the big portraits of the large-print decks.
// The cloth ends straight at y = WAIST so that a band or the edge of a frame can close it.

import { BLUE, BROWN, GREEN, GREY, INK, LINEN, OCHRE, PAPER, RED } from '../draw/palette.mjs';
import { all, at, cuts, disc, group, line, shape } from '../draw/svg.mjs';
import { hand } from './body.mjs';
import { kings, obers, queens, unters } from './heads.mjs';

export const WAIST = 27;

const cloak = (colour) =>
  all(
    shape(colour, `M-9-1C-18 1-25 6-28.7 16V${WAIST}H28.7V16C25 6 18 1 9-1Q0 7-9-1Z`),
    cuts(INK, [
      [-20, 10, -23, 26, 1.2, 1],
      [20, 10, 23, 26, 1.2, -1],
      [-15, 14, -16.6, 26, 0.8],
      [15, 14, 16.6, 26, 0.8],
    ]),
  );

const front = (colour) => shape(colour, `M-7 2Q0 8 7 2L9 ${WAIST}H-9Z`);

const buttons = (x = 0) => [11, 17, 23].map((y) => disc(OCHRE, x, y, 1.4, { 'stroke-width': 0.8 }));

const halves = (left, right) =>
  all(
    shape(left, `M-9-1C-18 1-25 6-28.7 16V${WAIST}H0V4Q-5 3-9-1Z`),
    shape(right, `M9-1C18 1 25 6 28.7 16V${WAIST}H0V4Q5 3 9-1Z`),
    cuts(INK, [
      [-18, 10, -20, 26, 1.2, 1],
      [18, 10, 20, 26, 1.2, -1],
    ]),
  );

const ermine = () =>
  all(
    shape(LINEN, 'M-9-1C-19 0-25 6-27 13Q-13 20 0 16Q13 20 27 13C25 6 19 0 9-1Q0 8-9-1Z'),
    cuts(INK, [
      [-20, 6, -20.6, 10, 0.9],
      [-14, 10, -14.4, 14.4, 0.9],
      [-8, 7, -8.2, 11, 0.9],
      [0, 9.4, 0, 13.4, 0.9],
      [8, 7, 8.2, 11, 0.9],
      [14, 10, 14.4, 14.4, 0.9],
      [20, 6, 20.6, 10, 0.9],
    ]),
  );

const lapel = (colour) =>
  all(
    shape(colour, 'M-9-1C-17 1-22 4-25 9L-5 21L0 8L5 21L25 9C22 4 17 1 9-1Q0 9-9-1Z'),
    line('M-18 6L-5.6 13.6M18 6L5.6 13.6', 0.9),
  );

const chain = () =>
  all(line('M-15 4Q0 26 15 4', 3), line('M-15 4Q0 26 15 4', 1.4, { stroke: OCHRE }), disc(OCHRE, 0, 16.4, 3.2));

const ruff = () =>
  all(
    shape(LINEN, 'M-10-2Q-15 1-12 5Q-9 8-6 6Q-3 9.4 0 7Q3 9.4 6 6Q9 8 12 5Q15 1 10-2Q0 4-10-2Z'),
    line('M-8 .6L-9.4 5M-3.6 2.6L-4 6.4M0 3V6.6M3.6 2.6L4 6.4M8 .6L9.4 5', 0.8),
  );

const pointed = (colour) => shape(colour, 'M-9-1Q-13 5-6 7L0 3L6 7Q13 5 9-1Q0 4-9-1Z');

const zigzag = (colour) => shape(colour, 'M-15-1L-19 8L-11 6L-8 13L0 7L8 13L11 6L19 8L15-1Q0 5-15-1Z');

const bodice = (colour, lace) =>
  all(
    shape(LINEN, 'M-11-1Q-13 8-8 12Q0 16 8 12Q13 8 11-1Q0 7-11-1Z'),
    shape(colour, `M-13 4Q-10 12 0 13Q10 12 13 4L11 ${WAIST}H-11Z`),
    line('M-4 15L4 19M4 15L-4 19M-4 19.6L4 23.6M4 19.6L-4 23.6', 1.1, { stroke: lace }),
  );

const necklace = (colour) =>
  [-6, -3, 0, 3, 6].map((x) => disc(colour, x, 6.6 - x * x * 0.06, 1.4, { 'stroke-width': 0.8 }));

const staff = (x, top, finial) =>
  all(
    line(`M${x} ${top}V${WAIST - 2}`, 4.2),
    line(`M${x} ${top}V${WAIST - 2}`, 1.8, { stroke: OCHRE }),
    at(x, top, {}, finial),
  );

const blade = (x, top) =>
  all(
    shape(GREY, `M${x - 1.9} 14V${top + 4}L${x} ${top}L${x + 1.9} ${top + 4}V14Z`),
    line(`M${x} 12V${top + 6}`, 0.7),
    line(`M${x - 5.6} 14.6H${x + 5.6}`, 3.4),
    line(`M${x} 15V25`, 3.6),
  );

const orb = (x, y) =>
  all(
    disc(BLUE, x, y, 6),
    line(
      `M${x - 5.8} ${y - 0.6}Q${x} ${y + 2} ${x + 5.8} ${y - 0.6}M${x} ${y - 6}V${y - 11}M${x - 2.2} ${y - 9}H${x + 2.2}`,
      1.5,
    ),
    cuts(PAPER, [[x - 4, y - 2, x - 1.4, y - 4.4, 0.9, 0.5]]),
  );

const rose = (colour, x, y) =>
  all(
    line(`M${x} ${y}Q${x + 1} ${y + 9} ${x - 1} 21`, 3.6),
    line(`M${x} ${y}Q${x + 1} ${y + 9} ${x - 1} 21`, 1.5, { stroke: GREEN }),
    shape(GREEN, `M${x + 0.4} ${y + 9}Q${x + 6} ${y + 8} ${x + 7} ${y + 3}Q${x + 1} ${y + 4} ${x + 0.4} ${y + 9}Z`, {
      'stroke-width': 1,
    }),
    shape(
      colour,
      `M${x} ${y + 4}Q${x - 6} ${y + 3.6} ${x - 6} ${y - 1}Q${x - 6.4} ${y - 6} ${x - 2} ${y - 5.6}Q${x} ${y - 8} ${x + 2} ${y - 5.6}Q${x + 6.4} ${y - 6} ${x + 6} ${y - 1}Q${x + 6} ${y + 3.6} ${x} ${y + 4}Z`,
    ),
    line(`M${x - 2.6} ${y - 2}Q${x} ${y + 1.6} ${x + 2.6} ${y - 2}M${x} ${y - 3.6}V${y - 1.6}`, 0.9),
  );

const tulip = (colour, x, y) =>
  all(
    line(`M${x} ${y}V21`, 3.6),
    line(`M${x} ${y}V21`, 1.5, { stroke: GREEN }),
    shape(
      colour,
      `M${x} ${y + 4}Q${x - 6} ${y + 2} ${x - 5} ${y - 6}L${x - 2} ${y - 3}L${x} ${y - 7.4}L${x + 2} ${y - 3}L${x + 5} ${y - 6}Q${x + 6} ${y + 2} ${x} ${y + 4}Z`,
    ),
  );

const fan = (x, y, one, two) =>
  all(
    shape(one, `M${x} ${y}L${x - 9} ${y - 12}Q${x} ${y - 19} ${x + 9} ${y - 12}Z`),
    shape(
      two,
      `M${x - 9} ${y - 12}Q${x} ${y - 19} ${x + 9} ${y - 12}L${x + 6} ${y - 8}Q${x} ${y - 12.6} ${x - 6} ${y - 8}Z`,
    ),
    line(`M${x} ${y}L${x - 3.2} ${y - 14.6}M${x} ${y}L${x + 3.2} ${y - 14.6}`, 0.9),
  );

/** A person: `body` under the head, `held` before it. */
const COURT = {
  kings: {
    E: {
      body: () => all(cloak(RED), front(OCHRE), ermine()),
      held: () =>
        all(staff(21, -4, all(disc(OCHRE, 0, -2, 3.4), shape(OCHRE, 'M0-13Q3.2-8 0-4.6Q-3.2-8 0-13Z'))), hand(21, 17)),
    },
    G: {
      body: () => all(cloak(GREEN), front(LINEN), lapel(BROWN), chain()),
      held: () => all(blade(21, -24), hand(21, 19)),
    },
    H: {
      body: () => all(cloak(BLUE), front(RED), ermine()),
      held: () =>
        all(
          staff(
            21,
            -8,
            shape(RED, 'M0 .6C-2-2.4-6-4.4-6-7.4C-6-10.4-2-11.4 0-8.4C2-11.4 6-10.4 6-7.4C6-4.4 2-2.4 0 .6Z'),
          ),
          hand(21, 15),
        ),
    },
    S: { body: () => all(cloak(OCHRE), front(BLUE), lapel(RED), chain()), held: () => all(orb(20, 13), hand(20, 20)) },
  },
  queens: {
    E: {
      body: () => all(cloak(GREEN), bodice(RED, LINEN), necklace(OCHRE)),
      held: () => all(tulip(RED, 21, -4), hand(21, 17)),
    },
    G: {
      body: () => all(cloak(BLUE), bodice(OCHRE, BLUE), necklace(RED)),
      held: () => all(fan(21, 15, LINEN, RED), hand(21, 17)),
    },
    H: {
      body: () => all(cloak(RED), bodice(BLUE, LINEN), necklace(OCHRE)),
      held: () => all(rose(RED, 21, -3), hand(20.4, 17)),
    },
    S: {
      body: () => all(cloak(OCHRE), bodice(GREEN, LINEN), necklace(RED)),
      held: () => all(tulip(BLUE, 21, -3), hand(21, 17)),
    },
  },
  obers: {
    E: { body: () => all(cloak(RED), front(GREEN), buttons(), ruff()) },
    G: {
      body: () =>
        all(
          cloak(BLUE),
          cuts(PAPER, [
            [-11, 10, -8, 26, 1.4],
            [11, 10, 8, 26, 1.4],
          ]),
          buttons(),
          ruff(),
        ),
    },
    H: {
      body: () =>
        all(
          cloak(RED),
          shape(GREY, `M-9-1C-15 1-18 4-18 9Q-18 20-14 ${WAIST}H14Q18 20 18 9C18 4 15 1 9-1Q0 7-9-1Z`),
          line(`M0 6V${WAIST}`, 1),
          cuts(PAPER, [[-10, 9, -8, 23, 1.7, 1.4]]),
          cuts(INK, [[12, 9, 10, 25, 1.4, -1.4]]),
          shape(OCHRE, 'M-9-1Q-10 4-6 5Q0 7 6 5Q10 4 9-1Q0 4-9-1Z'),
        ),
    },
    S: { body: () => all(cloak(OCHRE), shape(RED, `M-6 3Q0 8 6 3L10 ${WAIST}H-10Z`), buttons(), pointed(LINEN)) },
  },
  unters: {
    E: {
      body: () =>
        all(
          cloak(GREEN),
          line(`M-20 5L14 ${WAIST}`, 4),
          line(`M-20 5L14 ${WAIST}`, 1.6, { stroke: OCHRE }),
          pointed(LINEN),
        ),
      held: () =>
        at(
          0,
          0,
          {},
          shape(OCHRE, 'M27 24C25 15 19 13 13 17L11.4 13.6C18 7 28 11 28.6 22Z'),
          shape(BROWN, 'M11.4 13.6L13 17L10.4 19.4L8 14.6Z'),
          hand(22, 14),
        ),
    },
    G: {
      body: () =>
        all(
          cloak(LINEN),
          shape(GREEN, `M-9-1C-14 1-17 3-18 7L-14 ${WAIST}H-6V4ZM9-1C14 1 17 3 18 7L14 ${WAIST}H6V4Z`),
          shape(RED, 'M-9-1Q-11 5-5 6L0 13L5 6Q11 5 9-1Q0 4-9-1Z'),
        ),
      held: () =>
        all(
          line('M24 22L13-1', 4.4),
          line('M24 22L13-1', 1.9, { stroke: OCHRE }),
          disc(OCHRE, 12.4, -2, 2.6),
          hand(22, 18),
        ),
    },
    H: {
      body: () => all(halves(RED, OCHRE), pointed(LINEN)),
      held: () =>
        all(
          line('M13 20L23 0L28-2', 5.4),
          line('M13 20L23 0L28-2', 2.8, { stroke: BROWN }),
          line('M25.4-4L26.4 2M28.4-5.4L29.6 .6', 1.3),
          shape(BROWN, 'M0 27C0 19 6 15 12 17C19 18 23 22 22 27Z'),
          line('M12.4 22L24.6-1', 0.7, { stroke: LINEN }),
          hand(19.4, 8),
        ),
    },
    S: {
      body: () => all(halves(BLUE, RED), zigzag(OCHRE), disc(PAPER, -8, 14, 1.6), disc(PAPER, 8, 14, 1.6)),
      held: () =>
        all(
          staff(
            21,
            -1,
            all(
              shape(BLUE, 'M-5 1Q-7-8 0-8Q7-8 5 1Q0 4-5 1Z'),
              disc(OCHRE, 0, -10, 2),
              disc(INK, -1.7, -2.4, 0.8, { stroke: 'none' }),
              disc(INK, 1.9, -2.4, 0.8, { stroke: 'none' }),
            ),
          ),
          hand(21, 17),
        ),
    },
  },
};

const HEADS = { kings, queens, obers, unters };

/** Somebody of the court, "kings", "queens", "obers" or "unters", of a suit, and what the hand holds. */
export function bust(court, suit) {
  const { body, held } = COURT[court][suit];
  return all(body(), HEADS[court][suit](), held?.());
}

/** The same with narrower shoulders and empty hands. */
export const portrait = (court, suit) =>
  all(group({ transform: 'scale(.8 1)' }, COURT[court][suit].body()), HEADS[court][suit]());
