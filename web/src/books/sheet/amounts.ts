/** Amounts as people type them. */
import type { Unit } from '../core/types';

const MOST = 1_000_000_000;

/** An amount typed in its unit, coins with one or two decimals: "1,20", "-2.5", "+3". Null if it is none, or before the unit is known. */
export function amountIn(text: string, unit: Unit | ''): number | null {
  const plain = text.replaceAll(/[\u2212\u2013\u2012]/g, '-').replaceAll(/[\s€]/g, '');
  const found = /^([+-]?)(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(plain);
  if (!found || unit === '') return null;
  const [, sign, whole = '', part] = found;
  if (part !== undefined && unit !== 'cent') return null;
  const size = unit === 'cent' ? Number(whole) * 100 + Number((part ?? '').padEnd(2, '0')) : Number(whole);
  if (size > MOST) return null;
  return sign === '-' && size !== 0 ? -size : size;
}

/** An amount as one would type it; nothing before the unit is known. */
export function typedAmount(amount: number, unit: Unit | '', decimal: string): string {
  if (unit === '') return '';
  if (unit !== 'cent') return String(amount);
  const size = Math.abs(amount);
  const text = size % 100 === 0 ? String(size / 100) : `${Math.floor(size / 100)}${decimal}${String(size % 100).padStart(2, '0')}`;
  return amount < 0 ? `-${text}` : text;
}
