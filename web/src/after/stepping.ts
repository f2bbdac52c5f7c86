/** A deal to step through: positions with all hands open. */
import type { ReplayStep, TrickInfo } from '$generated/api';
import { played } from '../table/geometry';

export interface Position {
  /** What was said or played to get here. */
  action: { seat: number; text: string } | null;
  hands: readonly (readonly string[])[];
  /** The trick on the table; a full one lies until the next card. */
  trick: TrickInfo | null;
  /** Tricks that are complete here. */
  tricks: number;
  points: readonly number[] | null;
  /** All that has been said up to here. */
  said: readonly { seat: number; text: string }[];
}

/** Cards in the order to show them: trumps from high to low, then suit by suit as in the pack; unknown cards last. */
export function sorted(hand: readonly string[], trumps: readonly string[], pack: readonly string[]): string[] {
  const order = new Map([...trumps, ...pack.filter((card) => !trumps.includes(card))].map((card, index) => [card, index]));
  return [...hand].sort((a, b) => (order.get(a) ?? 99) - (order.get(b) ?? 99));
}

/**
 * The positions of a played deal: first the hands at the beginning of play, then one after each card.
 *
 * `dealt`: hands as dealt. A card that somebody else played than it was dealt to had changed hands before. `order` puts a
 * hand in the order to show it.
 */
export function positions(
  dealt: readonly (readonly string[])[],
  tricks: readonly TrickInfo[],
  playing: readonly number[],
  order: (hand: readonly string[]) => readonly string[] = (hand) => hand,
): Position[] {
  const plays = tricks.map((trick) => played(trick, playing));
  const owner = new Map(plays.flat().map(({ seat, card }) => [card, seat]));
  const unplayed = dealt.map((hand, seat) => hand.filter((card) => (owner.get(card) ?? seat) === seat));
  const received = [...owner].filter(([card, seat]) => !dealt[seat]?.includes(card));
  const held = (hand: readonly string[], seat: number) => [...hand, ...received.filter(([, to]) => to === seat).map(([card]) => card)];
  let hands = unplayed.map((hand, seat) => order(held(hand, seat)));
  const found: Position[] = [{ action: null, hands, trick: null, tricks: 0, points: null, said: [] }];
  for (const [index, trick] of tricks.entries()) {
    for (const [place, { seat, card }] of (plays[index] ?? []).entries()) {
      hands = hands.map((hand, at) => (at === seat ? hand.filter((held) => held !== card) : hand));
      const full = place + 1 === playing.length;
      const lies = { leader: trick.leader, cards: trick.cards.slice(0, place + 1), winner: full ? trick.winner : null };
      found.push({ action: { seat, text: card }, hands, trick: lies, tricks: index + (full ? 1 : 0), points: null, said: [] });
    }
  }
  return found;
}

/** The positions of a recorded deal. */
export function recorded(steps: readonly ReplayStep[]): Position[] {
  let tricks = 0;
  let last = '';
  return steps.map((step) => {
    const full = step.last_trick;
    const key = full === null ? '' : full.cards.join();
    if (key !== last) {
      tricks += 1;
      last = key;
    }
    return {
      action: step.action,
      hands: step.hands,
      trick: step.trick ?? full,
      tricks,
      points: step.contract === null ? null : step.points,
      said: step.said,
    };
  });
}

/** The position to go to for a whole trick on or back: the next one where a trick is full, or the end. */
export function nextTrick(all: readonly Position[], at: number): number {
  const target = (all[at]?.tricks ?? 0) + 1;
  const found = all.findIndex((position) => position.tricks >= target);
  return found === -1 ? all.length - 1 : found;
}

export function previousTrick(all: readonly Position[], at: number): number {
  const here = all[at]?.tricks ?? 0;
  const isStart = at > 0 && all[at - 1]?.tricks !== here;
  const target = isStart ? here - 1 : here;
  if (target <= 0) return isStart || at === 0 ? 0 : Math.max(0, firstPlay(all, at));
  return all.findIndex((position) => position.tricks === target);
}

/** Where the play begins: the last position before a card lies on the table, if `at` is behind it; else the start. */
function firstPlay(all: readonly Position[], at: number): number {
  const first = all.findIndex((position) => position.trick !== null);
  return first === -1 || at <= first - 1 ? 0 : first - 1;
}
