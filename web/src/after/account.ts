/** The account of the evening with the deal that lies on the table. */
import type { PastDeal, PlayerInfo, State } from '$generated/api';

export interface Account {
  players: readonly PlayerInfo[];
  history: readonly PastDeal[];
  /** What this deal brought each player; null where it is not booked. */
  deal: readonly number[] | null;
}

/** Balances and history up to the deal on the table, whether the server has booked it already or books it next. */
export function account(state: State): Account {
  const { players, history, bill, practice, number } = state;
  const last = history.at(-1);
  if (practice || state.phase === 'over' || bill === null) return { players, history, deal: null };
  if (last?.number === number) return { players, history, deal: last.amounts };
  const amounts = players.map((_, player) => {
    const seat = state.seats.findIndex((one) => one.player === player);
    return bill.amounts[seat] ?? 0;
  });
  const declarer = state.contract?.declarer ?? null;
  const present: PastDeal = {
    number,
    contract: state.contract,
    declarer_name: declarer === null ? null : (state.seats[declarer]?.name ?? null),
    passed: bill.passed,
    won: state.outcome?.won ?? null,
    amounts,
    strokes: bill.strokes,
  };
  return {
    players: players.map((player, index) => ({ ...player, balance: player.balance + (amounts[index] ?? 0) })),
    history: [...history, present],
    deal: amounts,
  };
}
