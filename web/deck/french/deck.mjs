// The 32 cards of the French-suited deck. Ids follow the Bavarian ones: E clubs, G spades, H hearts, S diamonds;
// O is the queen, U the jack.

import { indices, paper, pips, twice } from '../draw/card.mjs';
import { mark } from '../draw/marks.mjs';
import { BLUE, GREEN, INK, OCHRE, RED } from '../draw/palette.mjs';
import { all, at, cuts, patch, shape } from '../draw/svg.mjs';
import { drawn } from '../people/body.mjs';
import { bust } from '../people/busts.mjs';

const COURT = { K: 'kings', O: 'queens', U: 'unters' };
const SASH = { E: [GREEN, OCHRE], G: [RED, OCHRE], H: [OCHRE, RED], S: [BLUE, OCHRE] };

// A panel with two corners left out for the indices; the same either way up.
const PANEL = 'M26 7H93V101H74V149H7V55H26Z';

const panel = () =>
  all(patch(OCHRE, PANEL, { opacity: 0.13 }), `<path d="${PANEL}" fill="none" stroke="${INK}" stroke-width="1.2"/>`);

// The band that parts the two halves of a court card.
function sash(suit) {
  const [ground, lozenge] = SASH[suit];
  const xs = [14, 26, 38, 50, 62, 74, 86];
  return drawn(
    shape(ground, 'M7 73.5H93V82.5H7Z'),
    shape(lozenge, xs.map((x) => `M${x - 4.4} 78L${x} 75L${x + 4.4} 78L${x} 81Z`).join(''), { 'stroke-width': 0.9 }),
  );
}

const courtCard = (suit, rank) =>
  all(
    panel(),
    twice(drawn(at(49.5, 51, {}, bust(COURT[rank], suit))), mark('french', suit, 84.5, 17.5, 13)),
    sash(suit),
  );

/** Rays around a big pip, cut with the gouge. */
export function rays(x, y, inner, outer, count = 28) {
  const list = Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const end = i % 2 ? outer - (outer - inner) * 0.45 : outer;
    return [
      x + inner * Math.cos(angle),
      y + inner * Math.sin(angle),
      x + end * Math.cos(angle),
      y + end * Math.sin(angle),
      1.3,
    ];
  });
  return cuts(OCHRE, list);
}

const ace = (suit) => all(rays(50, 78, 29, 42), mark('french', suit, 50, 78, 44));

export function frenchCard(suit, rank) {
  const middle = rank in COURT ? courtCard(suit, rank) : rank === 'A' ? ace(suit) : pips('french', suit, rank);
  return all(paper(), middle, indices('french', suit, rank));
}
