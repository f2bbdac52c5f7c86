/**
 * The sheep's head of the chalk game as a line drawing that can be drawn in any number of strokes.
 *
 * `PARTS` are the lines in the order a hand would draw them. `strokes(n)` cuts or joins them to n strokes of about the
 * same length: where there are fewer strokes than lines, neighbouring lines go together; where there are more, the
 * longest lines are halved.
 */

type Point = readonly [number, number];
/** A cubic Bézier curve: start, two handles, end. */
type Curve = readonly [Point, Point, Point, Point];
/** A line drawn without lifting the chalk. */
type Line = readonly Curve[];

/** Size of the drawing. */
export const BOX = { width: 200, height: 220 } as const;

const PARTS: readonly string[] = [
  // The face, down one side to the chin and up the other.
  'M 66 78 C 62 106 72 128 76 148 C 79 162 75 172 82 186',
  'M 82 186 C 88 200 112 200 118 186 C 125 172 121 162 124 148 C 128 128 138 106 134 78',
  // The tuft of wool on the brow.
  'M 66 80 C 58 70 64 58 74 60 C 74 50 88 47 92 55 C 97 46 110 47 112 56 C 118 48 131 54 128 63 C 138 62 142 73 134 80',
  'M 134 80 C 129 88 119 86 117 79 C 112 88 101 88 98 80 C 94 89 83 88 81 80 C 77 87 69 86 66 80',
  // Wool and ear at the left.
  'M 68 58 C 56 58 48 48 56 38 C 50 28 60 18 70 23 C 74 12 88 12 92 20',
  'M 64 82 C 52 74 34 74 18 86 C 28 100 48 108 65 98',
  // Wool and ear at the right.
  'M 92 20 C 98 10 114 11 117 21 C 128 15 140 25 135 36 C 146 43 143 57 132 60',
  'M 136 82 C 148 74 166 74 182 86 C 172 100 152 108 135 98',
  // The eyes.
  'M 76 108 C 80 101 90 101 93 109 C 89 114 80 114 76 108',
  'M 107 109 C 110 101 120 101 124 108 C 120 114 111 114 107 109',
  // Nose and mouth.
  'M 86 150 C 88 159 95 164 100 164 C 105 164 112 159 114 150 C 106 145 94 145 86 150',
  'M 100 164 C 100 168 100 170 100 174 C 96 180 91 179 88 175',
  'M 100 174 C 104 180 109 179 112 175',
];

function read(path: string): Line {
  const numbers = path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
  const points: Point[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) points.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  const line: Curve[] = [];
  for (let at = 0; at + 3 < points.length; at += 3) {
    const [a, b, c, d] = points.slice(at, at + 4);
    if (a && b && c && d) line.push([a, b, c, d]);
  }
  return line;
}

function between(a: Point, b: Point, part: number): Point {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

/** A curve cut in two at a parameter from 0 to 1 (de Casteljau). */
function cut([a, b, c, d]: Curve, part: number): [Curve, Curve] {
  const ab = between(a, b, part);
  const bc = between(b, c, part);
  const cd = between(c, d, part);
  const abc = between(ab, bc, part);
  const bcd = between(bc, cd, part);
  const middle = between(abc, bcd, part);
  return [
    [a, ab, abc, middle],
    [middle, bcd, cd, d],
  ];
}

const FINENESS = 24;

function curveLength([a, b, c, d]: Curve): number {
  let total = 0;
  let before = a;
  for (let step = 1; step <= FINENESS; step += 1) {
    const part = step / FINENESS;
    const at = between(between(between(a, b, part), between(b, c, part), part), between(between(b, c, part), between(c, d, part), part), part);
    total += Math.hypot(at[0] - before[0], at[1] - before[1]);
    before = at;
  }
  return total;
}

function lineLength(line: Line): number {
  return line.reduce((sum, curve) => sum + curveLength(curve), 0);
}

/** A line cut in two at half its length, at a bend if one is near. */
function halved(line: Line): [Line, Line] {
  const half = lineLength(line) / 2;
  let gone = 0;
  for (const [index, curve] of line.entries()) {
    const length = curveLength(curve);
    if (gone + length < half) {
      gone += length;
      continue;
    }
    const part = (half - gone) / length;
    if (part < 0.25 && index > 0) return [line.slice(0, index), line.slice(index)];
    if (part > 0.75 && index + 1 < line.length) return [line.slice(0, index + 1), line.slice(index + 1)];
    const [first, second] = cut(curve, part);
    return [
      [...line.slice(0, index), first],
      [second, ...line.slice(index + 1)],
    ];
  }
  return [line, []];
}

/** Neighbouring lines in `n` groups so that the longest group is as short as may be. */
function grouped(lines: readonly Line[], n: number): Line[][] {
  const lengths = lines.map(lineLength);
  // cost[k][i]: the least sum of squares for the first i lines in k groups; from[k][i]: where the last group begins.
  const cost = Array.from({ length: n + 1 }, () => new Array<number>(lines.length + 1).fill(Infinity));
  const from = Array.from({ length: n + 1 }, () => new Array<number>(lines.length + 1).fill(0));
  cost[0]![0] = 0;
  for (let k = 1; k <= n; k += 1) {
    for (let end = k; end <= lines.length; end += 1) {
      let length = 0;
      for (let start = end - 1; start >= k - 1; start -= 1) {
        length += lengths[start]!;
        const sum = cost[k - 1]![start]! + length * length;
        if (sum < cost[k]![end]!) {
          cost[k]![end] = sum;
          from[k]![end] = start;
        }
      }
    }
  }
  const groups: Line[][] = [];
  let end = lines.length;
  for (let k = n; k > 0; k -= 1) {
    const start = from[k]![end]!;
    groups.unshift(lines.slice(start, end));
    end = start;
  }
  return groups;
}

function written(line: Line): string {
  const number = (value: number): string => String(Math.round(value * 10) / 10);
  const first = line[0];
  if (!first) return '';
  const start = `M${number(first[0][0])} ${number(first[0][1])}`;
  return line.reduce(
    (text, [, b, c, d]) => `${text}C${[...b, ...c, ...d].map(number).join(' ')}`,
    start,
  );
}

/** One stroke of the chalk: what it draws, and how long that is. */
export interface Stroke {
  readonly d: string;
  readonly length: number;
}

/** The whole head in `n` strokes, n from 1. */
export function strokes(n: number): Stroke[] {
  const count = Math.max(1, Math.floor(n));
  const lines: Line[] = PARTS.map(read);
  while (lines.length < count) {
    const lengths = lines.map(lineLength);
    const longest = lengths.indexOf(Math.max(...lengths));
    lines.splice(longest, 1, ...halved(lines[longest]!));
  }
  return grouped(lines, count).map((group) => ({
    d: group.map(written).join(''),
    length: group.reduce((sum, line) => sum + lineLength(line), 0),
  }));
}
