import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { assess } from '../src/assessment/assess';
import { readInventory } from '../src/reading/inventory';
import { declarationOf } from '../src/reading/read-declaration';

/** A real setup, with what a check of it must and must not find. */
interface Case {
  readonly id: string;
  readonly title: string;
  readonly input: { readonly nodes: readonly Readonly<Record<string, unknown>>[]; readonly files: Readonly<Record<string, string>> };
  readonly expect: readonly { readonly rule: string; readonly severity: string; readonly pool?: string }[];
  /** Rules, `rule@pool`, or `*` for every rule, that may not be found at warning or error. */
  readonly forbid: readonly string[];
}

const folder = join(__dirname, 'cases');
const cases = readdirSync(folder).map((name) => load(readFileSync(join(folder, name), 'utf8')) as Case);

describe.each(cases.map((setup) => [`${setup.id} ${setup.title}`, setup] as const))('%s', (_, { input, expect: expected, forbid }) => {
  const { pools, facts, problems } = readInventory({ nodes: input.nodes });
  const declaration = declarationOf({ nodePools: pools, facts: [facts], texts: Object.entries(input.files).map(([file, text]) => ({ file, text })) });
  const { findings } = assess(declaration);

  it('is read whole', () => {
    expect(problems).toEqual([]);
    expect(declaration.unreadable).toEqual([]);
  });

  it('gives what is expected', () => {
    const missing = expected.filter(({ rule, severity, pool }) => !findings.some((finding) =>
      finding.rule === rule && finding.severity === severity && (pool === undefined || finding.pool === pool)));
    expect({ missing, found: missing.length > 0 ? findings.map(({ id, severity, message }) => `${severity} ${id}: ${message}`) : [] })
      .toEqual({ missing: [], found: [] });
  });

  it('gives nothing that is forbidden', () => {
    const isForbidden = (rule: string, pool: string | undefined) => forbid.some((entry) => entry === '*' || entry === rule || entry === `${rule}@${pool}`);
    const forbidden = findings.filter(({ rule, pool, severity }) => severity !== 'info' && isForbidden(rule, pool));
    expect(forbidden.map(({ id, severity, message }) => `${severity} ${id}: ${message}`)).toEqual([]);
  });

  it('says what and where in one short sentence, and why', () => {
    expect(findings.filter(({ message }) => message.length > 120 || /[.;]$/.test(message)).map(({ message }) => message)).toEqual([]);
    expect(findings.filter(({ because }) => because === '').map(({ id }) => id)).toEqual([]);
  });
});
