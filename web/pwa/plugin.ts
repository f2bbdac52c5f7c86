/** Makes the page installable: manifest, icons, and a service worker that keeps the frame and the card pictures. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
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
      const worker = readFileSync(join(here, 'worker.js'), 'utf-8');
      // The cards have names without a hash, so their drawing is part of the version.
      const version = createHash('sha256').update(files.join('\n')).update(worker).update(cardsOf(this.environment.config.publicDir));
      const head = `const VERSION = ${JSON.stringify(version.digest('hex').slice(0, 16))};\nconst FILES = ${JSON.stringify(files)};\n`;
      emit('sw.js', head + worker);
    },
  };
}

const DECKS = ['bavarian', 'bavarian-large', 'french', 'french-large'];

/** The card pictures as one text; those that are not drawn yet are left out. */
function cardsOf(publicDir: string): string {
  return DECKS.map((deck) => {
    try {
      return readFileSync(join(publicDir, 'cards', `${deck}.svg`), 'utf-8');
    } catch {
      return '';
    }
  }).join('\n');
}
