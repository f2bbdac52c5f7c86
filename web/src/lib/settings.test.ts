import { expect, test } from 'vitest';
import { ServerClock } from './clock';
import { codeIn, rulesHref } from './naming';
import { DEFAULTS, deckSprite, understood } from './settings.svelte';

test('what was kept is taken over, what makes no sense is as by default', () => {
  expect(understood('{"deck":"french","sounds":true}')).toEqual({ ...DEFAULTS, deck: 'french', sounds: true });
  for (const text of [null, '', '[]', 'null', '7', '{"deck":"tarock","sounds":1,"language":"xx","gone":true,"overrides":null}']) {
    expect(understood(text)).toEqual(DEFAULTS);
  }
});

test('each deck has its picture', () => {
  expect(deckSprite({ deck: 'bavarian', largePrint: false })).toBe('/cards/bavarian.svg');
  expect(deckSprite({ deck: 'french', largePrint: true })).toBe('/cards/french-large.svg');
});

test('a code is found in what people paste', () => {
  expect(codeIn(' k7q2 mx ')).toBe('k7q2mx');
  expect(codeIn('K7Q2-MX')).toBe('K7Q2MX');
  expect(codeIn('Komm! http://10.0.0.2:8080/t/K7Q2MX?x=1')).toBe('K7Q2MX');
  expect(codeIn('http://10.0.0.2:8080/t/%')).toBe(null);
  expect(codeIn('what?')).toBe(null);
  expect(codeIn('')).toBe(null);
});

test('the clock follows the message that came fastest', () => {
  const clock = new ServerClock();
  clock.heard(10_000, 4_900);
  clock.heard(11_000, 5_100);
  clock.heard(12_000, 9_000);
  expect(clock.now(20_000)).toBe(25_900);
});

test('the rulebook of a table with house rules is found by the text that the server shares', () => {
  expect(rulesHref({ id: 'bavaria+ramsch', overrides: {} })).toBe('/rules/bavaria%2Bramsch');
  const link = rulesHref({ id: 'bavaria', overrides: { kontra: { max: 4 } } });
  expect(link).toBe('/rules/eyJydWxlcyI6ImJhdmFyaWEiLCJvdmVycmlkZXMiOnsia29udHJhIjp7Im1heCI6NH19fQ');
});
