/** What can be said with one tap, in the order to show it. Everybody reads it in his own language. */
import type { Doing } from '$lib/wire';

export type Phrase = Extract<Doing, { kind: 'say' }>['phrase'];

export const PHRASES: readonly Phrase[] = [
  'hello',
  'luck',
  'well_played',
  'good_game',
  'thanks',
  'sorry',
  'oops',
  'hurry',
  'wait',
  'again',
  'cheers',
  'bye',
];
