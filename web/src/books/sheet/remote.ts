/** What the server does with whole sheets; the sheet itself is sent and heard by `core/sheet.svelte`. */
import { request } from '$lib/api';
import { freshId } from '$lib/ids';
import type { BookLinks, Imported, ImportResults, Season, SeasonAsked, SheetInfo } from '$generated/api';
import type { Rules } from './chosen';

const seg = encodeURIComponent;

const post = <T>(path: string, body: unknown): Promise<T> => request<T>(path, { method: 'POST', body, again: true });

export const sheets = {
  /** A new sheet of nothing but a list of results. */
  async fromResults(title: string, rules: Rules, text: string): Promise<{ id: string; found: Imported }> {
    const id = freshId();
    const head = { device: freshId(12), at_ms: Date.now() };
    const ops = [
      { id: freshId(), ...head, do: 'named', title },
      { id: freshId(), ...head, do: 'ruled', ...rules },
    ];
    await post('/api/sheets', { id, ops });
    return { id, found: await sheets.results(id, { id: freshId(), ...head, text }) };
  },
  restore: (id: string, text: string) => post<SheetInfo>('/api/sheets/restore', { id, text }),
  results: (sheet: string, asked: ImportResults) => post<Imported>(`/api/sheets/${seg(sheet)}/import`, asked),
  season: (asked: SeasonAsked) => post<Season>('/api/sheets/season', asked),
  renew: (id: string, role: string) => request<BookLinks>(`/api/books/${seg(id)}/links/${seg(role)}/renew`, { method: 'POST', body: {} }),
  leave: (id: string) => post<unknown>(`/api/books/${seg(id)}/leave`, {}),
  remove: (id: string) => request<unknown>(`/api/books/${seg(id)}`, { method: 'DELETE' }),
  /** A picture of a link; its key is drawn by the server, and never stands in an address. */
  qr: (id: string, role: string, version: number) => `/api/books/${seg(id)}/links/${seg(role)}/qr?origin=${seg(location.origin)}&v=${version}`,
  csv: (id: string, language: string) => `/api/sheets/${seg(id)}/csv?language=${seg(language)}`,
} as const;

/** What a file of a sheet is called. */
export function fileName({ title, date }: { title: string; date: string }, end: string): string {
  const plain = [title, date].filter(Boolean).join(' ').replaceAll(/[^\p{L}\p{N} ._-]/gu, '').trim();
  return `${plain || 'schafkopf'}.${end}`;
}
