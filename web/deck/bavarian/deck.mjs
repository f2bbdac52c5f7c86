// The 32 cards of the Bavarian-suited deck.

import { indices, paper, pips } from '../draw/card.mjs';
import { all } from '../draw/svg.mjs';
import { king } from './kings.mjs';
import { ober } from './obers.mjs';
import { sau } from './saus.mjs';
import { unter } from './unters.mjs';

const PICTURES = { A: sau, K: king, O: ober, U: unter };

export function bavarianCard(suit, rank) {
  const picture = PICTURES[rank]?.(suit) ?? pips('bavarian', suit, rank);
  return all(paper(), picture, indices('bavarian', suit, rank));
}
