// Who is who: one head for each picture card. The French deck borrows the kings and the Unters and adds its queens.

import { BLUE, BROWN, GREEN, GREY, LINEN, OCHRE, RED } from '../draw/palette.mjs';
import { all, line, shape } from '../draw/svg.mjs';
import { beards, face, fringe, hairBack, hats } from './head.mjs';

const DARK = '#3a302a';
const GINGER = '#c46a2b';
const STRAW = '#e8c878';

export const kings = {
  E: () =>
    all(
      hairBack.long(LINEN),
      face({ eyes: 'stern', brows: 'bushy', browColour: GREY, mouth: 'none', nose: 'broad', look: 0 }),
      beards.full(LINEN),
      hats.crown(OCHRE, RED),
    ),
  G: () =>
    all(
      hairBack.bob(DARK),
      face({ eyes: 'open', brows: 'bold', mouth: 'none', nose: 'hooked', look: -1 }),
      beards.forked(DARK),
      hats.leafCrown(OCHRE, GREEN),
    ),
  H: () =>
    all(
      hairBack.curls(GINGER),
      face({ eyes: 'calm', brows: 'raised', mouth: 'smile', nose: 'straight', look: 0.8 }),
      beards.twirled(GINGER),
      hats.archedCrown(OCHRE, RED),
    ),
  S: () =>
    all(
      hairBack.short(BROWN),
      face({
        eyes: 'merry',
        brows: 'bushy',
        browColour: BROWN,
        mouth: 'none',
        nose: 'broad',
        wide: 1.08,
        look: 0,
        cheeks: 0.75,
      }),
      beards.round(BROWN),
      hats.spikeCrown(OCHRE, BLUE),
    ),
};

export const obers = {
  E: () =>
    all(
      hairBack.short(LINEN),
      face({ eyes: 'stern', brows: 'bushy', browColour: GREY, mouth: 'none', nose: 'broad', look: 1.2 }),
      beards.chops(LINEN),
      beards.twirled(LINEN),
      hats.plumed(GREEN, OCHRE, RED, LINEN),
    ),
  G: () =>
    all(
      hairBack.bob(DARK),
      face({ eyes: 'calm', brows: 'raised', mouth: 'none', nose: 'straight', look: 1 }),
      beards.pointed(DARK),
      hats.beret(BLUE, OCHRE, RED),
    ),
  H: () =>
    all(
      hairBack.short(GINGER),
      face({ eyes: 'stern', brows: 'bold', mouth: 'none', nose: 'hooked', look: 1.2, cheeks: 0.7 }),
      beards.round(GINGER),
      hats.morion(GREY, RED),
    ),
  S: () =>
    all(
      hairBack.short(BROWN),
      face({ eyes: 'merry', brows: 'soft', mouth: 'smile', nose: 'broad', wide: 1.16, look: 0.6, cheeks: 0.85 }),
      line('M-4.6-3Q0-.4 4.6-3', 0.9),
      beards.moustache(BROWN),
      hats.furcap(GREEN, LINEN, RED),
    ),
};

export const unters = {
  E: () =>
    all(
      hairBack.bob(BROWN),
      face({ eyes: 'open', brows: 'soft', mouth: 'line', look: -1.6 }),
      fringe.straight(BROWN),
      hats.hunter(GREEN, BROWN, LINEN),
    ),
  G: () =>
    all(
      hairBack.curls(STRAW),
      face({ eyes: 'open', brows: 'raised', mouth: 'smile', nose: 'small', look: -1, cheeks: 0.8 }),
      fringe.tuft(STRAW),
      hats.straw(OCHRE, GREEN),
    ),
  H: () =>
    all(
      hairBack.short(DARK),
      face({ eyes: 'calm', brows: 'soft', mouth: 'smile', nose: 'straight', look: -1.4 }),
      fringe.parted(DARK),
      hats.beret(RED, LINEN, BLUE),
    ),
  S: () =>
    all(
      face({ eyes: 'merry', brows: 'raised', mouth: 'laugh', nose: 'hooked', look: -1, cheeks: 0.9 }),
      hats.jester(RED, BLUE, OCHRE),
    ),
};

const veil = (c) => shape(c, 'M-9-28C-15-26-15-12-18 4Q-10 9-5 4L5 4Q10 9 18 4C15-12 15-26 9-28Z');

export const queens = {
  E: () =>
    all(
      veil(LINEN),
      face({ eyes: 'calm', brows: 'soft', mouth: 'lips', nose: 'small', look: 0.8 }),
      fringe.parted(BROWN),
      hats.crown(OCHRE, GREEN),
    ),
  G: () =>
    all(
      hairBack.long(DARK),
      face({ eyes: 'open', brows: 'raised', mouth: 'lips', nose: 'straight', look: -0.8 }),
      fringe.parted(DARK),
      hats.leafCrown(OCHRE, BLUE),
    ),
  H: () =>
    all(
      hairBack.long(STRAW),
      face({ eyes: 'open', brows: 'soft', mouth: 'lips', nose: 'small', look: 0.8, cheeks: 0.7 }),
      fringe.parted(STRAW),
      hats.archedCrown(OCHRE, RED),
    ),
  S: () =>
    all(
      hairBack.curls(GINGER),
      face({ eyes: 'merry', brows: 'soft', mouth: 'smile', nose: 'small', look: -0.6, cheeks: 0.8 }),
      fringe.parted(GINGER),
      hats.spikeCrown(OCHRE, RED),
    ),
};
