import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, forgetPerson, Refusal, request, RETRY_MS, Unreachable } from './api';

type Answer = Response | Error;
let asked: { path: string; init: RequestInit }[] = [];
const answers = (list: (() => Answer)[]) => {
  asked = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, init });
    const next = list[Math.min(asked.length, list.length) - 1]?.();
    if (!next || next instanceof Error) throw next ?? new Error('nothing prepared');
    return next;
  });
};
const ok = (body: unknown) => () => new Response(JSON.stringify(body));
const lost = () => new TypeError('network');
const busy = () => new Response('', { status: 503 });
const refused = (code: string, status = 409) => () =>
  new Response(JSON.stringify({ error: { code, seat: null, action: null, allowed: [], detail: '', where: null } }), { status });
const command = { id: 'abc', seq: 3, do: { kind: 'act', number: 1, action: 'EO' } } as const;

beforeEach(() => {
  vi.useFakeTimers();
  forgetPerson();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function settled<T>(promise: Promise<T>): Promise<T | Error> {
  const guarded = promise.catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(RETRY_MS.reduce((a, b) => a + b, 0) * 2);
  return guarded;
}

test('a command is sent again with the same id until there is an answer', async () => {
  answers([lost, busy, lost, ok({ seq: 4, news: [] })]);
  expect(await settled(api.command('t', command))).toEqual({ seq: 4, news: [] });
  const bodies = asked.map(({ init }) => init.body);
  expect(bodies.length).toBe(4);
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(String(bodies[0])).id).toBe('abc');
});

test('a refusal is an answer: it is told with its code and not asked again', async () => {
  answers([refused('play/follow-suit')]);
  const error = await settled(api.command('t', command));
  expect(error).toBeInstanceOf(Refusal);
  expect((error as Refusal).info.code).toBe('play/follow-suit');
  expect(asked.length).toBe(1);
});

test('what is not safe to repeat is sent once', async () => {
  answers([lost, ok({})]);
  expect(await settled(api.register({ name: 'Anna', passphrase: 'a long passphrase' }))).toBeInstanceOf(Unreachable);
  expect(asked.length).toBe(1);
});

test('a table that was asked for twice is one: the same id, and another one for the next table', async () => {
  answers([lost, ok({ seq: 1, news: [] })]);
  await settled(api.quick({}));
  await settled(api.newTable({}));
  const ids = asked.map(({ init }) => JSON.parse(String(init.body)).id as string);
  expect(ids).toEqual([ids[0], ids[0], expect.stringMatching(/^[\w-]{10,64}$/)]);
  expect(ids[2]).not.toBe(ids[0]);
  answers([lost]);
  expect(await settled(api.quick({}))).toBeInstanceOf(Unreachable);
  expect(asked.length).toBe(4);
});

test('it ends some time, with an error that says so', async () => {
  answers([lost]);
  expect(await settled(api.me())).toBeInstanceOf(Unreachable);
  expect(asked.length).toBe(RETRY_MS.length + 1);
});

test('an answer that stops in the middle is given up and asked for again', async () => {
  let tries = 0;
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    if (tries++ > 0) return new Response('{"seq":4,"news":[]}');
    const start = (control: ReadableStreamDefaultController) => {
      control.enqueue(new TextEncoder().encode('{"seq":'));
      signal?.addEventListener('abort', () => control.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }));
  });
  expect(await settled(api.command('t', command))).toEqual({ seq: 4, news: [] });
  expect(tries).toBe(2);
});

test('everything that changes something carries the header, nothing else does', async () => {
  answers([ok({})]);
  await settled(api.me());
  await settled(api.command('t', command));
  await settled(api.setMe({ name: 'Anna' }));
  expect(asked.map(({ init }) => (init.headers as Record<string, string>)['X-Schafkopf'])).toEqual([undefined, '1', '1']);
});

test('a new browser asks for its cookie once, everything else waits for that', async () => {
  const waiting: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => waiting.push(resolve)));
  const all = Promise.all([request('/a'), request('/b'), request('/c')]);
  await vi.advanceTimersByTimeAsync(10);
  expect(waiting.length).toBe(1);
  waiting[0]?.(ok(1)());
  await vi.advanceTimersByTimeAsync(10);
  expect(waiting.length).toBe(3);
  for (const resolve of waiting.slice(1)) resolve(ok(2)());
  expect(await all).toEqual([1, 2, 2]);
});
