/** The slate of the chalk game: what stood on it before this deal, what this deal wrote, what was finished. */
export interface Slate {
  /** Strokes of each team's head that stood there before. */
  before: number[];
  /** Strokes this deal drew; what a head has no more room for is not drawn. */
  fresh: number[];
  /** Heads of each team, the one just finished among them. */
  heads: number[];
  /** Whether this deal has finished the team's head. */
  finished: boolean[];
}

/** The slate after the last of some deals; `written`: strokes by deal and team, null for a deal that wrote none. */
export function slate(head: number, written: readonly (readonly number[] | null)[]): Slate {
  let before = [0, 0];
  let standing = [0, 0];
  const heads = [0, 0];
  let finished = [false, false];
  for (const strokes of written) {
    // A finished head is wiped before the next deal, and what the others have of theirs with it.
    before = finished.includes(true) ? [0, 0] : standing;
    standing = before.map((stood, team) => stood + (strokes?.[team] ?? 0));
    finished = standing.map((stood) => stood >= head);
    for (const team of [0, 1]) heads[team]! += finished[team] ? 1 : 0;
  }
  const fresh = before.map((stood, team) => Math.min(head, standing[team]!) - stood);
  return { before, fresh, heads, finished };
}
