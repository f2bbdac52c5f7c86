// Draws the card sprites: node deck/build.mjs OUTDIR
// Writes bavarian.svg, bavarian-large.svg, french.svg, french-large.svg (a <symbol> per card, and "back") and marks.svg
// (the suit marks: E G H S of the Bavarian deck, fE fG fH fS of the French). A file that would not change is not touched.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit, stderr } from 'node:process';
import { sprites } from './sprites.mjs';

const folder = argv[2];
if (!folder) {
  stderr.write('usage: node deck/build.mjs OUTDIR\n');
  exit(2);
}

function content(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(sprites())) {
  const path = join(folder, name);
  if (content(path) !== text) writeFileSync(path, text);
}
