/** Who sits at this browser, as the server knows him. */
import { api } from './api';
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

/** The server has said something newer. */
export function knowMe(me: Me): void {
  found = me;
  asked = Promise.resolve(me);
}
