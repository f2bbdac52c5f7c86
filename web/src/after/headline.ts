/** The outcome of a deal in a sentence. */
import type { BillInfo, ContractInfo, OutcomeInfo } from '$generated/api';
import { pick } from '$lib/i18n';
import { gameName, type Manner } from '../table/words';

export interface Told {
  contract: ContractInfo | null;
  outcome: OutcomeInfo | null;
  bill: BillInfo;
  names: readonly string[];
  /** One's own seat. */
  you: number | null;
}

/** "Anna and Cleo win: Rufspiel auf Gras". */
export function headline(manner: Manner, told: Told): string {
  const { headline: texts } = manner.m.after;
  const { contract, outcome, bill } = told;
  if (bill.passed !== null) return pick(texts, bill.passed);
  if (contract === null || outcome === null) return manner.m.after.title;
  if (outcome.side.length === 0) return ramsch(manner, told, outcome);
  if (bill.strokes !== null && bill.strokes.every((number) => number === 0)) return texts.tie;
  const game = gameName(manner, contract);
  const [first, second] = byWeight(outcome.side, contract.declarer, told.you);
  const name = told.names[first ?? 0] ?? '';
  const other = second === undefined ? null : (told.names[second] ?? '');
  const mine = first === told.you;
  if (outcome.won) {
    if (other === null) return mine ? texts.won_you({ game }) : texts.won({ name, game });
    return mine ? texts.won_you_two({ other, game }) : texts.won_two({ name, other, game });
  }
  if (other === null) return mine ? texts.lost_you({ game }) : texts.lost({ name, game });
  return mine ? texts.lost_you_two({ other, game }) : texts.lost_two({ name, other, game });
}

/** One's own seat first, then the declarer's. */
function byWeight(side: readonly number[], declarer: number | null, you: number | null): number[] {
  const weight = (seat: number): number => (seat === you ? 0 : seat === declarer ? 1 : 2);
  return [...side].sort((a, b) => weight(a) - weight(b));
}

function ramsch({ m }: Manner, { bill, names, you }: Told, outcome: OutcomeInfo): string {
  const { headline: texts } = m.after;
  const name = (seat: number): string => names[seat] ?? '';
  if (outcome.losers.length === 0) {
    const marched = bill.amounts.findIndex((amount) => amount > 0);
    if (marched === -1) return texts.ramsch_even;
    return marched === you ? texts.march_you : texts.march({ name: name(marched) });
  }
  if (outcome.losers.length === 1 && outcome.losers[0] === you) return texts.ramsch_lost_you;
  return texts.ramsch_lost({ names: joined(outcome.losers.map(name)), n: outcome.losers.length });
}

/** Points, tricks and the rest, as a list of short remarks. */
export function remarks({ m }: Manner, { contract, outcome, bill, names }: Told): string[] {
  if (contract === null || outcome === null) return [];
  const { score } = m.after;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  if (outcome.side.length === 0) {
    const seats = outcome.tricks.map((_, seat) => seat).filter((seat) => seatPlayed(outcome, seat));
    return [score.points_each({ list: seats.map((seat) => `${names[seat] ?? ''} ${outcome.points[seat] ?? 0}`).join(', ') })];
  }
  const own = (of: readonly number[]): number => sum(outcome.side.map((seat) => of[seat] ?? 0));
  const found = [];
  if (sum(outcome.points) > 0) {
    found.push(score.points({ own: own(outcome.points), others: sum(outcome.points) - own(outcome.points) }));
    found.push(score.tricks({ own: own(outcome.tricks), others: sum(outcome.tricks) - own(outcome.tricks) }));
  }
  if (outcome.schwarz) found.push(pick(m.terms.settlement, 'schwarz'));
  else if (outcome.schneider) found.push(pick(m.terms.settlement, 'schneider'));
  if (outcome.laufende > 0 && bill.terms.some(({ name }) => name === 'laufende')) {
    found.push(outcome.laufende_with ? score.with({ n: outcome.laufende }) : score.without({ n: outcome.laufende }));
  }
  return found;
}

function seatPlayed(outcome: OutcomeInfo, seat: number): boolean {
  return (outcome.tricks[seat] ?? 0) > 0 || (outcome.points[seat] ?? 0) > 0 || outcome.losers.includes(seat);
}

/** Several names with commas between them. */
export function joined(names: readonly string[]): string {
  return names.join(', ');
}
