import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { installable } from './pwa/plugin.ts';

const here = dirname(fileURLToPath(import.meta.url));
const server = process.env['SCHAFKOPF_SERVER'] ?? 'http://127.0.0.1:9110';
const packed = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Lay a .br and a .gz beside every text file, so that the server need not compress. */
function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith('/')) folder = config.build.outDir;
    },
    writeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !packed.test(entry.name)) continue;
        const raw = readFileSync(path);
        if (raw.length < 512) continue;
        const mode = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
        writeFileSync(`${path}.br`, brotliCompressSync(raw, { params: mode }));
        writeFileSync(`${path}.gz`, gzipSync(raw, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: here,
  plugins: [svelte(), installable(), precompressed()],
  resolve: {
    alias: {
      $lib: join(here, 'src/lib'),
      $ui: join(here, 'src/ui'),
      $generated: join(here, 'src/generated'),
    },
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: process.env['SCHAFKOPF_STATIC'] ?? '../src/schafkopf/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'chunks.json',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // Few files: HTTP/1.1 has six connections, on a slow line every round trip counts, and what is packed together
        // packs better. On the way to the first deal lie only `frame`, Home, `game` and Table.
        codeSplitting: {
          groups: [
            { name: 'frame', test: /node_modules[\\/]svelte(?!.*(media-query|reactive-value))|src[\\/](App|lib|ui|shell)|vite[\\/]preload/, priority: 4 },
            { name: 'game', test: /src[\\/](table|after|lobby|new)[\\/]/, minShareCount: 2, priority: 2 },
            { name: 'choosing', test: /src[\\/](rules[\\/](value|RulesetPicker)|new[\\/]|pages[\\/]New)/, priority: 3 },
            // Each of the books is one file for all its pages; both price games, and have the form for them.
            { name: 'books', test: /src[\\/]books[\\/](core[\\/](prices|refusals|questions|explain|still)|sheet[\\/](ResultForm|asking|Chips|Stepper|words))/, priority: 2 },
            { name: 'sheets', test: /src[\\/](books[\\/](core|sheet)[\\/]|pages[\\/]Sheets?\.)/, priority: 1 },
            { name: 'tournaments', test: /src[\\/](books[\\/]tournament[\\/]|pages[\\/](Tournament|Board))/, priority: 1 },
            // What nobody is in a hurry for.
            { name: 'beside', test: /src[\\/](rules[\\/]|pages[\\/]Rule|learn[\\/]|me[\\/]|pages[\\/](Learn|Me|Missing|Replay|Fairness)\.)/, priority: 1 },
          ],
        },
      },
    },
    license: { fileName: 'licenses.txt' },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server }, '/schema': { target: server }, '/healthz': { target: server } },
  },
  test: {
    include: ['src/**/*.test.ts', 'deck/**/*.test.ts'],
    environment: 'node',
  },
});
