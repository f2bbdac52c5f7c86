import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLine, SILENT_MS, SseParser, type SseEvent } from './sse';

function parsed(...parts: string[]): SseEvent[] {
  const events: SseEvent[] = [];
  const parser = new SseParser((event) => events.push(event));
  for (const part of parts) parser.push(part);
  return events;
}

const TEXT = ': hello\n\nid: a.1\ndata: {"x":1}\n\ndata: two\ndata: lines\n\nevent: e\ndata:tight\n\n';
const EVENTS = [
  { id: 'a.1', event: 'message', data: '{"x":1}' },
  { id: 'a.1', event: 'message', data: 'two\nlines' },
  { id: 'a.1', event: 'e', data: 'tight' },
];

test('events are read, comments are not', () => {
  expect(parsed(TEXT)).toEqual(EVENTS);
});

test('it does not matter where the stream is cut, or how lines end', () => {
  for (const text of [TEXT, TEXT.replaceAll('\n', '\r\n')]) {
    for (let cut = 0; cut <= text.length; cut++) expect(parsed(text.slice(0, cut), text.slice(cut))).toEqual(EVENTS);
    expect(parsed(...text)).toEqual(EVENTS);
  }
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a line without any sign of life is given up', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (control) => control.enqueue(new TextEncoder().encode(': hi\n\n')) });
  vi.stubGlobal('fetch', async () => new Response(body));
  const ends: (number | null)[] = [];
  let signs = 0;
  openLine('/x', { onOpen() {}, onEvent() {}, onSign: () => signs++, onEnd: (status) => ends.push(status) });
  await vi.advanceTimersByTimeAsync(SILENT_MS - 1);
  expect(signs).toBe(1);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(ends).toEqual([null]);
});

test('a refusal ends the line with its status, a closed line says nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 403 }));
  const ends: (number | null)[] = [];
  const watch = { onOpen() {}, onEvent() {}, onSign() {}, onEnd: (status: number | null) => ends.push(status) };
  openLine('/x', watch);
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toEqual([403]);
  openLine('/x', watch).close();
  await vi.advanceTimersByTimeAsync(SILENT_MS * 2);
  expect(ends).toEqual([403]);
});
