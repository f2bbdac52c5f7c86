import { expect, test } from 'vitest';
import type { State } from '$generated/api';
import { exercises, isRight, LESSONS, points, solvedBy, sum, trumps } from './lessons';
import { understood } from './progress';
import { Counting, reasonFor } from './why';

test('the cards of a pack count 120', () => {
  const pack = [...'EGHS'].flatMap((suit) => [...'AZKOU987'].map((rank) => suit + rank));
  expect(sum(pack)).toBe(120);
  expect(points('HZ')).toBe(10);
  expect(new Set(trumps).size).toBe(14);
});

test('sums are those of their cards', () => {
  for (const exercise of Object.values(exercises).flat()) {
    if (exercise.kind !== 'sum') continue;
    expect(sum(exercise.tricks.flat()), exercise.id).toBe(exercise.answer);
    expect(exercise.choices).toContain(exercise.answer);
  }
});

test('an answer is right when it is whole, in any order', () => {
  const legal = exercises.follow.find(({ id }) => id === 'legal_2')!;
  expect(isRight(legal, ['H7', 'GO'])).toBe(true);
  expect(isRight(legal, ['GO'])).toBe(false);
  expect(isRight(legal, ['GO', 'H7', 'SA'])).toBe(false);
  expect(isRight(exercises.cards[0]!, [25])).toBe(true);
});

test('a lesson is done when all its questions are answered, not when it was passed over', () => {
  expect(LESSONS.filter((lesson) => solvedBy(lesson, []))).toEqual([]);
  expect(solvedBy('cards', ['points_1'])).toBe(false);
  expect(solvedBy('cards', ['points_1', 'points_2'])).toBe(true);
  expect(solvedBy('trumps', ['points_1', 'points_2'])).toBe(false);
});

const seen = (more: object): State =>
  ({
    number: 1,
    hand: ['EO', 'HZ', 'GA', 'G7'],
    options: [],
    trick: null,
    last_trick: null,
    tricks_taken: [0, 0, 0, 0],
    contract: { name: 'rufspiel', suit: 'E', card: 'EA', declarer: 0, partner: null, promise: 0, by_club_jack: false, trumps },
    ...more,
  }) as unknown as State;
const led = (...cards: string[]) => ({ trick: { leader: 1, cards, winner: null } });
const may = (...cards: string[]) => ({ options: cards.map((action) => ({ action, value: null })) });

test.each([
  [seen({}), 'play', 'say_play'],
  [seen({}), 'rufspiel E', 'say_rufspiel'],
  [seen({}), 'wenz', 'say_other'],
  [seen({ hand: ['GA'] }), 'GA', 'last_card'],
  [seen({}), 'EO', 'lead_trump'],
  [seen({}), 'EZ', 'lead_called'],
  [seen({}), 'GA', 'lead_ace'],
  [seen({}), 'G7', 'lead_plain'],
  [seen({ ...led('H7'), ...may('EO') }), 'EO', 'forced'],
  [seen({ ...led('H7'), ...may('EO', 'HZ') }), 'EO', 'trump_high'],
  [seen({ ...led('H7'), ...may('EO', 'HZ') }), 'HZ', 'give_points'],
  [seen({ ...led('H7'), ...may('EO', 'H9') }), 'H9', 'trump_low'],
  [seen({ ...led('SK'), ...may('EO', 'HZ') }), 'HZ', 'trump_in'],
  [seen({ ...led('GK'), ...may('GA', 'G7') }), 'GA', 'follow_win'],
  [seen({ ...led('GK'), ...may('GA', 'G7') }), 'G7', 'follow_low'],
  [seen({ ...led('SK'), ...may('GA', 'G7') }), 'GA', 'discard_points'],
  [seen({ ...led('SK'), ...may('GA', 'G7') }), 'G7', 'discard_low'],
] as const)('each piece of advice has its reason', (state, action, reason) => {
  expect(reasonFor(state, action)).toBe(reason);
});

test('points are counted trick by trick, and not from half a deal', () => {
  const counting = new Counting();
  const after = (taken: number[], cards: string[], winner: number) =>
    seen({ tricks_taken: taken, last_trick: { leader: 0, cards, winner } });
  counting.see(seen({}));
  expect(counting.of([0], seen({}))).toBe(0);
  const one = after([1, 0, 0, 0], ['EA', 'EZ', 'EK', 'E9'], 0);
  counting.see(one);
  counting.see(one);
  const two = after([1, 0, 1, 0], ['GA', 'GZ', 'G8', 'G7'], 2);
  counting.see(two);
  expect(counting.of([0], two)).toBe(25);
  expect(counting.of([0, 2], two)).toBe(46);
  const late = new Counting();
  late.see(two);
  expect(late.of([0], two)).toBeNull();
  counting.see(seen({ number: 2 }));
  expect(counting.of([0], seen({ number: 2 }))).toBe(0);
});

test('what was kept of the lessons is read, and nonsense is the beginning', () => {
  expect(understood('{"at":3,"done":["cards","trumps","nothing"]}')).toEqual({ at: 3, done: ['cards', 'trumps'] });
  for (const text of [null, '', 'null', '[]', '{"at":99,"done":"cards"}', '{"at":"2"}']) {
    expect(understood(text), String(text)).toEqual({ at: 0, done: [] });
  }
});
