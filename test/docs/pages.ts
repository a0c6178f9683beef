import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as cdk8s from 'cdk8s';
import * as ts from 'typescript';
import * as kit from '../../src';
import * as kitCdk8s from '../../src/cdk8s';

type Named = Readonly<Record<string, unknown>>;

const MODULES: Named = { 'cdk8s': cdk8s, 'kube-proxy-kit': kit, 'kube-proxy-kit/cdk8s': kitCdk8s };

const root = path.join(__dirname, '../..');

/** The README and everything below docs/ that people read, but for what is measured. */
export const pages: readonly string[] = ['README.md', ...['docs', 'docs/rules', 'docs/runbooks'].flatMap((folder) => readdirSync(path.join(root, folder))
  .filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`))];

/** The TypeScript programs of a page. */
export function programsOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, program]) => program);
}

/**
 * Runs a program of a page, and returns what it exports.
 *
 * @param modules what it imports besides the package and cdk8s
 * @param globals names that it is to see as something else
 */
export function run(program: string, modules: Named = {}, globals: Named = {}): Record<string, unknown> {
  const { outputText } = ts.transpileModule(program, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  const known = { ...MODULES, ...modules };
  const exported: Record<string, unknown> = {};
  new Function('require', 'exports', ...Object.keys(globals), outputText)((name: string) => known[name], exported, ...Object.values(globals));
  return { ...exported };
}
