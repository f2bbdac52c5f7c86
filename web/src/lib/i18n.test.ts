import { expect, test } from 'vitest';
import plural from '../generated/messages/plural.json';
import { LANGUAGES, load } from '../generated/messages';
import { loadBooks } from '../generated/messages/books';
import { isLanguage, language, loadBookTexts, pick, preferred, setLanguage, t, tb } from './i18n';
import { three, two } from './plural';

test('the form of a number is the one that the server takes', () => {
  for (const [name, forms] of Object.entries(plural)) {
    const rule = name === 'be' || name === 'ru' ? three : two;
    expect(forms.map((_, n) => rule(n)), name).toEqual(forms);
  }
});

test('every language loads and becomes the one in force', async () => {
  for (const name of LANGUAGES) {
    await setLanguage(name);
    expect(language()).toBe(name);
    expect(t()).toBe((await load[name]()).default);
  }
});

test('the language is the first of the reader that there is', () => {
  expect(preferred(['fr-FR', 'pt-BR', 'de'])).toBe('pt');
  expect(preferred(['fr'])).toBe('en');
  expect(isLanguage('constructor')).toBe(false);
});

test('an error text leaves out what it has nothing to say about', async () => {
  await setLanguage('en');
  const error = t().errors['auction/not-higher'];
  const nothing = { seat: '', action: '', allowed: '', where: '', detail: '' };
  expect(error(nothing)).toBe('You must name a higher game than the one before, or pass.');
  expect(error({ ...nothing, allowed: 'pass' })).toBe('You must name a higher game than the one before, or pass; possible: pass.');
});

test('a text by a key of the server, in the form of its number', async () => {
  await setLanguage('en');
  expect(pick(t().terms.settlement, 'knock', { n: 1 })).toBe('Knock');
  expect(pick(t().terms.settlement, 'knock', { n: 3 })).toBe('Knocks');
  expect(pick(t().terms.contracts, 'toString')).toBe('toString');
});

test('the texts of the books come when they are asked for, and change with the language', async () => {
  await setLanguage('fi');
  expect(() => tb()).toThrow('not been loaded');
  expect(Object.keys(t().errors)).not.toContain('entry/result');
  // Somebody chooses another language while they are on their way.
  const coming = loadBookTexts(loadBooks);
  await Promise.all([coming, setLanguage('pt')]);
  expect(language()).toBe('pt');
  expect(tb()).toBe((await loadBooks.pt()).default);
  await setLanguage('be');
  expect(tb()).toBe((await loadBooks.be()).default);
  expect(Object.keys(tb().errors)).toContain('entry/result');
  expect(Object.keys(tb().errors)).not.toContain('import/syntax');
});
