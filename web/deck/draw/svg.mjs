// The few words of SVG that the card art is written in. Every helper returns a string.

const number = (value) => String(Math.round(value * 100) / 100);

const attributes = (extra) =>
  Object.entries(extra)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? number(value) : value}"`)
    .join('');

/** Parts joined into one string; nested lists are welcome. */
export const all = (...parts) => parts.flat(Infinity).filter(Boolean).join('');

export const group = (extra, ...parts) => `<g${attributes(extra)}>${all(parts)}</g>`;

/** Parts moved to (x, y), then scaled, then turned by `turn` degrees. */
export function at(x, y, { scale = 1, flip = false, turn = 0 } = {}, ...parts) {
  const steps = [];
  if (x || y) steps.push(`translate(${number(x)} ${number(y)})`);
  if (turn) steps.push(`rotate(${number(turn)})`);
  if (flip) steps.push(`scale(${number(-scale)} ${number(scale)})`);
  else if (scale !== 1) steps.push(`scale(${number(scale)})`);
  return steps.length ? group({ transform: steps.join('') }, parts) : all(parts);
}

/** A closed or open shape with a fill; the outline comes from the group around it. */
export const shape = (fill, d, extra = {}) => `<path${attributes({ fill, ...extra, d })}/>`;

/** A line in ink without a fill. */
export const line = (d, width, extra = {}) =>
  `<path${attributes({ fill: 'none', 'stroke-width': width, ...extra, d })}/>`;

/** A colour laid on without an outline. */
export const patch = (fill, d, extra = {}) => shape(fill, d, { stroke: 'none', ...extra });

export const disc = (fill, x, y, radius, extra = {}) =>
  `<circle${attributes({ cx: x, cy: y, r: radius, fill, ...extra })}/>`;

/**
 * Cuts of a gouge: pointed strokes, thick in the middle, that model folds and shadows as in a linocut.
 * Each cut is [x1, y1, x2, y2, width, bend?]; `bend` moves the middle to the side.
 */
export function cuts(fill, list) {
  const d = list
    .map(([x1, y1, x2, y2, width, bend = 0]) => {
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length];
      const [mx, my] = [(x1 + x2) / 2 + nx * bend, (y1 + y2) / 2 + ny * bend];
      const side = (sign) => `${number(mx + sign * nx * width)} ${number(my + sign * ny * width)}`;
      return `M${number(x1)} ${number(y1)}Q${side(1)} ${number(x2)} ${number(y2)}Q${side(-1)} ${number(x1)} ${number(y1)}Z`;
    })
    .join('');
  return patch(fill, d);
}
