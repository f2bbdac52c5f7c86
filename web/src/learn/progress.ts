/** How far somebody has come, kept in this browser. */
import { type Lesson, LESSONS } from './lessons';

export interface Progress {
  at: number;
  done: readonly Lesson[];
}

const KEY = 'schafkopf.learn';

/** What was kept; what cannot be read is the beginning. */
export function understood(text: string | null): Progress {
  try {
    const { at, done } = JSON.parse(text ?? '') as { at: unknown; done: unknown };
    const place = Number.isInteger(at) && (at as number) >= 0 && (at as number) < LESSONS.length ? (at as number) : 0;
    return { at: place, done: LESSONS.filter((name) => Array.isArray(done) && done.includes(name)) };
  } catch {
    return { at: 0, done: [] };
  }
}

export function readProgress(): Progress {
  try {
    return understood(localStorage.getItem(KEY));
  } catch {
    return understood(null);
  }
}

export function writeProgress(progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Without storage the next visit begins anew.
  }
}
