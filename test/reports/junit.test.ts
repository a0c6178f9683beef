import { DOMParser, type Element } from '@xmldom/xmldom';
import * as fc from 'fast-check';
import type { Assessment } from '../../src/assessment/assess';
import { junitReport, type JunitReportOptions } from '../../src/reports/junit';
import { madeFinding, madePool, mixedCluster, nothingFound } from './made-assessment';

/** Parses as XML; throws for what is not well-formed. */
function parsed(assessment: Assessment, options?: JunitReportOptions): Element {
  const strict = new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') {
        throw new Error(`${level}: ${message}`);
      }
    },
  });
  return strict.parseFromString(junitReport(assessment, options), 'text/xml').documentElement!;
}

const elements = (root: Element, name: string) => [...root.getElementsByTagName(name)];
const attributes = (element: Element, ...names: string[]) => names.map((name) => element.getAttribute(name));
const named = (root: Element, name: string) => elements(root, 'testcase').find((test) => test.getAttribute('name') === name)!;
const outcome = (root: Element, name: string) => elements(named(root, name), '*').map((child) => child.tagName);

describe('the JUnit report', () => {
  const root = parsed(mixedCluster);

  it('has a suite for the cluster and one for each pool, with totals that add up', () => {
    expect(elements(root, 'testsuite').map((suite) => attributes(suite, 'name', 'tests', 'failures', 'skipped'))).toEqual([
      ['whole cluster', '2', '1', '1'], ['old', '2', '1', '0'], ['tuned', '2', '0', '0'], ['new', '4', '0', '2'], ['minimal', '2', '1', '0'],
    ]);
    expect(attributes(root, 'tests', 'failures', 'errors', 'skipped')).toEqual(['12', '3', '0', '3']);
    for (const suite of elements(root, 'testsuite')) {
      expect(suite.getAttribute('tests')).toBe(String(elements(suite, 'testcase').length));
    }
  });

  it.each<[string, JunitReportOptions, string[]]>([
    ['an error, by default', {}, ['failure']],
    ['an error, from warning on', { failOn: 'warning' }, ['failure']],
    ['an error, never', { failOn: 'never' }, ['system-out']],
  ])('shows %s', (_, options, children) => {
    expect(outcome(parsed(mixedCluster, options), 'stale-real-server[old]')).toEqual(children);
  });

  it.each<[string, JunitReportOptions, string[]]>([
    ['by default', {}, ['system-out']],
    ['from warning on', { failOn: 'warning' }, ['failure']],
  ])('shows a warning %s', (_, options, children) => {
    expect(outcome(parsed(mixedCluster, options), 'reuse-mode-conflict[tuned]')).toEqual(children);
  });

  it.each([
    ['acknowledged findings with their reason', 'metrics-exposed[new]', 'acknowledged: the node firewall closes port 10249'],
    ['what was not checked', 'connection-table-small: no connection rate is stated', 'not checked: no connection rate is stated'],
  ])('skips %s', (_, name, message) => {
    expect(elements(named(root, name), 'skipped').map((skipped) => skipped.getAttribute('message'))).toEqual([message]);
  });

  it('says where, what and how to fix it', () => {
    const test = named(root, 'stale-real-server[old]');
    expect(attributes(test, 'classname', 'file', 'line')).toEqual(['kube-proxy-kit.stale-real-server', 'manifests/kube-proxy.yaml', '6']);
    expect(elements(test, 'failure')[0].textContent).toMatch(
      /^error: pool old: .*\nWhy: the kernel .*\nat manifests\/kube-proxy.yaml:6:5\nat ConfigMap kube-system\/kube-proxy\n- Move .*\n- Run .*\nSee: kubernetes/,
    );
  });

  it('says what kube-proxy does on a pool', () => {
    expect(named(root, 'prediction[old]').textContent!.trim()).toBe(
      'kube-proxy v1.27.4 on kernel 4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64: start: starts; mode: ipvs; reused source ports: stale real server',
    );
  });

  it('is well-formed and loses nothing, whatever the input holds', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      const finding = madeFinding({ rule: 'mode-unset', id: text, pool: text, resource: text, message: text, remedies: [text], location: { file: text } });
      const hostile = parsed({
        findings: [finding],
        acknowledged: [{ finding, acknowledgement: { finding: text, reason: text } }],
        notChecked: [{ rule: '*', pool: text, reason: text, leavesVerdictOpen: true }],
        judged: true,
        prediction: { pools: [madePool(text, text)], configurations: [] },
      });
      expect(elements(hostile, 'testcase')).toHaveLength(4);
    }));
    expect(named(parsed({ ...nothingFound, findings: [madeFinding({ rule: 'mode-unset', id: '<&"\'\u0000>' })] }), '<&"\'\\u0000>')).toBeDefined();
  });
});
