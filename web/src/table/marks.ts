/** What somebody is in this deal, in the order to show it. */
import { t } from '$lib/i18n';
import type { Sitting } from './sitting.svelte';
import { plainTerm } from './words';

export interface Mark {
  kind: 'dealer' | 'forehand' | 'declarer' | 'partner' | 'knocked' | 'doubled' | 'resting' | 'away' | 'stand_in' | 'muted';
  text: string;
}

const LEVELS = ['kontra', 're', 'supra', 'resupra'] as const;

export function marksOf(sitting: Sitting, seat: number): Mark[] {
  const { state } = sitting.store;
  const words = t().table.seat;
  const found: Mark[] = [];
  const add = (kind: Mark['kind'], text: string) => found.push({ kind, text });
  const info = state.seats[seat];
  if (!info) return found;
  if (info.kind === 'person') {
    if (info.stand_in) add('stand_in', words.stand_in);
    else if (info.away_until_ms !== null) add('away', words.away);
  }
  if (sitting.isMuted(seat)) add('muted', words.muted);
  if (state.phase !== 'deal') return found;
  const { contract } = state;
  if (contract?.declarer === seat) add('declarer', words.declarer);
  // Once everybody knows; the server says so when it is so.
  else if (contract && contract.partner === seat) add('partner', words.partner);
  if (!state.playing.includes(seat)) add('resting', words.resting);
  if (state.dealer === seat) add('dealer', words.dealer);
  const begun = state.last_trick !== null || (state.trick?.cards.length ?? 0) > 0;
  if (state.playing[0] === seat && !begun) add('forehand', words.forehand);
  if (state.knocks.includes(seat)) add('knocked', words.knocked);
  // In a Ramsch each says Kontra for himself, so the word is the one that was said.
  const said = state.said.filter((entry) => entry.seat === seat).map((entry) => LEVELS.find((level) => level === entry.text));
  const doublings = said.flatMap((level) => (level ? [plainTerm(t().terms.game[level])] : []));
  if (doublings.length > 0) add('doubled', doublings.join(', '));
  return found;
}
