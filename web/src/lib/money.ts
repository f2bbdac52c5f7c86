/** Amounts in words, exactly as schafkopf.text.bill has them; the table of signs and words is made from there. */
import styles from '../generated/money.json';
import { language, type Language } from './i18n';
import { three, two } from './plural';

export type Unit = 'cent' | 'stake' | 'stroke' | 'point';

const FORMS = { de: two, en: two, be: three, pt: two, fi: two, ru: three } as const;

/** An amount in its unit, cents as euros; `sign` puts a plus before gains: "-1,35 €", "+5 stakes". */
export function money(amount: number, unit: Unit, { sign = false, lang = language() }: { sign?: boolean; lang?: Language } = {}): string {
  const prefix = amount < 0 ? '-' : sign && amount > 0 ? '+' : '';
  const size = Math.abs(amount);
  if (unit !== 'cent') return prefix + amountText(size, unit, lang);
  const { before, point, after } = styles[lang];
  return `${prefix}${before}${Math.floor(size / 100)}${point}${String(size % 100).padStart(2, '0')}${after}`;
}

/** An amount with the word for its unit, cents as cents: "20 Cent", "1 stake". */
export function amountText(amount: number, unit: Unit, lang: Language = language()): string {
  const words = styles[lang].words[unit];
  return `${amount} ${words[FORMS[lang](amount)] ?? words.at(-1) ?? ''}`;
}
