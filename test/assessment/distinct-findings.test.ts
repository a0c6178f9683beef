import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { load } from 'js-yaml';
import { assess } from '../../src/assessment/assess';
import { distinctFindings } from '../../src/assessment/distinct-findings';
import { readInventory } from '../../src/reading/inventory';
import { declarationOf } from '../../src/reading/read-declaration';
import type { Finding } from '../../src/rules/finding';
import { madeFinding } from '../reports/made-assessment';

const ids = (findings: readonly Finding[]) => findings.map(({ id }) => id);
const made = (finding: Partial<Finding>) => madeFinding({ rule: 'mode-deprecated', id: 'mode-deprecated[mode]', ...finding });

it.each<[string, Finding[], string[]]>([
  ['one alone', [made({ pool: 'a' })], ['mode-deprecated[mode]']],
  ['the same one twice', [made({}), made({})], ['mode-deprecated[mode]']],
  ['two pools', [made({ pool: 'a' }), made({ pool: 'b' })], ['mode-deprecated[mode, a]', 'mode-deprecated[mode, b]']],
  ['two objects', [made({ resource: 'ConfigMap a/x' }), made({ resource: 'ConfigMap b/x' })], ['mode-deprecated[mode, ConfigMap/a/x]', 'mode-deprecated[mode, ConfigMap/b/x]']],
  ['two lines', [made({ location: { file: 'a', line: 1 } }), made({ location: { file: 'a', line: 2 } })], ['mode-deprecated[mode, line 1]', 'mode-deprecated[mode, line 2]']],
  ['no detail', [made({ id: 'x', pool: 'a' }), made({ id: 'x', pool: 'b' })], ['x[a]', 'x[b]']],
])('gives %s ids of their own', (_, findings, expected) => {
  expect(ids(distinctFindings(findings))).toEqual(expected);
});

it('tells messages apart, in any order', () => {
  const findings = [made({ message: 'one' }), made({ message: 'two' }), made({ message: 'three' })];
  const found = ids(distinctFindings(findings));
  expect(new Set(found).size).toBe(3);
  expect(ids(distinctFindings([...findings].reverse()))).toEqual([...found].reverse());
});

it('never gives one id to two', () => {
  const part = fc.constantFrom('a', 'b', undefined);
  const finding = fc.record({ pool: part, resource: part, message: fc.constantFrom('a', 'b'), because: fc.constantFrom('a', 'b') }).map((parts) => made(parts));
  fc.assert(fc.property(fc.array(finding, { maxLength: 12 }), (findings) => {
    const distinct = distinctFindings(findings);
    expect(new Set(ids(distinct)).size).toBe(distinct.length);
    expect(distinctFindings(distinct)).toEqual(distinct);
    const told = distinct.map(({ message, because, pool, resource }) => JSON.stringify([message, because, pool, resource]));
    expect(new Set(told).size).toBe(distinct.length);
  }));
});

const folder = join(__dirname, '..', 'cases');

it.each(readdirSync(folder))('holds for %s', (name) => {
  const { input } = load(readFileSync(join(folder, name), 'utf8')) as { input: { nodes: unknown[]; files: Record<string, string> } };
  const { pools, facts } = readInventory({ nodes: input.nodes });
  const texts = Object.entries(input.files).map(([file, text]) => ({ file, text }));
  const found = ids(assess(declarationOf({ nodePools: pools, facts: [facts], texts })).findings);
  expect(new Set(found).size).toBe(found.length);
});
