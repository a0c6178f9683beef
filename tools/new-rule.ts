/** Makes the files of a new rule: `npx projen new-rule ID GROUP`. Overwrites nothing. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { writeFiles } from './generate-docs';
import type { GeneratedFiles } from './generated-files';
import { ruleCatalogue } from './rule-catalogue';
import { exportName, ruleFiles, RULE_GROUPS } from './rule-files';
import { rulesPage } from './rules-page';

const USAGE = 'usage: npx projen new-rule ID GROUP';

/**
 * The rule, its test and its page. The rule compiles and finds nothing; its test has one example that fails until it does.
 *
 * @param taken ids of the rules there are
 * @throws Error for an id that is none or taken, and for a group that does not exist
 */
export function newRuleFiles(id: string | undefined, group: string | undefined, taken: readonly string[]): GeneratedFiles {
  if (id === undefined || group === undefined) {
    throw new Error(USAGE);
  }
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(id) || id.length > 40) {
    throw new Error(`ID is ${JSON.stringify(id)}; allowed: two or more words in lower case with - between them, at most 40 characters, such as stale-real-server`);
  }
  if (!Object.hasOwn(RULE_GROUPS, group)) {
    throw new Error(`GROUP is ${JSON.stringify(group)}; allowed: ${Object.keys(RULE_GROUPS).join(', ')}`);
  }
  if (taken.includes(id)) {
    throw new Error(`there is a rule ${id} already; choose another id, or edit docs/rules/${id}.md and the files that its group has of it`);
  }
  return new Map([
    [`src/rules/${group}/${id}.ts`, ruleText(id, group)],
    [`test/rules/${group}/${id}.test.ts`, testText(id, group)],
    [`docs/rules/${id}.md`, pageText(id)],
  ]);
}

const TITLE = 'One sentence: what is wrong when this rule fires.';

function ruleText(id: string, group: string): string {
  return `import type { PoolPrediction } from '../../prediction/prediction';
import { governedBy, kubeProxyVersion } from '../wording/pool-wording';
import type { Rule, RuleFinding } from '../rule';

export const ${exportName(id)}: Rule = {
  id: '${id}',
  group: '${group}',
  title: '${TITLE}',
  severities: ['warning'],
  // Issues, commits and documents that show the fault.
  sources: [],
  judge: ({ prediction }) => prediction.pools.filter(isConcerned).map(finding),
};

/** Judge what is predicted; work nothing out again. */
function isConcerned(_pool: PoolPrediction): boolean {
  return false;
}

function finding(prediction: PoolPrediction): RuleFinding {
  return {
    severity: 'warning',
    ...governedBy(prediction),
    message: \`pool \${prediction.pool.name}: \${kubeProxyVersion(prediction)} … (what and where, at most 120 characters)\`,
    because: 'the mechanism, the value seen, what it leads to',
    remedies: ['One action.'],
  };
}
`;
}

function testText(id: string, group: string): string {
  return `import { ${exportName(id)} } from '../../../src/rules/${group}/${id}';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pool = { name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.30.2' };

testRule(${exportName(id)}, {
  valid: [
    { name: 'a setup that is as it should be', pools: [pool], files: { 'kube-proxy.yaml': ipvsConfigMap() } },
  ],
  invalid: [
    // Fails as long as the rule finds nothing: put the input here that made you write it.
    { name: 'a setup with the fault', pools: [pool], files: { 'kube-proxy.yaml': ipvsConfigMap() }, findings: [{ severity: 'warning', pool: 'all' }] },
  ],
});
`;
}

function pageText(id: string): string {
  return `# ${id}

${TITLE}

Severity: warning

## Why it happens

The mechanism, with the releases and kernels that have it, and what it leads to.

## How to check a node

\`\`\`sh
kubectl -n kube-system get configmap kube-proxy -o yaml
\`\`\`

## How to fix it

1. One action.

## Sources

- Issues, commits and documents that show the fault.
`;
}

function makeRule(id: string | undefined, group: string | undefined): void {
  const root = path.join(__dirname, '..');
  const files = newRuleFiles(id, group, ruleFiles().map((rule) => rule.id));
  const there = [...files.keys()].filter((file) => fs.existsSync(path.join(root, file)));
  if (there.length > 0) {
    throw new Error(`${there.join(', ')} is there already; move it away, or choose another id`);
  }
  writeFiles(files);
  [ruleCatalogue, rulesPage].forEach((generate) => writeFiles(generate()));
  console.log([
    ...[...files.keys()].map((file) => `made ${file}`),
    'updated src/rules/index.ts and docs/rules/README.md',
    '',
    'Next: write the failing example, the rule and its page; npm run docs once its title and severities are final.',
    `npx jest test/rules/${group}/${id}.test.ts test/rules/catalogue.test.ts`,
  ].join('\n'));
}

if (require.main === module) {
  try {
    makeRule(...process.argv.slice(2) as [string?, string?]);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
