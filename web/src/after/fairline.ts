/** The line that tells everything about a shuffle, as docs/fairness.md describes it. */
import type { Published } from '$lib/fairness';

const VERSION = 1;
/** The pack before it is shuffled; without eights and sevens where it has 24 cards. */
const PACK = [...'EGHS'].flatMap((suit) => [...'AZKOU987'].map((rank) => suit + rank));
const HEX64 = /^[0-9a-f]{64}$/;

/** A line of docs/fairness.md that cannot be read; `where` names the part. */
export class BadLine extends Error {
  constructor(
    readonly code: 'fairness/syntax' | 'fairness/version',
    readonly where: string,
  ) {
    super(`${code} ${where}`);
  }
}

/**
 * Read a line that was pasted. Throws BadLine.
 *
 * Pack and order of dealing must be those of the document: who may choose them after the shuffle may choose the cards.
 * The packets are the ruleset's, which is not known here; they are for the reader to see.
 */
export function readLine(text: string): Published {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new BadLine('fairness/syntax', '');
  }
  if (!isObject(data) || !('fairness' in data)) throw new BadLine('fairness/syntax', '');
  if (data['fairness'] !== VERSION) throw new BadLine('fairness/version', 'fairness');
  const get = <T>(key: string, read: (value: unknown) => T | undefined): T => {
    const found = read((data as Record<string, unknown>)[key]);
    if (found === undefined) throw new BadLine('fairness/syntax', key);
    return found;
  };
  const seats = get('seats', count);
  const line: Published = {
    table: get('table', string),
    number: get('number', count),
    seats,
    pack: get('pack', cards),
    packets: get('packets', list(count)),
    playing: get('playing', list((value) => below(seats, value))),
    serverHash: get('server_hash', hex64),
    serverSecret: get('server_secret', hex64),
    entrants: get('secrets', list((value) => entrant(seats, value))),
    hands: get('hands', list(cards)),
  };
  const need = (condition: boolean, key: string) => {
    if (!condition) throw new BadLine('fairness/syntax', key);
  };
  need(seats >= 3 && seats <= 6, 'seats');
  const pack = line.pack.length === 24 ? PACK.filter((card) => !/[78]/.test(card)) : PACK;
  need(same(line.pack, pack), 'pack');
  const dealer = get('dealer', (value) => below(seats, value));
  need(same(line.playing, inOrder(seats, line.playing.length, dealer)), 'playing');
  need(line.playing.length * line.packets.reduce((sum, size) => sum + size, 0) === pack.length, 'packets');
  need(new Set(line.entrants.map(({ seat }) => seat)).size === line.entrants.length, 'secrets');
  need(line.hands.length === seats, 'hands');
  return line;
}

/** Clockwise from the dealer's left; of more people than play, the dealer sits out, then also the one on his right. */
function inOrder(seats: number, players: number, dealer: number): number[] {
  const resting = seats === players ? [] : seats === players + 1 ? [dealer] : [dealer, (dealer + seats - 1) % seats];
  const clockwise = Array.from({ length: seats }, (_, step) => (dealer + 1 + step) % seats);
  return clockwise.filter((seat) => !resting.includes(seat));
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function count(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e9 ? (value as number) : undefined;
}

function below(bound: number, value: unknown): number | undefined {
  const found = count(value);
  return found !== undefined && found < bound ? found : undefined;
}

function hex64(value: unknown): string | undefined {
  return typeof value === 'string' && HEX64.test(value) ? value : undefined;
}

function cards(value: unknown): string[] | undefined {
  return typeof value === 'string' ? value.split(' ').filter(Boolean) : undefined;
}

function entrant(seats: number, value: unknown): Published['entrants'][number] | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const seat = below(seats, value[0]);
  const [hash, secret] = value.slice(1).map((part) => (part === null ? null : hex64(part)));
  return seat === undefined || hash === undefined || secret === undefined ? undefined : { seat, hash, secret };
}

function list<T>(read: (value: unknown) => T | undefined): (value: unknown) => T[] | undefined {
  return (value) => {
    if (!Array.isArray(value) || value.length > 32) return undefined;
    const found = value.map(read);
    return found.some((item) => item === undefined) ? undefined : (found as T[]);
  };
}
