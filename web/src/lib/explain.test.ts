import { beforeAll, expect, test } from 'vitest';
import { explainBook, explainCode } from '../books/core/explain';
import { refusalText } from '../books/sheet/words';
import { loadBooks } from '../generated/messages/books';
import { Refusal, Unreachable } from './api';
import { explain, explainAny, unreachable } from './explain';
import { loadBookTexts, setLanguage, t, tb } from './i18n';
import type { ErrorInfo } from './wire';

const told = (code: string, more: Partial<ErrorInfo> = {}): ErrorInfo => ({ code, seat: null, action: null, allowed: [], where: null, detail: '', ...more });
const NOTHING = { seat: '', action: '', allowed: '', where: '', detail: '' };

beforeAll(async () => {
  await setLanguage('en');
  await loadBookTexts(loadBooks);
});

test('a refusal at the table names the player, and cards and games as people do', () => {
  const text = explain(told('play/follow-suit', { seat: 1, action: 'E7', allowed: ['HA', 'kontra'] }), ['Anna', 'Berta']);
  expect(text).toBe(t().errors['play/follow-suit']({ ...NOTHING, seat: 'Berta', action: 'seven of clubs', allowed: 'ace of hearts' }));
  expect(explain(told('turn/not-yours', { seat: 2 }))).toBe(t().errors['turn/not-yours']({ ...NOTHING, seat: '3' }));
});

test('elsewhere what may be is said as it came', () => {
  expect(explain(told('ruleset/bad-value', { where: 'stakes', allowed: ['E7', '2'] }))).toBe(
    t().errors['ruleset/bad-value']({ ...NOTHING, where: 'stakes', allowed: 'E7, 2' }),
  );
});

test.each(['no/such', 'constructor', 'toString'])('a code without a text is named: %s', (code) => {
  const plain = t().shell.trouble.refused({ code });
  expect(explain(told(code))).toBe(plain);
  expect(explainCode({ code })).toBe(plain);
  expect(refusalText(code)).toBe(plain);
});

test('what was thrown is told, or thrown on', () => {
  const refusal = new Refusal(told('person/name-taken'), 409);
  for (const say of [explainAny, explainBook]) {
    expect(say(refusal)).toBe(t().errors['person/name-taken'](NOTHING));
    expect(say(new Unreachable())).toBe(unreachable());
    expect(() => say(new TypeError('ours'))).toThrow(TypeError);
  }
});

test('the books have texts of their own, and those of everywhere', () => {
  const where = told('entry/seat', { where: 'partner' });
  expect(explain(where)).toBe(t().shell.trouble.refused({ code: 'entry/seat' }));
  expect(explainBook(new Refusal(where, 422))).toBe(tb().errors['entry/seat']({ ...NOTHING, where: 'partner' }));
  expect(explainCode({ code: 'person/passphrase' })).toBe(t().errors['person/passphrase'](NOTHING));
  expect(explainCode({ code: 'sheet/no-prices' })).toBe(tb().books.no_prices);
});

test('a sheet calls the part of an entry by the name of its field, and leaves out what has none', () => {
  expect(refusalText('entry/seat', 'partner')).toBe(tb().errors['entry/seat']({ ...NOTHING, where: tb().sheet.fields.partner }));
  expect(refusalText('entry/seat', 'content.result')).toBe(tb().errors['entry/seat'](NOTHING));
});
