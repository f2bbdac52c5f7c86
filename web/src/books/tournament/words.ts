/** Phrases that several parts share. */
import { pick, tb } from '$lib/i18n';

/** "20 tables of 4 and 3 tables of 3". */
export function tablesText(sizes: readonly number[]): string {
  const w = tb().tournament.now;
  const kinds = [...new Set(sizes)].sort((a, b) => b - a);
  return kinds.map((size) => w.tables_of({ n: sizes.filter((one) => one === size).length, size })).reduce((a, b) => w.and({ a, b }));
}

export function timeText(ms: number, lang: string): string {
  return new Date(ms).toLocaleString(lang, { day: 'numeric', month: 'numeric', hour: '2-digit', minute: '2-digit' });
}

/** Who did something, and when: people without a name are known by their role. */
export function byText(by: string, role: string, time: string): string {
  const w = tb().tournament;
  const name = pick(w.roles, role);
  return by === '' ? w.history.by_role({ role: name, time }) : w.history.by({ by, role: name, time });
}

export function hourText(ms: number, lang: string): string {
  return new Date(ms).toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' });
}
