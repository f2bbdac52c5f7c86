import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spoken } from '$lib/announce.svelte';
import { api } from '$lib/api';
import { setLanguage } from '$lib/i18n';
import { settings } from '$lib/settings.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { Doing, HintInfo, State } from '$lib/wire';
import { given, options } from './given.testdata';
import { Sitting } from './sitting.svelte';

/** A table that notes what is done at it. */
class Table {
  state = given();
  done: Doing[] = [];
  busy = false;
  seq = 1;
  id = 'table';
  do(doing: Doing): Promise<boolean> {
    this.done.push(doing);
    return Promise.resolve(true);
  }
  wondered: Doing[] = [];
  why(doing: Doing): Promise<void> {
    this.wondered.push(doing);
    return Promise.resolve();
  }
  can(): boolean {
    return true;
  }
  skip(): void {}
  /** Options that are there no more, though they are still shown. */
  gone: string[] = [];
  offers(action: string): boolean {
    return !this.gone.includes(action);
  }
}

let table: Table;

function sit(changes: Partial<State>): Sitting {
  table = new Table();
  table.state = given(changes);
  return new Sitting(table as unknown as TableStore);
}

const acts = () => table.done.flatMap((doing) => (doing.kind === 'act' ? [doing.action] : []));

beforeEach(() => setLanguage('en'));
afterEach(() => {
  settings.playBy = 'single';
  settings.playLast = true;
  vi.restoreAllMocks();
});

test('a card picked early is sent once, on one’s own turn only', () => {
  const sitting = sit({ turn: 1 });
  sitting.tap('HA');
  expect(sitting.picked).toBe('HA');
  sitting.playPicked();
  expect(acts()).toEqual([]);
  // Somebody else's turn begins: still nothing.
  const next = sit({ turn: 2 });
  next.picked = 'HA';
  next.playPicked();
  expect(acts()).toEqual([]);
  const mine = sit({ turn: 0, options: options('EO', 'HA') });
  mine.picked = 'HA';
  mine.playPicked();
  mine.playPicked();
  expect(acts()).toEqual(['HA']);
  expect(mine.picked).toBeNull();
});

test('a picked card is dropped when it may not be played, and when it is gone from the hand', () => {
  const illegal = sit({ turn: 0, options: options('EO', 'HA') });
  illegal.picked = 'GA';
  illegal.playPicked();
  expect(acts()).toEqual([]);
  expect(illegal.picked).toBeNull();
  const gone = sit({ turn: 1, hand: ['EO'] });
  gone.picked = 'GA';
  gone.playPicked();
  expect(gone.picked).toBeNull();
});

test('a tap on a picked card that has just been let go asks nothing: one has been told', () => {
  vi.useFakeTimers();
  const sitting = sit({ turn: 0, options: options('EO', 'HA') });
  sitting.picked = 'GA';
  sitting.playPicked();
  sitting.tap('GA');
  expect(table.wondered).toEqual([]);
  vi.advanceTimersByTime(2100);
  sitting.tap('GA');
  expect(table.wondered).toHaveLength(1);
  vi.useRealTimers();
});

test('a card picked in one deal is not played in the next, though the hand has it again', () => {
  const sitting = sit({ turn: 1, number: 1 });
  sitting.noteDeal();
  sitting.tap('HA');
  expect(sitting.picked).toBe('HA');
  table.state = given({ turn: 0, number: 2, options: options('EO', 'HA') });
  sitting.noteDeal();
  sitting.playPicked();
  expect(acts()).toEqual([]);
});

test('tapping a picked card again takes it back', () => {
  const sitting = sit({ turn: 1 });
  sitting.tap('HA');
  sitting.tap('HA');
  expect(sitting.picked).toBeNull();
});

test('nothing is picked of a hand while others still speak', () => {
  const sitting = sit({ step: 'auction', turn: 1 });
  sitting.tap('HA');
  expect(sitting.picked).toBeNull();
  expect(table.done).toEqual([]);
});

test('where two taps are wanted, one does nothing, and keys still need one only', () => {
  settings.playBy = 'double';
  const sitting = sit({ turn: 0, options: options('EO', 'HA') });
  sitting.tap('HA');
  expect(acts()).toEqual([]);
  sitting.tap('EO');
  expect(acts()).toEqual([]);
  sitting.tap('EO');
  expect(acts()).toEqual(['EO']);
  const keys = sit({ turn: 0, options: options('EO') });
  keys.tap('EO', true);
  expect(acts()).toEqual(['EO']);
});

test('SC-06: what somebody else has done first is not asked for any more, it is shown', async () => {
  const sitting = sit({ turn: 0, options: options('EO', 'HA', 'kontra') });
  const skip = vi.spyOn(table, 'skip');
  table.gone = ['kontra'];
  expect(sitting.doubling).toBe('kontra');
  sitting.double();
  expect(acts()).toEqual([]);
  expect(skip).toHaveBeenCalledOnce();
  expect(await sitting.act('EO')).toBe(true);
  expect(acts()).toEqual(['EO']);
});

test('a card to be given away is given, not played', () => {
  const sitting = sit({ turn: 0, step: 'give', options: options('give GA') });
  sitting.tap('GA');
  expect(acts()).toEqual(['give GA']);
});

test('playable cards come from one’s own options alone', () => {
  expect(sit({ turn: 1 }).cards.size).toBe(0);
  expect([...sit({ turn: 0, options: options('EO', 'kontra') }).cards.keys()]).toEqual(['EO']);
  expect(sit({ turn: 1, options: options('kontra') }).myTurn).toBe(false);
  expect(sit({ turn: 1, options: options('kontra') }).doubling).toBe('kontra');
});

test('the last card plays itself only if it is the only one and that is wished', () => {
  expect(sit({ turn: 0, hand: ['EO'], options: options('EO', 'kontra') }).onlyCard).toBe('EO');
  expect(sit({ turn: 0, hand: ['EO', 'HA'], options: options('EO') }).onlyCard).toBeNull();
  expect(sit({ turn: 1, hand: ['EO'] }).onlyCard).toBeNull();
  settings.playLast = false;
  expect(sit({ turn: 0, hand: ['EO'], options: options('EO') }).onlyCard).toBeNull();
});

test('the last card waits while something else is on its way, and is then tried once', async () => {
  const sitting = sit({ turn: 0, hand: ['EO'], options: options('EO') });
  table.busy = true;
  expect(sitting.onlyCard).toBeNull();
  await sitting.playOnly('EO');
  expect(acts()).toEqual([]);
  table.busy = false;
  expect(sitting.onlyCard).toBe('EO');
  vi.spyOn(table, 'do').mockResolvedValue(false);
  await sitting.playOnly('EO');
  expect(sitting.onlyCard).toBeNull();
});

test('advice is not lost because somebody says something meanwhile, and is asked for anew when somebody doubles', async () => {
  const sitting = sit({ turn: 0, options: options('EO', 'HA') });
  let asked = 0;
  const hint = vi.spyOn(api, 'hint').mockImplementation(() => {
    table.seq++;
    table.state = given({ turn: 0, options: options('EO', 'HA'), kontra: [1] });
    return Promise.resolve({ action: ++asked === 1 ? 'EO' : 'HA', by_search: true } as HintInfo);
  });
  await sitting.ask();
  expect(hint).toHaveBeenCalledTimes(2);
  expect(sitting.hint?.action).toBe('HA');
  table.seq++;
  sitting.dropHint();
  expect(sitting.hint?.action).toBe('HA');
  table.state = given({ turn: 1 });
  sitting.dropHint();
  expect(sitting.hint).toBeNull();
});

test('advice is read out once: here, or where it is shown with its reason', async () => {
  vi.spyOn(api, 'hint').mockResolvedValue({ action: 'EO', by_search: true } as HintInfo);
  const sitting = sit({ turn: 0, options: options('EO') });
  const before = spoken.polite.at(-1)?.id;
  sitting.coached = true;
  await sitting.ask();
  expect(sitting.hint?.action).toBe('EO');
  expect(spoken.polite.at(-1)?.id).toBe(before);
  sitting.coached = false;
  await sitting.ask();
  expect(spoken.polite.at(-1)?.id).not.toBe(before);
});

test('bubbles say the last word of each seat until the first card falls', () => {
  const said = [
    { seat: 1, text: 'play' },
    { seat: 2, text: 'pass' },
    { seat: 1, text: 'rufspiel G' },
  ];
  settings.dialect = false;
  settings.deck = 'bavarian';
  const sitting = sit({ step: 'auction', turn: 3, said });
  expect(sitting.bubble(1)?.text).toBe('Rufspiel on Gras');
  expect(sitting.bubble(2)?.text).toBe('Pass');
  expect(sitting.bubble(3)).toBeNull();
  expect(sit({ said, trick: { leader: 0, cards: ['EO'], winner: null } }).bubble(1)).toBeNull();
  settings.dialect = true;
});

test('at a table of a lesson all is said in plain words', () => {
  settings.dialect = true;
  sit({ step: 'auction', turn: 3, said: [{ seat: 2, text: 'pass' }] });
  const lesson = new Sitting(table as unknown as TableStore, { dialect: false });
  expect(lesson.manner.dialect).toBe(false);
  expect(lesson.bubble(2)?.text).toBe('Pass');
});

test('a card that may not be played is not played: the server is asked why', () => {
  const sitting = sit({ turn: 0, number: 3, options: options('EO') });
  sitting.tap('HA');
  sitting.tap('HA', true);
  expect(table.done).toEqual([]);
  expect(table.wondered).toEqual(Array(2).fill({ kind: 'act', number: 3, action: 'HA' }));
});

test('a tap on a card takes the trick that still lies there first', () => {
  const sitting = sit({ turn: 0, options: options('EO', 'HA') });
  const skip = vi.spyOn(table, 'skip');
  sitting.lying = { leader: 0, cards: ['E7', 'E8', 'E9', 'EK'], winner: 0 };
  sitting.tap('HA');
  expect(skip).toHaveBeenCalledOnce();
  expect(acts()).toEqual(['HA']);
});

test('open hands are what the server says is held', () => {
  const hands = [['EO'], ['HA'], [], []];
  expect(sit({ open_hands: true, hands }).openHand(1)).toEqual(['HA']);
  expect(sit({ open_hands: false, hands }).openHand(1)).toEqual([]);
});
