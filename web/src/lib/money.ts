/** Amounts in words, exactly as schafkopf.text.bill has them; their texts are made from there. */
import { t } from './i18n';

export type Unit = 'cent' | 'stake' | 'stroke' | 'point';

/** An amount in its unit, cents as euros; `sign` puts a plus before gains: "-1,35 €", "+5 stakes". */
export function money(amount: number, unit: Unit, { sign = false }: { sign?: boolean } = {}): string {
  const prefix = amount < 0 ? '-' : sign && amount > 0 ? '+' : '';
  const size = Math.abs(amount);
  if (unit !== 'cent') return prefix + amountText(size, unit);
  const { decimal, euros } = t().money;
  return prefix + euros({ amount: `${Math.floor(size / 100)}${decimal}${String(size % 100).padStart(2, '0')}` });
}

/** An amount with the word for its unit, cents as cents: "20 Cent", "1 stake". */
export function amountText(amount: number, unit: Unit): string {
  return t().money[unit]({ n: amount });
}
