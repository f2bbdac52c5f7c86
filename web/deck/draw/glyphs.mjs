// Letters and figures of the indices, cut by hand so that they look the same on every machine.
// Each stands in a box 20 high, from x = 0 to `width`; `d` is drawn with a broad stroke, `thin` (serifs) with a finer one.

import { all, group, line } from './svg.mjs';

const BROAD = 4;
const FINE = 2.2;

const GLYPHS = {
  A: { width: 17, d: 'M3.6 19L8.5 2.2L13.4 19M5.4 13.2H11.6', thin: 'M0.6 18.9H6.4M10.6 18.9H16.4M5.4 1.1H9.4' },
  K: {
    width: 16,
    d: 'M4 1.2V18.8M13 2L5 11M7.6 8.6L13.2 18.8',
    thin: 'M0.8 1.1H7.2M0.8 18.9H7.2M10.2 1.1H15.4M10.6 18.9H15.8',
  },
  O: { width: 17, d: 'M8.5 2C12.6 2 15 5.4 15 10S12.6 18 8.5 18S2 14.6 2 10S4.4 2 8.5 2Z' },
  U: { width: 17, d: 'M4 1.2V11.6C4 16 5.6 18 8.7 18S13.3 16 13.3 11.6V1.2', thin: 'M0.8 1.1H7.2M10.1 1.1H16.4' },
  Q: { width: 17, d: 'M8.5 2C12.6 2 15 5.2 15 9.6S12.6 17.2 8.5 17.2S2 14 2 9.6S4.4 2 8.5 2ZM8.6 12L15.4 19.6' },
  J: { width: 13, d: 'M9 1.2V12.6C9 16.4 7.8 18 5.4 18C3.4 18 2 16.8 2 14.2', thin: 'M5 1.1H12.4' },
  1: { width: 9, d: 'M.6 5.9L5 2.4V18.8', thin: 'M1.6 18.9H8.4' },
  0: { width: 13, d: 'M6.5 2C9.6 2 11 5.2 11 10S9.6 18 6.5 18S2 14.8 2 10S3.4 2 6.5 2Z' },
  9: { width: 14, d: 'M12 7.4C12 4 10 2 7 2S2 4 2 7.2S4 12.2 6.9 12.2S12 10.6 12 7.4C12 14.6 9.4 18 3.6 18' },
  8: {
    width: 14,
    d: 'M7 2C9.6 2 11.4 3.4 11.4 5.6S9.6 9.3 7 9.3S2.6 7.8 2.6 5.6S4.4 2 7 2ZM7 9.3C10.2 9.3 12.1 11 12.1 13.7S10.2 18 7 18S1.9 16.4 1.9 13.7S3.8 9.3 7 9.3Z',
  },
  7: { width: 14, d: 'M1.6 2.2H12C8.6 7.6 6.6 12.4 6.2 18.9', thin: 'M1.5 1.2V5.6' },
};

const GAP = 1.2;

/** Index text of a rank as printed on the card. */
export const INDEX_TEXT = {
  bavarian: { A: 'A', Z: '10', K: 'K', O: 'O', U: 'U', 9: '9', 8: '8', 7: '7' },
  french: { A: 'A', Z: '10', K: 'K', O: 'Q', U: 'J', 9: '9', 8: '8', 7: '7' },
};

/** `text` in `colour`, centred on x = 0 and hanging down from y = 0, `height` high and at most `room` wide. */
export function lettering(text, colour, height, room = Infinity) {
  const width = [...text].reduce((sum, sign) => sum + GLYPHS[sign].width + GAP, -GAP);
  const scale = height / 20;
  const squeeze = Math.min(scale, room / width);
  let x = -width / 2;
  const strokes = [...text].map((sign) => {
    const glyph = GLYPHS[sign];
    const drawn = group(
      { transform: `translate(${Math.round(x * 100) / 100} 0)` },
      line(glyph.d, BROAD),
      glyph.thin && line(glyph.thin, FINE),
    );
    x += glyph.width + GAP;
    return drawn;
  });
  const round = (value) => Math.round(value * 1000) / 1000;
  return group(
    {
      'data-index': text,
      stroke: colour,
      'stroke-linecap': 'butt',
      'stroke-linejoin': 'round',
      transform: `scale(${round(squeeze)} ${round(scale)})`,
    },
    all(strokes),
  );
}
