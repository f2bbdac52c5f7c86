/**
 * From the log of a sheet to what it shows: the twin of `schafkopf.club.sheet.fold`. docs/sheet.md describes it.
 *
 * Every line is priced anew in the order of the sheet, so an edit of an old game, a game that moves, and one that arrives late come out
 * as if they had been written so at first.
 */
import { NOTHING } from './carried';
import { mentioned } from './content';
import { doublesOf } from './doubles';
import { PENALTIES, billOf, broken, type Bill, type GameFacts } from './pricing';
import { draftOf, tableOf, type Draft, type DraftLine, type RulesOf } from './reading';
import { payments } from './settling';
import type { Carried, Content, Line, Listed, Person, Sheet, Stored, Turn } from './types';

export type { Known, RulesOf } from './reading';
export type { GameFacts } from './pricing';

export interface Folded {
  sheet: Sheet;
  /** Of each game that can be priced, by line: for statistics. */
  facts: Map<string, GameFacts>;
}

/** The sheet that a log comes down to: the same for the same ops, in whatever order they are handed over. */
export function fold(log: readonly Stored[], rulesOf: RulesOf): Folded {
  const found = draftOf(log, rulesOf);
  const people = peopleOf(found);
  const balances = new Map([...people.keys()].map((person) => [person, 0]));
  const curve = new Map([...people.keys()].map((person) => [person, [0]]));
  const twice = doublesOf([...found.lines.values()]);
  const lines: Line[] = [];
  const facts = new Map<string, GameFacts>();
  let carried = NOTHING;
  let number = 0;
  let turn: Dealt | null = null;
  for (const id of found.order) {
    const mark = found.marks.get(id);
    if (mark !== undefined) {
      turn = [mark, false];
      continue;
    }
    const draft = found.lines.get(id) as DraftLine;
    const ruling = rulingOf(found, draft);
    const before = carried;
    const [bill, after] = billFor(found, draft, ruling, carried);
    if (bill.facts) facts.set(id, bill.facts);
    if (!draft.deleted) {
      number++;
      carried = after;
      turn = turnOf(draft.content, bill) ?? turn;
      for (const [person, amount] of bill.amounts) balances.set(person, (balances.get(person) ?? 0) + amount);
      for (const [person, points] of curve) points.push(balances.get(person) ?? 0);
    }
    lines.push(lineOf(draft, ruling, draft.deleted ? 0 : number, bill, before, balances, twice.get(id) ?? []));
  }
  const { title, place, date, table, rulings, ruling, closed, faults, undo, redo, seq } = found;
  const sheet: Sheet = {
    seq,
    title,
    place,
    date,
    people: [...people.values()],
    table,
    rulings,
    ruling,
    unit: rulings[ruling]?.unit ?? '',
    lines,
    carried,
    turn: nextTurn(found, turn),
    balances: Object.fromEntries(balances),
    curve: Object.fromEntries(curve),
    closed,
    closing: closingOf(found, lines, carried.pot, balances),
    faults,
    undo: Object.fromEntries(undo),
    redo: Object.fromEntries(redo),
  };
  return { sheet, facts };
}

/** Who is on the list, and whoever a line names besides: nobody's amount shall be without a person. */
function peopleOf(found: Draft): Map<Person, Listed> {
  const people = new Map(found.people);
  for (const line of found.lines.values()) {
    for (const { content } of line.history) {
      for (const id of content ? mentioned(content) : []) if (!people.has(id)) people.set(id, { id, name: '', here: false });
    }
  }
  return people;
}

function rulingOf(found: Draft, line: DraftLine): number {
  const { content } = line;
  if (content.line === 'corrected' || content.line === 'paid') return line.ruling;
  return found.ruled.get(content.ruled ?? '') ?? line.ruling;
}

function billFor(found: Draft, line: DraftLine, ruling: number, carried: Carried): [Bill, Carried] {
  if (ruling < 0) return billOf(null, line.content, carried);
  const [unit, inForce] = [found.rulings[ruling]?.unit, found.rulings[found.ruling]?.unit];
  if (unit && inForce && unit !== inForce) return [broken('sheet/unit', 'ruled'), carried];
  return billOf(found.known[ruling], line.content, carried);
}

function lineOf(
  draft: DraftLine,
  ruling: number,
  number: number,
  bill: Bill,
  before: Carried,
  balances: ReadonlyMap<Person, number>,
  doubles: string[],
): Line {
  const { terms, value, pot, provisional, error, where, ring } = bill;
  return {
    id: draft.id,
    number,
    content: draft.content,
    ruling,
    terms,
    value,
    amounts: Object.fromEntries(bill.amounts),
    pot,
    strokes: bill.strokes && Object.fromEntries(bill.strokes),
    provisional,
    error,
    where,
    ring,
    before,
    balances: Object.fromEntries(balances),
    history: draft.history,
    deleted: draft.deleted,
    doubles,
    contested: draft.contested || draft.crossed,
    late: draft.late,
  };
}

// -- the next deal ---------------------------------------------------------------------------------------------------

/** Who dealt, and whether the next one deals after this line. */
type Dealt = [dealer: Person, moves: boolean];

/** Null for a line that is no deal. */
function turnOf(content: Content, bill: Bill): Dealt | null {
  if (content.line === 'played' || content.line === 'passed') return [content.dealer, bill.moves];
  if (content.line !== 'penalised' || !content.dealer || !Object.hasOwn(PENALTIES, content.kind)) return null;
  const deal = PENALTIES[content.kind]?.deal;
  return deal ? [content.dealer, deal === 'next'] : null;
}

function nextTurn(found: Draft, turn: Dealt | null): Turn {
  const { table } = found;
  const none = (error: string, dealer = ''): Turn => ({ dealer, forehand: '', players: [], resting: [], error });
  const first = table[0];
  if (first === undefined) return none('sheet/table');
  let dealer = first;
  if (turn) {
    dealer = turn[0];
    if (turn[1] && table.includes(dealer)) dealer = table[(table.indexOf(dealer) + 1) % table.length] as Person;
    // Who went home does not deal: whoever sat after him does.
    const gone = new Set<Person>();
    while (!table.includes(dealer)) {
      gone.add(dealer);
      dealer = found.follow.get(dealer) ?? first;
      if (gone.has(dealer)) dealer = first;
    }
  }
  if (found.ruling < 0) return none('sheet/rules', dealer);
  const prices = tableOf(found.known[found.ruling], table.length);
  if (!prices) return none(prices === null ? 'sheet/table' : 'sheet/no-prices', dealer);
  const players = (prices.seats[table.indexOf(dealer)] ?? []).map((seat) => table[seat] as Person);
  return { dealer, forehand: players[0] ?? '', players, resting: table.filter((person) => !players.includes(person)), error: '' };
}

// -- the end of the evening ------------------------------------------------------------------------------------------

/** The pot is shared by those at the table; what does not divide goes to the first of them. */
function closingOf(found: Draft, lines: readonly Line[], pot: number, balances: ReadonlyMap<Person, number>): Sheet['closing'] {
  const people = [...balances.keys()];
  const shares = new Map(people.map((person) => [person, 0]));
  if (pot) {
    const sharers = found.table.length > 0 ? found.table : (lines.findLast(({ ring }) => ring.length > 0)?.ring ?? people);
    const each = Math.floor(pot / sharers.length);
    const left = pot - each * sharers.length;
    sharers.forEach((person, place) => shares.set(person, (shares.get(person) ?? 0) + each + (place < left ? 1 : 0)));
  }
  const due = new Map(people.map((person) => [person, (balances.get(person) ?? 0) + (shares.get(person) ?? 0)]));
  const move = (person: Person, amount: number) => due.set(person, (due.get(person) ?? 0) + amount);
  for (const { content, deleted, error } of lines) {
    if (deleted || error || content.line !== 'paid') continue;
    move(content.payer, content.amount);
    move(content.payee, -content.amount);
  }
  const transfers = payments(people.map((person) => due.get(person) ?? 0));
  return {
    shares: Object.fromEntries(shares),
    due: Object.fromEntries(due),
    payments: transfers.map(([payer, payee, amount]) => ({ payer: people[payer] as Person, payee: people[payee] as Person, amount })),
  };
}
