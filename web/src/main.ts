import './ui/tokens.css';
import './ui/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { preferred, setLanguage } from '$lib/i18n';
import { askMe } from '$lib/person.svelte';
import { preload } from '$lib/router';
import { settings } from '$lib/settings.svelte';
import { applyAppearance } from './shell/appearance';
import { keepForOffline } from './shell/offline.svelte';

applyAppearance();
// Who sits here is asked at once: what one clicks on first needs the cookie that comes with the answer.
askMe().catch(() => undefined);
// The texts and the page come at the same time; nothing is drawn before both are there.
try {
  await Promise.all([setLanguage(settings.language === 'auto' ? preferred() : settings.language), preload()]);
  const target = document.getElementById('app');
  if (target) mount(App, { target });
  keepForOffline();
} catch (error) {
  console.error(error);
  // Without texts there is nothing to draw: what the document itself says, until it is loaded anew.
  const failed = document.getElementById('failed');
  failed?.removeAttribute('hidden');
  failed?.querySelector('button')?.addEventListener('click', () => location.reload());
}
