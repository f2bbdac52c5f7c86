/**
 * The way to the server over HTTP: typed requests, coded refusals, and asking again when the line is bad.
 *
 * A request is asked again only if it is safe to repeat: everything that reads, and what carries an id.
 */
import { freshId } from './ids';
import type {
  Account,
  Command,
  Done,
  ErrorInfo,
  Failure,
  HintInfo,
  Me,
  NewAccount,
  NewTable,
  Quick,
  RecordsAsked,
  Replayed,
  Report,
  Rulebook,
  RulesAsked,
  Rulesets,
  RulesForm,
  SetMe,
  Snapshot,
  Tables,
} from './wire';

/** The server said no; `info.code` says why. */
export class Refusal extends Error {
  constructor(
    readonly info: ErrorInfo,
    readonly status: number,
  ) {
    super(info.code);
    this.name = 'Refusal';
  }
}

/** No answer, or none that makes sense; what was asked may or may not have happened. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super('unreachable', { cause });
    this.name = 'Unreachable';
  }
}

/** Pauses before asking again, in milliseconds; each is spread by a random part so that clients do not come in step. */
export const RETRY_MS: readonly number[] = [300, 700, 1500, 3000, 6000, 10_000, 15_000];
const ANSWER_WITHIN_MS = 20_000;
const BUSY = new Set([408, 425, 502, 503, 504]);

/** The server asks for patience. */
class Busy {
  constructor(readonly status: number) {}
}

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** Safe to send again, as often as that or until there is an answer; reading always is. */
  again?: boolean | number;
  signal?: AbortSignal;
}

/** While nobody knows whether this browser has its cookie, one request goes first and the others wait for it. */
let first: Promise<unknown> | null = null;
let known = false;

function remembered(): boolean {
  try {
    return localStorage.getItem('schafkopf.known') === '1';
  } catch {
    return false;
  }
}

function remember(): void {
  known = true;
  try {
    localStorage.setItem('schafkopf.known', '1');
  } catch {
    // Without storage the next visit asks one after the other once more.
  }
}

/** Forget what is known of this browser, as after its data were deleted or it was signed out. */
export function forgetPerson(): void {
  known = false;
  first = null;
  try {
    localStorage.removeItem('schafkopf.known');
  } catch {
    // There was nothing kept either.
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (known || remembered()) {
    known = true;
    return work();
  }
  if (first) {
    await first.catch(() => undefined);
    return known ? work() : inTurn(work);
  }
  const mine = work();
  first = mine;
  try {
    const answer = await mine;
    remember();
    return answer;
  } catch (error) {
    if (error instanceof Refusal) remember();
    throw error;
  } finally {
    first = null;
  }
}

/** Wait, but no longer than until the line is back. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', over);
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const stop = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', over);
      reject(signal?.reason ?? new DOMException('aborted', 'AbortError'));
    };
    const timer = setTimeout(over, ms);
    globalThis.addEventListener?.('online', over);
    signal?.addEventListener('abort', stop);
  });
}

/** One try, to the last byte of the answer. */
async function once<T>(path: string, ask: Ask): Promise<T | Busy> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new DOMException('no answer', 'TimeoutError')), ANSWER_WITHIN_MS);
  const stop = () => giveUp.abort(ask.signal?.reason);
  ask.signal?.addEventListener('abort', stop);
  try {
    const headers: Record<string, string> = { Accept: 'application/json' };
    const method = ask.method ?? 'GET';
    if (method !== 'GET') headers['X-Schafkopf'] = '1';
    const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store', signal: giveUp.signal };
    if (ask.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(ask.body);
    }
    const response = await fetch(path, init);
    return BUSY.has(response.status) ? new Busy(response.status) : await read<T>(response);
  } finally {
    clearTimeout(timer);
    ask.signal?.removeEventListener('abort', stop);
  }
}

function isFailure(body: unknown): body is Failure {
  const error = (body as Failure | null)?.error;
  return typeof error === 'object' && error !== null && typeof error.code === 'string';
}

async function read<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const body: unknown = await response.json();
  if (response.ok) return body as T;
  if (isFailure(body)) throw new Refusal(body.error, response.status);
  throw new Unreachable(response.status);
}

/** Ask the server. Throws `Refusal` with its code, or `Unreachable` when all tries came to nothing. */
export function request<T>(path: string, ask: Ask = {}): Promise<T> {
  return inTurn(() => persist<T>(path, ask));
}

async function persist<T>(path: string, ask: Ask): Promise<T> {
  const again = ask.again ?? (ask.method ?? 'GET') === 'GET';
  const most = typeof again === 'number' ? again : again ? RETRY_MS.length : 0;
  for (let tries = 0; ; tries++) {
    let cause: unknown;
    try {
      const found = await once<T>(path, ask);
      if (!(found instanceof Busy)) return found;
      cause = found.status;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (ask.signal?.aborted) throw error;
      cause = error;
    }
    const wait = RETRY_MS[tries];
    if (tries >= most || wait === undefined) throw new Unreachable(cause);
    await pause(wait * (0.75 + Math.random() / 2), ask.signal);
  }
}

const post = <T>(path: string, body?: unknown, again: boolean | number = false): Promise<T> =>
  request<T>(path, { method: 'POST', body: body ?? {}, again });
const seg = encodeURIComponent;

export const api = {
  me: () => request<Me>('/api/me'),
  setMe: (me: SetMe) => request<Me>('/api/me', { method: 'PUT', body: me, again: true }),
  deleteMe: () => request<unknown>('/api/me', { method: 'DELETE' }),
  register: (account: NewAccount) => post<Me>('/api/account', account),
  login: (account: Account) => post<Me>('/api/login', account),
  logout: () => post<Me>('/api/logout'),
  tables: (signal?: AbortSignal) => request<Tables>('/api/tables', signal ? { signal } : {}),
  table: (idOrCode: string) => request<Snapshot>(`/api/tables/${seg(idOrCode)}`),
  // With an id of its own a request that was sent twice makes one table. Whoever waits for his cards soon wants to know.
  newTable: (table: NewTable) => post<Done>('/api/tables', { id: freshId(), ...table }, 3),
  quick: (quick: Quick) => post<Done>('/api/quick', { id: freshId(), ...quick }, 3),
  command: (table: string, command: Command) => post<Done>(`/api/tables/${seg(table)}/commands`, command, true),
  hint: (table: string) => post<HintInfo>(`/api/tables/${seg(table)}/hint`, undefined, true),
  report: (table: string, report: Report) => post<unknown>(`/api/tables/${seg(table)}/report`, report),
  rulesets: (lang: string) => request<Rulesets>(`/api/rulesets?lang=${seg(lang)}`),
  rulesForm: (asked: RulesAsked) => post<RulesForm>('/api/rules/form', asked, true),
  rulebook: (asked: RulesAsked) => post<Rulebook>('/api/rules/book', asked, true),
  replay: (asked: RecordsAsked) => post<Replayed>('/api/replay', asked, true),
  /** Addresses for links and pictures. */
  at: {
    exportMe: '/api/me/export',
    records: (table: string) => `/api/tables/${seg(table)}/records`,
    fairness: (table: string) => `/api/tables/${seg(table)}/fairness`,
    qr: (text: string) => `/api/qr?text=${seg(text)}`,
  },
} as const;

/** The snapshot in what a request for a table brought. */
export function snapshotOf(done: Done): Snapshot {
  const found = done.news.findLast((news) => news.type === 'snapshot');
  if (!found || found.type !== 'snapshot') throw new Unreachable('no snapshot');
  return found;
}
