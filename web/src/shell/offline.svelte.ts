import { deckSprite } from '$lib/settings.svelte';

/** The browser keeps the frame and the card pictures, so that the page opens on a bad line. */
let online = $state(typeof navigator === 'undefined' || navigator.onLine);

export const network = {
  get online(): boolean {
    return online;
  },
};

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: [deckSprite()] });
  } catch {
    // The page works as well without it.
  }
}

/** Begin to keep; does nothing without a secure context, as on a local network, and while developing. */
export function keepForOffline(): void {
  addEventListener('online', () => (online = true));
  addEventListener('offline', () => (online = false));
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || !isSecureContext) return;
  // After the first deal: on a slow line nothing else shall compete with it.
  setTimeout(() => void register(), 8000);
}
