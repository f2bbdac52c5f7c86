export const SUITS: readonly string[];
export const RANKS: readonly string[];
/** Text of every sprite by its file name. */
export function sprites(): Record<string, string>;
