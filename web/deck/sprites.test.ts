import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RANKS, SUITS, sprites } from './sprites.mjs';

const files = sprites();
const DECKS = ['bavarian', 'bavarian-large', 'french', 'french-large'] as const;
const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));
const others = (of: readonly string[], one: string): string[] => of.filter((each) => each !== one);

function symbols(file: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, id, viewBox, drawing] of (files[file] ?? '').matchAll(
    /<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)<\/symbol>/g,
  )) {
    expect(found.has(id!), `${id} twice in ${file}`).toBe(false);
    if (DECKS.some((deck) => file === `${deck}.svg`)) expect(viewBox).toBe('0 0 100 156');
    found.set(id!, drawing!);
  }
  return found;
}

const times = (text: string, part: string): number => text.split(part).length - 1;

/** The index drawn at the upper left: what is written beside it (for people who read the file), and its strokes. */
function index(drawing: string): { text: string; strokes: string } {
  const [, text, strokes] = /<g data-index="([^"]+)"[^>]*>(.*?<\/g>)<\/g>/.exec(drawing)!;
  return { text: text!, strokes: strokes! };
}

const marks = symbols('marks.svg');
const markOf = (deck: string, suit: string): string => marks.get((deck.startsWith('french') ? 'f' : '') + suit)!;

const SPOKEN: Record<string, Record<string, string>> = {
  bavarian: { A: 'A', Z: '10', K: 'K', O: 'O', U: 'U', 9: '9', 8: '8', 7: '7' },
  french: { A: 'A', Z: '10', K: 'K', O: 'Q', U: 'J', 9: '9', 8: '8', 7: '7' },
};

test('the eight suit marks are the right ones', () => {
  const names = [...marks].map(([id, drawing]) => [id, /^<(?:g|path)[^>]* data-mark="(\w+)"/.exec(drawing)?.[1]]);
  expect(Object.fromEntries(names)).toEqual({
    E: 'acorn',
    G: 'leaf',
    H: 'heart',
    S: 'bell',
    fE: 'club',
    fG: 'spade',
    fH: 'heart',
    fS: 'diamond',
  });
  expect(new Set(marks.values()).size).toBe(8);
});

describe.each(DECKS)('I18-03: %s', (deck) => {
  const cards = symbols(`${deck}.svg`);
  const card = (id: string): string => cards.get(id)!;

  test('holds the 32 cards and the back, each a different picture', () => {
    expect([...cards.keys()].sort()).toEqual([...CARDS, 'back'].sort());
    const drawings = [...cards.values()].map((drawing) => drawing.replace(/ data-index="[^"]*"/g, ''));
    expect(new Set(drawings).size).toBe(33);
  });

  test.each(CARDS)('%s shows the mark and the colour of its own suit and of no other', (id) => {
    const suit = id[0]!;
    expect(times(card(id), markOf(deck, suit))).toBeGreaterThanOrEqual(deck.endsWith('large') ? 1 : 2);
    expect(card(id)).toContain(`var(--suit-${suit.toLowerCase()},`);
    for (const other of others(SUITS, suit)) {
      expect(times(card(id), markOf(deck, other))).toBe(0);
      expect(card(id)).not.toContain(`var(--suit-${other.toLowerCase()},`);
    }
  });

  test.each(RANKS)('the index of rank %s is cut alike in every suit and unlike any other rank', (rank) => {
    const written = SUITS.map((suit) => index(card(suit + rank)));
    expect(new Set(written.map(({ strokes }) => strokes)).size).toBe(1);
    for (const { text } of written) expect(text).toBe(SPOKEN[deck.split('-')[0]!]![rank]);
    for (const other of others(RANKS, rank)) expect(index(card(`E${other}`)).strokes).not.toBe(written[0]!.strokes);
  });

  test('can be shown by <use> from another document: nothing in it refers to anything', () => {
    const text = files[`${deck}.svg`]!;
    for (const bad of ['<style', 'url(', 'href', 'class=', 'NaN', 'undefined', 'null', '<text', '<image'])
      expect(text).not.toContain(bad);
    expect(times(text, ' id="')).toBe(33);
    expect(times(text, 'http')).toBe(1); // the name of the SVG namespace
    expect(times(text, '<g')).toBe(times(text, '</g>'));
  });

  test('is small', () => {
    expect(gzipSync(files[`${deck}.svg`]!, { level: 9 }).length).toBeLessThan(45_000);
  });
});

describe.each(['bavarian', 'french'])('%s, with pips', (deck) => {
  const cards = symbols(`${deck}.svg`);
  const pips = (id: string): number => times(cards.get(id)!, markOf(deck, id[0]!));

  test.each(SUITS)('the plain cards of %s have as many pips as they say, besides the two indices', (suit) => {
    expect(['7', '8', '9', 'Z'].map((rank) => pips(suit + rank) - 2)).toEqual([7, 8, 9, 10]);
  });
});

describe('the Bavarian picture cards', () => {
  const cards = symbols('bavarian.svg');

  /** Height (of its middle, from the top) of the mark that is neither of the two indices. */
  function bigMark(id: string): number {
    const drawing = cards.get(id)!;
    const beforeMark = drawing.split(markOf('bavarian', id[0]!)).slice(0, -3);
    const heights = beforeMark.map((text) => Number(/translate\([\d.]+ ([\d.]+)\)[^"]*">$/.exec(text)![1]));
    expect(heights.length).toBe(1);
    return heights[0]!;
  }

  test.each(SUITS)('%s: the Ober has its mark high up, the Unter at its feet', (suit) => {
    expect(bigMark(`${suit}O`)).toBeLessThan(45);
    expect(bigMark(`${suit}U`)).toBeGreaterThan(110);
  });

  test('the Sau has two big marks', () => {
    for (const suit of SUITS) expect(times(cards.get(`${suit}A`)!, markOf('bavarian', suit))).toBe(4);
  });
});
