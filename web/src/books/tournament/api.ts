/** The server's tournaments over HTTP. */
import { request, type Ask } from '$lib/api';
import { language } from '$lib/i18n';
import type {
  BookLinks,
  Joined,
  NewTournament,
  TournamentAsked,
  TournamentCheck,
  TournamentCommand,
  TournamentDone,
  TournamentForms,
  TournamentHistory,
  TournamentImport,
  TournamentPreview,
  TournamentPriced,
  Tournaments,
  TournamentSheet,
  TournamentView,
} from '$generated/api';

const post = <T>(path: string, body: unknown, ask: Ask = {}): Promise<T> => request<T>(path, { method: 'POST', body, again: true, ...ask });
const at = (id: string, rest = ''): string => `/api/tournaments/${encodeURIComponent(id)}${rest}`;
const book = (id: string, rest = ''): string => `/api/books/${encodeURIComponent(id)}${rest}`;

export const tournaments = {
  mine: () => request<Tournaments>('/api/tournaments'),
  forms: () => request<TournamentForms>('/api/tournament-forms'),
  check: (asked: TournamentAsked, signal: AbortSignal) => post<TournamentCheck>('/api/tournament-forms', asked, { signal }),
  make: (made: NewTournament) => post<TournamentDone>('/api/tournaments', made),
  /** From a backup file; `id`: of the tournament that is made of it. */
  restore: (id: string, text: string) => post<TournamentDone>('/api/tournaments/restore', { id, text }),
  // Whoever follows a tournament asks again by himself, and at once when there is a line.
  view: (id: string) => request<TournamentView>(at(id), { again: 1 }),
  // Whoever has typed something in wants to know soon that there is no line; the command is kept and sent again.
  command: (id: string, command: TournamentCommand) => post<TournamentDone>(at(id, '/commands'), command, { again: 2 }),
  checkEntries: (id: string, text: string) => post<TournamentImport>(at(id, '/entries/check'), { text }),
  history: (id: string) => request<TournamentHistory>(at(id, '/history')),
  sheet: (id: string, round: number, table: number) => request<TournamentSheet>(at(id, `/rounds/${round}/tables/${table}`)),
  preview: (id: string, round: number, table: number, asked: TournamentPreview, signal: AbortSignal) =>
    post<TournamentPriced>(at(id, `/rounds/${round}/tables/${table}/price`), asked, { signal }),
  join: (id: string, key: string) => post<Joined>(book(id, '/join'), { key }),
  links: (id: string) => request<BookLinks>(book(id, '/links')),
  renew: (id: string, role: string) => post<BookLinks>(book(id, `/links/${role}/renew`), {}, { again: false }),
  remove: (id: string) => request<unknown>(book(id), { method: 'DELETE' }),
} as const;

/** Addresses for links. */
export const files = {
  paper: (id: string, what: string, round: number | null, lang: string = language()) =>
    at(id, `/paper/${what}.pdf?language=${lang}${round === null ? '' : `&round=${round}`}`),
  csv: (id: string, what: string, round: number | null) =>
    at(id, `/csv?what=${what}&language=${language()}${round === null ? '' : `&round=${round}`}`),
  backup: (id: string) => at(id, '/backup'),
  calendar: (id: string) => at(id, '/calendar.ics'),
  stream: (id: string, after: number) => book(id, `/stream?after=${after}`),
  qr: (id: string, role: string) => book(id, `/links/${role}/qr?origin=${encodeURIComponent(location.origin)}`),
} as const;
