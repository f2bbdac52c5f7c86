/**
 * The fair shuffle as docs/fairness.md describes it. crypto.subtle is there only on https, so SHA-256 comes from a
 * library: on a LAN the page is plain http.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { State } from '$generated/api';

const DOMAIN = 'schafkopf shuffle 1';
const VERSION = 1;
/** The pack before it is shuffled; without eights and sevens where it has 24 cards. */
const PACK = [...'EGHS'].flatMap((suit) => [...'AZKOU987'].map((rank) => suit + rank));
const HEX64 = /^[0-9a-f]{64}$/;

/** What the cards follow from. Secrets are 32 bytes in hexadecimal. */
export interface Shuffled {
  table: string;
  number: number;
  /** The pack by suit and rank. */
  pack: readonly string[];
  serverSecret: string;
  /** Seat and secret of everybody who was not left out. */
  secrets: readonly (readonly [seat: number, secret: string])[];
}

/** How the pack is dealt out. */
export interface Dealt extends Shuffled {
  seats: number;
  packets: readonly number[];
  /** Who gets cards, forehand first. */
  playing: readonly number[];
}

/** 32 random bytes in hexadecimal. */
export function newSecret(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** What is published of a secret before it is shown: the SHA-256 of its bytes. */
export function commitment(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}

function withLength(part: Uint8Array): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, part.length);
  return concatBytes(length, part);
}

/** 32 bytes from everybody's secrets. */
export function seed({ table, number, pack, serverSecret, secrets }: Shuffled): Uint8Array {
  const parts = [DOMAIN, table, String(number), String(pack.length)].map(utf8ToBytes);
  parts.push(hexToBytes(serverSecret));
  for (const [seat, secret] of [...secrets].sort((a, b) => a[0] - b[0])) {
    parts.push(utf8ToBytes(String(seat)), hexToBytes(secret));
  }
  return sha256(concatBytes(...parts.map(withLength)));
}

/** The bytes drawn from a seed. */
function* stream(start: Uint8Array): Generator<number, never> {
  const counter = new Uint8Array(8);
  for (let block = 0; ; block++) {
    new DataView(counter.buffer).setUint32(4, block);
    yield* sha256(concatBytes(start, counter));
  }
}

/** The pack after the shuffle. */
export function packOrder(shuffled: Shuffled): string[] {
  const bytes = stream(seed(shuffled));
  const below = (bound: number): number => {
    const limit = 256 - (256 % bound);
    let byte: number;
    do byte = bytes.next().value;
    while (byte >= limit);
    return byte % bound;
  };
  const pack = [...shuffled.pack];
  for (let place = pack.length - 1; place > 0; place--) {
    const other = below(place + 1);
    [pack[place], pack[other]] = [pack[other]!, pack[place]!];
  }
  return pack;
}

/** The hands, by seat, in dealt order; empty for who sits out. */
export function hands(dealt: Dealt): string[][] {
  const pack = packOrder(dealt);
  const found: string[][] = Array.from({ length: dealt.seats }, () => []);
  for (const size of dealt.packets) {
    for (const seat of dealt.playing) found[seat]?.push(...pack.splice(0, size));
  }
  return found;
}

/** All that checks the shuffle of a deal that is over. */
export interface Published extends Omit<Dealt, 'secrets'> {
  serverHash: string;
  entrants: { seat: number; hash: string | null; secret: string | null }[];
  hands: readonly (readonly string[])[];
}

/** What this browser knows of its own. */
export interface Remembered {
  /** The seat it sat at, and the secret that it put in. */
  own?: { seat: number; secret: string } | null;
  /** The server's hash, as it was seen before this browser showed its secret. */
  serverHash?: string | null;
}

/** One step of a check: `ok` null where there is nothing to compare. */
export interface CheckStep {
  /**
   * `server`: its secret fits its hash. `same`: it is the hash that was seen before. `secret`: a player's secret fits his
   * hash. `out`: he was left out. `own`: this browser's secret went in. `cards`: the cards follow.
   */
  what: 'server' | 'same' | 'secret' | 'out' | 'own' | 'cards';
  seat: number | null;
  ok: boolean | null;
}

/** What a check found. */
export interface Checked {
  /** Every step is right. Being left out is not wrong. */
  ok: boolean;
  steps: CheckStep[];
  /** The hands that follow from the secrets. */
  hands: string[][];
}

/** Deal again and compare. Cards are compared hand by hand, in dealt order with `exact`. */
export function check(published: Published, remembered: Remembered = {}, { exact = true } = {}): Checked {
  const steps: CheckStep[] = [];
  const step = (what: CheckStep['what'], ok: boolean | null, seat: number | null = null) => steps.push({ what, ok, seat });
  step('server', commitment(published.serverSecret) === published.serverHash);
  if (remembered.serverHash) step('same', remembered.serverHash === published.serverHash);
  const secrets: [number, string][] = [];
  for (const { seat, hash, secret } of published.entrants) {
    if (secret === null) {
      step('out', null, seat);
      continue;
    }
    secrets.push([seat, secret]);
    step('secret', hash === null ? published.entrants.length === 1 : commitment(secret) === hash, seat);
  }
  const { own } = remembered;
  if (own) step('own', secrets.some(([seat, secret]) => seat === own.seat && secret === own.secret), own.seat);
  const found = hands({ ...published, secrets });
  const spelled = (hand: readonly string[] | undefined) => (exact ? [...(hand ?? [])] : [...(hand ?? [])].sort()).join(' ');
  const all = found.map((_, seat) => spelled(found[seat]) === spelled(published.hands[seat]));
  step('cards', published.hands.length === published.seats && all.every(Boolean));
  return { ok: steps.every(({ ok }) => ok !== false), steps, hands: found };
}

/** The shuffle of the deal that lies on the table; null as long as the server's secret is not published. */
export function published(state: State): Published | null {
  const { shuffle, rules } = state;
  if (!shuffle || shuffle.server_secret === null || state.hands.length === 0) return null;
  return {
    table: state.id,
    number: shuffle.number,
    pack: rules.cards,
    packets: rules.packets,
    seats: state.seats.length,
    playing: state.playing,
    serverSecret: shuffle.server_secret,
    serverHash: shuffle.server_hash,
    entrants: shuffle.entrants.map(({ seat, hash, secret, left_out }) => ({
      seat,
      hash,
      secret: left_out ? null : secret,
    })),
    hands: state.hands,
  };
}

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
