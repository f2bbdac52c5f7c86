/** The pages of the books and their texts, apart from the router: who only plays need not know where they lie. */
import type { Loader } from '../lib/router.svelte';

export { loadBooks as texts } from '../generated/messages/books';

export const pages = {
  sheets: () => import('../pages/Sheets.svelte'),
  sheet: () => import('../pages/Sheet.svelte'),
  tournaments: () => import('../pages/Tournaments.svelte'),
  tournament: () => import('../pages/Tournament.svelte'),
  tournamenttable: () => import('../pages/TournamentTable.svelte'),
  board: () => import('../pages/Board.svelte'),
} satisfies Record<string, Loader>;
