/** The words of a bill, as schafkopf.text.bill has them. */
import type { TermInfo } from '$generated/api';
import { pick, type Messages } from '$lib/i18n';
import { plainTerm } from '../table/words';

/** Terms that are shown with their number: 3 Laufende. */
const COUNTED = new Set(['laufende', 'knock', 'virgin']);
const LEVELS = ['kontra', 're', 'supra', 'resupra'] as const;

/** A term in words; `game` stands for the basic price. */
export function termName(m: Messages, term: TermInfo, game: string | null): string {
  if (term.name === 'base' && game !== null) return game;
  if (term.name === 'kontra' && term.count !== null && term.count > 1 && term.count <= LEVELS.length) {
    return LEVELS.slice(0, term.count)
      .map((level) => plainTerm(m.terms.game[level]))
      .join(' + ');
  }
  // In the chalk game the word stands for a win that counts double.
  const name = term.name === 'double' && term.factor === null ? 'double_win' : term.name;
  const word = pick(m.terms.settlement, name, { n: term.count ?? 1 });
  return COUNTED.has(term.name) && term.count !== null ? `${term.count} ${word}` : word;
}
