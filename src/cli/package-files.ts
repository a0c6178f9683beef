import { readFileSync } from 'node:fs';
import * as path from 'node:path';

/** The package's folder: the same from `lib/cli` and from `src/cli`. */
const ROOT = path.join(__dirname, '../..');

/** Version of the package. */
export function version(): string {
  const { version: text } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  return text;
}

/** The documentation page of a rule of the catalogue, in Markdown. */
export function rulePage(rule: string): string {
  return readFileSync(path.join(ROOT, 'docs/rules', `${rule}.md`), 'utf8');
}
