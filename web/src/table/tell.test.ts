import { beforeEach, expect, test } from 'vitest';
import { LANGUAGES, setLanguage, t } from '$lib/i18n';
import type { Happening } from '$lib/wire';
import { given, options, rufspiel } from './given.testdata';
import { contractLine, tell } from './tell';
import type { Manner } from './words';

const manner = (): Manner => ({ m: t(), deck: 'bavarian', dialect: false });
const happening = (changes: Partial<Happening>): Happening => ({
  kind: 'acted',
  seat: null,
  other: null,
  name: null,
  action: null,
  by: null,
  text: null,
  trick: null,
  ...changes,
});

beforeEach(() => setLanguage('en'));

test('a card, and who takes the trick', () => {
  const before = given();
  expect(tell(manner(), happening({ seat: 1, action: 'GO', by: 'bot' }), before, given({ turn: 2 }))).toEqual(['Anna plays Gras-Ober']);
  const trick = { leader: 3, cards: ['S7', 'EO', 'HA', 'GO'], winner: 2 };
  expect(tell(manner(), happening({ seat: 1, action: 'GO', trick }), before, given({ turn: 2 }))).toEqual([
    'Anna plays Gras-Ober, trick to Ben',
  ]);
  const mine = { ...trick, winner: 0 };
  expect(tell(manner(), happening({ seat: 0, action: 'EO', trick: mine }), given({ turn: 0 }), given({ turn: 1 }))).toEqual([
    'You play Eichel-Ober, trick to you',
  ]);
});

test('whoever let his time run out is not said to have played by himself', () => {
  expect(tell(manner(), happening({ seat: 1, action: 'pass', by: 'clock' }), given(), given({ turn: 2 }))).toEqual([
    'Anna: Pass (the time was up)',
  ]);
});

test('the contract is said once, when it is there', () => {
  const after = given({ contract: rufspiel });
  expect(tell(manner(), happening({ seat: 1, action: 'rufspiel G' }), given({ step: 'auction' }), after)).toEqual([
    'Anna: Rufspiel on Gras',
    'Rufspiel on Gras, played by Anna',
  ]);
  expect(tell(manner(), happening({ seat: 1, action: 'GO' }), after, given({ contract: rufspiel, turn: 2 }))).toEqual([
    'Anna plays Gras-Ober',
  ]);
  expect(contractLine(manner(), given({ contract: { ...rufspiel, name: 'ramsch', suit: null, card: null, declarer: null } }))).toBe(
    'Ramsch, everyone for himself',
  );
});

test('one’s turn is said once, with the cards that may be played', () => {
  const mine = given({ turn: 0, options: options('EO', 'HA') });
  const lines = tell(manner(), happening({ seat: 3, action: 'GO' }), given({ turn: 3 }), mine);
  expect(lines).toEqual(['Cleo plays Gras-Ober', 'Your turn. Playable: Eichel-Ober, Herz-Sau']);
  const any = given({ turn: 0, options: options('EO', 'HA', 'GA') });
  expect(tell(manner(), happening({ seat: 3, action: 'GO' }), given({ turn: 3 }), any).at(-1)).toBe('Your turn. You may play any card');
  // Somebody else's Kontra in between does not say it again.
  expect(tell(manner(), happening({ seat: 2, action: 'kontra' }), mine, { ...mine, kontra: [2] })).toEqual(['Ben: Kontra']);
});

test('nothing is said of playable cards while it is not one’s turn', () => {
  const lines = tell(manner(), happening({ seat: 1, action: 'GO' }), given(), given({ turn: 2, options: [] }));
  expect(lines.join()).not.toMatch(/Playable|Eichel/);
});

test('a doubling that becomes possible is said, out of turn too', () => {
  const lines = tell(manner(), happening({ seat: 1, action: 'rufspiel G' }), given(), given({ options: options('kontra') }));
  expect(lines).toContain('You may say Kontra');
});

test('a card given face down stays unknown', () => {
  expect(tell(manner(), happening({ seat: 1, action: 'give ??' }), given({ step: 'give' }), given())).toEqual([
    'Anna gives a card face down',
  ]);
});

test('the second packet is read out when it comes', () => {
  const before = given({ step: 'knock', hand: ['EO'], turn: 1 });
  const lines = tell(manner(), happening({ seat: 1, action: 'keep' }), before, given({ step: 'auction', hand: ['EO', 'HA'], turn: 1 }));
  expect(lines).toEqual(['Anna: No knock', 'The other cards. Your hand: Eichel-Ober, Herz-Sau']);
});

test('every kind of event has its sentence in every language, and none has holes', async () => {
  const kinds =
    'acted dealt phrase proposed swapped sat stood left removed away back stand_in returned bot renamed declined agreed paused resumed undone practice practice_over finished settled shuffle';
  for (const language of LANGUAGES) {
    await setLanguage(language);
    for (const kind of kinds.split(' ')) {
      const what = happening({ kind, seat: 1, other: 2, action: 'pass', text: kind === 'phrase' ? 'luck' : 'throw_in' });
      const lines = tell(manner(), what, given(), given({ turn: 2 }));
      expect(lines.length, `${language} ${kind}`).toBeGreaterThan(0);
      for (const line of lines) expect(line, `${language} ${kind}`).not.toMatch(/undefined|null|\{|\}|NaN/);
    }
  }
});
