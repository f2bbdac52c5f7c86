/** Refusals in the reader's language. */
import { t } from './i18n';
import { Refusal, Unreachable } from './api';
import { actionName, isCard } from '../table/words';
import { settings } from './settings.svelte';
import type { ErrorInfo } from './wire';

/** Refusals of something said or played, whose alternatives are cards and words of the game. */
const AT_TABLE = /^(auction|call|kontra|play|turn)\//;

/** Whoever may double does not thereby follow suit: where there are cards, only these. */
function possible(allowed: readonly string[]): readonly string[] {
  const cards = allowed.filter(isCard);
  return cards.length > 0 ? cards : allowed;
}

function said(action: string): string {
  return actionName({ m: t(), deck: settings.deck, dialect: false }, action);
}

/** The sentence for a refusal; `names`: who sits where, without them seats are called by number. */
export function explain(error: ErrorInfo, names: readonly string[] = []): string {
  const texts: Readonly<Record<string, unknown>> = t().errors;
  const text = Object.hasOwn(texts, error.code) ? texts[error.code] : undefined;
  if (typeof text !== 'function') return t().shell.trouble.refused({ code: error.code });
  return String(
    text({
      seat: error.seat === null ? '' : (names[error.seat] ?? String(error.seat + 1)),
      action: error.action === null ? '' : AT_TABLE.test(error.code) ? said(error.action) : error.action,
      allowed: (AT_TABLE.test(error.code) ? possible(error.allowed).map(said) : error.allowed).join(', '),
      where: error.where ?? '',
      detail: error.detail,
    }),
  );
}

export function unreachable(): string {
  return t().shell.trouble.unreachable;
}

/** How long a page may be waited for in silence, in milliseconds. */
export function patience(): number {
  return navigator.onLine ? 5000 : 300;
}

/** The sentence for whatever a request threw; what is no fault of the line or the request is thrown on. */
export function explainAny(error: unknown): string {
  if (error instanceof Refusal) return explain(error.info);
  if (error instanceof Unreachable) return unreachable();
  throw error;
}
