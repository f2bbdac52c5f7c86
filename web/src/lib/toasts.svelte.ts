/** Short notes at the edge of the screen. */
import { announce } from './announce.svelte';

export interface Toast {
  id: number;
  kind: 'info' | 'good' | 'bad';
  text: string;
  action: { label: string; run: () => void } | null;
}

const STAYS_MS = 6000;
const AT_MOST = 3;

let nextId = 1;
let list = $state.raw<readonly Toast[]>([]);

export const toasts = {
  get all(): readonly Toast[] {
    return list;
  },
};

export function dismiss(id: number): void {
  list = list.filter((toast) => toast.id !== id);
}

/** Show a note for a while; the same text is not shown twice at a time. */
export function toast(text: string, kind: Toast['kind'] = 'info', action: Toast['action'] = null): void {
  if (list.some((other) => other.text === text)) return;
  const id = nextId++;
  list = [...list, { id, kind, text, action }].slice(-AT_MOST);
  announce(text, kind === 'bad');
  setTimeout(() => dismiss(id), action ? 2 * STAYS_MS : STAYS_MS);
}
