/** Refusals of the books in the reader's language. */
import { Refusal, Unreachable } from '$lib/api';
import { explain, unreachable } from '$lib/explain';
import { tb } from '$lib/i18n';
import type { ErrorInfo } from '$lib/wire';

/** The sentence for a code, for what the server said, or for whatever a request threw; what is none of these is thrown on. */
export function explainBook(what: unknown): string {
  if (what instanceof Unreachable) return unreachable();
  if (what instanceof Refusal) return sentence(what.info);
  if (typeof what === 'string') return sentence({ code: what });
  if (typeof what === 'object' && what !== null && 'code' in what && typeof what.code === 'string') {
    return sentence(what as Partial<ErrorInfo> & { code: string });
  }
  throw what;
}

function sentence(told: Partial<ErrorInfo> & { code: string }): string {
  const error: ErrorInfo = { seat: null, action: null, allowed: [], where: null, detail: '', ...told };
  if (error.code === 'sheet/no-prices') return tb().books.no_prices;
  const texts: Readonly<Record<string, unknown>> = tb().errors;
  const text = Object.hasOwn(texts, error.code) ? texts[error.code] : undefined;
  if (typeof text === 'string') return text;
  if (typeof text !== 'function') return explain(error);
  const { where, detail, allowed } = error;
  return String(text({ seat: '', action: error.action ?? '', allowed: allowed.join(', '), where: where ?? '', detail }));
}
