/**
 * Why a piece of advice makes sense, told from what one sees at the table. It explains, it does not judge: what is best
 * and what is allowed comes from the server.
 */
import type { State } from '$generated/api';
import { points } from './lessons';

export type Reason =
  | 'say_play'
  | 'say_pass'
  | 'say_rufspiel'
  | 'say_other'
  | 'last_card'
  | 'forced'
  | 'lead_trump'
  | 'lead_called'
  | 'lead_ace'
  | 'lead_plain'
  | 'trump_high'
  | 'trump_low'
  | 'trump_in'
  | 'give_points'
  | 'follow_win'
  | 'follow_low'
  | 'discard_points'
  | 'discard_low';

/** Aces and tens. */
const MANY = 10;

/** The reason to give for an action that is advised in a state. */
export function reasonFor(state: State, action: string): Reason {
  if (!/^[EGHS][AZKOU987]$/.test(action)) {
    if (action === 'play') return 'say_play';
    if (action === 'pass') return 'say_pass';
    return action.startsWith('rufspiel ') ? 'say_rufspiel' : 'say_other';
  }
  const trumps = state.contract?.trumps ?? [];
  const isTrump = (card: string) => trumps.includes(card);
  const led = state.trick?.cards[0];
  if (state.hand.length === 1) return 'last_card';
  if (led === undefined) {
    if (isTrump(action)) return 'lead_trump';
    if (state.contract?.card && action[0] === state.contract.card[0] && state.contract.partner === null) return 'lead_called';
    return action[1] === 'A' ? 'lead_ace' : 'lead_plain';
  }
  if (state.options.filter(({ action: other }) => /^[EGHS][AZKOU987]$/.test(other)).length === 1) return 'forced';
  const sameSuit = isTrump(led) ? isTrump(action) : !isTrump(action) && action[0] === led[0];
  if (sameSuit && isTrump(action)) return 'OU'.includes(action[1] ?? '') ? 'trump_high' : points(action) >= MANY ? 'give_points' : 'trump_low';
  if (isTrump(action)) return 'trump_in';
  if (sameSuit) return action[1] === 'A' ? 'follow_win' : points(action) >= MANY ? 'give_points' : 'follow_low';
  return points(action) >= MANY ? 'discard_points' : 'discard_low';
}

/** The tricks of a deal as one saw them go, by their place; each state adds what it shows. */
export class Counting {
  private number = -1;
  private readonly tricks = new Map<number, { winner: number; points: number }>();

  /** Look at a state; forgets another deal's tricks. */
  see(state: State): void {
    const done = state.tricks_taken.reduce((all, taken) => all + taken, 0);
    if (state.number !== this.number || done < Math.max(0, ...this.tricks.keys())) this.tricks.clear();
    this.number = state.number;
    const { last_trick: last } = state;
    if (last && last.winner !== null && done > 0) {
      this.tricks.set(done, { winner: last.winner, points: last.cards.reduce((total, card) => total + points(card), 0) });
    }
  }

  /** Points that these seats have taken; null if a trick was missed, as after a reload. */
  of(seats: readonly number[], state: State): number | null {
    const done = state.tricks_taken.reduce((all, taken) => all + taken, 0);
    if (this.tricks.size !== done) return null;
    return [...this.tricks.values()].reduce((total, trick) => total + (seats.includes(trick.winner) ? trick.points : 0), 0);
  }
}
