// The four Saus: two big suit marks, and below them a beast that suits the suit.

import { mark } from '../draw/marks.mjs';
import { BLUE, BROWN, GREEN, INK, LINEN, OCHRE, PAPER, RED } from '../draw/palette.mjs';
import { all, at, cuts, disc, line, shape } from '../draw/svg.mjs';
import { drawn } from '../people/body.mjs';

const DARK = '#4f3422';
const FAWN = '#b5793f';

const meadow = (colour) =>
  all(
    shape(colour, 'M6 149Q8 140 24 139Q44 134 62 139Q73 140 74 149Z'),
    cuts(INK, [
      [16, 145, 26, 143, 0.8],
      [34, 146, 46, 144, 0.8],
      [54, 145, 66, 144, 0.8],
    ]),
  );

const blades = (x, y) =>
  shape(
    GREEN,
    `M${x - 4} ${y}Q${x - 4} ${y - 6} ${x - 7} ${y - 9}Q${x - 1} ${y - 7} ${x - 1} ${y - 2}Q${x} ${y - 8} ${x + 2} ${y - 12}Q${x + 3} ${y - 6} ${x + 2} ${y - 2}Q${x + 3} ${y - 6} ${x + 7} ${y - 8}Q${x + 5} ${y - 4} ${x + 5} ${y}Z`,
    { 'stroke-width': 1 },
  );

const oakLeaf = (x, y, turn, scale = 1) =>
  at(
    x,
    y,
    { turn, scale },
    shape(
      GREEN,
      'M0 0C-3-1-5-4-3-6C-7-6-7-11-3.6-12C-6-14-4-18-1.6-18Q0-21 1.6-18C4-18 6-14 3.6-12C7-11 7-6 3-6C5-4 3-1 0 0Z',
    ),
    line('M0 2V-15M0-5L3-8M0-5L-3-8M0-10L3-13M0-10L-3-13', 0.8),
  );

const lindenLeaf = (x, y, turn, scale = 1) =>
  at(
    x,
    y,
    { turn, scale },
    shape(GREEN, 'M0 0C-6-1-8-6-6-10Q-4-14 0-18Q4-14 6-10C8-6 6-1 0 0Z'),
    line('M0 3V-12M0-4L3-7M0-4L-3-7', 0.8),
  );

const boar = () =>
  at(
    5,
    89,
    { scale: 1.14 },
    shape(DARK, 'M24 34L25 46H30L31 36ZM41 34L42 46H47L49 34Z'),
    line('M58 17Q65 14 63 9Q60 7 60 11Q61 15 66 12', 1.7),
    shape(INK, 'M15 12L14 5L19 8L20 0L25 4L28-3L32 3L37-2L40 4L46 1L48 8Z'),
    shape(
      BROWN,
      'M1.4 24Q.4 28.4 2.6 31Q9 33.4 15 33.6Q20 40.6 32 39.4Q46 40.4 54 35.4Q61 29 58.4 18Q53.4 8 42 7Q32 2 24 6Q18 8.6 14.4 13.4Q8 20 1.4 24Z',
    ),
    shape(BROWN, 'M17 32L18 46H24L26.4 35ZM46 35L49 46H55L56.6 31Z'),
    shape(INK, 'M17.6 42.6L18 46H24L24.4 42.6ZM48.2 42.6L49 46H55L55.3 42.6Z', { 'stroke-width': 0.8 }),
    shape(FAWN, 'M1.4 24Q.4 28.4 2.6 31Q5 31 5.6 27.4Q5 24-.4 24Z', { 'stroke-width': 1 }),
    shape(PAPER, 'M8.4 31.4Q5.4 28 7.4 23.4Q8.6 27.6 12 30.4Z', { 'stroke-width': 0.9 }),
    shape(DARK, 'M15.4 15.6Q14.6 8 19.6 4.4Q23.4 10 20.6 17Z'),
    disc(PAPER, 12.4, 19.6, 1.9, { 'stroke-width': 0.8 }),
    disc(INK, 12.1, 19.8, 0.9, { stroke: 'none' }),
    cuts(INK, [
      [26, 12, 24, 32, 1.4, 2],
      [31, 9, 30, 20, 0.9, 1],
      [36, 10, 36, 22, 0.9, 1],
      [42, 11, 43, 24, 0.9],
      [48, 14, 49, 26, 0.9, -1],
      [54, 20, 52, 32, 1.3, -1.5],
      [34, 34, 44, 34.6, 1],
    ]),
    cuts(OCHRE, [
      [28, 24, 27, 34, 0.8, 0.6],
      [39, 25, 40, 33, 0.8],
      [46, 28, 46.6, 34, 0.8],
    ]),
  );

const stag = () =>
  at(
    11,
    75.5,
    { scale: 0.92 },
    shape(BROWN, 'M27 46L25.4 60L26 72H30L30.6 60L34 48ZM46 44Q48 54 45.6 60L46 72H50L50.4 60L53 46Z'),
    line('M22 12Q17 2 21-12M19.6 2Q14 2 11-4M19.4-4Q25-6 26-13M26.4 12Q32 4 36-9M31 3Q37 3 41-2M34-3Q32-8 33-13', 4),
    line('M22 12Q17 2 21-12M19.6 2Q14 2 11-4M19.4-4Q25-6 26-13M26.4 12Q32 4 36-9M31 3Q37 3 41-2M34-3Q32-8 33-13', 1.9, {
      stroke: OCHRE,
    }),
    shape(
      FAWN,
      'M19 33Q21 44 24 48L21.4 60L20.6 72H25L27 60L31 50Q42 46 50 50Q56 54 53.4 60L54.6 72H59L58.4 59Q63 50 62.6 42Q62 32 55 31Q44 33 37 31Q31 27 29.4 18L20 17Q19 24 16.6 28Q16.4 31 19 33Z',
    ),
    shape(FAWN, 'M30 20Q28 11 21 11.4Q16 13 8.4 19Q6.4 21.6 8.6 23.6Q14 25 19 22.8Q22 27 27 25.6Z'),
    shape(FAWN, 'M25.6 13.4Q31 7.6 36.4 9.4Q34.6 15.4 28.4 17.4Z'),
    shape(LINEN, 'M56.4 31.4Q62.4 30 64 36Q61 38.4 58.4 36Z', { 'stroke-width': 1 }),
    disc(INK, 9, 20.8, 1.5, { stroke: 'none' }),
    disc(INK, 18.4, 16.8, 1.3, { stroke: 'none' }),
    line('M9 23Q12 23.4 14.4 22', 0.8),
    cuts(INK, [
      [23, 26, 24, 38, 1.1, 1],
      [19.6, 28, 22, 40, 1, 0.8],
      [27, 26, 29, 36, 0.9, 0.6],
      [40, 45, 33, 47, 1],
      [57, 36, 58, 48, 1.3, -1.2],
    ]),
    cuts(PAPER, [
      [38, 35, 41, 36, 0.8],
      [44, 36.6, 47, 36.4, 0.8],
      [49.6, 35, 52.4, 35, 0.8],
      [42, 40, 45, 40.4, 0.8],
      [48, 40.6, 51, 40, 0.8],
    ]),
  );

const robin = () =>
  at(
    5,
    85,
    { scale: 1.08 },
    line('M2 50Q20 41 40 47Q50 50 58 47', 4.6),
    line('M2 50Q20 41 40 47Q50 50 58 47', 2.2, { stroke: BROWN }),
    lindenLeaf(6, 47, -40, 0.6),
    lindenLeaf(14, 45, 200, 0.6),
    lindenLeaf(49, 50, 160, 0.62),
    line('M22 40L21 45.6M29 41L29 46', 1.6),
    shape(BROWN, 'M48 24L64 33Q63 37 59 38L44 35Z'),
    shape(LINEN, 'M12 16Q9 38 25 42Q40 43 47 33Q48 16 36 8Q22-1 14 7Q12 10 12 16Z'),
    shape(RED, 'M13.6 8Q19 4 23 8Q29 16 27 26Q24 36 16 36Q10 28 12 14Q12 10 13.6 8Z'),
    shape(BROWN, 'M15.6 5.6Q24-.6 36 8Q46 14 47.4 27Q40 22 33 13Q28 9 24 11Q20 5.6 15.6 5.6Z'),
    shape(FAWN, 'M28 15Q43 14 57 33Q42 37 33 31Q26 25 28 15Z'),
    line('M33 20Q42 22 48 30M32 25Q38 27 43 32', 0.9),
    shape(OCHRE, 'M13.4 9.4L4.6 12.4L12.4 14.6Z'),
    disc(INK, 18.6, 10.2, 1.6, { stroke: 'none' }),
    disc(PAPER, 18.1, 9.7, 0.5, { stroke: 'none' }),
    cuts(INK, [
      [28, 38, 38, 37, 0.8, -0.6],
      [14.6, 22, 17, 32, 0.9, 0.7],
    ]),
  );

const dachshund = () =>
  at(
    4,
    94.6,
    { scale: 1.08 },
    shape(DARK, 'M25 30L26 43Q21 43 21 40.6L20.4 32ZM51 30L54 43Q49 43 48.6 40.4L47 32Z'),
    line('M60 21Q66 20 67 8', 4.6),
    line('M60 21Q66 20 67 8', 2, { stroke: BROWN }),
    shape(
      BROWN,
      'M7 14.6Q2 15.6.6 19.4Q1 23.6 6 24Q12 24.4 16 22.6Q16.6 31 21 35Q34 37 52 34.4Q61 33 62 26Q62.4 19.6 55 18Q40 17.4 29.4 17Q28 7 20.6 5Q14 4.6 12 10.4Q10 13.4 7 14.6Z',
    ),
    shape(
      BROWN,
      'M18 30L19.6 43.4H13.6Q13.4 40.6 16 39.8L14.6 31ZM53 31L56 43.4H50Q49.8 40.6 52 39.8L47.6 33ZM57 20Q64 24 60 32L61 37Q59 41 57 43.4',
    ),
    shape(FAWN, 'M7.4 18.6Q2.4 19.4.6 19.4Q1 23.6 6 24Q11 24.2 14.4 23Q11 19 7.4 18.6Z', { 'stroke-width': 0.9 }),
    disc(INK, 1.8, 18.4, 2, { stroke: 'none' }),
    disc(PAPER, 13.8, 12.6, 1.8, { 'stroke-width': 0.8 }),
    disc(INK, 13.4, 12.8, 0.9, { stroke: 'none' }),
    shape(RED, 'M15.6 23.4Q23 24.4 29.6 17.6L30 22Q23 29 15.8 28Z'),
    disc(OCHRE, 19, 29.6, 3),
    line('M16.4 29.8H21.6', 0.8),
    shape(DARK, 'M19 7Q28 8.6 28.4 19Q26.6 26 21.4 23.4Q17 16 19 7Z'),
    cuts(INK, [
      [32, 33, 46, 32.6, 1.1, 0.4],
      [34, 21, 50, 21, 0.8],
      [57, 21, 59.4, 28, 1, -0.8],
    ]),
    cuts(OCHRE, [
      [36, 27, 45, 26.8, 0.9],
      [22.4, 12, 24.4, 19, 0.8, -0.6],
    ]),
  );

const bough = () =>
  all(
    line('M27 15Q58 20 92 11', 5.4),
    line('M27 15Q58 20 92 11', 2.7, { stroke: BROWN }),
    line('M42 17L43 29M76 15L77 29', 2.4),
    oakLeaf(58, 18, 180, 1.5),
    oakLeaf(53, 17, -124, 0.95),
    oakLeaf(63, 17, 122, 0.95),
  );

const vine = () =>
  all(
    line('M58 70Q58 61 47 58Q41 57 41 50M58 70Q58 61 69 58Q75 57 75 50', 4.4),
    line('M58 70Q58 61 47 58Q41 57 41 50M58 70Q58 61 69 58Q75 57 75 50', 1.8, { stroke: GREEN }),
  );

const ribbon = () =>
  all(
    line('M57 17Q46 20 41 38M59 17Q70 20 76 38', 4.2),
    line('M57 17Q46 20 41 38M59 17Q70 20 76 38', 1.7, { stroke: BLUE }),
    shape(
      BLUE,
      'M57 15Q45 4 40 10Q38 18 57 17ZM59 15Q71 4 76 10Q78 18 59 17ZM56 18L50 31L55 29L58 34L61 29L66 31L60 18Z',
    ),
    line('M58 18V33M53 13Q48 11 44 12M63 13Q68 11 72 12', 0.9),
    disc(BLUE, 58, 16, 3.4),
  );

const strap = () =>
  all(
    shape(RED, 'M26 19Q58 32 93 19V26Q58 39 26 26Z'),
    [33, 50, 58.5, 67, 86].map((x, i) => disc(OCHRE, x, [25.4, 28.4, 29, 28.4, 25.2][i], 1.5, { 'stroke-width': 0.8 })),
  );

const ACES = {
  E: { behind: () => all(meadow(GREEN)), beast: boar, hang: bough, y: 48 },
  G: { behind: () => all(meadow(GREEN), blades(14, 141), blades(68, 142)), beast: stag, hang: vine, y: 38 },
  H: { behind: () => '', beast: robin, hang: ribbon, y: 50 },
  S: { behind: () => meadow(OCHRE), beast: dachshund, hang: strap, y: 50 },
};

/** The beast alone, near the lower edge of the card. */
export const beast = (suit) => drawn(ACES[suit].behind(), ACES[suit].beast());

/** Sau of a suit. */
export function sau(suit) {
  const { hang, y } = ACES[suit];
  return all(beast(suit), drawn(hang()), mark('bavarian', suit, 41, y, 35), mark('bavarian', suit, 76, y, 35));
}
