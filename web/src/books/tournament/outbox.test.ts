import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TournamentCommand } from '$generated/api';
import { Outbox } from './outbox';

const command = (id: string): TournamentCommand => ({ id, seq: 3, do: { do: 'finish' } });

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    get length() {
      return kept.size;
    },
  } as Storage;
}

beforeEach(() => vi.stubGlobal('localStorage', storage()));
afterEach(() => vi.unstubAllGlobals());

test('what waits is there again after the page was closed, in its order, and of this tournament alone', () => {
  const box = new Outbox('a');
  box.add(command('1'));
  box.add(command('2'));
  new Outbox('b').add(command('3'));
  expect(new Outbox('a').all.map(({ id }) => id)).toEqual(['1', '2']);
  box.drop('1');
  expect(new Outbox('a').all.map(({ id }) => id)).toEqual(['2']);
  box.drop('2');
  expect(localStorage.length).toBe(1);
});

test('two tabs of one browser lose nothing of each other', () => {
  const [one, other] = [new Outbox('a'), new Outbox('a')];
  one.add(command('1'));
  other.add(command('2'));
  one.add(command('3'));
  expect(other.all.map(({ id }) => id)).toEqual(['1', '2', '3']);
  other.drop('1');
  expect(one.all.map(({ id }) => id)).toEqual(['2', '3']);
});

test('the same command is kept once', () => {
  const box = new Outbox('a');
  box.add(command('1'));
  box.add(command('1'));
  expect(box.all).toHaveLength(1);
});

test('what is no command in the storage is passed over', () => {
  localStorage.setItem('schafkopf.tournament.a', '[1, null, {"id": "x"}, {"id": "y", "do": {"do": "finish"}}]');
  expect(new Outbox('a').all.map(({ id }) => id)).toEqual(['y']);
  localStorage.setItem('schafkopf.tournament.a', 'rubbish');
  expect(new Outbox('a').all).toEqual([]);
});

test('without a storage it waits as long as the page is open', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
  });
  const box = new Outbox('a');
  box.add(command('1'));
  expect(box.all).toHaveLength(1);
});
