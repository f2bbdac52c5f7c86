// Limbs and garments that several figures share. Coordinates as in head.mjs: (0, 0) is the pit of the neck.

import { INK, SKIN } from '../draw/palette.mjs';
import { all, cuts, disc, group, line, shape } from '../draw/svg.mjs';

/** The pen that draws a person: outlines in ink, everything else fills. */
export const drawn = (...parts) =>
  group({ stroke: INK, 'stroke-width': 1.35, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }, parts);

const numbers = (d) => d.match(/-?\d*\.?\d+/g).map(Number);

// The shadow that a gouge leaves along the lower right of a sleeve or trouser leg `d` ("M.. L.." or "M.. Q..").
function shadow(d, width) {
  const points = numbers(d);
  const [x0, y0] = points;
  const [x2, y2] = points.slice(-2);
  const [x1, y1] = points.length === 6 ? points.slice(2, 4) : [(x0 + x2) / 2, (y0 + y2) / 2];
  const on = (t) => [
    (1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t * t * x2,
    (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t * t * y2,
  ];
  const [from, middle, to] = [on(0.3), on(0.55), on(0.85)];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  let [nx, ny] = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  if (nx + 0.6 * ny < 0) [nx, ny] = [-nx, -ny];
  const off = width * 0.27;
  const move = ([x, y]) => [x + nx * off, y + ny * off];
  const [a, m, b] = [move(from), move(middle), move(to)];
  const bend = ((m[0] - (a[0] + b[0]) / 2) * -(b[1] - a[1]) + (m[1] - (a[1] + b[1]) / 2) * (b[0] - a[0])) / length;
  return cuts(INK, [[...a, ...b, width * 0.11, bend * 2]]);
}

/** An arm or leg as a tube along `d`. */
export const limb = (colour, d, width, cap = 'round') =>
  all(
    line(d, width + 2.6, { 'stroke-linecap': cap }),
    line(d, width, { stroke: colour, 'stroke-linecap': cap }),
    colour !== INK && shadow(d, width),
  );

/** An arm in a sleeve from the shoulder where `d` begins; the seam at the shoulder is hidden unless the body wears another colour. */
export function arm(colour, d, width, { seam = false } = {}) {
  const [x, y] = numbers(d);
  return all(
    limb(colour, d, width),
    !seam && disc(colour, x - Math.sign(x) * 1.4, y + 0.8, width / 2 + 0.3, { stroke: 'none' }),
  );
}

export const hand = (x, y) => all(disc(SKIN, x, y, 3.8), line(`M${x - 1.3} ${y + 0.4}v2M${x + 1.1} ${y + 0.4}v2`, 0.8));

/** A shoe seen from the side, its toe to the left, heel at (x, y); `flip` turns the toe to the right. */
export const shoe = (colour, x, y, flip = false) =>
  group(
    { transform: `translate(${x} ${y})${flip ? 'scale(-1 1)' : ''}` },
    shape(colour, 'M3.6-6.4V0H-11.4Q-12-3.4-8.4-4Q-4.6-4.6-3.8-6.4Z'),
  );

/** A high boot whose shaft is `height` long. */
export const boot = (colour, x, y, height, flip = false) =>
  group(
    { transform: `translate(${x} ${y})${flip ? 'scale(-1 1)' : ''}` },
    shape(colour, `M-5-${height}H5L4 0H-11.4Q-12-3.4-8.4-4Q-4.6-4.6-4-6.4Z`),
    shape(colour, `M-6-${height + 1}H6V${4 - height}H-6Z`),
    cuts(INK, [[flip ? -2.8 : 2.8, 6 - height, flip ? -2.2 : 2.2, -4, 0.9]]),
  );
