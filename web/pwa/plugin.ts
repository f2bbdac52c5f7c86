/** Makes the page installable: manifest, icons, and a service worker that keeps the frame and the card pictures. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync, type Plugin } from 'vite';
import { iconPng, iconSvg } from './icon.ts';

const here = dirname(fileURLToPath(import.meta.url));

const manifest = {
  id: '/',
  name: 'Schafkopf',
  short_name: 'Schafkopf',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#f4eee1',
  theme_color: '#1c4f38',
  categories: ['games'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string | Uint8Array): void => {
        this.emitFile({ type: 'asset', fileName, source });
      };
      emit('icon.svg', iconSvg());
      emit('icon-192.png', iconPng(192, { rounded: true }));
      emit('icon-512.png', iconPng(512, { rounded: true }));
      emit('icon-maskable.png', iconPng(512, { scale: 0.78 }));
      emit('manifest.webmanifest', JSON.stringify(manifest));
      const assets = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name));
      const files = ['/', '/icon.svg', ...assets.map((name) => `/${name}`).sort()];
      const worker = minifySync('worker.js', readFileSync(join(here, 'worker.js'), 'utf-8')).code;
      // The page, the icon and the cards have names without a hash, so what is in them is part of the version.
      const version = createHash('sha256').update(files.join('\n')).update(worker).update(iconSvg());
      for (const path of [join(here, '../index.html'), ...cardsIn(this.environment.config.publicDir)]) version.update(readFileSync(path));
      const head = `const VERSION = ${JSON.stringify(version.digest('hex').slice(0, 16))};\nconst FILES = ${JSON.stringify(files)};\n`;
      emit('sw.js', head + worker);
    },
  };
}

/** The card pictures, if they are drawn. */
function cardsIn(publicDir: string): string[] {
  const folder = join(publicDir, 'cards');
  return existsSync(folder) ? readdirSync(folder).sort().map((name) => join(folder, name)) : [];
}
