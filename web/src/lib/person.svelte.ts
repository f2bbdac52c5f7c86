/** Who sits at this browser, as the server knows him. */
import { api, forgetPerson } from './api';
import { t } from './i18n';
import { readAnew, whenUnknown } from './stream';
import type { Me } from './wire';

let found = $state.raw<Me | null>(null);
let asked: Promise<Me> | null = null;
/** The other tabs of this browser. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('schafkopf-person');
if (tabs) tabs.onmessage = () => anew();

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

function anew(): void {
  forgetPerson();
  asked = null;
  readAnew();
  // Whoever needs to know and gets no answer asks again.
  void askMe().catch(() => undefined);
}

/**
 * Another person sits at this browser, or the same with another cookie: who has signed in or out, changed his passphrase,
 * or deleted his data. All its tabs are told.
 */
export function becomeAnother(me: Me): void {
  knowMe(me);
  readAnew();
  tabs?.postMessage('another');
}

// Signed out from elsewhere, one is a new guest; else the table would wait for a line that cannot come.
whenUnknown(() => void api.me().then(becomeAnother, () => undefined));

/** The server has said something newer. */
export function knowMe(me: Me): void {
  found = me;
  asked = Promise.resolve(me);
}
