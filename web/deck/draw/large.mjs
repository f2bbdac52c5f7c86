// Large print: an index twice as big at the top left, and one simple picture at the lower right.

import { largeIndex, paper } from './card.mjs';
import { mark } from './marks.mjs';
import { all, at } from './svg.mjs';
import { beast } from '../bavarian/saus.mjs';
import { rays } from '../french/deck.mjs';
import { drawn } from '../people/body.mjs';
import { WAIST, portrait } from '../people/busts.mjs';

const COURT = {
  bavarian: { K: 'kings', O: 'obers', U: 'unters' },
  french: { K: 'kings', O: 'queens', U: 'unters' },
};

const SCALE = 1.22;

const person = (court, suit) => drawn(at(64.5, 150 - WAIST * SCALE, { scale: SCALE }, portrait(court, suit)));

function picture(deck, suit, rank) {
  const court = COURT[deck][rank];
  if (court) return person(court, suit);
  if (rank !== 'A') return mark(deck, suit, 64, 118, 56);
  return deck === 'french'
    ? all(rays(60, 113, 25, 36), mark(deck, suit, 60, 113, 40))
    : at(suit === 'G' ? 21 : 14, 0, {}, beast(suit));
}

export const largeCard = (deck) => (suit, rank) =>
  all(paper(), picture(deck, suit, rank), largeIndex(deck, suit, rank));
