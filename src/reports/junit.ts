import type { Assessment } from '../assessment/assess';
import { isFailure, isOpenFailure, type FailOn } from '../rules/fail-on';
import type { Finding } from '../rules/finding';
import { reasonLine, remedyLines } from './finding-text';
import { markup, type Markup } from './markup';
import { place } from './place';
import { poolOutcome } from './pool-outcome';

/** What a JUnit report can be told. */
export interface JunitReportOptions {
  /**
   * From which severity on a finding is a failed test; the others pass and say so in their output. With `not-checked`, what leaves a
   * verdict unknown is a failed test, too. @default 'error'
   */
  readonly failOn?: FailOn;
}

interface TestCase {
  readonly suite: string;
  readonly name: string;
  readonly className: string;
  readonly file?: string;
  readonly line?: number;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** One line, for `failed` and `skipped`. */
  readonly message?: string;
  readonly output?: string;
}

const CLUSTER = 'whole cluster';

/**
 * For test reports of pipelines: a suite for each pool and one for the cluster. Each finding is a test, failed when it fails
 * the check; acknowledged findings and what was not checked are skipped tests; each pool has a test that says what kube-proxy does there.
 */
export function junitReport(assessment: Assessment, options: JunitReportOptions = {}): string {
  const cases = [
    ...assessment.prediction.pools.map((predicted): TestCase => {
      const { name, kernel, kubeProxy, startup, mode, reuse, assumptions } = poolOutcome(predicted);
      const isOpen = [startup, reuse].some(({ tone }) => tone === 'unknown');
      const output = [
        `kube-proxy ${kubeProxy} on kernel ${kernel}: start: ${startup.words}; mode: ${mode}; reused source ports: ${reuse.words}`,
        ...assumptions.map((assumption) => `assumed: ${assumption}`),
      ].join('\n');
      return {
        suite: name, name: `prediction[${name}]`, className: 'kube-proxy-kit.prediction',
        ...isOpen ? { outcome: 'skipped', message: output } : { outcome: 'passed', output },
      };
    }),
    ...assessment.findings.map((finding) => findingCase(finding, isFailure(finding, options.failOn ?? 'error') ? 'failed' : 'passed', finding.message)),
    ...assessment.acknowledged.map(({ finding, acknowledgement }) => findingCase(finding, 'skipped', `acknowledged: ${acknowledgement.reason}`)),
    ...assessment.notChecked.map((open): TestCase => ({
      suite: open.pool ?? suiteOf(open.cluster), name: `${open.rule}: ${open.reason}`, className: `kube-proxy-kit.${open.rule === '*' ? 'not-checked' : open.rule}`,
      outcome: isOpenFailure(open, options.failOn ?? 'error') ? 'failed' : 'skipped', message: `not checked: ${open.reason}`,
    })),
  ];
  const suites = new Map<string, TestCase[]>([[CLUSTER, []]]);
  for (const testCase of cases) {
    const suite = suites.get(testCase.suite) ?? [];
    suites.set(testCase.suite, suite);
    suite.push(testCase);
  }
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="kube-proxy-kit"${totals(cases)}>
${[...suites].map(([suite, itsCases]) => suiteElement(suite, itsCases))}</testsuites>
`.toString();
}

/** Of several clusters each has its own. */
function suiteOf(cluster: string | undefined): string {
  return cluster === undefined ? CLUSTER : `cluster ${cluster}`;
}

function findingCase(finding: Finding, outcome: TestCase['outcome'], message: string): TestCase {
  return {
    suite: finding.pool ?? suiteOf(finding.cluster),
    name: finding.id,
    className: `kube-proxy-kit.${finding.rule}`,
    file: finding.location?.file,
    line: finding.location?.line,
    outcome,
    message,
    output: [
      `${finding.severity}: ${finding.message}`,
      ...reasonLine(finding.because),
      ...[place(finding), finding.resource].filter((part) => part !== undefined).map((part) => `at ${part}`),
      ...remedyLines(finding.remedies),
      ...finding.sources.length > 0 ? [`See: ${finding.sources.join(', ')}`] : [],
    ].join('\n'),
  };
}

function suiteElement(name: string, cases: readonly TestCase[]): Markup {
  return markup`  <testsuite name="${name}"${totals(cases)}>
${cases.map(caseElement)}  </testsuite>
`;
}

function totals(cases: readonly TestCase[]): Markup {
  const count = (outcome: TestCase['outcome']) => cases.filter((candidate) => candidate.outcome === outcome).length;
  return markup` tests="${cases.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}"`;
}

function caseElement({ name, className, file, line, outcome, message, output }: TestCase): Markup {
  const where = [file !== undefined && markup` file="${file}"`, line !== undefined && markup` line="${line}"`];
  const body = {
    failed: markup`<failure message="${message}">${output}</failure>`,
    skipped: markup`<skipped message="${message}"/>`,
    passed: markup`<system-out>${output}</system-out>`,
  };
  return markup`    <testcase name="${name}" classname="${className}"${where}>
      ${body[outcome]}
    </testcase>
`;
}
