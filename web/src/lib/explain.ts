/** Refusals in the reader's language. */
import { pick, t } from './i18n';
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

/**
 * The sentence for a refusal. `names`: who sits where, without them seats are called by number; `more`: texts that go
 * before those that there are everywhere.
 */
export function explain(error: ErrorInfo, names: readonly string[] = [], more: object = {}): string {
  const { code, seat, action, allowed, where, detail } = error;
  const texts = { ...t().errors, ...more };
  if (!Object.hasOwn(texts, code)) return t().shell.trouble.refused({ code });
  const atTable = AT_TABLE.test(code);
  return pick(texts, code, {
    seat: seat === null ? '' : (names[seat] ?? seat + 1),
    action: action === null ? '' : atTable ? said(action) : action,
    allowed: (atTable ? possible(allowed).map(said) : allowed).join(', '),
    where: where ?? '',
    detail,
  });
}

export function unreachable(): string {
  return t().shell.trouble.unreachable;
}

/** How long a page may be waited for in silence, in milliseconds. */
export function patience(): number {
  return navigator.onLine ? 5000 : 300;
}

/** The sentence for whatever a request threw; what is no fault of the line or the request is thrown on. */
export function explainAny(error: unknown, more?: object): string {
  if (error instanceof Refusal) return explain(error.info, [], more);
  if (error instanceof Unreachable) return unreachable();
  throw error;
}
