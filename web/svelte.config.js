import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const src = join(dirname(fileURLToPath(import.meta.url)), 'src');
const components = readdirSync(src, { recursive: true })
  .filter((path) => path.endsWith('.svelte'))
  .map((path) => join(src, path).replaceAll('\\', '/'))
  .sort();

/** The class that marks a component's styles: its number, as it stands at each of its elements. */
function cssHash({ filename }) {
  const path = resolve(filename).replaceAll('\\', '/');
  // A file that is new since the development server started comes last.
  if (!components.includes(path)) components.push(path);
  return `s${components.indexOf(path).toString(36)}`;
}

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true, discloseVersion: false, cssHash },
};
