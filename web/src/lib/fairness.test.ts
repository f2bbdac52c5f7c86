import { expect, test } from 'vitest';
import vectors from '../../../docs/fairness-vectors.jsonl?raw';
import { BadLine, readLine } from '../after/fairline';
import { check, commitment, hands, newSecret, packOrder, type Published } from './fairness';

const lines = vectors.trim().split('\n');
const secrets = (line: Published) =>
  line.entrants.flatMap(({ seat, secret }) => (secret === null ? [] : [[seat, secret] as const]));

test.each(lines)('the cards of a vector that the server wrote follow here, too: %s', (text) => {
  const line = readLine(text);
  const dealt = hands({ ...line, secrets: secrets(line) });
  expect(dealt.map((hand) => hand.join(' '))).toEqual((JSON.parse(text) as { hands: string[] }).hands);
  expect(packOrder({ ...line, secrets: secrets(line) }).sort()).toEqual([...line.pack].sort());
  expect(check(line).ok).toBe(true);
});

test('every kind of table is among the vectors', () => {
  const seats = new Set(lines.map((text) => readLine(text).seats));
  expect([...seats].sort()).toEqual([3, 4, 5, 6]);
  expect(lines.some((text) => readLine(text).pack.length === 24)).toBe(true);
  expect(lines.some((text) => readLine(text).entrants.some(({ secret }) => secret === null))).toBe(true);
});

test('the hash of a secret is that of its bytes', () => {
  expect(commitment('00'.repeat(32))).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925');
});

test('what is not hexadecimal has no hash', () => {
  for (const text of ['zz', 'abc', '0x00', ' 00']) expect(() => commitment(text), text).toThrow();
});

test('secrets are 32 bytes and differ', () => {
  const some = Array.from({ length: 50 }, newSecret);
  expect(some.every((secret) => /^[0-9a-f]{64}$/.test(secret))).toBe(true);
  expect(new Set(some).size).toBe(some.length);
});

function wrong(line: Published, ...rest: Parameters<typeof check> extends [unknown, ...infer R] ? R : never): string[] {
  return check(line, ...rest)
    .steps.filter(({ ok }) => ok === false)
    .map(({ what, seat }) => `${what} ${seat ?? ''}`.trim());
}

const four = readLine(lines[1]!);

test('what was exchanged is found, and whose part it is', () => {
  expect(wrong({ ...four, serverSecret: '11'.repeat(32) })).toEqual(['server', 'cards']);
  const entrants = four.entrants.map((entry) => (entry.seat === 2 ? { ...entry, secret: '11'.repeat(32) } : entry));
  expect(wrong({ ...four, entrants })).toEqual(['secret 2', 'cards']);
  expect(wrong({ ...four, entrants: four.entrants.slice(1) })).toEqual(['cards']);
  expect(wrong({ ...four, number: four.number + 1 })).toEqual(['cards']);
  const [a, b, ...others] = four.hands;
  expect(wrong({ ...four, hands: [b!, a!, ...others] })).toEqual(['cards']);
  expect(wrong({ ...four, hands: four.hands.slice(0, 3) })).toEqual(['cards']);
});

test('one of several may not show a secret that he had not promised', () => {
  const entrants = four.entrants.map((entry) => (entry.seat === 3 ? { ...entry, hash: null } : entry));
  expect(wrong({ ...four, entrants })).toEqual(['secret 3']);
  expect(check(readLine(lines[0]!)).steps).toContainEqual({ what: 'secret', seat: 0, ok: true });
});

test('who was left out is said, and is not wrong', () => {
  const found = check(readLine(lines[2]!));
  expect(found.ok).toBe(true);
  expect(found.steps).toContainEqual({ what: 'out', seat: 4, ok: null });
});

test('this browser finds its own secret, and the hash that it had seen', () => {
  const own = { seat: 1, secret: secrets(four).find(([seat]) => seat === 1)![1] };
  expect(wrong(four, { own, serverHash: four.serverHash })).toEqual([]);
  expect(wrong(four, { own: { ...own, secret: '22'.repeat(32) } })).toEqual(['own 1']);
  expect(wrong(four, { own: { ...own, seat: 0 } })).toEqual(['own 0']);
  expect(wrong(four, { serverHash: '33'.repeat(32) })).toEqual(['same']);
});

test('hands that are shown in another order are compared as sets', () => {
  const turned = { ...four, hands: four.hands.map((hand) => [...hand].reverse()) };
  expect(check(turned).ok).toBe(false);
  expect(check(turned, {}, { exact: false }).ok).toBe(true);
});

test.each([
  ['', 'fairness/syntax', ''],
  ['null', 'fairness/syntax', ''],
  ['[]', 'fairness/syntax', ''],
  ['{"fairness":2}', 'fairness/version', 'fairness'],
  ['{"fairness":1}', 'fairness/syntax', 'seats'],
])('%s is no line', (text, code, where) => {
  expect(() => readLine(text)).toThrow(expect.objectContaining({ code, where }));
});

test.each([
  ['seats', 7],
  ['pack', 'EA EA'],
  ['pack', (JSON.parse(lines[1]!) as { pack: string }).pack.split(' ').reverse().join(' ')],
  ['dealer', 4],
  ['packets', [4, 3]],
  ['packets', [4, 4, 4]],
  ['playing', [0, 0, 1, 2]],
  ['playing', [0, 1, 2, 9]],
  ['playing', [0, 1, 2, 3]],
  ['secrets', [[0, null, 'ab']]],
  ['secrets', [[0, null, null], [0, null, null]]],
  ['server_secret', 'AB'.repeat(32)],
  ['number', 1.5],
  ['hands', ['EA']],
  ['hands', 'EA'],
])('a line with a wrong %s names it', (key, value) => {
  const text = JSON.stringify({ ...(JSON.parse(lines[1]!) as object), [key]: value });
  expect(() => readLine(text)).toThrow(BadLine);
  expect(() => readLine(text)).toThrow(expect.objectContaining({ where: key }));
});
