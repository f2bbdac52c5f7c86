import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import vectors from '../../generated/vectors/prices.json?raw';
import { Disk, Server, settled } from './given.testdata';
import { SheetStore, newSheet } from './sheet.svelte';
import type { Act, PriceTable } from './types';

const { cases } = JSON.parse(vectors) as { cases: { table: PriceTable }[] };
const bavaria = cases.map(({ table }) => table).find(({ strokes, at_table }) => !strokes && at_table === 4) as PriceTable;
const TABLES = { 4: { ...bavaria, sizes: [4] } };

let server: Server;
const open: SheetStore[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server = new Server();
});
afterEach(() => {
  for (const store of open.splice(0)) store.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function at(name: string, disk = new Disk(), tables: Record<number, PriceTable> = TABLES) {
  return { shelf: Promise.resolve(disk), net: server.net(name, tables), channel: null, locks: null };
}

function sit(id: string, name = 'anna', disk?: Disk, key = ''): SheetStore {
  const store = new SheetStore(id, key, at(name, disk));
  open.push(store);
  return store;
}

/** So much time goes by, with all that happens in it. */
async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settled();
  await vi.advanceTimersByTimeAsync(0);
  await settled();
}

async function begun(disk = new Disk()): Promise<string> {
  return newSheet({ rules: 'bavaria', people: ['Anna', 'Beni', 'Cilli', 'Dora'], title: 'Stammtisch' }, { shelf: Promise.resolve(disk) });
}

const note = (amount: number, store: SheetStore): Act => {
  const [one, other] = store.sheet.people;
  return { do: 'entered', content: { line: 'corrected', amounts: { [one?.id ?? '']: amount, [other?.id ?? '']: -amount } } };
};
const sums = (store: SheetStore) => store.sheet.people.map(({ id }) => store.sheet.balances[id]);
const ids = (id: string) => server.log(id).map((op) => op.id);

describe('without a network', () => {
  test('a sheet is begun, written on, and reaches the server later', async () => {
    server.down = true;
    const disk = new Disk();
    const id = await begun(disk);
    const store = sit(id, 'anna', disk);
    await pass();
    expect(store.ready).toBe(true);
    expect(store.role).toBe('write');
    expect(store.sheet.people.map(({ name }) => name)).toEqual(['Anna', 'Beni', 'Cilli', 'Dora']);
    await store.act(note(5, store));
    await pass();
    expect(sums(store)).toEqual([5, -5, 0, 0]);
    expect(store.online).toBe(false);
    expect(store.waiting).toBe(8);
    server.down = false;
    await pass(60_000);
    expect(store.online).toBe(true);
    expect(store.waiting).toBe(0);
    expect(store.sheet.lines).toHaveLength(1);
    expect(server.log(id)).toHaveLength(8);
    expect(store.known).toMatchObject({ unit: bavaria.unit });
    expect(store.sheet.turn).toMatchObject({ error: '', dealer: store.sheet.people[0]?.id });
  });

  test('whoever closes the page at any moment loses nothing', async () => {
    server.down = true;
    const disk = new Disk();
    const id = await begun(disk);
    for (let round = 0; round < 5; round++) {
      const store = sit(id, 'anna', disk);
      await pass();
      void store.act(note(1, store));
      // Not even the answer of the shelf is waited for.
      await settled();
      store.close();
    }
    server.down = false;
    const store = sit(id, 'anna', disk);
    await pass(60_000);
    expect(sums(store)).toEqual([5, -5, 0, 0]);
    expect(server.log(id)).toHaveLength(12);
  });

  test('answers that get lost double nothing', async () => {
    const disk = new Disk();
    const id = await begun(disk);
    server.losing = 4;
    const store = sit(id, 'anna', disk);
    await pass(120_000);
    server.losing = 3;
    await store.act(note(3, store));
    await store.act(note(4, store));
    await pass(120_000);
    expect(store.waiting).toBe(0);
    expect(sums(store)).toEqual([7, -7, 0, 0]);
    expect(new Set(ids(id)).size).toBe(ids(id).length);
  });
});

describe('several at one sheet', () => {
  test('what one writes the others see at once; viewers too, who cannot write', async () => {
    const id = await begun();
    const disk = new Disk();
    const mine = await begun(disk);
    const anna = sit(mine, 'anna', disk);
    await pass(1000);
    const [beni, cilli] = [sit(mine, 'beni', undefined, 'write'), sit(mine, 'cilli', undefined, 'view')];
    await pass(1000);
    expect([anna.role, beni.role, cilli.role]).toEqual(['write', 'write', 'view']);
    await beni.act(note(6, beni));
    await pass();
    for (const store of [anna, beni, cilli]) expect(sums(store)).toEqual([6, -6, 0, 0]);
    expect(id).not.toBe(mine);
  });

  test('two who write at once, one of them offline, end equal and have both', async () => {
    const disk = new Disk();
    const id = await begun(disk);
    const anna = sit(id, 'anna', disk);
    await pass(1000);
    const beni = sit(id, 'beni', undefined, 'write');
    await pass(1000);
    server.down = true;
    server.cut();
    await beni.act(note(1, beni));
    await beni.act(note(2, beni));
    expect(sums(beni)).toEqual([3, -3, 0, 0]);
    server.down = false;
    await anna.act(note(10, anna));
    await pass(60_000);
    for (const store of [anna, beni]) expect(sums(store)).toEqual([13, -13, 0, 0]);
    expect(beni.sheet).toEqual(anna.sheet);
  });

  test('what got lost on a line that stands is fetched', async () => {
    const disk = new Disk();
    const id = await begun(disk);
    const store = sit(id, 'anna', disk);
    await pass(1000);
    const head = { device: 'other', at_ms: 0 };
    const lost = { ...head, id: 'x', seq: 8, do: 'joined', person: 'emil', name: 'Emil' } as const;
    const told = { ...head, id: 'y', seq: 9, do: 'named', title: 'B' } as const;
    server.log(id).push(lost, told);
    server.say(id, { type: 'ops', book: id, seq: 9, ops: [told] });
    await pass();
    expect(store.sheet).toMatchObject({ seq: 9, title: 'B' });
    expect(store.sheet.people.map(({ name }) => name)).toContain('Emil');
    expect(store.online).toBe(true);
    await store.act(note(1, store));
    await pass();
    expect(server.log(id)).toHaveLength(10);
    expect(sums(store)).toEqual([1, -1, 0, 0, 0]);
  });

  test('each takes back only what was done on his own device', async () => {
    const disk = new Disk();
    const id = await begun(disk);
    const anna = sit(id, 'anna', disk);
    await pass(1000);
    const beni = sit(id, 'beni', undefined, 'write');
    await pass(1000);
    await anna.act(note(1, anna));
    await pass();
    expect([anna.canUndo, beni.canUndo]).toEqual([true, false]);
    await beni.act(note(2, beni));
    await pass();
    await anna.undo();
    await pass();
    for (const store of [anna, beni]) expect(sums(store)).toEqual([2, -2, 0, 0]);
    expect(anna.canRedo).toBe(true);
    await anna.redo();
    await pass();
    expect(sums(beni)).toEqual([3, -3, 0, 0]);
  });

  test('a line says after which one it was entered', async () => {
    const disk = new Disk();
    const id = await begun(disk);
    const store = sit(id, 'anna', disk);
    await pass(1000);
    const first = await store.act(note(1, store));
    await store.act(note(1, store));
    await pass();
    expect(server.log(id).at(-1)).toMatchObject({ do: 'entered', after: first });
  });
});

describe('what the server will not have', () => {
  test.each([true, false])('a bad op stays apart and everything else arrives; told which: %s', async (tells) => {
    server.tells = tells;
    const disk = new Disk();
    const id = await begun(disk);
    const store = sit(id, 'anna', disk);
    await pass(1000);
    server.down = true;
    server.cut();
    await store.act(note(1, store));
    const bad = await store.act(note(100, store));
    await store.act(note(2, store));
    server.bad.add(bad);
    server.down = false;
    await pass(60_000);
    expect(sums(store)).toEqual([3, -3, 0, 0]);
    expect(store.refused).toMatchObject([{ op: { id: bad }, code: 'sheet/syntax' }]);
    expect(store.backup()).toContain(bad);
    expect(store.waiting).toBe(0);
    // It is still there the next day, and may be given up.
    store.close();
    const again = sit(id, 'anna', disk);
    await pass(1000);
    expect(again.refused).toHaveLength(1);
    await again.dismiss(bad);
    await pass();
    expect(again.refused).toEqual([]);
  });

  test('a sheet that takes no more keeps what was typed on the device, and goes on by hand', async () => {
    const disk = new Disk();
    const id = await begun(disk);
    const store = sit(id, 'anna', disk);
    await pass(1000);
    server.full = true;
    await store.act(note(4, store));
    await pass(1000);
    expect(store.trouble).toMatchObject({ code: 'book/full' });
    expect(store.online).toBe(true);
    expect(store.waiting).toBe(1);
    expect(sums(store)).toEqual([4, -4, 0, 0]);
    server.full = false;
    await store.retry();
    await pass(1000);
    expect(store.trouble).toBeNull();
    expect(store.waiting).toBe(0);
  });

  test('a sheet that is gone stays readable, and what waited is not lost', async () => {
    const disk = new Disk();
    const id = await begun(disk);
    const store = sit(id, 'anna', disk);
    await pass(1000);
    server.logs.delete(id);
    server.say(id, { type: 'gone', book: id });
    await pass(1000);
    expect(store.trouble).toMatchObject({ code: 'book/not-found' });
    expect(store.sheet.people).toHaveLength(4);
    await store.act(note(4, store));
    await pass(60_000);
    expect(sums(store)).toEqual([4, -4, 0, 0]);
    expect(store.backup()).toContain('corrected');
  });

  test('who was thrown out but has a link comes in again by it', async () => {
    const disk = new Disk();
    const id = await begun(disk);
    const store = sit(id, 'anna', disk);
    await pass(1000);
    server.roles.clear();
    server.cut();
    await store.act(note(4, store));
    await pass(60_000);
    expect(store.trouble).toBeNull();
    expect(store.waiting).toBe(0);
  });

  test('an unknown link says so', async () => {
    const id = await begun();
    server.logs.set(id, []);
    const store = sit(id, 'cilli', undefined, 'nonsense');
    await pass(1000);
    expect(store.trouble).toMatchObject({ code: 'book/not-found' });
    expect(server.asked.filter((what) => what === 'join')).toHaveLength(1);
  });

  test('a server that was restored from a backup gets again what it has lost', async () => {
    const disk = new Disk();
    const id = await begun(disk);
    const store = sit(id, 'anna', disk);
    await pass(1000);
    await store.act(note(4, store));
    await store.act(note(5, store));
    await pass();
    server.down = true;
    server.cut();
    server.log(id).length = 7;
    // Somebody else has written since: the number is no lower than the one that was seen.
    server.log(id).push({ id: 'x', device: 'other', at_ms: 0, seq: 8, do: 'named', title: 'A' }, { id: 'y', device: 'other', at_ms: 0, seq: 9, do: 'named', title: 'B' });
    server.down = false;
    await pass(60_000);
    expect(sums(store)).toEqual([9, -9, 0, 0]);
    expect(store.sheet.title).toBe('B');
    expect(server.log(id)).toHaveLength(11);
  });
});

test('a browser that keeps nothing says so, and still sends', async () => {
  const disk = new Disk();
  const id = await begun(disk);
  const store = sit(id, 'anna', disk);
  await pass(1000);
  expect(store.durable).toBe(true);
  disk.broken = true;
  await store.act(note(4, store));
  await pass(1000);
  expect(store.durable).toBe(false);
  expect(sums(store)).toEqual([4, -4, 0, 0]);
  expect(server.log(id)).toHaveLength(8);
  expect(store.waiting).toBe(0);
});

test('old prices hold until newer ones have come', async () => {
  const disk = new Disk();
  const id = await begun(disk);
  sit(id, 'anna', disk);
  await pass(1000);
  const mended = { ...TABLES[4], rules: 'mended' };
  await pass(25 * 3600_000);
  const asked = server.asked.filter((what) => what === 'prices').length;
  server.down = true;
  server.cut();
  const later = new SheetStore(id, '', at('anna', disk, { 4: mended }));
  open.push(later);
  await pass(1000);
  expect(later.known).toMatchObject({ tables: { 4: TABLES[4] } });
  expect(later.sheet.turn.error).toBe('');
  server.down = false;
  await pass(60_000);
  expect(later.known).toMatchObject({ tables: { 4: mended } });
  expect(server.asked.filter((what) => what === 'prices').length).toBeLessThan(asked + 5);
});

test('prices of rules come once and are there without a network the next time', async () => {
  const disk = new Disk();
  const id = await begun(disk);
  const first = sit(id, 'anna', disk);
  await pass(1000);
  const asked = server.asked.filter((what) => what === 'prices').length;
  // The first one says which sizes there are.
  expect(asked).toBe(1);
  first.close();
  server.down = true;
  const later = sit(id, 'anna', disk);
  await pass(1000);
  expect(later.known).toMatchObject({ tables: { 4: TABLES[4], 3: null, 5: null, 6: null } });
  expect(later.sheet.turn.error).toBe('');
  later.close();
  // Rules that there are not are an error of the rules.
  server.down = false;
  const other = new SheetStore(id, '', at('anna', new Disk(), {}));
  open.push(other);
  await pass(1000);
  expect(other.sheet.rulings[0]?.error).toBe('ruleset/unknown');
});
