/** Refusals of the books in the reader's language. */
import { explain, explainAny } from '$lib/explain';
import { tb } from '$lib/i18n';
import type { ErrorInfo } from '$lib/wire';

/** A code, or what else is known of a refusal. */
type Told = Partial<ErrorInfo> & { code: string };

/** The texts of the books; without prices a page knows by itself that it cannot reckon. */
function texts(): object {
  return { ...tb().errors, 'sheet/no-prices': tb().books.no_prices };
}

/** The sentence for a code and what came with it. */
export function explainCode(told: Told): string {
  return explain({ seat: null, action: null, allowed: [], where: null, detail: '', ...told }, [], texts());
}

/** The sentence for a code, for what the server said, or for whatever a request threw; what is none of these is thrown on. */
export function explainBook(what: unknown): string {
  if (typeof what === 'string') return explainCode({ code: what });
  if (typeof what === 'object' && what !== null && 'code' in what && typeof what.code === 'string') {
    return explainCode(what as Told);
  }
  return explainAny(what, texts());
}
