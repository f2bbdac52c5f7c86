import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES, setLanguage, t } from '$lib/i18n';
import { actionName, cardName, gameName, type Manner, parts } from './words';

const manner = (more: Partial<Manner> = {}): Manner => ({ m: t(), deck: 'bavarian', dialect: false, ...more });
const CARDS = [...'EGHS'].flatMap((suit) => [...'AZKOU987'].map((rank) => suit + rank));

beforeAll(() => setLanguage('de'));

test('each card has a name of its own, in each language and on each deck', async () => {
  for (const language of LANGUAGES) {
    await setLanguage(language);
    for (const deck of ['bavarian', 'french'] as const) {
      const names = CARDS.map((card) => cardName(manner({ deck }), card));
      expect(new Set(names).size, `${language} ${deck}`).toBe(32);
      for (const name of names) expect(name).not.toMatch(/undefined|[{}]/);
    }
  }
  await setLanguage('de');
});

test('cards are called as they are on the cards in use', () => {
  expect(cardName(manner(), 'EO')).toBe('Eichel-Ober');
  expect(cardName(manner({ deck: 'french' }), 'EO')).toBe('Kreuz-Dame');
  expect(cardName(manner(), '??')).toBe('eine verdeckte Karte');
});

test('games with their suit, their called card, their promise', () => {
  expect(gameName(manner(), { name: 'solo', suit: 'H', promise: 70 })).toBe('Herz-Solo 70');
  expect(gameName(manner(), { name: 'rufspiel', suit: 'G', card: 'GA' })).toBe('Rufspiel auf Gras');
  expect(gameName(manner(), { name: 'rufspiel', suit: 'G', card: 'GZ' })).toBe('Rufspiel auf Gras (Gras-Zehner)');
  expect(gameName(manner(), { name: 'wenz' })).toBe('Wenz');
});

test('actions fall into their parts', () => {
  expect(parts('solo H 70')).toEqual({ verb: 'solo', suit: 'H', card: null, promise: 70 });
  expect(parts('rufspiel GZ')).toEqual({ verb: 'rufspiel', suit: 'G', card: 'GZ', promise: 0 });
  expect(parts('wenz 80')).toEqual({ verb: 'wenz', suit: null, card: null, promise: 80 });
  expect(parts('pass')).toEqual({ verb: 'pass', suit: null, card: null, promise: 0 });
});

test('what is said, in dialect and without', () => {
  expect(actionName(manner({ dialect: true }), 'rufspiel E')).toBe('Auf de Oide');
  expect(actionName(manner(), 'rufspiel E')).toBe('Rufspiel auf Eichel');
  expect(actionName(manner({ dialect: true }), 'solo-tout H')).toBe('Herz-Solo-Tout');
  expect(actionName(manner(), 'give ??')).toBe('gibt eine verdeckte Karte');
  expect(actionName(manner(), 'give H9')).toBe('gibt Herz-Neuner');
  expect(actionName(manner(), 'trump S')).toBe('Schellen ist Trumpf');
});

test('everything that can be said has words in every language', async () => {
  const said = 'pass play knock keep kontra re supra resupra accept hochzeit claim cut rest concede throw-in double redeal ramsch wenz sie bettel';
  for (const language of LANGUAGES) {
    await setLanguage(language);
    for (const action of said.split(' ')) {
      const text = actionName(manner(), action);
      expect(text, `${language} ${action}`).not.toMatch(/undefined|[{}(]/);
      expect(text.length).toBeGreaterThan(0);
    }
  }
  await setLanguage('de');
});
