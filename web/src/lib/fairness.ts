/**
 * The fair shuffle as docs/fairness.md describes it. crypto.subtle is there only on https, so SHA-256 comes from a
 * library: on a LAN the page is plain http.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import type { State } from '$generated/api';

const DOMAIN = 'schafkopf shuffle 1';

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

/** Bytes in hexadecimal. */
function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes that hexadecimal stands for; throws RangeError at anything else. */
function unhex(text: string): Uint8Array {
  if (!/^([\da-f]{2})*$/i.test(text)) throw new RangeError('not hexadecimal');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** 32 random bytes in hexadecimal. */
export function newSecret(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** What is published of a secret before it is shown: the SHA-256 of its bytes. */
export function commitment(secret: string): string {
  return hex(sha256(unhex(secret)));
}

function withLength(part: Uint8Array): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, part.length);
  return concat(length, part);
}

/** 32 bytes from everybody's secrets. */
export function seed({ table, number, pack, serverSecret, secrets }: Shuffled): Uint8Array {
  const utf8 = new TextEncoder();
  const parts = [DOMAIN, table, String(number), String(pack.length)].map((text): Uint8Array => utf8.encode(text));
  parts.push(unhex(serverSecret));
  for (const [seat, secret] of [...secrets].sort((a, b) => a[0] - b[0])) {
    parts.push(utf8.encode(String(seat)), unhex(secret));
  }
  return sha256(concat(...parts.map(withLength)));
}

/** The bytes drawn from a seed. */
function* stream(start: Uint8Array): Generator<number, never> {
  const counter = new Uint8Array(8);
  for (let block = 0; ; block++) {
    new DataView(counter.buffer).setUint32(4, block);
    yield* sha256(concat(start, counter));
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
