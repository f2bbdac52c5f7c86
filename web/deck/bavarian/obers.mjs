// The four Obers: officers who stand, with the suit mark held up high beside the head.
// Their nicknames set the casting: the old one, the blue one, the red one and the round one.

import { mark } from '../draw/marks.mjs';
import { BLUE, BROWN, GREEN, GREY, INK, LINEN, OCHRE, PAPER, RED } from '../draw/palette.mjs';
import { all, at, cuts, disc, line, shape } from '../draw/svg.mjs';
import { arm, boot, drawn, hand, limb, shoe } from '../people/body.mjs';
import { obers as heads } from '../people/heads.mjs';

const ground = (colour) =>
  all(
    shape(colour, 'M-30 96Q-26 88-12 89Q8 86 22 90Q25 92 25 96Z'),
    cuts(INK, [
      [-24, 93, -14, 91.4, 0.7],
      [-6, 94, 6, 92.6, 0.7],
      [10, 94, 18, 93, 0.7],
    ]),
  );

const raisedArm = (cloth, cuff, options) =>
  all(
    arm(cloth, 'M13 9Q30 15 28-2', 9.4, options),
    line('M22.4-1H33.4', 5.6),
    line('M23.4-1H32.4', 3, { stroke: cuff }),
    hand(28, -6),
  );

const sword = (x1, y1, x2, y2) => {
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const length = Math.hypot(x2 - x1, y2 - y1);
  return at(
    x1,
    y1,
    { turn },
    shape(LINEN, `M3-1.7H${length - 5}L${length} 0L${length - 5} 1.7H3Z`),
    line(`M6 0H${length - 7}`, 0.6),
    line('M3-6V6', 3),
    line('M-5 0H2', 3.6),
    disc(OCHRE, -6, 0, 2.2),
  );
};

const buttons = (ys, x = 0) => ys.map((y) => disc(OCHRE, x, y, 1.3, { 'stroke-width': 0.8 }));

const ruff = () =>
  all(
    shape(LINEN, 'M-10-1Q-12 3-8 4.4Q-6 7-3 5.6Q0 8 3 5.6Q6 7 8 4.4Q12 3 10-1Q0 4-10-1Z'),
    line('M-6 1.6L-6.4 5M-2 2.6V6M2 2.6V6M6 1.6L6.4 5', 0.8),
  );

const PEOPLE = {
  E: () =>
    all(
      ground(GREEN),
      limb(INK, 'M-7 54L-9 80', 9),
      limb(INK, 'M7 54L9 80', 9),
      boot(BROWN, -9.5, 91, 20),
      boot(BROWN, 9.5, 91, 20, true),
      shape(RED, 'M-9 0C-16 2-18 5-19 10L-13 34L-21 62Q-10 66 0 63Q10 66 21 62L13 34L19 10C18 5 16 2 9 0Q0 6-9 0Z'),
      shape(GREEN, 'M-4 4Q0 6 4 4L5 62.6Q0 63.6-5 62.6Z'),
      buttons([12, 19, 26, 44, 52]),
      cuts(INK, [
        [-9, 40, -15, 61, 1.5, 0.6],
        [9, 40, 15, 61, 1.5, -0.6],
        [-11, 12, -9, 30, 1.1, 0.6],
        [11, 12, 9, 30, 1.1, -0.6],
      ]),
      shape(BROWN, 'M-13.6 32Q0 36 13.6 32L14.4 37Q0 41-14.4 37Z'),
      shape(OCHRE, 'M-3.4 34H3.4V39.6H-3.4Z'),
      arm(RED, 'M-14 9Q-27 20-22 32', 9.4),
      line('M-23 30V92', 4),
      line('M-23 30V92', 1.7, { stroke: BROWN }),
      disc(OCHRE, -23, 28, 3.4),
      hand(-22.4, 36),
      raisedArm(RED, OCHRE),
      ruff(),
    ),
  G: () =>
    all(
      ground(GREEN),
      limb(RED, 'M-6 50L-12 84', 8),
      limb(LINEN, 'M6 50L9 84', 8),
      shoe(INK, -12, 92),
      shoe(INK, 9, 92, true),
      shape(BLUE, 'M-13 30C-22 36-20 56-15 58Q-7 60 0 54Q7 60 15 58C20 56 22 36 13 30Z'),
      cuts(RED, [
        [-14, 36, -14, 56, 2],
        [-7, 36, -7, 57, 2],
        [7, 36, 7, 57, 2],
        [14, 36, 14, 56, 2],
      ]),
      shape(BLUE, 'M-9 0C-16 2-18 5-18 10L-12 34Q0 38 12 34L18 10C18 5 16 2 9 0Q0 6-9 0Z'),
      cuts(PAPER, [
        [-8, 10, -5, 30, 1.4],
        [8, 10, 5, 30, 1.4],
      ]),
      buttons([11, 18, 25]),
      shape(OCHRE, 'M-12.4 31Q0 35 12.4 31L13 35.4Q0 39.4-13 35.4Z'),
      line('M-27 12V93', 4),
      line('M-27 12V93', 1.7, { stroke: BROWN }),
      shape(
        GREY,
        'M-27-4L-24 5L-25 8L-17 11.6L-25 15L-25 20H-29L-29 18Q-33 17-36.4 21Q-39.4 12.6-36.4 4Q-33 8-29 7L-30 5Z',
      ),
      cuts(INK, [[-35.4, 9, -35.2, 17, 0.8, 0.6]]),
      arm(BLUE, 'M-13 10Q-22 26-27 37', 9.4),
      hand(-27, 39),
      raisedArm(BLUE, RED),
      ruff(),
    ),
  H: () =>
    all(
      ground(OCHRE),
      limb(GREY, 'M-7 52L-13 84', 8.4),
      limb(GREY, 'M7 52L11 84', 8.4),
      shoe(GREY, -13, 92),
      shoe(GREY, 11, 92, true),
      disc(GREY, -10, 68, 4),
      disc(GREY, 9, 68, 4),
      shape(RED, 'M-12 32L-19 58L-12 62L-6 58L0 63L6 58L12 62L19 58L12 32Z'),
      cuts(INK, [
        [-8, 40, -12, 60, 1.2],
        [8, 40, 12, 60, 1.2],
        [0, 40, 0, 61, 1.2],
      ]),
      shape(GREY, 'M-9 0C-16 2-19 5-18 11C-18 22-15 28-12 34Q0 38 12 34C15 28 18 22 18 11C19 5 16 2 9 0Q0 6-9 0Z'),
      line('M0 6V35', 1),
      cuts(PAPER, [[-10, 10, -7, 28, 1.8, 1.6]]),
      cuts(INK, [
        [11, 10, 8, 30, 1.4, -1.4],
        [13.4, 10, 11.4, 25, 0.9, -1],
      ]),
      shape(RED, 'M-18 8L-14 4L14 31L12.6 35L9 35.4Z'),
      sword(-22, 36, -29, 88),
      arm(RED, 'M-14 9Q-28 20-22 33', 9.4, { seam: true }),
      hand(-22, 36),
      raisedArm(RED, GREY, { seam: true }),
      shape(OCHRE, 'M-9-1Q-10 4-6 5Q0 7 6 5Q10 4 9-1Q0 4-9-1Z'),
    ),
  S: () =>
    all(
      ground(GREEN),
      limb(GREEN, 'M-8 56L-10 82', 9.4),
      limb(GREEN, 'M8 56L10 82', 9.4),
      shoe(BROWN, -10, 92),
      shoe(BROWN, 10, 92, true),
      line('M-15 80H-5M5 80H15', 2.4),
      shape(OCHRE, 'M-9 0C-17 2-20 6-20 12C-25 26-26 42-20 58Q0 66 20 58C26 42 25 26 20 12C20 6 17 2 9 0Q0 6-9 0Z'),
      shape(RED, 'M-5 4Q0 7 5 4C11 20 12 42 7 61.8Q0 63-7 61.8C-12 42-11 20-5 4Z'),
      buttons([14, 22, 30, 38]),
      shape(GREEN, 'M-23.4 42Q0 52 23.4 42L22.6 47.4Q0 57-22.6 47.4Z'),
      shape(OCHRE, 'M-3.6 46.6H3.6V53H-3.6Z'),
      cuts(INK, [
        [-15, 16, -18, 40, 1.4, 1.6],
        [15, 16, 18, 40, 1.4, -1.6],
      ]),
      arm(OCHRE, 'M-15 10Q-31 20-22 33', 10),
      shape(GREY, 'M-29 26H-17.6L-18.4 42H-28.2Z'),
      shape(PAPER, 'M-30 27Q-31 22-27 22.6Q-25 19.6-22 22Q-17.6 20.6-17 27Q-23 29-30 27Z'),
      line('M-29 30Q-34.6 30-33.4 35Q-32.6 38.6-28.6 38', 1.8),
      hand(-19.4, 35),
      raisedArm(OCHRE, RED),
      shape(LINEN, 'M-11-2Q-12 4-7 5Q0 8 7 5Q12 4 11-2Q0 4-11-2Z'),
    ),
};

/** Ober of a suit. */
export const ober = (suit) =>
  all(at(50, 53, {}, drawn(PEOPLE[suit](), heads[suit]())), mark('bavarian', suit, 80, 26, 28));
