/** Who sat at the table last, to be offered for the next sheet. Kept in this browser only. */

const KEY = 'schafkopf.sheet.people';

export function recentPeople(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string' && name !== '').slice(0, 6) : [];
  } catch {
    return [];
  }
}

export function keepRecent(names: readonly string[]): void {
  try {
    const text = JSON.stringify(names.filter((name) => name !== ''));
    if (localStorage.getItem(KEY) !== text) localStorage.setItem(KEY, text);
  } catch {
    // A private window: the names are typed in anew.
  }
}
