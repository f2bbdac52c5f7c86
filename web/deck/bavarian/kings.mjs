// The four kings: crowned, bearded in four ways, on a throne, the suit mark on the shield in their lap.

import { mark } from '../draw/marks.mjs';
import { BLUE, BROWN, GREEN, INK, LINEN, OCHRE, PAPER, RED } from '../draw/palette.mjs';
import { all, at, cuts, disc, line, patch, shape } from '../draw/svg.mjs';
import { arm, drawn, hand } from '../people/body.mjs';
import { kings as heads } from '../people/heads.mjs';

const throne = (wood, cushion) =>
  all(
    shape(wood, 'M-23 86V-2C-23-14-18-20-15-22L15-22C18-20 23-14 23-2V86Z'),
    patch(cushion, 'M-20 60V-1C-20-10-16-15-13-17H13C16-15 20-10 20-1V60Z'),
    line('M-20 60V-1C-20-10-16-15-13-17M20 60V-1C20-10 16-15 13-17', 0.9),
    disc(OCHRE, -20.5, -19, 3.4),
    disc(OCHRE, 20.5, -19, 3.4),
    shape(wood, 'M-26 82H26V92H-26Z'),
    line('M-24 87H24', 0.8),
  );

const robe = (cloth, lining) =>
  all(
    shape(
      cloth,
      'M-9 0C-16 1-20 5-21 12L-20 34C-23 42-24 60-23 84L23 84C24 60 23 42 20 34L21 12C20 5 16 1 9 0Q0 8-9 0Z',
    ),
    cuts(INK, [
      [-15, 40, -19, 82, 1.6, 1],
      [15, 40, 19, 82, 1.6, -1],
      [-10, 58, -12, 83, 1.2],
      [10, 58, 12, 83, 1.2],
    ]),
    cuts(PAPER, [
      [-20.6, 50, -21, 80, 0.9],
      [20.6, 50, 21, 80, 0.9],
    ]),
    shape(lining, 'M-3.6 4.4Q0 6.4 3.6 4.4L4.4 84H-4.4Z'),
  );

const ermineCollar = () =>
  all(
    shape(LINEN, 'M-9-1C-17 0-22 6-23 15Q-12 21 0 17Q12 21 23 15C22 6 17 0 9-1Q0 8-9-1Z'),
    cuts(INK, [
      [-17, 7, -17.6, 11, 0.8],
      [-11, 12, -11.4, 16, 0.8],
      [-4, 10.4, -4, 14, 0.8],
      [4, 10.4, 4, 14, 0.8],
      [11, 12, 11.4, 16, 0.8],
      [17, 7, 17.6, 11, 0.8],
    ]),
  );

const lapel = (colour) =>
  all(
    shape(colour, 'M-9-1C-16 1-19 4-21 10L-4 22L0 8L4 22L21 10C19 4 16 1 9-1Q0 9-9-1Z'),
    line('M-15 6L-5 14M15 6L5 14', 0.8),
  );

const chain = () =>
  all(line('M-14 6Q0 26 14 6', 2.8), line('M-14 6Q0 26 14 6', 1.3, { stroke: OCHRE }), disc(OCHRE, 0, 17.6, 3));

const shield = (suit) =>
  all(
    shape(PAPER, 'M-16 32Q0 35.6 16 32Q18 56 0 68Q-18 56-16 32Z', { 'stroke-width': 1.6 }),
    mark('bavarian', suit, 0, 48.6, 22),
  );

const shoes = (colour) =>
  all(
    shape(colour, 'M-13 84Q-14 78-9 78.4Q-4 78.4-4.6 84Q-8 87-13 84Z'),
    shape(colour, 'M13 84Q14 78 9 78.4Q4 78.4 4.6 84Q8 87 13 84Z'),
  );

const sceptre = (x, top, bottom, finial) =>
  all(
    line(`M${x} ${top}V${bottom}`, 4.2),
    line(`M${x} ${top}V${bottom}`, 1.8, { stroke: OCHRE }),
    at(x, top, {}, finial),
  );

const orb = (x, y) =>
  all(
    disc(BLUE, x, y, 6.4),
    line(
      `M${x - 6.2} ${y - 0.6}Q${x} ${y + 2} ${x + 6.2} ${y - 0.6}M${x} ${y - 6.4}V${y - 11.4}M${x - 2.2} ${y - 9.4}H${x + 2.2}`,
      1.5,
    ),
    cuts(PAPER, [[x - 4, y - 2, x - 1.4, y - 4.6, 0.9, 0.5]]),
  );

const POSES = {
  E: {
    cloth: RED,
    lining: OCHRE,
    wood: BROWN,
    cushion: GREEN,
    collar: ermineCollar,
    shoe: INK,
    arms: (cloth) =>
      all(
        sceptre(29, -6, 48, all(disc(OCHRE, 0, -2, 3.6), shape(OCHRE, 'M0-14Q3.4-8 0-4.6Q-3.4-8 0-14Z'))),
        arm(cloth, 'M18 10Q27 16 28 26', 9),
        hand(29, 27),
        arm(cloth, 'M-18 10Q-27 20-24 33', 9),
        orb(-25, 31),
        hand(-22, 36),
      ),
  },
  G: {
    cloth: GREEN,
    lining: LINEN,
    wood: OCHRE,
    cushion: RED,
    collar: () => all(lapel(BROWN), chain()),
    shoe: RED,
    arms: (cloth) =>
      all(
        sceptre(28.5, -4, 50, shape(GREEN, 'M0-16C1-12 6-10 6-6C6-2 2-1 0-3C-2-1-6-2-6-6C-6-10-1-12 0-16Z')),
        arm(cloth, 'M18 10Q28 22 28 30', 9),
        hand(29, 32),
        arm(cloth, 'M-18 10Q-28 22-19 34', 9),
        hand(-16, 34),
      ),
  },
  H: {
    cloth: BLUE,
    lining: RED,
    wood: RED,
    cushion: OCHRE,
    collar: ermineCollar,
    shoe: BROWN,
    arms: (cloth) =>
      all(
        arm(cloth, 'M18 10Q30 12 29-4', 9),
        sceptre(
          28,
          -16,
          12,
          shape(RED, 'M0 .6C-2-2.4-6-4.4-6-7.4C-6-10.4-2-11.4 0-8.4C2-11.4 6-10.4 6-7.4C6-4.4 2-2.4 0 .6Z'),
        ),
        hand(28.4, -5),
        arm(cloth, 'M-18 10Q-27 20-22 33', 9),
        hand(-20, 34),
      ),
  },
  S: {
    cloth: OCHRE,
    lining: BLUE,
    wood: GREEN,
    cushion: BLUE,
    collar: () => all(lapel(RED), chain()),
    shoe: GREEN,
    arms: (cloth) =>
      all(
        arm(cloth, 'M18 10Q29 22 22 33', 9),
        orb(25, 30),
        hand(21, 35),
        arm(cloth, 'M-18 10Q-29 20-25 30', 9),
        sceptre(-27, 6, 72, disc(RED, 0, -2, 3.6)),
        hand(-27, 31),
      ),
  },
};

/** King of a suit, his neck at (50, 55). */
export function king(suit) {
  const { cloth, lining, wood, cushion, collar, arms, shoe } = POSES[suit];
  return at(
    50,
    55,
    {},
    drawn(throne(wood, cushion), robe(cloth, lining), shoes(shoe), shield(suit), arms(cloth), collar(), heads[suit]()),
  );
}
