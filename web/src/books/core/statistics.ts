/** What the games of an evening say about people: the twin of `club/sheet/statistics.py` for one sheet, so that it needs no network. */
import type { Folded, GameFacts } from './fold';
import type { Line, Person, Played, Unit } from './types';

export const ROLES = ['declarer', 'partner', 'opponent', 'everyone'] as const;
export type Role = (typeof ROLES)[number];

/** Games of one sort and what they brought a person. */
export interface Tally {
  games: number;
  won: number;
  lost: number;
  drawn: number;
  amount: number;
}

/** A best or worst: how much, and in which line. */
export interface Peak {
  amount: number;
  line: string;
}

/**
 * One person. Amounts in the unit of the sheet, in the chalk game strokes written minus strokes suffered.
 *
 * total: all that the account came to, once closed with the part of the pot. games: where cards were held. declared: own games by
 * contract; kinds: all that were taken part in. runs: own games with Laufende that count. steps: made (`+`) and suffered (`-`).
 */
export interface Personal {
  name: string;
  total: number;
  games: Tally;
  rested: number;
  roles: Record<Role, Tally>;
  kinds: Record<string, Tally>;
  declared: Record<string, Tally>;
  runs: Record<'with' | 'without', Tally>;
  steps: Record<'schneider+' | 'schneider-' | 'schwarz+' | 'schwarz-', number>;
  kontra: Tally;
  knocked: number;
  penalties: number;
  partners: Record<Person, Tally>;
  best: Peak | null;
  worst: Peak | null;
}

/** The evening. passed: deals that nobody played, by how. broken: lines that cannot be priced. */
export interface Statistics {
  unit: Unit | '';
  played: number;
  passed: Record<string, number>;
  corrected: number;
  penalised: number;
  broken: number;
  /** Only who was there. */
  people: Record<Person, Personal>;
}

function tally(): Tally {
  return { games: 0, won: 0, lost: 0, drawn: 0, amount: 0 };
}

function add(to: Tally, won: boolean | null, amount: number): void {
  to.games++;
  if (won === null) to.drawn++;
  else if (won) to.won++;
  else to.lost++;
  to.amount += amount;
}

/** Amount by game; null without games. */
export function mean({ games, amount }: Tally): number | null {
  return games > 0 ? amount / games : null;
}

/** The part of the decided games that was won; null if none was decided. */
export function rate({ won, lost }: Tally): number | null {
  return won + lost > 0 ? won / (won + lost) : null;
}

/** What a line brings a person: an amount, or strokes against the other team. */
export function score(line: Line, person: Person): number {
  const { strokes } = line;
  if (!strokes || Object.keys(strokes).length === 0 || !line.ring.includes(person)) return own(line.amounts, person) ?? 0;
  return own(strokes, person) ?? -Math.max(...Object.values(strokes));
}

function own<T>(values: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** What all lines together bring each person: strokes in the chalk game, else the balance. */
export function scores({ sheet }: Pick<Folded, 'sheet'>): Record<Person, number> {
  const lines = sheet.lines.filter((line) => !line.deleted && !line.error);
  return Object.fromEntries(sheet.people.map(({ id }) => [id, lines.reduce((sum, line) => sum + score(line, id), 0)]));
}

/** What each person's evening came to: once closed, with the share of the pot. */
export function results(folded: Pick<Folded, 'sheet'>): Record<Person, number> {
  const { closed, closing } = folded.sheet;
  return Object.fromEntries(Object.entries(scores(folded)).map(([id, sum]) => [id, closed ? sum + (own(closing.shares, id) ?? 0) : sum]));
}

class Counter {
  readonly people = new Map<Person, Personal>();
  private readonly maps = new Map<Personal, Record<'kinds' | 'declared' | 'partners', Map<string, Tally>>>();

  constructor(private readonly names: ReadonlyMap<Person, string>) {}

  of(person: Person): Personal {
    const known = this.people.get(person);
    if (known) return known;
    const fresh: Personal = {
      name: this.names.get(person) ?? '',
      total: 0,
      games: tally(),
      rested: 0,
      roles: { declarer: tally(), partner: tally(), opponent: tally(), everyone: tally() },
      kinds: {},
      declared: {},
      runs: { with: tally(), without: tally() },
      steps: { 'schneider+': 0, 'schneider-': 0, 'schwarz+': 0, 'schwarz-': 0 },
      kontra: tally(),
      knocked: 0,
      penalties: 0,
      partners: {},
      best: null,
      worst: null,
    };
    this.people.set(person, fresh);
    this.maps.set(fresh, { kinds: new Map(), declared: new Map(), partners: new Map() });
    return fresh;
  }

  sort(own: Personal, which: 'kinds' | 'declared' | 'partners', key: string): Tally {
    const map = this.maps.get(own)?.[which] as Map<string, Tally>;
    const found = map.get(key) ?? tally();
    map.set(key, found);
    return found;
  }

  done(): Record<Person, Personal> {
    for (const [own, maps] of this.maps) for (const which of ['kinds', 'declared', 'partners'] as const) own[which] = Object.fromEntries(maps[which]);
    return Object.fromEntries(this.people);
  }
}

/** Count. Deleted lines are not there; lines that cannot be priced are only counted. */
export function statistics(folded: Folded): Statistics {
  const { sheet, facts } = folded;
  const counter = new Counter(new Map(sheet.people.map(({ id, name }) => [id, name])));
  const passed = new Map<string, number>();
  const found: Statistics = { unit: sheet.unit, played: 0, passed: {}, corrected: 0, penalised: 0, broken: 0, people: {} };
  const there = new Set<Person>();
  const were = (people: Iterable<Person>) => {
    for (const person of people) there.add(person);
  };
  for (const line of sheet.lines) {
    const { content } = line;
    if (line.deleted) continue;
    if (line.error) found.broken++;
    else if (content.line === 'passed') {
      passed.set(content.how, (passed.get(content.how) ?? 0) + 1);
      were([...content.players, ...(content.resting ?? [])]);
    } else if (content.line === 'corrected') {
      found.corrected++;
      were(Object.keys(content.amounts));
    } else if (content.line === 'penalised') {
      found.penalised++;
      counter.of(content.offender).penalties++;
      were([content.offender, ...Object.keys(line.amounts)]);
    } else if (content.line === 'played') {
      found.played++;
      const told = facts.get(line.id);
      if (told) for (const person of content.players) game(counter, line, content, told, person);
      for (const person of content.resting ?? []) counter.of(person).rested++;
      were([...content.players, ...(content.resting ?? [])]);
    }
  }
  for (const [person, total] of Object.entries(results(folded))) if (there.has(person)) counter.of(person).total = total;
  found.passed = Object.fromEntries(passed);
  found.people = counter.done();
  return found;
}

function game(counter: Counter, line: Line, { result }: Played, facts: GameFacts, person: Person): void {
  const own = counter.of(person);
  const seat = line.ring.indexOf(person);
  const amount = score(line, person);
  const role = roleOf(facts, seat);
  const won = wonBy(line, facts, seat);
  add(own.games, won, amount);
  add(own.roles[role], won, amount);
  add(counter.sort(own, 'kinds', result.contract), won, amount);
  if (own.best === null || amount > own.best.amount) own.best = { amount, line: line.id };
  if (own.worst === null || amount < own.worst.amount) own.worst = { amount, line: line.id };
  if (result.knockers?.includes(person)) own.knocked++;
  if (facts.kontra) add(own.kontra, won, amount);
  for (const name of ['schneider', 'schwarz'] as const) if (facts[name] && won !== null) own.steps[`${name}${won ? '+' : '-'}`]++;
  if (role === 'declarer') {
    add(counter.sort(own, 'declared', result.contract), won, amount);
    if (facts.run) add(own.runs[facts.run], won, amount);
  }
  if (!facts.side.includes(seat)) return;
  for (const other of facts.side) if (other !== seat) add(counter.sort(own, 'partners', line.ring[other] as Person), won, amount);
}

function roleOf(facts: GameFacts, seat: number): Role {
  if (facts.side.length === 0) return 'everyone';
  if (seat === facts.declarer) return 'declarer';
  return facts.side.includes(seat) ? 'partner' : 'opponent';
}

function wonBy(line: Line, facts: GameFacts, seat: number): boolean | null {
  if (line.strokes && Object.keys(line.strokes).length === 0) return null;
  if (facts.march !== null) return seat === facts.march;
  if (facts.side.length === 0) return !facts.losers.includes(seat);
  return facts.side.includes(seat) === facts.won;
}
