/** The icon: a sheep's head on felt. One drawing gives the SVG and, by a small rasteriser, the PNG files. */
import { deflateSync } from 'node:zlib';

interface Shape {
  /** SVG path with the commands M, C and Z, absolute, on a field of 64 x 64. */
  d: string;
  colour: string;
  /** Width of a round pen; without it the shape is filled. */
  pen?: number;
}

const FELT = '#1f5a40';
const shapes: readonly Shape[] = [
  { d: 'M28 24 C22 11 7 11 6 24 C5 34 13 40 19 35 C23.5 31 21 25 16 27', colour: '#e3b04b', pen: 5.4 },
  { d: 'M36 24 C42 11 57 11 58 24 C59 34 51 40 45 35 C40.5 31 43 25 48 27', colour: '#e3b04b', pen: 5.4 },
  {
    d: 'M32 18 C39 18 43 22 42.5 30 C41.5 36 40.5 42 39 48 C38 53 35.5 55.5 32 55.5 C28.5 55.5 26 53 25 48 C23.5 42 22.5 36 21.5 30 C21 22 25 18 32 18 Z',
    colour: '#fbf4e2',
  },
  { d: 'M28.5 50 C30.5 51.8 33.5 51.8 35.5 50', colour: '#17402d', pen: 2.2 },
  { d: 'M27.2 32.5 C27.2 32.5 27.2 32.6 27.2 32.6', colour: '#17402d', pen: 3.6 },
  { d: 'M36.8 32.5 C36.8 32.5 36.8 32.6 36.8 32.6', colour: '#17402d', pen: 3.6 },
];

export function iconSvg(): string {
  const drawn = shapes.map(({ d, colour, pen }) =>
    pen === undefined
      ? `<path fill="${colour}" d="${d}"/>`
      : `<path fill="none" stroke="${colour}" stroke-width="${pen}" stroke-linecap="round" d="${d}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${FELT}"/>${drawn.join('')}</svg>\n`;
}

type Point = readonly [number, number];

/** A path as a chain of short straight pieces. */
function flatten(d: string): Point[] {
  const words = d.match(/[MCZ]|-?[\d.]+/g) ?? [];
  const points: Point[] = [];
  let at = 0;
  const next = (): number => Number(words[at++]);
  while (at < words.length) {
    const command = words[at++];
    if (command === 'M') points.push([next(), next()]);
    else if (command === 'C') {
      do {
        const from = points.at(-1) as Point;
        const c: Point[] = [from, [next(), next()], [next(), next()], [next(), next()]];
        for (let step = 1; step <= 24; step++) points.push(bezier(c, step / 24));
      } while (at < words.length && !/[MCZ]/.test(words[at] as string));
    }
  }
  return points;
}

function bezier(c: readonly Point[], t: number): Point {
  const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
  const mix = (axis: 0 | 1): number => weights.reduce((sum, weight, i) => sum + weight * (c[i] as Point)[axis], 0);
  return [mix(0), mix(1)];
}

/** Paints on a square field, each point the number of a colour (0: nothing). */
class Field {
  readonly points: Uint8Array;

  constructor(readonly size: number) {
    this.points = new Uint8Array(size * size);
  }

  /** Every row of a closed chain between its first and second crossing, its third and fourth, and so on. */
  fill(chain: readonly Point[], colour: number): void {
    for (let y = 0; y < this.size; y++) {
      const crossings: number[] = [];
      for (let i = 0, j = chain.length - 1; i < chain.length; j = i++) {
        const [xi, yi] = chain[i] as Point;
        const [xj, yj] = chain[j] as Point;
        if (yi > y + 0.5 !== yj > y + 0.5) crossings.push(((xj - xi) * (y + 0.5 - yi)) / (yj - yi) + xi);
      }
      crossings.sort((m, n) => m - n);
      for (let k = 0; k + 1 < crossings.length; k += 2) {
        const from = Math.max(0, Math.round(crossings[k] as number));
        const to = Math.min(this.size, Math.round(crossings[k + 1] as number));
        this.points.fill(colour, y * this.size + from, y * this.size + Math.max(from, to));
      }
    }
  }

  /** A chain drawn with a round pen. */
  stroke(chain: readonly Point[], radius: number, colour: number): void {
    for (let i = 1; i < chain.length; i++) {
      const [ax, ay] = chain[i - 1] as Point;
      const [bx, by] = chain[i] as Point;
      const [dx, dy] = [bx - ax, by - ay];
      const length = dx * dx + dy * dy;
      const edge = (value: number): number => Math.max(0, Math.min(this.size - 1, Math.round(value)));
      for (let y = edge(Math.min(ay, by) - radius); y <= edge(Math.max(ay, by) + radius); y++) {
        for (let x = edge(Math.min(ax, bx) - radius); x <= edge(Math.max(ax, bx) + radius); x++) {
          const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
          if ((ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2 <= radius * radius) this.points[y * this.size + x] = colour;
        }
      }
    }
  }

  /** The felt, with round corners of this radius. */
  ground(radius: number, colour: number): void {
    const last = this.size - 0.5;
    for (let y = 0; y < this.size; y++) {
      for (let x = 0; x < this.size; x++) {
        const dx = Math.max(radius - x - 0.5, x - last + radius, 0);
        const dy = Math.max(radius - y - 0.5, y - last + radius, 0);
        if (dx * dx + dy * dy <= radius * radius) this.points[y * this.size + x] = colour;
      }
    }
  }
}

/** Each point of the picture is the mean of this many finer ones each way. */
const FINE = 3;

/** `scale` below 1 leaves a margin, for icons that a phone cuts into its own form. */
export function iconPng(size: number, { scale = 1, rounded = false } = {}): Buffer {
  const field = new Field(size * FINE);
  const unit = field.size / 64;
  const colours = [FELT, ...shapes.map((shape) => shape.colour)].map(rgb);
  field.ground(rounded ? 14 * unit : 0, 1);
  shapes.forEach((shape, i) => {
    const chain = flatten(shape.d).map(([x, y]): Point => [((x - 32) * scale + 32) * unit, ((y - 32) * scale + 32) * unit]);
    if (shape.pen === undefined) field.fill(chain, i + 2);
    else field.stroke(chain, (shape.pen / 2) * scale * unit, i + 2);
  });
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0];
      let solid = 0;
      for (let s = 0; s < FINE * FINE; s++) {
        const at = (y * FINE + Math.floor(s / FINE)) * field.size + x * FINE + (s % FINE);
        const colour = colours[(field.points[at] as number) - 1];
        if (!colour) continue;
        solid++;
        for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (colour[c] as number);
      }
      const at = y * (size * 4 + 1) + 1 + x * 4;
      for (let c = 0; c < 3; c++) rows[at + c] = solid ? Math.round((sum[c] as number) / solid) : 0;
      rows[at + 3] = Math.round((255 * solid) / (FINE * FINE));
    }
  }
  return png(size, rows);
}

function rgb(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function png(size: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
