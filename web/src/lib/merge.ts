/** How a table on this side follows the one on the server. */
import type { Message, Snapshot, State } from './wire';

/** A table as of one event. */
export interface Sight {
  seq: number;
  state: State;
}

export type Merged =
  /** Older than what is known, so it changes nothing. */
  | { kind: 'old' }
  | { kind: 'fresh'; sight: Sight }
  /** Something between is missing: ask for the whole table. */
  | { kind: 'gap' };

/** What becomes of a table when news of it come, whichever way and however late they come. */
export function merge(sight: Sight | null, news: Message | Snapshot): Merged {
  if (news.type === 'snapshot') {
    if (sight && news.seq < sight.seq) return { kind: 'old' };
    return { kind: 'fresh', sight: { seq: news.seq, state: news.state } };
  }
  if (!sight) return { kind: 'gap' };
  if (news.seq <= sight.seq) return { kind: 'old' };
  if (news.seq > sight.seq + 1) return { kind: 'gap' };
  return { kind: 'fresh', sight: { seq: news.seq, state: { ...sight.state, ...(news.changes as Partial<State>) } } };
}
