import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Declaration } from '../../src/declaration/declaration';
import { readInventory } from '../../src/reading/inventory';
import { declarationOf } from '../../src/reading/read-declaration';

interface CaseInput {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly files: Readonly<Record<string, string>>;
}

const folder = join(__dirname, '../cases');

/** The inputs of all cases, by name. */
export const inputs: readonly (readonly [string, CaseInput])[] = readdirSync(folder).sort()
  .map((name) => [name.replace('.yaml', ''), (load(readFileSync(join(folder, name), 'utf8')) as { readonly input: CaseInput }).input]);

export function declared({ nodes, files }: CaseInput): Declaration {
  const { pools, facts } = readInventory({ nodes });
  return declarationOf({ nodePools: pools, facts: [facts], texts: Object.entries(files).map(([file, text]) => ({ file, text })) });
}

/** The same input as somebody would write it after the upgrade of everything from one version to another. */
export function rewritten({ nodes, files }: CaseInput, from: string, to: string): CaseInput {
  const upgraded = (text: string) => text.replaceAll(from, to);
  return {
    nodes: JSON.parse(upgraded(JSON.stringify(nodes))) as CaseInput['nodes'],
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, upgraded(text)])),
  };
}
