/** What the frame around a page shows. */
let own = $state<string | null>(null);
let bare = $state(false);

/** A title of its own for the page on screen; null: the one of its kind. */
export function setTitle(title: string | null): void {
  own = title;
}

export function ownTitle(): string | null {
  return own;
}

/** Without header and foot, as at a table in play. */
export function setBare(on: boolean): void {
  bare = on;
}

export function isBare(): boolean {
  return bare;
}
