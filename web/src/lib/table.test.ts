import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commitment } from './fairness';
import { setLanguage } from './i18n';
import type { Follower } from './stream';
import { handOver, type Step, TableStore } from './table.svelte';
import { dismiss, toasts } from './toasts.svelte';
import type { Command, Done, Message, Snapshot, State } from './wire';

const line: { follower: Follower | null } = { follower: null };
vi.mock('./stream', () => ({
  follow: (_table: string, _seq: () => number, follower: Follower) => {
    line.follower = follower;
    return { close: () => (line.follower = null) };
  },
}));

const state = (changes: Partial<State> = {}): State =>
  ({ code: 'CODE', phase: 'deal', number: 1, hand: ['EO', 'GO'], can: ['undo'], you: { seat: 0, player: 0, host: true }, shuffle: null, ...changes }) as State;
const snapshot = (seq: number, changes: Partial<State> = {}): Snapshot => ({ type: 'snapshot', table: 't', seq, now_ms: 1000, state: state(changes) });
const message = (seq: number, changes: Message['changes'] = {}): Message => ({
  type: 'event',
  table: 't',
  seq,
  at_ms: 0,
  now_ms: 1000,
  what: { kind: 'acted', seat: 1, other: null, name: null, action: `card ${seq}`, by: 'person', text: null, trick: null },
  changes,
});
const act = { kind: 'act', number: 1, action: 'EO' } as const;

let sent: { body: Command; answer: (done: Done | Response) => void }[] = [];
let fetched: ((table: Snapshot) => void)[] = [];

beforeEach(async () => {
  sent = [];
  fetched = [];
  await setLanguage('en');
  vi.stubGlobal('document', { visibilityState: 'visible', documentElement: {} });
  vi.stubGlobal('localStorage', { getItem: () => '1', setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    return new Promise<Response>((resolve) => {
      if (init.method === 'GET') fetched.push((table) => resolve(Response.json(table)));
      else {
        const answer = (done: Done | Response) => resolve(done instanceof Response ? done : Response.json(done));
        sent.push({ body: JSON.parse(String(init.body)) as Command, answer });
      }
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const toast of toasts.all) dismiss(toast.id);
});

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
const refusal = (code: string, status = 409) =>
  Response.json({ error: { code, seat: null, action: null, allowed: [], detail: '', where: null } }, { status });

test('RD-09: five impatient clicks on a slow line are one move', async () => {
  const store = new TableStore(snapshot(3));
  const clicks = Array.from({ length: 5 }, () => store.do(act));
  await soon();
  expect(sent.length).toBe(1);
  expect(store.busy).toBe(true);
  sent[0]?.answer({ seq: 4, news: [message(4, { hand: ['GO'] })] });
  expect(await Promise.all(clicks)).toEqual([true, false, false, false, false]);
  expect(store.busy).toBe(false);
  expect(store.state.hand).toEqual(['GO']);
  expect(sent.length).toBe(1);
  store.close();
});

test('RD-09: what was done is on the screen when the next click is possible, whatever is being played out', async () => {
  const shown: number[] = [];
  const store = new TableStore(snapshot(3));
  store.playWith(({ seq, signal }) => {
    shown.push(seq);
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  });
  line.follower?.onNews(message(4));
  line.follower?.onNews(message(5));
  const clicked = store.do(act);
  await soon();
  expect(store.seq).toBe(4);
  const own = message(6, { hand: ['GO'] });
  sent[0]?.answer({ seq: 6, news: [message(5), { ...own, what: { ...own.what, seat: 0 } }] });
  await clicked;
  await soon();
  expect(store.state.hand).toEqual(['GO']);
  // One's own card is played out, what lay before it is not.
  expect(shown).toEqual([4, 6]);
  store.close();
});

test('a command says what was on screen when it was given', async () => {
  const store = new TableStore(snapshot(3));
  let release = () => undefined as void;
  store.playWith(() => new Promise<void>((resolve) => (release = resolve)));
  line.follower?.onNews(message(4));
  line.follower?.onNews(message(5));
  void store.do(act);
  await soon();
  expect(sent[0]?.body).toMatchObject({ seq: 4, do: act });
  release();
  store.close();
});

test('an option that is shown is offered as long as it is there on the server', async () => {
  const options = (...actions: string[]) => actions.map((action) => ({ action, value: null }));
  const store = new TableStore(snapshot(3, { options: options('EO', 'kontra') }));
  store.playWith(() => new Promise<void>(() => undefined));
  expect(['EO', 'kontra', 're'].map((action) => store.offers(action))).toEqual([true, true, false]);
  line.follower?.onNews(message(4));
  // Somebody else has doubled, and it is still to be shown.
  line.follower?.onNews(message(5, { options: options('EO', 're') }));
  expect(store.state.options).toEqual(options('EO', 'kontra'));
  expect(['EO', 'kontra', 're'].map((action) => store.offers(action))).toEqual([true, false, true]);
  line.follower?.onNews(message(6, { number: 2 }));
  expect(store.offers('EO')).toBe(false);
  await soon();
  store.close();
});

test('a refused move shows a reason, and the table is as it was', async () => {
  const store = new TableStore(snapshot(3));
  const done = store.do(act);
  await soon();
  sent[0]?.answer(refusal('play/follow-suit'));
  expect(await done).toBe(false);
  expect(toasts.all.map((toast) => toast.text)).toEqual(['You must follow the suit that was led.']);
  expect(store.state.hand).toEqual(['EO', 'GO']);
  expect(store.busy).toBe(false);
  store.close();
});

test('whoever comes next shows what was left by who went, and nothing is shown while he goes', async () => {
  const store = new TableStore(snapshot(3));
  const stop = store.playWith(() => new Promise<void>(() => undefined));
  for (const seq of [4, 5, 6]) line.follower?.onNews(message(seq));
  expect(store.seq).toBe(4);
  stop();
  expect(store.seq).toBe(4);
  const shown: number[] = [];
  store.playWith((step) => void shown.push(step.seq));
  await soon();
  expect(shown).toEqual([5, 6]);
  expect(store.seq).toBe(6);
  store.close();
});

test('why something cannot be done is asked once, and is never in the way of what can', async () => {
  const store = new TableStore(snapshot(3));
  const wrong = { ...act, action: 'H7' };
  void store.why(wrong);
  void store.why(wrong);
  await soon();
  expect(sent.length).toBe(1);
  expect(store.busy).toBe(false);
  const done = store.do(act);
  await soon();
  expect(sent.length).toBe(2);
  // The answer comes when something else is on its way: nobody wants to read it any more.
  sent[0]?.answer(refusal('play/follow-suit'));
  await soon();
  expect(toasts.all).toEqual([]);
  sent[1]?.answer({ seq: 4, news: [message(4)] });
  expect(await done).toBe(true);
  void store.why(wrong);
  await soon();
  sent[2]?.answer(refusal('play/follow-suit'));
  await soon();
  expect(toasts.all.map((toast) => toast.text)).toEqual(['You must follow the suit that was led.']);
  await store.why(wrong);
  expect(sent.length).toBe(3);
  store.close();
});

test('what comes by both ways, stream and answer, is shown once and in order', async () => {
  const store = new TableStore(snapshot(3));
  const shown: number[] = [];
  store.playWith((step) => void shown.push(step.seq));
  const done = store.do(act);
  await soon();
  line.follower?.onNews(message(4));
  line.follower?.onNews(message(5));
  sent[0]?.answer({ seq: 6, news: [message(4), message(5), message(6)] });
  await done;
  line.follower?.onNews(message(6));
  line.follower?.onNews(message(7));
  await soon();
  expect(shown).toEqual([4, 5, 6, 7]);
  store.close();
});

test('steps are played out one after the other while the truth is ahead', async () => {
  const store = new TableStore(snapshot(3));
  const steps: Step[] = [];
  const ends: (() => void)[] = [];
  store.playWith((step) => {
    steps.push(step);
    return new Promise((resolve) => ends.push(resolve));
  });
  line.follower?.onNews(message(4, { hand: ['GO'] }));
  line.follower?.onNews(message(5, { hand: [] }));
  expect(store.truth.hand).toEqual([]);
  expect(store.state.hand).toEqual(['GO']);
  expect(steps.map((step) => [step.before.hand, step.after.hand])).toEqual([[['EO', 'GO'], ['GO']]]);
  expect(store.settled).toBe(false);
  ends[0]?.();
  await soon();
  expect(store.state.hand).toEqual([]);
  store.skip();
  await soon();
  expect(store.settled).toBe(true);
  expect(steps[1]?.signal.aborted).toBe(true);
  store.close();
});

test('what is shown is never far behind what is so', async () => {
  const store = new TableStore(snapshot(3));
  const shown: number[] = [];
  store.playWith((step) => {
    shown.push(step.seq);
    return new Promise(() => undefined);
  });
  for (let seq = 4; seq < 40; seq++) line.follower?.onNews(message(seq, { number: seq }));
  await soon();
  expect(store.truth.number).toBe(39);
  expect(39 - store.state.number).toBeLessThanOrEqual(12);
  expect(shown.length).toBeLessThan(5);
  store.hurry();
  expect(store.state.number).toBe(39);
  store.close();
});

test('a step that cannot be drawn does not stop the table', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const store = new TableStore(snapshot(3));
  store.playWith(() => Promise.reject(new Error('a fault')));
  line.follower?.onNews(message(4));
  line.follower?.onNews(message(5, { hand: ['HU'] }));
  await soon();
  expect(store.state.hand).toEqual(['HU']);
  expect(said).toHaveBeenCalledTimes(2);
  store.close();
});

test('SC-04: a whole table that was asked for late does not bring back the hand of the deal before', async () => {
  const store = new TableStore(snapshot(3));
  line.follower?.onNews(message(9, { hand: ['SU'] }));
  await soon();
  expect(fetched.length).toBe(1);
  line.follower?.onNews(snapshot(30, { hand: ['HA'], number: 2 }));
  fetched[0]?.(snapshot(10, { hand: ['EO'], number: 1 }));
  await soon();
  expect([store.state.hand, store.state.number, store.seq]).toEqual([['HA'], 2, 30]);
  store.close();
});

test('SC-01: three deals without a reload show the hand that the server sent each time', async () => {
  const store = new TableStore(snapshot(1));
  for (const [index, hand] of [['EO'], ['GO', 'G7'], ['HA']].entries()) {
    line.follower?.onNews(message(index + 2, { hand, number: index + 2 }));
    await soon();
    expect(store.state.hand).toEqual(hand);
  }
  store.close();
});

test('a table that came with another answer is not asked for again', async () => {
  const code = handOver(snapshot(3));
  const store = await TableStore.open(code);
  expect(store.seq).toBe(3);
  expect(fetched.length).toBe(0);
  store.close();
});

const shuffle = (changes: object) =>
  ({ number: 1, stage: 'commit', server_hash: 'ab'.repeat(32), server_secret: null, until_ms: null, entrants: [], ...changes }) as NonNullable<State['shuffle']>;
const entrant = (seat: number, changes: object = {}) => ({ seat, hash: null, secret: null, left_out: false, ...changes });

test('alone with bots the secret is shown at once, without a click', async () => {
  const alone = shuffle({ stage: 'reveal', entrants: [entrant(0)] });
  const store = new TableStore(snapshot(3, { phase: 'shuffle', shuffle: alone }));
  await soon();
  expect(sent.map(({ body }) => body.do)).toEqual([{ kind: 'reveal', number: 1, secret: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  line.follower?.onNews(message(4, {}));
  await soon();
  expect(sent.length).toBe(1);
  store.close();
});

test('with others the hash goes first, and only the secret that fits it later', async () => {
  const others = [entrant(0), entrant(2)];
  const store = new TableStore(snapshot(3, { phase: 'shuffle', shuffle: shuffle({ entrants: others }) }));
  await soon();
  const commit = sent[0]?.body.do as { kind: string; hash: string };
  expect(commit.kind).toBe('commit');
  sent[0]?.answer({ seq: 3, news: [] });
  const hashed = [entrant(0, { hash: commit.hash }), entrant(2, { hash: 'c'.repeat(64) })];
  line.follower?.onNews(message(4, { shuffle: shuffle({ stage: 'reveal', entrants: hashed }) }));
  await soon();
  const reveal = sent[1]?.body.do as { kind: string; secret: string };
  expect(reveal.kind).toBe('reveal');
  expect(commitment(reveal.secret)).toBe(commit.hash);
  store.close();
});

test('a part in the shuffle that was not heard is sent again, one that was refused is not', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.useFakeTimers();
  const store = new TableStore(snapshot(3, { phase: 'shuffle', shuffle: shuffle({ entrants: [entrant(0), entrant(2)] }) }));
  await vi.advanceTimersByTimeAsync(5);
  const busy = () => refusal('request/too-many', 429);
  sent[0]?.answer(busy());
  await vi.advanceTimersByTimeAsync(200);
  expect(sent.length).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent.length).toBe(2);
  // The same secret, under an id of its own.
  expect(sent[1]?.body.do).toEqual(sent[0]?.body.do);
  sent[1]?.answer(busy());
  await vi.advanceTimersByTimeAsync(300);
  expect(sent.length).toBe(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(sent.length).toBe(3);
  sent[2]?.answer(refusal('table/bad-shuffle'));
  await vi.advanceTimersByTimeAsync(60_000);
  line.follower?.onNews(message(4));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.length).toBe(3);
  expect(toasts.all).toEqual([]);
  store.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a part in the shuffle is not sent for ever', async () => {
  vi.useFakeTimers();
  const store = new TableStore(snapshot(3, { phase: 'shuffle', shuffle: shuffle({ entrants: [entrant(0), entrant(2)] }) }));
  for (let second = 0; second < 120; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    for (const one of sent) one.answer(refusal('request/too-many', 429));
  }
  expect(sent.length).toBe(8);
  store.close();
  vi.useRealTimers();
});

test('RD-06: what another tab of the same person has put in is left to that tab', async () => {
  const store = new TableStore(snapshot(3, { phase: 'shuffle', shuffle: shuffle({ entrants: [entrant(0), entrant(2)] }) }));
  await soon();
  sent[0]?.answer(refusal('table/bad-shuffle'));
  const theirs = [entrant(0, { hash: 'd'.repeat(64) }), entrant(2, { hash: 'c'.repeat(64) })];
  line.follower?.onNews(message(4, { shuffle: shuffle({ stage: 'reveal', entrants: theirs }) }));
  await soon();
  expect(sent.length).toBe(1);
  expect(toasts.all).toEqual([]);
  store.close();
});
