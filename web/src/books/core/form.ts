/** What a form needs to enter a line: people instead of seats. */
import type { GameFacts } from './fold';
import { PENALTIES, billOf, entryOf } from './pricing';
import { questions, type Questions } from './questions';
import { tableOf, type Known } from './reading';
import type { Carried, Content, Line, Person, PriceTable, Result, Sheet, Term } from './types';

export interface Deal {
  dealer: Person;
  players: Person[];
  resting: Person[];
  ruled: string;
}

/** Who is there at the next deal, and the rules it is played by; nobody plays where `sheet.turn.error` says why. */
export function nextDeal(sheet: Sheet): Deal {
  const { dealer, players, resting } = sheet.turn;
  return { dealer, players, resting, ruled: sheet.rulings[sheet.ruling]?.op ?? '' };
}

/** The rules (index in `sheet.rulings`) that a new line of this deal is priced by: those that were in force when it was begun. */
export function rulingOf(sheet: Sheet, { ruled }: Deal): number {
  const found = sheet.rulings.findIndex(({ op, error }) => op === ruled && error === '');
  return found < 0 ? sheet.ruling : found;
}

/** How many deals of the agreed length have been played: not every end of a deal counts. */
export function dealsOf(sheet: Sheet, table: PriceTable): number {
  const deals = (how: string): number => table.ends[how]?.deals ?? 0;
  return sheet.lines.reduce((sum, { deleted, content }) => {
    if (deleted) return sum;
    if (content.line === 'played') return sum + deals('played');
    if (content.line === 'passed') return sum + deals(content.how);
    return content.line === 'penalised' && PENALTIES[content.kind]?.deal === 'next' ? sum + deals('played') : sum;
  }, 0);
}

/** The op whose facts a line shows now, for `base` of an edit or a deletion: to be taken when the form opens. */
export function baseOf(line: Line): string {
  const shown = line.history.findLast(({ content, undone }) => content && !undone);
  return shown?.op ?? line.id;
}

/** What a line brings each person; `error` says why nothing, empty: it may be entered. */
export interface Quote {
  error: string;
  where: string;
  terms: Term[];
  value: number | null;
  amounts: Record<Person, number>;
  pot: number;
  strokes: Record<Person, number> | null;
  provisional: boolean;
  facts: GameFacts | null;
}

/** The bill of what is typed in so far. carried: what lies on the table; for an edit the line's `before`. */
export function quoteContent(known: Known | null | undefined, content: Content, carried: Carried): Quote {
  const [bill] = billOf(known, content, carried);
  const { error, where, terms, value, pot, provisional, facts } = bill;
  const strokes = bill.strokes && Object.fromEntries(bill.strokes);
  return { error, where, terms, value, amounts: Object.fromEntries(bill.amounts), pot, strokes, provisional, facts };
}

export type Asked = Omit<Questions, 'partners'> & { partners: Person[] };

/** The people around the table as the price table numbers them: clockwise, the dealer last. */
function ringOf({ dealer, players, resting }: Deal): Person[] {
  return players.includes(dealer) ? players : [...players, ...resting.filter((person) => person !== dealer), dealer];
}

/** The price table for this deal; null where there is none (yet). */
export function tableFor(known: Known | undefined, deal: Deal): PriceTable | null {
  return tableOf(known, ringOf(deal).length) ?? null;
}

/** What is to be asked for a game; null until a contract is chosen, and where there are no prices. */
export function ask(known: Known | undefined, deal: Deal, result: Partial<Result>): Asked | null {
  const ring = ringOf(deal);
  const table = tableFor(known, deal);
  if (!table || !result.contract) return null;
  const found = questions(table, { dealer: ring.length - 1 }, entryOf({ ...result, contract: result.contract }, ring));
  return found && { ...found, partners: found.partners.map((seat) => ring[seat] as Person) };
}
