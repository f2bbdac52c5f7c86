// The back: white and blue lozenges in a frame, the same either way up.

import { HEIGHT, WIDTH, paper } from './card.mjs';
import { BLUE, LINEN, OCHRE } from './palette.mjs';
import { all, disc, shape } from './svg.mjs';
import { drawn } from '../people/body.mjs';

const EDGE = 7;
const [ACROSS, DOWN] = [9, 9];

const lozenges = () => {
  const w = (WIDTH - 2 * EDGE) / ACROSS;
  const h = (HEIGHT - 2 * EDGE) / DOWN;
  let d = '';
  for (let row = 0; row < DOWN; row++)
    for (let column = 0; column < ACROSS; column++) {
      const [x, y] = [EDGE + column * w, EDGE + row * h];
      d += `M${x.toFixed(2)} ${(y + h / 2).toFixed(2)}l${(w / 2).toFixed(2)} ${(-h / 2).toFixed(2)} ${(w / 2).toFixed(2)} ${(h / 2).toFixed(2)} ${(-w / 2).toFixed(2)} ${(h / 2).toFixed(2)}Z`;
    }
  return d;
};

const petals = () =>
  [0, 45, 90, 135, 180, 225, 270, 315].map(
    (turn) =>
      `<g transform="translate(50 78)rotate(${turn})">${shape(turn % 90 ? LINEN : OCHRE, 'M0-3Q4-7 0-12Q-4-7 0-3Z', { 'stroke-width': 0.9 })}</g>`,
  );

export const back = () =>
  all(
    paper(),
    `<rect x="${EDGE}" y="${EDGE}" width="${WIDTH - 2 * EDGE}" height="${HEIGHT - 2 * EDGE}" rx="2" fill="${LINEN}"/>`,
    shape(BLUE, lozenges()),
    drawn(
      `<rect x="${EDGE}" y="${EDGE}" width="${WIDTH - 2 * EDGE}" height="${HEIGHT - 2 * EDGE}" rx="2" fill="none"/>`,
      disc(LINEN, 50, 78, 19),
      disc(BLUE, 50, 78, 15.5),
      petals(),
      disc(OCHRE, 50, 78, 2.2),
    ),
  );
