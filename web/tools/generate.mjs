// Everything under src/generated and public/cards, written anew where its sources have changed.
// Options: --strict (every language complete); --vectors (also what the tests of the books compare with).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const generated = join(web, 'src/generated');

const inVenv = ['bin/python', 'Scripts/python.exe'].map((path) => join(web, '../.venv', path)).find(existsSync);
const python = process.env.SCHAFKOPF_PYTHON ?? inVenv ?? 'python3';
const paths = [join(web, '../src'), process.env.PYTHONPATH].filter(Boolean).join(delimiter);
const env = { ...process.env, PYTHONPATH: paths, PYTHONDONTWRITEBYTECODE: '1' };
const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit', cwd: web, env });

/** Sheets and price tables with what the server's own code makes of them: some seconds, so only for the tests. */
function vectors() {
  const folder = join(generated, 'vectors');
  mkdirSync(folder, { recursive: true });
  for (const name of ['prices', 'sheet']) {
    const draft = join(folder, `${name}.json.${process.pid}`);
    execFileSync(python, ['-m', `tests.club.${name}.vectors`, draft], { stdio: 'inherit', cwd: join(web, '..'), env });
    renameSync(draft, join(folder, `${name}.json`));
  }
}

try {
  run(python, join(web, 'tools/generate.py'), ...process.argv.slice(2));

  // openapi-typescript takes a second: only where the description changed.
  const described = join(generated, 'openapi.json');
  const types = join(generated, 'api.ts');
  const mark = '// from ';
  const stamp = mark + createHash('sha256').update(readFileSync(described)).digest('hex');
  if (!existsSync(types) || !readFileSync(types, 'utf8').startsWith(stamp)) {
    const { default: openapi, astToString } = await import('openapi-typescript');
    const tree = await openapi(readFileSync(described, 'utf8'), {
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
      defaultNonNullable: false,
      silent: true,
    });
    writeFileSync(`${types}.${process.pid}`, `${stamp}\n${astToString(tree)}`);
    renameSync(`${types}.${process.pid}`, types);
  }

  const deck = join(web, 'deck/build.mjs');
  if (existsSync(deck)) run(process.execPath, deck, join(web, 'public/cards'));
  if (process.argv.includes('--vectors')) vectors();
} catch (error) {
  // What failed has said so itself; a program that could not be started has not.
  if (error.status === undefined) console.error(error.message);
  process.exit(1);
}
