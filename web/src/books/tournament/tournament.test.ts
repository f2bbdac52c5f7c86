import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal, Unreachable } from '$lib/api';
import { tournaments } from './api';
import { Tournament } from './tournament.svelte';

vi.mock('$lib/sse', () => ({ openLine: () => ({ close: () => undefined }) }));
vi.mock('$lib/toasts.svelte', () => ({ toast: () => undefined }));
vi.mock('../core/explain', () => ({ explainCode: String, explainBook: String }));

const refusal = (status: number, code: string) => new Refusal({ code, seat: null, action: null, allowed: [], where: null, detail: '' }, status);
const FINISH = { do: 'finish' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.spyOn(tournaments, 'view').mockRejectedValue(refusal(429, 'request/too-many'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  [429, 'request/too-many'],
  [401, 'person/unknown'],
  [404, 'book/not-found'],
  [409, 'tournament/busy'],
  [500, 'server/fault'],
])('what the server refuses for now (%i %s) is kept, and sent again with the same id', async (status, code) => {
  const sent = vi.spyOn(tournaments, 'command').mockRejectedValueOnce(refusal(status, code)).mockResolvedValue({ seq: 0 });
  const store = new Tournament(`waits-${code}`);
  expect(await store.act(FINISH, { keep: true })).toBe('kept');
  expect(store.kept).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(store.kept).toEqual([]);
  expect(new Set(sent.mock.calls.map(([, command]) => command.id)).size).toBe(1);
  expect(sent).toHaveBeenCalledTimes(2);
  store.close();
});

test('what the tournament itself refuses is given up, and what came after it is sent all the same', async () => {
  const sent = vi.spyOn(tournaments, 'command').mockRejectedValueOnce(refusal(409, 'tournament/no-table')).mockResolvedValue({ seq: 0 });
  const store = new Tournament('refused');
  const fates = await Promise.all([store.act(FINISH, { keep: true }), store.act(FINISH, { keep: true })]);
  expect(fates).toEqual(['refused', 'done']);
  expect(store.kept).toEqual([]);
  expect(sent).toHaveBeenCalledTimes(2);
  store.close();
});

test('a key that met a bad line lets one in when it is tried again; an old one does not shut out who is in', async () => {
  vi.spyOn(tournaments, 'view').mockRejectedValue(refusal(404, 'book/not-found'));
  const joined = vi
    .spyOn(tournaments, 'join')
    .mockRejectedValueOnce(new Unreachable('offline'))
    .mockRejectedValueOnce(refusal(404, 'book/not-found'));
  const store = new Tournament('link');
  await store.open('KEY');
  expect(store.trouble).not.toBeNull();
  await store.retry();
  expect(joined.mock.calls).toEqual([
    ['link', 'KEY'],
    ['link', 'KEY'],
  ]);
  // Whether he is in, the view says.
  expect(store.gone).toBe(true);
  store.close();
});
