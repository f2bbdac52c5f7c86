import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LineWatch } from './sse';
import { type FromHub, StreamHub } from './stream.hub';

interface Opened extends LineWatch {
  url: string;
  closed: boolean;
}
let lines: Opened[] = [];
const hub = () =>
  new StreamHub((url, watch) => {
    const line: Opened = { ...watch, url, closed: false };
    lines.push(line);
    return { close: () => (line.closed = true) };
  });
const event = (table: string, seq: number) => ({ id: `${table}.${seq}`, event: 'message', data: JSON.stringify({ type: 'event', table, seq }) });
const last = (): Opened => lines.at(-1) as Opened;
const at = (line: Opened): string => new URL(line.url, 'http://x').searchParams.get('at') ?? '';
const news = (got: FromHub[]) => got.filter((message) => message.kind === 'news').map((message) => [message.table, 'seq' in message.news ? message.news.seq : null]);
const statuses = (got: FromHub[]) => got.filter((message) => message.kind === 'status').map((message) => message.status.is);

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('several tabs share one line, and each hears of its own tables only', () => {
  const one = hub();
  const a: FromHub[] = [];
  const b: FromHub[] = [];
  const tabA = one.join((message) => a.push(message));
  const tabB = one.join((message) => b.push(message));
  tabA({ kind: 'follow', table: 'x', seq: 4 });
  tabB({ kind: 'follow', table: 'y', seq: 9 });
  vi.advanceTimersByTime(100);
  expect(lines.map(at)).toEqual(['x.4,y.9']);
  last().onOpen();
  last().onEvent(event('x', 5));
  last().onEvent(event('y', 10));
  expect(news(a)).toEqual([['x', 5]]);
  expect(news(b)).toEqual([['y', 10]]);
});

test('who is not known any more is told so, but not while a new cookie may be on its way', () => {
  const got: FromHub[] = [];
  const tab = hub().join((message) => got.push(message));
  const unknown = () => got.filter(({ kind }) => kind === 'unknown').length;
  tab({ kind: 'follow', table: 'x', seq: 4 });
  vi.advanceTimersByTime(100);
  last().onEnd(401);
  expect(unknown()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(lines.length).toBe(2);
  last().onEnd(401);
  expect(unknown()).toBe(1);
  // As another person, everything is asked for anew.
  tab({ kind: 'another' });
  vi.advanceTimersByTime(100);
  expect(lines.map(at)).toEqual(['x.4', 'x.4', 'x.0']);
});

test('a line that breaks is made again by itself and asks for what is missing, ever more slowly', () => {
  const got: FromHub[] = [];
  const tab = hub().join((message) => got.push(message));
  tab({ kind: 'follow', table: 'x', seq: 4 });
  vi.advanceTimersByTime(100);
  last().onOpen();
  last().onEvent(event('x', 5));
  last().onEvent(event('x', 6));
  last().onEnd(null);
  expect(statuses(got).at(-1)).toBe('waiting');
  vi.advanceTimersByTime(1000);
  expect(at(last())).toBe('x.6');
  expect(lines.length).toBe(2);
  for (let i = 0; i < 9; i++) {
    last().onEnd(null);
    vi.advanceTimersByTime(20_000);
  }
  const before = lines.length;
  last().onEnd(null);
  vi.advanceTimersByTime(10_000);
  expect(lines.length).toBe(before);
  vi.advanceTimersByTime(10_000);
  expect(lines.length).toBe(before + 1);
  last().onOpen();
  expect(statuses(got).at(-1)).toBe('live');
});

test('somebody who looks at the page again does not wait for the next try', () => {
  const tab = hub().join(() => undefined);
  tab({ kind: 'follow', table: 'x', seq: 1 });
  vi.advanceTimersByTime(100);
  for (let i = 0; i < 6; i++) {
    last().onEnd(null);
    vi.advanceTimersByTime(20_000);
  }
  last().onEnd(null);
  const before = lines.length;
  tab({ kind: 'wake' });
  expect(lines.length).toBe(before + 1);
});

test('a server that closes is left in peace for as long as it says', () => {
  const got: FromHub[] = [];
  const tab = hub().join((message) => got.push(message));
  tab({ kind: 'follow', table: 'x', seq: 1 });
  vi.advanceTimersByTime(100);
  last().onOpen();
  last().onEvent({ id: null, event: 'message', data: JSON.stringify({ type: 'closing', retry_ms: 3000 }) });
  expect(got.at(-1)).toMatchObject({ kind: 'status', status: { is: 'waiting', closing: true } });
  expect(last().closed).toBe(true);
  vi.advanceTimersByTime(2900);
  expect(lines.length).toBe(1);
  vi.advanceTimersByTime(200);
  expect(lines.length).toBe(2);
});

test('who knows less than the line has told already makes it begin earlier', () => {
  const one = hub();
  const tabA = one.join(() => undefined);
  tabA({ kind: 'follow', table: 'x', seq: 50 });
  vi.advanceTimersByTime(100);
  last().onOpen();
  const tabB = one.join(() => undefined);
  tabB({ kind: 'follow', table: 'x', seq: 50 });
  vi.advanceTimersByTime(100);
  expect(lines.length).toBe(1);
  tabB({ kind: 'follow', table: 'x', seq: 40 });
  vi.advanceTimersByTime(100);
  expect(lines.map(at)).toEqual(['x.50', 'x.40']);
  expect(lines[0]?.closed).toBe(true);
});

test('when nobody follows any more the line is closed, also after a tab that crashed', () => {
  const one = hub();
  const tabA = one.join(() => undefined);
  tabA({ kind: 'follow', table: 'x', seq: 1 });
  vi.advanceTimersByTime(100);
  tabA({ kind: 'leave', table: 'x' });
  vi.advanceTimersByTime(100);
  expect(last().closed).toBe(true);

  const tabB = one.join(() => undefined);
  tabB({ kind: 'follow', table: 'y', seq: 1 });
  const tabC = one.join(() => undefined);
  tabC({ kind: 'follow', table: 'z', seq: 1 });
  vi.advanceTimersByTime(100);
  expect(at(last())).toBe('y.1,z.1');
  for (let minute = 0; minute < 5; minute++) {
    vi.advanceTimersByTime(60_000);
    tabC({ kind: 'alive' });
  }
  vi.advanceTimersByTime(100);
  expect(at(last())).toBe('z.1');
});

test('a tab that was silent while the machine slept is not forgotten for good', () => {
  const one = hub();
  const got: FromHub[] = [];
  const tabA = one.join(() => undefined);
  const tabB = one.join((message) => got.push(message));
  tabA({ kind: 'follow', table: 'x', seq: 4 });
  tabB({ kind: 'follow', table: 'y', seq: 9 });
  vi.advanceTimersByTime(100);
  last().onOpen();
  vi.setSystemTime(Date.now() + 600_000);
  tabA({ kind: 'alive' });
  vi.advanceTimersByTime(100);
  expect(at(last())).toBe('x.4');
  tabB({ kind: 'alive' });
  vi.advanceTimersByTime(100);
  // What it has missed is not known, so it is sent the whole table.
  expect(at(last())).toBe('x.4,y.0');
  last().onEvent(event('y', 30));
  expect(news(got)).toEqual([['y', 30]]);
});

test('where another person sits at the browser all tables are read anew', () => {
  const tab = hub().join(() => undefined);
  tab({ kind: 'follow', table: 'x', seq: 4 });
  tab({ kind: 'follow', table: 'y', seq: 9 });
  vi.advanceTimersByTime(100);
  last().onOpen();
  last().onEvent(event('x', 5));
  tab({ kind: 'another' });
  tab({ kind: 'another' });
  vi.advanceTimersByTime(100);
  expect(lines.map(at)).toEqual(['x.4,y.9', 'x.0,y.0']);
});
