// The sprites as text, by file name.

import { bavarianCard } from './bavarian/deck.mjs';
import { back } from './draw/back.mjs';
import { HEIGHT, WIDTH } from './draw/card.mjs';
import { largeCard } from './draw/large.mjs';
import { bareMark } from './draw/marks.mjs';
import { frenchCard } from './french/deck.mjs';

export const SUITS = [...'EGHS'];
export const RANKS = [...'AZKOU987'];

const symbol = (id, viewBox, drawing) => `<symbol id="${id}" viewBox="${viewBox}">${drawing}</symbol>`;

const sprite = (symbols) => `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;

function deck(card) {
  const box = `0 0 ${WIDTH} ${HEIGHT}`;
  const cards = SUITS.flatMap((suit) => RANKS.map((rank) => symbol(suit + rank, box, card(suit, rank))));
  return sprite([...cards, symbol('back', box, back())]);
}

function marks() {
  const box = '-11.5 -11.5 23 23';
  return sprite([
    ...SUITS.map((suit) => symbol(suit, box, bareMark('bavarian', suit))),
    ...SUITS.map((suit) => symbol(`f${suit}`, box, bareMark('french', suit))),
  ]);
}

export const sprites = () => ({
  'bavarian.svg': deck(bavarianCard),
  'bavarian-large.svg': deck(largeCard('bavarian')),
  'french.svg': deck(frenchCard),
  'french-large.svg': deck(largeCard('french')),
  'marks.svg': marks(),
});
