// The four Unters: light-footed and beardless, three musicians and a fool, the suit mark down at their feet.

import { mark } from '../draw/marks.mjs';
import { BLUE, BROWN, GREEN, INK, LINEN, OCHRE, PAPER, RED } from '../draw/palette.mjs';
import { all, at, cuts, disc, line, shape } from '../draw/svg.mjs';
import { arm, boot, drawn, hand, limb, shoe } from '../people/body.mjs';
import { unters as heads } from '../people/heads.mjs';

const ground = (colour) =>
  all(
    shape(colour, 'M-31 98Q-28 91-14 92Q-2 90 8 91Q12 89 19 92Q22 94 22 98Z'),
    cuts(INK, [
      [-8, 95.6, 2, 94.4, 0.7],
      [8, 95.6, 16, 95, 0.7],
    ]),
  );

// What is held before the face, drawn after the head.
const BEFORE = {
  E: () =>
    all(
      shape(
        OCHRE,
        'M-2.8-7.4C-4 3-10 8.4-17 7C-24.6 5.4-27.6-3-30-12Q-24.6-11.4-20.4-15C-19.6-7-18.4-1.6-15-1C-10.6-.4-7.4-3.6-5.6-8.6Z',
      ),
      shape(BROWN, 'M-30-12Q-24.6-11.4-20.4-15L-19.8-11.2Q-24-8-29-8.4Z'),
      line('M-23.6 4.8L-19.6-1M-9.6 5.8L-10.4-.6', 2),
      hand(-15.4, 4.6),
    ),
};

const PEOPLE = {
  E: () =>
    all(
      ground(GREEN),
      limb(LINEN, 'M-5 46L-9 80', 8),
      limb(LINEN, 'M6 46Q16 58 10 80', 8),
      boot(BROWN, -9, 92, 18),
      boot(BROWN, 10, 92, 18),
      shape(GREEN, 'M-9 0C-15 2-17 5-17 10L-12 32L-16 54L-8 50L0 56L8 50L16 54L12 32L17 10C17 5 15 2 9 0Q0 6-9 0Z'),
      cuts(INK, [
        [-9, 12, -8, 28, 1.1, 0.5],
        [9, 38, 11, 50, 1.1],
        [-7, 38, -9, 49, 1.1],
      ]),
      shape(BROWN, 'M-12.4 30Q0 34 12.4 30L12.8 34.6Q0 38.6-12.8 34.6Z'),
      line('M-15 4L11 30', 3.4),
      line('M-15 4L11 30', 1.2, { stroke: OCHRE }),
      arm(GREEN, 'M14 9Q26 18 17 28', 9),
      hand(15, 30),
      arm(GREEN, 'M-14 10Q-24 20-15 8', 8.4),
      shape(LINEN, 'M-8-1Q-10 4-5 6L0 3L5 6Q10 4 8-1Q0 4-8-1Z'),
    ),
  G: () =>
    all(
      ground(GREEN),
      limb(BLUE, 'M-5 46Q-14 62-8 84', 8),
      limb(BLUE, 'M6 46L11 84', 8),
      shoe(INK, -8, 93),
      shoe(INK, 11, 93, true),
      shape(LINEN, 'M-9 0C-15 2-17 5-17 10L-12 34Q0 38 12 34L17 10C17 5 15 2 9 0Q0 6-9 0Z'),
      shape(GREEN, 'M-9 0C-13 2-15 4-16 8L-12 36Q-8 38-4 37L-4 4ZM9 0C13 2 15 4 16 8L12 36Q8 38 4 37L4 4Z'),
      shape(BLUE, 'M-13 34Q0 38 13 34L14 50Q0 55-14 50Z'),
      line('M-15 6L13 34', 3),
      line('M-15 6L13 34', 1, { stroke: RED }),
      shape(RED, 'M-13 32V48Q2 55 17 48V32Z'),
      line('M-13 36L-6 50L1 37L9 51L17 36', 1.1, { stroke: LINEN }),
      shape(LINEN, 'M-13 32Q2 24.6 17 32Q2 39.4-13 32Z'),
      limb(LINEN, 'M14 9Q28 20 21 26', 8.6),
      line('M24 22L7 31', 2.6),
      hand(21, 25),
      limb(LINEN, 'M-14 9Q-30 18-22 24', 8.6),
      line('M-24 18L-5 30', 2.6),
      hand(-20, 23),
      shape(RED, 'M-8-1Q-9 4-4 5.4L0 12L4 5.4Q9 4 8-1Q0 4-8-1Z'),
    ),
  H: () =>
    all(
      ground(OCHRE),
      limb(RED, 'M-5 46L-12 84', 8),
      limb(OCHRE, 'M6 46Q13 62 9 84', 8),
      shoe(INK, -12, 93),
      shoe(INK, 9, 93),
      shape(RED, 'M-9 0C-15 2-17 5-17 10L-12 32L-17 52Q0 58 17 52L12 32L17 10C17 5 15 2 9 0Q0 6-9 0Z'),
      shape(OCHRE, 'M0 5Q5 4 9 0C15 2 17 5 17 10L12 32L17 52Q8 55 0 55Z'),
      cuts(INK, [
        [-9, 38, -12, 52, 1.1],
        [9, 38, 12, 52, 1.1],
        [-3, 38, -4, 54, 0.9],
      ]),
      shape(INK, 'M-12.4 30Q0 34 12.4 30L12.8 33.6Q0 37.6-12.8 33.6Z'),
      arm(RED, 'M-14 9Q-30 22-24 14', 8.6),
      line('M-4 21L-29 11L-34 15', 5.4),
      line('M-4 21L-29 11L-34 15', 2.8, { stroke: BROWN }),
      shape(BROWN, 'M-7 19.6C-4 13 10 12 16 19C22 27 15 36 6 35.4C-2 35-8 28-7 19.6Z'),
      shape(INK, 'M1.6 24A3.4 3.4 0 1 1 8.4 24A3.4 3.4 0 1 1 1.6 24Z'),
      line('M12.6 28.4L-27 11.2M13.4 26.6L-26.4 9.6', 0.6, { stroke: LINEN }),
      cuts(INK, [[-4, 24, 4, 33, 0.9, 1]]),
      hand(-21, 11),
      arm(OCHRE, 'M14 9Q31 18 13 22', 9),
      hand(9, 23),
      shape(LINEN, 'M-8-1Q-10 4-5 6L0 3L5 6Q10 4 8-1Q0 4-8-1Z'),
    ),
  S: () =>
    all(
      ground(GREEN),
      limb(BLUE, 'M7 46Q27 60 6 72', 8),
      shape(BLUE, 'M8 67.6L9 77L-2 80Q-7 84-10 80Q-6 78-4 74Z'),
      limb(RED, 'M-5 46L-10 84', 8),
      shape(RED, 'M-14 84H-5L-4 93H-20Q-25 93-26 88Q-20 90-14 84Z'),
      shape(BLUE, 'M-9 0C-15 2-17 5-17 10L-12 32L-18 54L-9 48L0 57Z'),
      shape(BLUE, 'M0 4Q-5 4-9 0C-15 2-17 5-17 10L-12 32L-18 54L-9 48L0 57Z'),
      shape(RED, 'M0 4Q5 4 9 0C15 2 17 5 17 10L12 32L18 54L9 48L0 57Z'),
      disc(OCHRE, -18, 56, 2.2),
      disc(OCHRE, 18, 56, 2.2),
      disc(OCHRE, 0, 59, 2.2),
      shape(OCHRE, 'M-12.4 30Q0 34 12.4 30L12.8 33.6Q0 37.6-12.8 33.6Z'),
      arm(BLUE, 'M-14 9Q-27 20-18 28', 9),
      hand(-16, 30),
      arm(RED, 'M14 9Q30 14 27-2', 9),
      line('M27 5V-16', 4),
      line('M27 5V-16', 1.6, { stroke: OCHRE }),
      shape(BLUE, 'M22-16Q20-25 27-25Q34-25 32-16Q27-13 22-16Z'),
      disc(OCHRE, 27, -27, 2),
      disc(INK, 25.4, -19, 0.8, { stroke: 'none' }),
      disc(INK, 29, -19, 0.8, { stroke: 'none' }),
      hand(26.6, -4),
      shape(OCHRE, 'M-14-1L-16 8L-8 5L-5 12L0 6L5 12L8 5L16 8L14-1Q0 5-14-1Z'),
      disc(PAPER, -5, 13, 1.5),
      disc(PAPER, 5, 13, 1.5),
    ),
};

/** Unter of a suit. */
export const unter = (suit) =>
  all(at(53, 51, {}, drawn(PEOPLE[suit](), heads[suit](), BEFORE[suit]?.())), mark('bavarian', suit, 24, 128, 30));
