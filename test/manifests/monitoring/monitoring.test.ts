import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';
import { hasMetric, METRICS, type KubeProxyMetric } from '../../../src/facts/kube-proxy/metrics';
import { modesOf } from '../../../src/facts/kube-proxy/modes';
import { NEWEST_KNOWN_RELEASE } from '../../../src/facts/kube-proxy/releases';
import type { KubernetesObject } from '../../../src/kubernetes/resource';
import { ALERT_NAMES, alertsOf, dashboard, runbookOf, type Alert } from '../../../src/manifests/monitoring';
import { panelRows } from '../../../src/manifests/monitoring/dashboard-panels';
import { planMonitoring } from '../../../src/plan/plan-monitoring';
import { ALERT_CASES } from './alert-cases';
import { EVERYTHING, monitored, monitoringOptions, pool, UNSAFE_KERNEL } from './clusters';
import { faultsIn, grafanaSchema, operatorSchema } from './grafana-and-operator';

const RUNBOOKS = path.join(__dirname, '../../../docs/runbooks');
const everything = monitored(EVERYTHING);
const ofRole = (role: string, options = EVERYTHING) => planMonitoring(options).find((planned) => planned.role === role)?.object as KubernetesObject;
const alertsFor = (...given: Parameters<typeof monitoringOptions>) => alertsOf(monitored(monitoringOptions(...given)));
const names = (alerts: readonly Alert[]) => alerts.map(({ name }) => name);

const MINORS = Array.from({ length: KubeVersion.parse(NEWEST_KNOWN_RELEASE).minor - 10 }, (_, index) => `v1.${index + 11}.4`);
const RELEASES = MINORS.flatMap((version) => modesOf(KubeVersion.parse(version), 'linux', { NFTablesProxyMode: true })
  .filter((mode) => mode !== 'userspace').map((mode) => [version, mode] as const));

const queriesOf = (version: string, mode: string) => {
  const cluster = monitored(monitoringOptions(version, mode));
  const graphs = panelRows(cluster).flatMap(({ panels }) => panels).flatMap(({ queries }) => queries);
  return [...alertsOf(cluster), ...graphs].map(({ expr }) => expr);
};

test.each(RELEASES)('kube-proxy %s in %s mode is asked only for what it counts', (version, mode) => {
  const asked = new Set(queriesOf(version, mode).flatMap((expr) => expr.match(/kubeproxy_\w+/g) ?? []).map((name) => name.replace(/_bucket$/, '')));
  expect([...asked].filter((name) => !hasMetric(name as KubeProxyMetric, KubeVersion.parse(version), mode))).toEqual([]);
  expect(asked.size > 0).toBe(!KubeVersion.parse(version).before('1.19'));
});

test('every metric of the table is asked for somewhere', () => {
  const asked = RELEASES.flatMap(([version, mode]) => queriesOf(version, mode)).join();
  expect(METRICS.filter(({ name }) => !asked.includes(name))).toEqual([]);
});

describe('alerts and runbooks are in step', () => {
  test('each alert has its page, and each page its alert', () => {
    expect(readdirSync(RUNBOOKS).sort()).toEqual([...ALERT_NAMES.map((name) => `${runbookOf(name)}.md`), 'README.md'].sort());
  });

  test.each(alertsOf(everything))('$name', ({ name, severity }) => {
    const page = readFileSync(path.join(RUNBOOKS, `${runbookOf(name)}.md`), 'utf8');
    expect(page.split('\n')[0]).toBe(`# ${name}`);
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(['Symptom', 'Check on the node', 'Fix']);
    expect(page).toContain(`Severity: ${severity}`);
    expect(page).toMatch(/```sh\n/);
    expect(readFileSync(path.join(RUNBOOKS, 'README.md'), 'utf8')).toContain(`[${name}](${runbookOf(name)}.md)`);
  });

  test('each has series on which it fires', () => {
    expect(Object.keys(ALERT_CASES).sort()).toEqual([...ALERT_NAMES].sort());
  });
});

describe('a cluster gets what it can need', () => {
  test('without IPVS: no loader, tuner, connection table or end of the mode', () => {
    expect(names(alertsFor('v1.35.0', 'nftables'))).toEqual([
      'KubeProxyKernelNotJudged', 'KubeProxyNotScraped', 'KubeProxyNotSyncing', 'KubeProxySyncFailing', 'KubeProxyProgrammingSlow',
      'KubeProxyConntrackNearLimit', 'KubeProxyReleaseUnsupported',
    ]);
  });

  test('without the tuner, which its kernels do not need: no alert on it', () => {
    expect(names(alertsFor('v1.37.2', 'ipvs', { sysctlTuner: false, moduleLoader: false }))).not.toContain('KubeProxySysctlTunerNotReady');
  });

  test('the tuner on whom a pool depends is critical', () => {
    const severityOf = (version: string) => alertsFor(version, 'ipvs', { nodePools: [pool('old', '5.9.16-200.fc33.x86_64')] })
      .find(({ name }) => name === 'KubeProxySysctlTunerNotReady')?.severity;
    // It needs 1, and 1.18 sets 0 whatever the kernel.
    expect(severityOf('v1.18.20')).toBe('critical');
    expect(severityOf('v1.37.2')).toBe('warning');
  });

  test('reused source ports only where they meet a fault', () => {
    const of = (kernel: string) => alertsFor('v1.27.4', 'ipvs', { nodePools: [pool('a', kernel)] }).find(({ name }) => name === 'KubeProxySynRetransmissions');
    expect(of('6.8.0-31-generic')).toBeUndefined();
    expect(of(UNSAFE_KERNEL)).toMatchObject({
      expr: expect.stringContaining('4[.]18[.]0-147[.]5[.]1[.]6'), description: expect.stringContaining('reused source ports go to pods that are gone'),
    });
  });

  test('a gate that keeps the mode moves its end', () => {
    const of = (more: object) => alertsFor('v1.37.2', 'ipvs', more).find(({ name }) => name === 'KubeProxyModeDeadline')!.expr;
    expect(of({})).toContain('v1[.](?:4[0-9]|');
    expect(of({ configuration: { mode: 'ipvs', metricsBindAddress: '0.0.0.0:10249', featureGates: { KubeProxyIPVS: true } } })).toContain('v1[.](?:4[3-9]|');
  });

  test('the cap of conntrack only from 1.36 on, where the cores decide', () => {
    const has = (version: string, conntrack: object) => {
      const configuration = { mode: 'iptables' as const, metricsBindAddress: '[::]:10249', conntrack };
      return names(alertsFor(version, 'iptables', { configuration })).includes('KubeProxyConntrackCapReached');
    };
    expect([has('v1.35.4', { maxPerCore: 32768 }), has('v1.36.1', { maxPerCore: 32768 }), has('v1.36.1', { maxPerCore: 0 })]).toEqual([false, true, false]);
  });

  test('hundreds of pools are not all named', () => {
    const nodePools = Array.from({ length: 200 }, (_, index) => pool(`p${index}`));
    expect(alertsFor('v1.37.2', 'nftables', { nodePools })[0].description).toMatch(/p9 \(kernel 6\.8\.0-31-generic\) and 190 more\.$/);
  });

  test('names of pools are no templates', () => {
    expect(alertsFor('v1.37.2', 'nftables', { nodePools: [pool('{{ .Secret }}')] })[0].description).toContain('{{"{{"}} .Secret }}');
  });
});

describe('metrics that nobody could scrape', () => {
  test.each([['127.0.0.1:10249'], [undefined], ['[::1]:10249']])('at %s are refused', (metricsBindAddress) => {
    expect(() => planMonitoring(monitoringOptions('v1.37.2', 'iptables', { configuration: { mode: 'iptables', metricsBindAddress } })))
      .toThrow(/scraping is "pod-monitor", but only the node itself reaches the metrics of kube-proxy at \S+; allowed: metricsBindAddress: '0\.0\.0\.0:10249'/);
  });

  test('are taken where an agent on the node scrapes them, without a PodMonitor', () => {
    const planned = planMonitoring(monitoringOptions('v1.37.2', 'iptables', { configuration: { mode: 'iptables' }, scraping: 'elsewhere' }));
    expect(planned.map(({ role }) => role)).toEqual(['prometheus-rule', 'dashboard']);
    expect(JSON.stringify(planned)).toContain('KubeProxyNotSyncing');
    expect(JSON.stringify(planned)).not.toContain('KubeProxyNotScraped');
  });

  test('leave out all that needs them where nothing scrapes', () => {
    const planned = planMonitoring(monitoringOptions('v1.37.2', 'ipvs', { configuration: { mode: 'ipvs' }, scraping: 'none' }));
    expect(JSON.stringify(planned)).not.toContain('kubeproxy_');
    expect(JSON.stringify(planned)).toContain('KubeProxySysctlTunerNotReady');
  });
});

test.each<[string, object, RegExp]>([
  ['an alert that there is not', { withoutAlerts: ['KubeProxyDown'] }, /withoutAlerts is "KubeProxyDown"; allowed: KubeProxySysctlTunerNotReady, /],
  ['another way to scrape', { scraping: 'push' }, /scraping is "push"; allowed: pod-monitor, elsewhere, none/],
  ['a table of no size', { connectionTableBits: 40 }, /connectionTableBits is 40; allowed: a whole number from 8 to 27/],
  ['a name that is none', { name: 'Kube Proxy' }, /name is "Kube Proxy"/],
])('%s is refused', (_what, more, message) => {
  expect(() => planMonitoring(monitoringOptions('v1.37.2', 'ipvs', more))).toThrow(message);
});

test('options reach the objects', () => {
  const options = monitoringOptions('v1.37.2', 'ipvs', {
    name: 'proxy', namespace: 'monitoring', labels: { release: 'prometheus' }, annotations: { note: 'x' }, runbooks: 'https://runbooks.example.com/',
    alertLabels: { team: 'net' }, withoutAlerts: ['KubeProxyReleaseUnsupported'], dashboardLabels: { dashboard: 'yes' },
    kubeProxy: { namespace: 'network' }, sysctlTuner: { name: 'tuner', namespace: 'tuning' },
    overrides: { podMonitor: [{ op: 'add', path: '/spec/podMetricsEndpoints/0/interval', value: '15s' }] },
  });
  const [rule, monitor, board] = planMonitoring(options).map(({ object }) => object);
  for (const object of [rule, monitor, board]) {
    expect(object.metadata).toMatchObject({ namespace: 'monitoring', labels: { release: 'prometheus' }, annotations: { note: 'x' } });
  }
  expect(JSON.stringify(rule)).toContain('"team":"net"');
  expect(JSON.stringify(rule)).toContain('https://runbooks.example.com/kube-proxy-not-syncing.md');
  expect(JSON.stringify(rule)).not.toContain('KubeProxyReleaseUnsupported');
  expect(JSON.stringify(rule)).toContain('namespace=\\"tuning\\",pod=~\\"tuner-[a-z0-9]{5}\\"');
  expect(monitor.spec).toMatchObject({ namespaceSelector: { matchNames: ['network'] }, podMetricsEndpoints: [{ interval: '15s' }] });
  expect(board.metadata).toMatchObject({ name: 'proxy-dashboard', labels: { dashboard: 'yes' } });
});

test('a kube-proxy of others is scraped by the label that kubeadm gives it', () => {
  const { spec } = ofRole('pod-monitor', monitoringOptions('v1.37.2', 'iptables', { kubeProxy: false }));
  expect(spec).toMatchObject({ selector: { matchLabels: { 'k8s-app': 'kube-proxy' } } });
});

test('pods that serve their metrics at another port are scraped there', () => {
  const poolConfigurations = { web: { metricsBindAddress: '0.0.0.0:10251' } };
  const { spec } = ofRole('pod-monitor', monitoringOptions('v1.37.2', 'iptables', { poolConfigurations }));
  const { podMetricsEndpoints: [{ relabelings }] } = spec as { podMetricsEndpoints: { relabelings: { regex?: string; replacement?: string }[] }[] };
  expect(relabelings.filter(({ replacement }) => replacement?.includes('$1')).map(({ regex, replacement }) => `${regex} → ${replacement}`)).toEqual([
    '([^:]+) → $1:10249', '(.*:.*) → [$1]:10249', 'kube-proxy-web;([^:]+) → $1:10251', 'kube-proxy-web;(.*:.*) → [$1]:10251',
  ]);
});

describe('schemas of others', () => {
  test.each([['prometheus-rule', 'prometheusrules.yaml'], ['pod-monitor', 'podmonitors.yaml']])('the %s is as the Prometheus Operator defines it', (role, file) => {
    const schema = operatorSchema(file);
    const { metadata: _metadata, ...object } = ofRole(role);
    expect(faultsIn(schema, object)).toEqual([]);
    expect(faultsIn(schema, { ...object, spec: { ...object.spec as object, misspelt: 1 } })).toEqual([expect.stringContaining('misspelt')]);
  });

  test('the dashboard is as Grafana defines it, graph by graph', () => {
    const board = dashboard(everything) as { panels: { type: string; options?: object; gridPos: { x: number; y: number; w: number; h: number } }[] };
    expect(faultsIn(grafanaSchema('dashboard.jsonschema.json', 'Dashboard'), board)).toEqual([]);
    const graphs = board.panels.filter(({ type }) => type === 'timeseries');
    expect(graphs.flatMap(({ options }) => faultsIn(grafanaSchema('timeseries.jsonschema.json', 'Options'), options))).toEqual([]);
    expect(graphs.length).toBeGreaterThan(10);
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + index % w},${y + Math.floor(index / w)}`));
    expect(new Set(cells).size).toBe(cells.length);
    expect(faultsIn(grafanaSchema('dashboard.jsonschema.json', 'Dashboard'), { ...board, panels: 'none' })).not.toEqual([]);
  });

  test('the ConfigMap holds the dashboard as JSON, small enough', () => {
    const { data, metadata } = ofRole('dashboard');
    expect(metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    const text = (data as Record<string, string>)['kube-proxy.json'];
    expect(JSON.parse(text)).toEqual(dashboard(everything));
    expect(text.length).toBeLessThan(100_000);
  });
});
