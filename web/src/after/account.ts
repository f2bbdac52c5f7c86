/** The account of the evening with the deal that lies on the table: the server has counted it in. */
import type { PastDeal, PlayerInfo, State } from '$generated/api';

export interface Account {
  players: readonly PlayerInfo[];
  history: readonly PastDeal[];
  /** What this deal brought each player; null where nothing was booked for it. */
  deal: readonly number[] | null;
}

export function account({ players, history, phase, practice, number }: State): Account {
  const last = history.at(-1);
  const present = phase === 'between' && !practice && last?.number === number ? last : null;
  return { players, history, deal: present?.amounts ?? null };
}
