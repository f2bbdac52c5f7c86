import { settings } from '$lib/settings.svelte';

/** Put what is set about colours and motion on the document, where the style sheets look for it. */
export function applyAppearance(): void {
  const root = document.documentElement.dataset;
  set(root, 'theme', settings.theme === 'auto' ? null : settings.theme);
  set(root, 'motion', settings.motion === 'auto' ? null : settings.motion);
  set(root, 'cards', settings.fourColours ? 'four' : null);
}

function set(data: DOMStringMap, key: string, value: string | null): void {
  if (value === null) delete data[key];
  else data[key] = value;
}
