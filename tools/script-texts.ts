import * as fs from 'node:fs';
import * as path from 'node:path';
import type { GeneratedFiles } from './generated-files';

const SCRIPTS = path.join(__dirname, '../src/manifests/scripts');

/** The scripts as a module: programs that are bundled into one file have no scripts beside them. */
export function scriptTexts(): GeneratedFiles {
  const names = fs.readdirSync(SCRIPTS).filter((name) => name.endsWith('.sh')).sort();
  const entries = names.map((name) => `  '${name}': ${literal(fs.readFileSync(path.join(SCRIPTS, name), 'utf8'))},\n`);
  return new Map([['src/manifests/script-texts.ts', `/* eslint-disable -- written by \`npm run docs\` from scripts/*.sh */

/** The scripts that run on nodes, by the names of their files; \`node.sh\` is what the others share. */
export const SCRIPT_TEXTS = {
${entries.join('')}} as const;
`]]);
}

/** A line of the script on each line, so that a change shows what it changes. */
function literal(text: string): string {
  return `[\n${text.split('\n').map((line) => `    ${JSON.stringify(line)},\n`).join('')}  ].join('\\n')`;
}
