/** Every event in words, for whoever hears the table instead of seeing it. Pure. */
import type { Happening, State } from '$lib/wire';
import { pick } from '$lib/i18n';
import { actionName, cardName, cardNames, gameName, isCard, type Manner } from './words';

/** Cards that may be played or given now, by the option that does it. */
export function cardOptions(state: State): Map<string, string> {
  const found = new Map<string, string>();
  for (const { action } of state.options) {
    const card = action.startsWith('give ') ? action.slice(5) : action;
    if (isCard(card)) found.set(card, action);
  }
  return found;
}

const DOUBLING = new Set(['kontra', 're', 'supra', 'resupra']);

/** The doubling that may be said now. */
export function doublingOption(state: State): string | null {
  return state.options.find((option) => DOUBLING.has(option.action))?.action ?? null;
}

/** Options that are words: no cards, no doubling. What may be claimed after the last card stands beside the bill. */
export function wordOptions(state: State): State['options'] {
  if (state.phase !== 'deal' || state.step === 'claim' || state.step === 'over') return [];
  return state.options.filter(({ action }) => !isCard(action) && !action.startsWith('give ') && !DOUBLING.has(action));
}

function nameOf(state: State, seat: number | null | undefined): string {
  return seat === null || seat === undefined ? '' : (state.seats[seat]?.name ?? '');
}

/** The contract in one phrase, with who plays it. */
export function contractLine(manner: Manner, state: State): string | null {
  const { contract } = state;
  if (!contract) return null;
  const { tell } = manner.m.table;
  const game = gameName(manner, contract);
  if (contract.declarer === null) return tell.contract_everyone({ game });
  if (contract.declarer === state.you.seat) return tell.contract_you({ game });
  return tell.contract({ game, name: nameOf(state, contract.declarer) });
}

/** What has happened, in sentences; `before` is the table as it was. */
export function tell(manner: Manner, what: Happening, before: State | null, after: State): string[] {
  const { tell: words } = manner.m.table;
  const name = what.name ?? nameOf(after, what.seat);
  const lines: string[] = [];
  switch (what.kind) {
    case 'acted':
      lines.push(...acted(manner, what, name, before, after));
      break;
    case 'dealt':
      lines.push(after.hand.length ? words.dealt({ cards: cardNames(manner, after.hand) }) : words.dealt_watch);
      break;
    case 'phrase':
      lines.push(words.says({ name, what: phraseText(manner, what.text) }));
      break;
    case 'proposed':
      lines.push(what.text === 'open_hands' ? manner.m.table.proposal.open_hands({ name }) : manner.m.table.proposal.throw_in({ name }));
      break;
    case 'swapped':
      lines.push(words.swapped({ a: nameOf(after, what.seat), b: nameOf(after, what.other) }));
      break;
    case 'sat':
    case 'stood':
    case 'left':
    case 'removed':
    case 'away':
    case 'back':
    case 'stand_in':
    case 'returned':
    case 'bot':
    case 'renamed':
    case 'declined':
    case 'agreed':
      lines.push(words[what.kind]({ name: name || nameOf(before ?? after, what.seat) }));
      break;
    case 'paused':
    case 'resumed':
    case 'undone':
    case 'practice':
    case 'practice_over':
    case 'finished':
    case 'settled':
    case 'shuffle':
      lines.push(words[what.kind]);
      break;
    default:
      break;
  }
  lines.push(...turnNews(manner, before, after, what));
  return lines.filter((line) => line !== '');
}

function acted(manner: Manner, what: Happening, name: string, before: State | null, after: State): string[] {
  const { tell: words } = manner.m.table;
  const action = what.action ?? '';
  const mine = what.seat !== null && what.seat === after.you.seat;
  let line: string;
  if (isCard(action)) {
    const card = cardName(manner, action);
    const winner = what.trick?.winner;
    if (winner === null || winner === undefined) {
      line = mine ? words.you_play({ card }) : words.plays({ name, card });
    } else {
      const to = winner === after.you.seat ? words.you : nameOf(after, winner);
      line = mine ? words.you_play_trick({ card, winner: to }) : words.plays_trick({ name, card, winner: to });
    }
  } else if (action.startsWith('give ')) {
    line = words.gives({ name, what: actionName(manner, action) });
  } else {
    line = words.says({ name, what: actionName(manner, action) });
  }
  const lines = [what.by === 'clock' ? words.by_clock({ what: line }) : line];
  if (after.contract && !before?.contract) {
    const contract = contractLine(manner, after);
    if (contract) lines.push(contract);
  }
  if (before && after.hand.length > before.hand.length && before.step === 'knock') {
    lines.push(words.more_cards({ cards: cardNames(manner, after.hand) }));
  }
  return lines;
}

export function phraseText(manner: Manner, id: string | null | undefined): string {
  return id ? pick(manner.m.table.phrases, id) : '';
}

/** That it is one's turn, or that one may double, where that is new. */
function turnNews(manner: Manner, before: State | null, after: State, what: Happening): string[] {
  const { tell: words } = manner.m.table;
  const lines: string[] = [];
  const doubling = doublingOption(after);
  if (doubling && doubling !== (before ? doublingOption(before) : null)) {
    lines.push(words.kontra_open({ word: actionName({ ...manner, dialect: false }, doubling) }));
  }
  const me = after.you.seat;
  const speaks = wordOptions(after);
  const mine = me !== null && after.phase === 'deal' && (after.turn === me || speaks.length > 0);
  const was = before !== null && before.number === after.number && (before.turn === me || wordOptions(before).length > 0);
  const same = was && before.step === after.step && !(what.kind === 'acted' && what.seat === me) && what.kind !== 'undone';
  if (!mine || same) return lines;
  if (speaks.length) {
    lines.push(words.your_turn_say);
    return lines;
  }
  const cards = cardOptions(after);
  if (cards.size === 0) return lines;
  const all = after.hand.every((card) => cards.has(card));
  lines.push(all && after.hand.length > 1 ? words.your_turn_any : words.your_turn_card({ cards: cardNames(manner, [...cards.keys()]) }));
  return lines;
}
