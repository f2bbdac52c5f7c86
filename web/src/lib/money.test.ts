import { expect, test } from 'vitest';
import cases from '../generated/money-cases.json';
import { LANGUAGES, type Language } from './i18n';
import { amountText, money, type Unit } from './money';

type Case = [number, Unit, Language, string, string, string | null];

test('MO-01: amounts are written as the server writes them, in every language and unit', () => {
  const all = cases as Case[];
  expect(new Set(all.map(([, unit, lang]) => `${unit} ${lang}`)).size).toBe(4 * LANGUAGES.length);
  for (const [amount, unit, lang, plain, signed, words] of all) {
    expect(money(amount, unit, { lang }), `${amount} ${unit} ${lang}`).toBe(plain);
    expect(money(amount, unit, { lang, sign: true }), `${amount} ${unit} ${lang}`).toBe(signed);
    if (words !== null) expect(amountText(amount, unit, lang), `${amount} ${unit} ${lang}`).toBe(words);
  }
});

test('a few of them as people read them', () => {
  expect(money(-135, 'cent', { lang: 'de' })).toBe('-1,35 €');
  expect(money(-135, 'cent', { lang: 'en' })).toBe('-€1.35');
  expect(money(0, 'cent', { lang: 'de', sign: true })).toBe('0,00 €');
  expect(money(5, 'stake', { lang: 'en', sign: true })).toBe('+5 stakes');
  expect(amountText(22, 'stroke', 'ru')).toBe('22 штриха');
});
