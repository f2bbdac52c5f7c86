/** Which ops hold: each device takes back its own, in the order in which it did them. The twin of `club/sheet/undoing.py`. */
import type { Stored } from './types';

export interface Fault {
  seq: number;
  op: string;
  code: string;
}

export interface Holding {
  /** The log without undos. */
  log: Stored[];
  undone: Set<string>;
  faults: Fault[];
  /** What comes next, by device. */
  undo: Map<string, string>;
  redo: Map<string, string>;
}

/** Sort a log out. An op that comes twice, because its answer was lost on the way, is one op. */
export function holding(log: readonly Stored[]): Holding {
  const kept: Stored[] = [];
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const stacks = new Map<string, { done: string[]; back: string[] }>();
  for (const op of [...log].sort((one, other) => one.seq - other.seq)) {
    if (seen.has(op.id)) {
      faults.push({ seq: op.seq, op: op.id, code: 'sheet/repeated' });
      continue;
    }
    seen.add(op.id);
    const own = stacks.get(op.device) ?? { done: [], back: [] };
    stacks.set(op.device, own);
    if (op.do === 'undone' || op.do === 'redone') {
      const [source, target] = op.do === 'undone' ? [own.done, own.back] : [own.back, own.done];
      const moved = source.pop();
      if (moved === undefined) faults.push({ seq: op.seq, op: op.id, code: 'sheet/nothing-to-undo' });
      else target.push(moved);
      continue;
    }
    kept.push(op);
    own.done.push(op.id);
    // Once something new is done, what was taken back stays back, readable in the history.
    own.back = [];
  }
  const held = new Set([...stacks.values()].flatMap(({ done }) => done));
  const last = (which: 'done' | 'back') =>
    new Map([...stacks].flatMap(([device, own]) => (own[which].length > 0 ? [[device, own[which].at(-1) as string] as const] : [])));
  return {
    log: kept,
    undone: new Set(kept.map(({ id }) => id).filter((id) => !held.has(id))),
    faults,
    undo: last('done'),
    redo: last('back'),
  };
}
