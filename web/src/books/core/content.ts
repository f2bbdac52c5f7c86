/** What a line says in its one normal form, as `content_data` writes it: usual values are left out, so equal facts are equal data. */
import type { Content, Result } from './types';

const ALWAYS = new Set(['line', 'dealer', 'players', 'result', 'contract', 'claimed', 'how', 'kind', 'offender', 'amounts', 'payer', 'payee', 'amount']);
/** Of these kinds the amount may be left out; a payment has one. */
const AMOUNT_MAY_LACK = 'penalised';

function empty(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Fields whose usual value is "not said": there 0 and false say something. */
const UNSAID = new Set(['declarer', 'suit', 'partner', 'points', 'won', 'schneider', 'march']);

function plain(data: object, drop: (name: string, value: unknown) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => !drop(name, value)));
}

export function normalResult(result: Result): Result {
  const told = plain({ claimed: true, ...result }, (name, value) => {
    if (name === 'contract' || name === 'claimed') return false;
    return UNSAID.has(name) ? value === undefined || value === null : empty(value);
  });
  return told as unknown as Result;
}

export function normalContent(content: Content): Content {
  const { line } = content;
  const told = plain(content, (name, value) => {
    if (line === AMOUNT_MAY_LACK && ['dealer', 'players', 'amount', 'result'].includes(name)) return empty(value);
    return !ALWAYS.has(name) && empty(value);
  });
  if (line === 'penalised') told['amounts'] ??= {};
  if ('result' in content && content.result) told['result'] = normalResult(content.result);
  return told as unknown as Content;
}

/** The order of ids: by code points, as everywhere else. */
export function before(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const apart = (a[i] as string).codePointAt(0)! - (b[i] as string).codePointAt(0)!;
    if (apart !== 0) return apart;
  }
  return a.length - b.length;
}

/** Text that is equal for equal data, in whatever order its fields stand. */
export function canonical(data: unknown): string {
  return JSON.stringify(data, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => before(one, other)))
      : value,
  );
}

/** The ids of the people that a line may move money of. */
export function mentioned(content: Content): string[] {
  if (content.line === 'corrected') return Object.keys(content.amounts).sort(before);
  if (content.line === 'paid') return [content.payer, content.payee];
  const there = [...(content.players ?? []), ...(content.resting ?? [])];
  if (content.line !== 'penalised') return there;
  return [...there, content.offender, ...Object.keys(content.amounts ?? {}).sort(before)];
}
