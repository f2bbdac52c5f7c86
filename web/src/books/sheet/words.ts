/** Lines of a sheet in the reader's words. */
import { language, pick, t, tb } from '$lib/i18n';
import { money, type Unit } from '$lib/money';
import { settings } from '$lib/settings.svelte';
import { gameName, plainTerm } from '../../table/words';
import { termName } from '../../after/terms';
import { explainCode } from '../core/explain';
import { score } from '../core/statistics';
import type { Content, Line, Result, Sheet, Term } from '../core/types';

export type NameOf = (person: string) => string;

/** What people are called: with a number where two have one name. */
export function namesOf(sheet: Pick<Sheet, 'people'>): NameOf {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, name } of sheet.people) {
    const plain = name.trim() || tb().sheet.somebody;
    let label = plain;
    for (let number = 2; taken.has(label); number++) label = `${plain} (${number})`;
    taken.add(label);
    found.set(id, label);
  }
  return (person) => found.get(person) ?? tb().sheet.somebody;
}

/** What stands for an amount whose unit is not known yet: whether 120 is 1.20 or 120 depends on it. */
const UNKNOWN = '…';

/** An amount with its unit and sign. */
export function amount(sum: number, unit: Unit | '', sign = true): string {
  if (unit === '') return UNKNOWN;
  return money(sum, unit, { sign }).replace('-', '−');
}

/** The same where the unit stands above the column. */
export function short(sum: number, unit: Unit | ''): string {
  if (unit === '') return UNKNOWN;
  if (unit !== 'cent') return `${sum > 0 ? '+' : ''}${sum}`.replace('-', '−');
  return money(sum, unit, { sign: true }).replace(/\s*€\s*/, '').replace('-', '−');
}

/** An average with its sign: whole cents, of other units one decimal. What rounds to nothing has none. */
export function shortMean(sum: number, count: number, unit: Unit | ''): string {
  if (count === 0) return '–';
  if (unit === '' || unit === 'cent') return short(Math.round(sum / count), unit);
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(sum / count).replace('-', '−');
}

/** A day, 2026-11-30, as people write it. */
export function dayText(date: string): string {
  const day = new Date(`${date}T12:00:00`);
  return Number.isNaN(day.getTime()) ? date : new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(day);
}

/** A line, or one that would be. */
export type Priced = Pick<Line, 'content' | 'terms' | 'value' | 'amounts' | 'pot' | 'strokes' | 'provisional' | 'error' | 'where' | 'ring'>;

/** What stands before the cents in the reader's language. */
export function decimalSign(): string {
  return money(1, 'cent').includes(',') ? ',' : '.';
}

/** What a line brings a person: strokes against the others on the slate; of a payment, what it settles. */
export function brings(line: Priced, person: string): number {
  if (line.content.line === 'paid') return person === line.content.payer ? line.content.amount : person === line.content.payee ? -line.content.amount : 0;
  return score(line as Line, person);
}

function manner() {
  return { m: t(), deck: settings.deck, dialect: false };
}

export function contractName(result: Pick<Result, 'contract' | 'suit' | 'promise'>): string {
  return gameName(manner(), { name: result.contract, suit: result.suit ?? null, promise: result.promise ?? 0 });
}

/** Who did what: "Anna: Rufspiel with Dora". */
export function headline(content: Content, nameOf: NameOf): string {
  const w = tb().sheet.line;
  switch (content.line) {
    case 'played': {
      const { result } = content;
      const game = contractName(result);
      if (!result.declarer) return game;
      if (result.partner) return w.with_partner({ name: nameOf(result.declarer), game, partner: nameOf(result.partner) });
      return w.alone({ name: nameOf(result.declarer), game });
    }
    case 'passed':
      return pick(w.ends, content.how);
    case 'corrected':
      return w.corrected;
    case 'penalised':
      return w.penalised({ name: nameOf(content.offender), kind: pick(tb().sheet.penalties, content.kind.replaceAll('-', '_')) });
    case 'paid':
      return w.paid({ payer: nameOf(content.payer), payee: nameOf(content.payee) });
  }
}

/** Whether the declarer won, as far as the line tells. */
export function declarerWon(line: Priced): boolean | null {
  if (line.content.line !== 'played' || line.error) return null;
  const { declarer, won } = line.content.result;
  if (typeof won === 'boolean') return won;
  if (!declarer) return null;
  if (line.strokes !== null) return Object.keys(line.strokes).length === 0 ? null : declarer in line.strokes;
  const own = line.amounts[declarer] ?? 0;
  return own === 0 ? null : own > 0;
}

/** How it ended, in single words: "won", "Schneider", "with 3", "Kontra". */
export function tags(line: Priced, nameOf: NameOf): string[] {
  const w = tb().sheet.line;
  const { content } = line;
  if (content.line !== 'played') {
    return 'note' in content && content.note ? [content.note] : [];
  }
  const { result } = content;
  const found: string[] = [];
  const names = (people: readonly string[]) => people.map(nameOf).join(', ');
  if (result.march) found.push(w.march({ name: nameOf(result.march) }));
  if (result.losers?.length) found.push(w.losers({ n: result.losers.length, names: names(result.losers) }));
  if (result.virgins?.length) found.push(w.virgins({ names: names(result.virgins) }));
  const won = declarerWon(line);
  if (line.terms.some(({ name }) => name === 'tie')) found.push(w.tie);
  else if (won !== null) found.push(won ? w.won : w.lost);
  if (typeof result.points === 'number') found.push(w.points({ n: result.points }));
  const paid = new Set(line.terms.map(({ name }) => name));
  if (result.schwarz || paid.has('schwarz')) found.push(plainTerm(pick(t().terms.settlement, 'schwarz')));
  else if (result.schneider || paid.has('schneider')) found.push(plainTerm(pick(t().terms.settlement, 'schneider')));
  if (result.laufende) found.push(result.laufende > 0 ? w.with({ n: result.laufende }) : w.without({ n: -result.laufende }));
  for (const term of line.terms) {
    if (['knock', 'kontra', 'double', 'bock', 'pot', 'raise', 'carry', 'sweep'].includes(term.name)) found.push(termText(term, null));
  }
  return found;
}

/** The same of what was entered, without its bill: an earlier version of a line, a game that is not priced here. */
export function enteredTags(content: Content, nameOf: NameOf): string[] {
  const terms: Term[] = [];
  if (content.line === 'played') {
    const { knockers, knocks, kontra } = content.result;
    const count = knockers?.length || knocks || 0;
    if (count > 0) terms.push({ name: 'knock', count, factor: 2 ** count });
    if (kontra) terms.push({ name: 'kontra', count: kontra, factor: 2 ** kontra });
  }
  return tags({ content, terms, value: 0, amounts: {}, pot: 0, strokes: null, provisional: false, error: '', where: '', ring: [] }, nameOf);
}

/** A term of the bill in words. */
export function termText(term: Term, game: string | null): string {
  return termName(t(), { name: term.name, amount: term.amount ?? null, factor: term.factor ?? null, count: term.count ?? null, seats: term.seats ?? [] }, game);
}

/** Why something cannot be; `where` as the server and the price tables name it. */
export function refusalText(code: string, where = ''): string {
  const { fields } = tb().sheet;
  return explainCode({ code, where: Object.hasOwn(fields, where) ? pick(fields, where) : '' });
}
