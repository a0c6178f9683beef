import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { alertsOf, prometheusRule, type AlertName, type MonitoredCluster } from '../src/manifests/monitoring';
import type { AlertCase } from '../test/manifests/monitoring/alert-cases';
import { soundSeries } from '../test/manifests/monitoring/series';

/** What a run of promtool came to. */
export interface Verdict {
  readonly ok: boolean;
  readonly said: string;
}

/** The rules as Prometheus reads them from a file. */
function rulesFile(cluster: MonitoredCluster): string {
  return JSON.stringify(prometheusRule(cluster, {}).spec);
}

/** `promtool check rules`, as strict as it gets. */
export function checkRules(cluster: MonitoredCluster): Verdict {
  return withFiles({ 'rules.yaml': rulesFile(cluster) }, (folder) => promtool(['check', 'rules', '--lint=all', '--lint-fatal', path.join(folder, 'rules.yaml')]));
}

/** A case of a cluster, and the alerts that must fire in it, and no others. */
export interface RuleTest {
  readonly case: AlertCase;
  readonly fires: readonly AlertName[];
}

/** `promtool test rules` for a cluster: what fires after so many minutes. */
export function testRules(cluster: MonitoredCluster, tests: readonly RuleTest[], { minute = 100, step = '1m' } = {}): Verdict {
  const test = {
    rule_files: ['rules.yaml'],
    evaluation_interval: step,
    tests: tests.map(({ case: { name, series }, fires }) => ({
      name,
      interval: step,
      input_series: inputSeries(cluster, series(cluster)),
      promql_expr_test: [{
        expr: 'count by (alertname) (count by (alertname, alertstate) (ALERTS{alertstate="firing"}))', eval_time: `${minute}m`,
        exp_samples: [...new Set(fires)].map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      }],
    })),
  };
  return withFiles({ 'rules.yaml': rulesFile(cluster), 'test.yaml': JSON.stringify(test) }, (folder) => promtool(['test', 'rules', path.join(folder, 'test.yaml')]));
}

/** The texts of the alerts that fire in a case, as a person reads them: promtool prints them where it was told that none would. */
export function textsOf(cluster: MonitoredCluster, { series }: AlertCase, { minute = 100, step = '1m' } = {}): string {
  const test = {
    rule_files: ['rules.yaml'],
    evaluation_interval: step,
    tests: [{
      interval: step,
      input_series: inputSeries(cluster, series(cluster)),
      alert_rule_test: [...new Set(alertsOf(cluster).map(({ name }) => name))].map((alertname) => ({ eval_time: `${minute}m`, alertname, exp_alerts: [] })),
    }],
  };
  return withFiles({ 'rules.yaml': rulesFile(cluster), 'test.yaml': JSON.stringify(test) }, (folder) => promtool(['test', 'rules', path.join(folder, 'test.yaml')]).said);
}

function inputSeries(cluster: MonitoredCluster, changed: Readonly<Record<string, string | undefined>>): object[] {
  const all: Record<string, string | undefined> = { ...soundSeries(cluster), ...changed };
  return Object.entries(all).flatMap(([series, values]) => (values === undefined ? [] : [{ series, values }]));
}

function promtool(args: readonly string[]): Verdict {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (error) {
    throw new Error(`promtool does not run (apt-get install prometheus): ${error.message}`);
  }
  return { ok: status === 0, said: `${stdout}${stderr}` };
}

function withFiles<T>(files: Readonly<Record<string, string>>, use: (folder: string) => T): T {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-promtool-'));
  try {
    Object.entries(files).forEach(([name, text]) => fs.writeFileSync(path.join(folder, name), text));
    return use(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
