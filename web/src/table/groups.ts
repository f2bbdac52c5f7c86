/** Things to say, put together as they are shown: games with a suit side by side, all in the order they were sent. */
import type { State } from '$lib/wire';
import { parts } from './words';

export type Option = State['options'][number];

export interface Group {
  key: string;
  verb: string;
  /** Of a game in several suits or promises; one button where there is no suit. */
  options: Option[];
  suited: boolean;
  /** What it costs, where all of them cost the same. */
  value: number | null;
}

export function groups(options: readonly Option[]): Group[] {
  const found: Group[] = [];
  for (const option of options) {
    const { verb, suit, promise } = parts(option.action);
    const last = found.at(-1);
    if (last && last.verb === verb && (suit !== null || promise > 0)) {
      last.options.push(option);
      if (last.value !== option.value) last.value = null;
      continue;
    }
    found.push({ key: option.action, verb, options: [option], suited: suit !== null || promise > 0, value: option.value });
  }
  return found;
}

/** What says no: it looks less loud than the others, wherever it stands. */
export function isQuiet(action: string): boolean {
  return action === 'pass' || action === 'keep' || action === 'redeal' || action === 'cut';
}
