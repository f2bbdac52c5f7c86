import { expect, test } from 'vitest';
import { merge, type Sight } from './merge';
import type { Message, Snapshot, State } from './wire';

const state = (hand: string[], number = 1): State => ({ hand, number, turn: 0 }) as unknown as State;
const snapshot = (seq: number, own: State): Snapshot => ({ type: 'snapshot', table: 't', seq, now_ms: 0, state: own });
const message = (seq: number, changes: Message['changes']): Message => ({
  type: 'event',
  table: 't',
  seq,
  at_ms: 0,
  now_ms: 0,
  what: { kind: 'dealt', seat: null, other: null, name: null, action: null, by: null, text: null, trick: null },
  changes,
});
const at = (seq: number, hand: string[]): Sight => ({ seq, state: state(hand) });

test('the next event changes what it says and nothing else', () => {
  const merged = merge(at(7, ['EO']), message(8, { hand: ['GO', 'HU'] }));
  expect(merged).toEqual({ kind: 'fresh', sight: { seq: 8, state: { hand: ['GO', 'HU'], number: 1, turn: 0 } } });
});

test('the table before stays as it was', () => {
  const before = at(7, ['EO']);
  merge(before, message(8, { hand: [] }));
  expect(before).toEqual(at(7, ['EO']));
});

test('SC-04: a late answer with the old hand does not overwrite the new one', () => {
  const now = at(20, ['GO']);
  expect(merge(now, snapshot(12, state(['EO'])))).toEqual({ kind: 'old' });
  expect(merge(now, message(20, { hand: ['EO'] }))).toEqual({ kind: 'old' });
  expect(merge(now, message(3, { hand: ['EO'] }))).toEqual({ kind: 'old' });
});

test('an event that does not follow on is a gap', () => {
  expect(merge(at(7, []), message(9, {}))).toEqual({ kind: 'gap' });
  expect(merge(null, message(1, {}))).toEqual({ kind: 'gap' });
});

test('a snapshot as new as what is known, or newer, takes its place', () => {
  for (const seq of [7, 30]) {
    expect(merge(at(7, ['EO']), snapshot(seq, state(['SU'])))).toEqual({ kind: 'fresh', sight: at(seq, ['SU']) });
  }
});

test('in whatever order and however often the same news come, the end is the same', () => {
  const news = [snapshot(1, state(['EO'])), message(2, { turn: 1 }), message(3, { hand: ['GO'] }), message(4, { turn: 3 })];
  const end = { seq: 4, state: { hand: ['GO'], number: 1, turn: 3 } };
  for (let round = 0; round < 200; round++) {
    // A line is in order, but several lines (stream, answers) mix, and each may tell the same again.
    const lines = [news.slice(), news.slice(round % 4), news.slice(0, (round % 3) + 1)];
    let sight: Sight | null = null;
    let pick = round;
    while (lines.some((line) => line.length > 0)) {
      pick = (pick * 31 + 7) % 101;
      const line = lines.filter((some) => some.length > 0)[pick % lines.filter((some) => some.length > 0).length];
      const next = line?.shift();
      if (!next) continue;
      const merged = merge(sight, next);
      if (merged.kind === 'fresh') sight = merged.sight;
    }
    expect(sight).toEqual(end);
  }
});
