/** Which lines are probably one game that two phones wrote down: the twin of `club/sheet/doubles.py`. */
import { canonical } from './content';
import type { DraftLine } from './reading';

/** Equal lines further apart are two games that went alike. */
const WITHIN_MS = 10 * 60_000;

/** For each line that is probably there twice, the others. */
export function doublesOf(lines: readonly DraftLine[]): Map<string, string[]> {
  const live = lines.filter((line) => !line.deleted && !line.distinct);
  const alike = new Map<string, number[]>();
  const after = new Map<string, number[]>();
  const put = (groups: Map<string, number[]>, key: string, place: number) => {
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  };
  live.forEach((line, place) => {
    put(alike, plain(line), place);
    if (line.content.line === 'played' || line.content.line === 'passed') put(after, line.after, place);
  });
  const found = new Map<number, Set<number>>();
  const pair = (one: number, other: number) => (found.get(one) ?? found.set(one, new Set()).get(one))?.add(other);
  for (const [groups, within] of [[alike, WITHIN_MS], [after, Infinity]] as const) {
    for (const group of groups.values()) {
      group.forEach((one, index) => {
        for (const other of group.slice(index + 1)) {
          const [a, b] = [live[one] as DraftLine, live[other] as DraftLine];
          if (a.device === b.device || Math.abs(a.at_ms - b.at_ms) > within) continue;
          pair(one, other);
          pair(other, one);
        }
      });
    }
  }
  const id = (place: number) => (live[place] as DraftLine).id;
  return new Map([...found].map(([place, others]) => [id(place), [...others].sort((one, other) => one - other).map(id)]));
}

/** What a line says of its game, however it was written; not what the phone knew besides. */
function plain({ content }: DraftLine): string {
  if (content.line === 'corrected' || content.line === 'paid') return canonical(content);
  const { ruled: _ruled, resting: _resting, ...said } = content;
  return canonical(said);
}
