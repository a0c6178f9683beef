/**
 * Puts the command into one file, `lib/cli/run.js`, in place of the modules of `lib/cli`: what it needs of the other folders and of
 * packages is in it. What is loaded on demand still is.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = path.join(__dirname, '..');
const COMMAND = path.join(ROOT, 'lib/cli');
const ENTRY = 'main.js';

for (const name of fs.readdirSync(COMMAND).filter((file) => file !== ENTRY)) {
  fs.rmSync(path.join(COMMAND, name));
}
const { metafile } = buildSync({
  absWorkingDir: ROOT,
  entryPoints: ['src/cli/run.ts'],
  outfile: path.join(COMMAND, 'run.js'),
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  // Names stay, so that the stack in a report of a bug says something.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});
fs.writeFileSync(path.join(COMMAND, 'LICENSES.txt'), licences(Object.keys(metafile.inputs)));

/** The licences of the packages that are in the bundle, which ask to go with it. */
function licences(files: readonly string[]): string {
  const packages = new Set(files.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  return [...packages].sort().map((folder) => {
    const { name, version } = JSON.parse(fs.readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as { readonly name: string; readonly version: string };
    const file = fs.readdirSync(path.join(ROOT, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) {
      throw new Error(`${folder} has no licence beside it: run.js may not carry it`);
    }
    return `run.js contains ${name} ${version}:\n\n${fs.readFileSync(path.join(ROOT, folder, file), 'utf8').trim()}\n`;
  }).join('\n\n');
}
