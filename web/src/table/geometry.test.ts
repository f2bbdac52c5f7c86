import { expect, test } from 'vitest';
import { CARD_RATIO, cardSpot, clockwise, handLayout, placeOf, played, spotOf } from './geometry';

test('the next seat clockwise sits to the left', () => {
  for (const seats of [3, 4, 5, 6]) {
    for (let bottom = 0; bottom < seats; bottom++) {
      expect(spotOf(bottom, seats, bottom).y).toBe(1);
      expect(spotOf((bottom + 1) % seats, seats, bottom).x).toBe(0);
      expect(spotOf((bottom + seats - 1) % seats, seats, bottom).x).toBe(1);
      expect(clockwise(seats, bottom).map((seat) => placeOf(seat, seats, bottom))).toEqual([...Array(seats).keys()]);
    }
  }
});

test('no two seats share a place, and cards lie towards their seats', () => {
  for (const seats of [3, 4, 5, 6]) {
    const spots = clockwise(seats, 0).map((seat) => spotOf(seat, seats, 0));
    expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(seats);
    for (let seat = 0; seat < seats; seat++) {
      const { dx } = cardSpot(seat, seats, 0);
      const { x } = spotOf(seat, seats, 0);
      expect(Math.sign(Math.round(dx * 100))).toBe(Math.sign(x - 0.5));
    }
  }
});

test('a trick is laid out from its leader on, leaving out who sits out', () => {
  expect(played({ leader: 3, cards: ['EO', 'GO'] }, [1, 2, 3, 4])).toEqual([
    { seat: 3, card: 'EO' },
    { seat: 4, card: 'GO' },
  ]);
  expect(played({ leader: 4, cards: ['EO', 'GO'] }, [1, 2, 3, 4]).map(({ seat }) => seat)).toEqual([4, 1]);
});

test('every card of a hand shows enough of itself for a finger and lies within its box', () => {
  for (const [width, room] of [[304, 190], [344, 214], [375, 220], [624, 120], [900, 230], [912, 268]] as const) {
    for (const whole of [6, 8]) {
      for (let cards = 1; cards <= whole; cards++) {
        const { card, places, height, rows } = handLayout(cards, width, room, whole);
        expect(places).toHaveLength(cards);
        expect(height).toBeLessThanOrEqual(room + 4);
        expect(card.height).toBe(Math.round(card.width * CARD_RATIO));
        places.forEach((place, index) => {
          expect(place.x).toBeGreaterThanOrEqual(0);
          expect(place.x + card.width).toBeLessThanOrEqual(width + 1);
          const next = places[index + 1];
          if (next && next.row === place.row) expect(next.x - place.x).toBeGreaterThanOrEqual(cards < whole ? 38 : 44);
          if (rows === 2 && place.row === 0) expect((places.at(-1)?.y ?? 0) - place.y).toBeGreaterThanOrEqual(44);
        });
      }
    }
  }
});

test('on a phone a hand that has lost a card lies in one row, and nothing is hidden below another', () => {
  expect(handLayout(8, 344, 214).rows).toBe(2);
  for (let cards = 7; cards > 0; cards--) expect(handLayout(cards, 344, 214).rows).toBe(1);
});

test('the cards keep their size while the hand is played', () => {
  for (const width of [304, 344, 900]) {
    const sizes = [8, 7, 6, 5, 4, 3, 2, 1].map((cards) => handLayout(cards, width, 214).card.width);
    expect(new Set(sizes).size).toBe(1);
  }
});
