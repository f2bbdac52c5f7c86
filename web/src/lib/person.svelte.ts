/** Who sits at this browser, as the server knows him. */
import { api } from './api';
import { t } from './i18n';
import type { Me } from './wire';

let found = $state.raw<Me | null>(null);
let asked: Promise<Me> | null = null;

export const person = {
  /** Null until the server has answered. */
  get me(): Me | null {
    return found;
  },
};

/** Ask who one is, once for all who want to know. */
export function askMe(): Promise<Me> {
  asked ??= api.me().then(
    (me) => (found = me),
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** The name to give at a table: null where the server knows one, else a guest's in the language of the page. */
export async function givenName(): Promise<string | null> {
  // Asked first, also so that two requests do not make two guests of one browser.
  const me = await askMe().catch(() => null);
  return me && !me.name ? t().shell.guest : null;
}

/** The server has said something newer. */
export function knowMe(me: Me): void {
  found = me;
  asked = Promise.resolve(me);
}
