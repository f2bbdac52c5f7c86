/** This browser's part in the fair shuffle; docs/fairness.md describes it. */
import { commitment, newSecret } from './fairness';
import type { Doing, State } from './wire';

/** Where the secret of a deal is kept until it is shown, also over a reload. */
export interface FairMemory {
  get(key: string): string | null;
  set(key: string, secret: string): void;
}

/** Kept by the tab, so that two tabs of one person do not reveal each other's secret. */
export function sessionMemory(): FairMemory {
  const here = new Map<string, string>();
  return {
    get(key) {
      try {
        return sessionStorage.getItem(key) ?? here.get(key) ?? null;
      } catch {
        return here.get(key) ?? null;
      }
    },
    set(key, secret) {
      here.set(key, secret);
      try {
        for (const old of Object.keys(sessionStorage)) {
          if (old.startsWith('schafkopf.secret.') && old !== key) sessionStorage.removeItem(old);
        }
        sessionStorage.setItem(key, secret);
      } catch {
        // Without storage a reload in the few seconds of a shuffle leaves this browser out.
      }
    },
  };
}

/** What this browser has to send now for the shuffle, if anything. */
export function fairPart(
  table: string,
  state: State,
  memory: FairMemory,
): Extract<Doing, { kind: 'commit' | 'reveal' }> | null {
  const { shuffle, you } = state;
  if (state.phase !== 'shuffle' || !shuffle || you.seat === null || shuffle.stage === 'done') return null;
  const mine = shuffle.entrants.find((entrant) => entrant.seat === you.seat);
  if (!mine || mine.left_out || mine.secret !== null) return null;
  const { number } = shuffle;
  const key = `schafkopf.secret.${table}.${number}.${shuffle.server_hash.slice(0, 16)}`;
  const kept = memory.get(key);
  const fresh = (): string => {
    const secret = kept ?? newSecret();
    if (!kept) memory.set(key, secret);
    return secret;
  };
  // Nobody else takes part, so there is nobody to wait for, nor to show a hash to.
  if (shuffle.entrants.length === 1 && mine.hash === null) return { kind: 'reveal', number, secret: fresh() };
  if (shuffle.stage === 'commit') return mine.hash === null ? { kind: 'commit', number, hash: commitment(fresh()) } : null;
  // Another tab may have put in a secret of its own; then that tab shows it.
  return kept && mine.hash === commitment(kept) ? { kind: 'reveal', number, secret: kept } : null;
}
