/** What the books ask of the server. One try each: who calls knows when to ask again. */
import { request } from '$lib/api';
import { type Line, type LineWatch, openLine } from '$lib/sse';
import type { Joined, OpsAdded, SheetCard, SheetInfo, Sheets } from '$lib/wire';
import type { Op, PriceTable, Stored } from './types';

export type Info = Omit<SheetInfo, 'log'> & { log: Stored[] };
export type Added = Omit<OpsAdded, 'log'> & { log: Stored[] };

export interface Net {
  begin(id: string, ops: readonly Op[]): Promise<Info>;
  info(id: string, after: number): Promise<Info>;
  add(id: string, after: number, ops: readonly Op[]): Promise<Added>;
  join(id: string, key: string): Promise<Joined>;
  cards(): Promise<SheetCard[]>;
  prices(rules: string, overrides: Record<string, unknown>, atTable: number): Promise<PriceTable>;
  /** Have a cookie, where it was lost. */
  greet(): Promise<unknown>;
  follow(id: string, after: number, watch: LineWatch): Line;
}

const seg = encodeURIComponent;
const post = <T>(path: string, body: unknown): Promise<T> => request<T>(path, { method: 'POST', body });

export const net: Net = {
  begin: (id, ops) => post('/api/sheets', { id, ops }),
  info: (id, after) => request(`/api/sheets/${seg(id)}?after=${after}`, { again: 0 }),
  add: (id, after, ops) => post(`/api/sheets/${seg(id)}/ops`, { after, ops }),
  join: (id, key) => post(`/api/books/${seg(id)}/join`, { key }),
  cards: async () => (await request<Sheets>('/api/sheets', { again: 0 })).sheets,
  prices: (rules, overrides, at_table) => post('/api/prices', { rules, overrides, at_table }),
  greet: () => request('/api/me', { again: 0 }),
  follow: (id, after, watch) => openLine(`/api/books/${seg(id)}/stream?after=${after}`, watch),
};
