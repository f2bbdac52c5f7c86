import { expect, test } from 'vitest';
import cases from '../generated/money-cases.json';
import { LANGUAGES, setLanguage, type Language } from './i18n';
import { amountText, money, type Unit } from './money';

type Case = [number, Unit, Language, string, string, string | null];

test.each(LANGUAGES)('MO-01: amounts are written as the server writes them, in every unit: %s', async (language) => {
  await setLanguage(language);
  const own = (cases as Case[]).filter(([, , lang]) => lang === language);
  expect(new Set(own.map(([, unit]) => unit)).size).toBe(4);
  for (const [amount, unit, , plain, signed, words] of own) {
    expect(money(amount, unit), `${amount} ${unit}`).toBe(plain);
    expect(money(amount, unit, { sign: true }), `${amount} ${unit}`).toBe(signed);
    if (words !== null) expect(amountText(amount, unit), `${amount} ${unit}`).toBe(words);
  }
});

test('a few of them as people read them', async () => {
  await setLanguage('de');
  expect(money(-135, 'cent')).toBe('-1,35 €');
  expect(money(0, 'cent', { sign: true })).toBe('0,00 €');
  await setLanguage('en');
  expect(money(-135, 'cent')).toBe('-€1.35');
  expect(money(5, 'stake', { sign: true })).toBe('+5 stakes');
  await setLanguage('ru');
  expect(amountText(22, 'stroke')).toBe('22 штриха');
});
