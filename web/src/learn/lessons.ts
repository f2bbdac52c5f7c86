/** The lessons: what is shown and asked. The answers are checked against the engine by tests/server/test_lessons.py. */
import data from './lessons.json';

export const LESSONS = ['cards', 'trumps', 'follow', 'rufspiel', 'count', 'play'] as const;
export type Lesson = (typeof LESSONS)[number];

export type ExerciseId =
  | 'points_1'
  | 'points_2'
  | 'winner_1'
  | 'winner_2'
  | 'winner_3'
  | 'legal_1'
  | 'legal_2'
  | 'legal_3'
  | 'call_1'
  | 'called_1'
  | 'called_2'
  | 'count_1';

/** `sum`: how many card points; `winner`: the card that takes the trick; `legal`: all cards that may be played; `call`: all suits. */
export type Exercise = { id: ExerciseId } & (
  | { kind: 'sum'; tricks: string[][]; choices: number[]; answer: number }
  | { kind: 'winner'; trick: string[]; answer: string[] }
  | { kind: 'legal'; trick: string[]; hand: string[]; answer: string[]; called?: string }
  | { kind: 'call'; hand: string[]; answer: string[] }
);

export const exercises = data.exercises as unknown as Record<Exclude<Lesson, 'play'>, Exercise[]>;
export const trumps: readonly string[] = data.trumps;
export const plain: readonly string[] = data.plain;

/** Card points with which the declarer's side has won. */
export const ENOUGH: number = data.enough;

/** Whether all questions of a lesson are answered; the last one is played instead. */
export function solvedBy(lesson: Lesson, solved: readonly ExerciseId[]): boolean {
  return lesson !== 'play' && exercises[lesson].every(({ id }) => solved.includes(id));
}

/** The prepared deal as a record. */
export const deal: string = JSON.stringify(data.deal);

/** What a card counts. */
export function points(card: string): number {
  return (data.points as Record<string, number>)[card[1] ?? ''] ?? 0;
}

export function sum(cards: readonly string[]): number {
  return cards.reduce((total, card) => total + points(card), 0);
}

/** Whether what was chosen is the answer, in whatever order. */
export function isRight(exercise: Exercise, chosen: readonly (string | number)[]): boolean {
  const answer: readonly (string | number)[] = exercise.kind === 'sum' ? [exercise.answer] : exercise.answer;
  return chosen.length === answer.length && answer.every((item) => chosen.includes(item));
}
