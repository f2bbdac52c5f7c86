/** What screen readers say: lines added to a live region that `LiveRegion.svelte` draws once. */
export interface Line {
  id: number;
  text: string;
}

const KEPT = 8;

let nextId = 1;
let polite = $state.raw<readonly Line[]>([]);
let urgent = $state.raw<readonly Line[]>([]);

export const spoken = {
  get polite(): readonly Line[] {
    return polite;
  },
  get urgent(): readonly Line[] {
    return urgent;
  },
};

/** Have a line read out; an urgent one interrupts what is being read. */
export function announce(text: string, isUrgent = false): void {
  if (!text) return;
  const line = { id: nextId++, text };
  if (isUrgent) urgent = [...urgent, line].slice(-KEPT);
  else polite = [...polite, line].slice(-KEPT);
}
