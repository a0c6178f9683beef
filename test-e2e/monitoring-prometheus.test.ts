import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { ControlPlane, kubernetesProgram } from '../lab/host/control-plane';
import { ENDPOINTS, putCluster } from '../lab/host/kube-proxy-runs';
import { defineCluster } from '../src/cluster/define-cluster';
import { hasMetric, METRICS, type KubeProxyMetric } from '../src/facts/kube-proxy/metrics';
import type { KubernetesObject } from '../src/kubernetes/resource';
import { alertsOf } from '../src/manifests/monitoring';
import { panelRows } from '../src/manifests/monitoring/dashboard-panels';
import { monitoredCluster, planMonitoring, type MonitoringSettings } from '../src/plan/plan-monitoring';
import { planObjects } from '../src/plan/plan-objects';
import { planSetup } from '../src/plan/plan-setup';
import { MonitoredNode } from './monitored-node';
import { discovered, PrometheusServer, scrapeConfigOf } from './prometheus-server';

const NODE_EXPORTER = '127.0.0.1:19100';
const CRDS = path.join(__dirname, '../test/fixtures/prometheus-operator');

const kernelVersion = os.release();
const pool = (name: string, kubeProxyVersion: string) => ({ name, kernelVersion, kubeProxyVersion, labels: { pool: name } });

/** From before there were series for each IP family, where it is built: `npm run e2e:kubernetes` does. */
const ANCIENT = kubernetesProgram('v1.19.16', 'kube-proxy') === undefined ? [] : [pool('ancient', 'v1.19.16')];

/** Two releases, two modes each, and one at another port. The host's kernel has no ip_vs. */
const options = {
  cluster: defineCluster({
    kubernetesVersion: 'v1.37.2',
    nodePools: [pool('new', 'v1.37.2'), pool('new-nft', 'v1.37.2'), pool('old', 'v1.34.3'), pool('old-nft', 'v1.34.3'), ...ANCIENT],
  }),
  configuration: {
    mode: 'iptables' as const, clusterCIDR: '10.244.0.0/16', metricsBindAddress: '0.0.0.0:10249',
    // Of the host, not of a namespace.
    conntrack: { maxPerCore: 0, min: 0 },
  },
  poolConfigurations: {
    'new-nft': { mode: 'nftables' as const },
    'old-nft': { mode: 'nftables' as const, metricsBindAddress: '0.0.0.0:10251' },
    // Its version of EndpointSlices is not served any more.
    ...ANCIENT.length > 0 ? { ancient: { featureGates: { EndpointSliceProxying: false } } } : {},
  },
};
const setup = planSetup(options);
const cluster = monitoredCluster(setup, options as MonitoringSettings);
const [prometheusRule, podMonitor] = planMonitoring(options).map(({ object }) => object);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-monitoring-'));
const nodes: MonitoredNode[] = [];
let controlPlane: ControlPlane;
let exporter: ChildProcess;
let prometheus: PrometheusServer;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  putCluster(controlPlane);
  const { clusters: [{ cluster: { server } }] } = JSON.parse(controlPlane.kubeconfig()) as { clusters: { cluster: { server: string } }[] };
  for (const [index, { name, version }] of cluster.kubeProxies.entries()) {
    const program = kubernetesProgram(version.toString(), 'kube-proxy');
    if (program === undefined) {
      throw new Error(`kube-proxy ${version} is not built: e2e/kubernetes/build.sh ${version} kube-proxy`);
    }
    nodes.push(await MonitoredNode.start({
      index, program, apiServerPort: Number(new URL(server).port), folder: path.join(folder, name),
      configuration: (kubeconfig) => setup.kubeProxies[index].configuration.text.replace(/\/var\/lib\/kube-proxy\/kubeconfig\.conf/, kubeconfig),
      kubeconfig: (host, port) => controlPlane.kubeconfig().replace(server, `https://${host}:${port}`),
    }));
  }
  exporter = spawn('prometheus-node-exporter', [`--web.listen-address=${NODE_EXPORTER}`], { stdio: 'ignore' });
  prometheus = await PrometheusServer.start(path.join(folder, 'prometheus'), JSON.stringify(prometheusRule.spec), [
    scrapeConfigOf(podMonitor, pods().flatMap((pod, index) => discovered(pod, { node: 'node-1', address: nodes[index].address }))),
    { job_name: 'node-exporter', static_configs: [{ targets: [NODE_EXPORTER] }] },
  ]);
  await prometheus.until('every kube-proxy has synced', async () =>
    (await prometheus.query('count by (daemonset) (kubeproxy_sync_proxy_rules_last_timestamp_seconds > 0)')).length === nodes.length);
}, 240_000);

afterAll(async () => {
  exporter?.kill('SIGKILL');
  await prometheus?.stop();
  for (const node of nodes) {
    await node.stop();
  }
  await controlPlane?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The pods that the controller of DaemonSets would make. */
function pods(): KubernetesObject[] {
  const { objects } = planObjects({ ...options, apiServer: 'https://10.0.0.10:6443' });
  return objects.filter(({ role }) => role === 'kube-proxy').map(({ object: { metadata: { name, namespace }, spec } }) => {
    const { template } = spec as { template: Pick<KubernetesObject, 'metadata' | 'spec'> };
    return { ...template, apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name: `${name}-abcde`, namespace } };
  });
}

function kubectl(args: readonly string[], input?: string): void {
  const { ok, said } = controlPlane.kubectl(args, input);
  if (!ok) {
    throw new Error(said);
  }
}

const apply = (items: readonly object[]) => kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));

/** A change that every kube-proxy has to write. */
function changeEndpoints(port: number): void {
  const ports = [{ name: 'main', protocol: 'TCP', port }];
  const metadata = { name: 'web', namespace: 'default', annotations: { 'endpoints.kubernetes.io/last-change-trigger-time': new Date().toISOString() } };
  apply([
    {
      apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4', ports,
      metadata: { ...metadata, labels: { 'kubernetes.io/service-name': 'web' } },
      endpoints: ENDPOINTS.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
    },
    { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets: [{ addresses: ENDPOINTS.map((ip) => ({ ip })), ports }] },
  ]);
}

const metricsIn = (expr: string) => [...new Set(expr.match(/kubeproxy_\w+/g)?.map((name) => name.replace(/_bucket$/, '')) ?? [])] as KubeProxyMetric[];
const named = new Set(alertsOf(cluster).flatMap(({ expr }) => metricsIn(expr)));

test('rules load, and nothing fires while all is well', async () => {
  const rules = await prometheus.rules();
  expect(rules.map(({ name }) => name).sort()).toEqual(alertsOf(cluster).map(({ name }) => name).sort());
  await prometheus.until('every rule is evaluated', async () => (await prometheus.rules()).every(({ health }) => health !== 'unknown'));
  expect((await prometheus.rules()).filter(({ health, alerts }) => health !== 'ok' || alerts.length > 0)).toEqual([]);
});

const QUEUED = 'kubeproxy_sync_proxy_rules_last_queued_timestamp_seconds';
const SYNCED = 'kubeproxy_sync_proxy_rules_last_timestamp_seconds';
const waiting = async () => (await prometheus.query(`count by (daemonset) (${QUEUED} > ${SYNCED} or ${QUEUED} unless ${SYNCED})`)).length;

test('nothing waits for a sync once kube-proxy has come to rest, in any mode, release or IP family', async () => {
  await prometheus.until('nothing waits', async () => await waiting() === 0);
});

test('each kube-proxy is scraped once, by its node and DaemonSet', async () => {
  const scraped = (await prometheus.query('up{job="kube-proxy"}'))
    .map(({ metric: { instance, node, daemonset }, value: [, up] }) => ({ instance, node, daemonset, up }));
  const expected = cluster.kubeProxies.map(({ name: daemonset, metrics: { port } }, index) =>
    ({ instance: `${nodes[index].address}:${port}`, node: 'node-1', daemonset, up: '1' }));
  expect(scraped.sort((left, right) => (left.daemonset < right.daemonset ? -1 : 1))).toEqual(expected);
});

test('every metric that rules name is there, once there is something to count, and no release has one that it is not to have', async () => {
  changeEndpoints(8080);
  await prometheus.until('a change is written', async () =>
    (await prometheus.query('count by (daemonset) (kubeproxy_network_programming_duration_seconds_count > 0)')).length === nodes.length);
  nodes.forEach((node) => node.failWrites());
  changeEndpoints(8081);
  await prometheus.until('a failure is counted', async () =>
    (await prometheus.query('count by (daemonset) ({__name__=~"kubeproxy_sync_proxy_rules_.*(restore|sync)_failures_total"} > 0)')).length === nodes.length);

  expect([...named].sort()).toHaveLength(5);
  for (const { name: daemonset, version, mode } of cluster.kubeProxies) {
    const shown = await prometheus.query(`count by (__name__) ({daemonset="${daemonset}",__name__=~"kubeproxy_.*"})`);
    const there = new Set(shown.map(({ metric }) => metric.__name__.replace(/_(?:bucket|count|sum)$/, '')));
    const has = (metric: KubeProxyMetric) => hasMetric(metric, version, mode!);
    expect({ daemonset, missing: [...named].filter((metric) => has(metric) && !there.has(metric)) }).toEqual({ daemonset, missing: [] });
    expect({ daemonset, more: METRICS.filter(({ name }) => !has(name) && there.has(name)) }).toEqual({ daemonset, more: [] });
  }
});

test('a kube-proxy whose writes fail is found: its changes wait, and the alert on failures fires', async () => {
  const isFiring = async () => {
    const alerts = (await prometheus.rules()).filter(({ name }) => name === 'KubeProxySyncFailing').flatMap(({ alerts: found }) => found);
    return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.daemonset)).size === nodes.length;
  };
  for (let port = 8082; port < 8100 && !await isFiring(); port++) {
    changeEndpoints(port);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
  await prometheus.until('the alert fires for each', isFiring);
  expect(await waiting()).toBe(nodes.length);
});

test('every metric of node_exporter that rules name is there, but those of a kernel with ip_vs', async () => {
  const names = alertsOf(cluster).flatMap(({ expr }) => expr.match(/node_(?:nf|netstat|uname)_\w+/g) ?? []);
  const wanted = new Set([...names, 'node_netstat_TcpExt_TCPSynRetrans', 'node_netstat_Tcp_ActiveOpens', 'node_uname_info']);
  const shown = (await prometheus.query('count by (__name__) ({job="node-exporter",__name__=~"node_.*"})')).map(({ metric }) => metric.__name__);
  expect([...wanted].filter((name) => !shown.includes(name))).toEqual([]);
  expect(wanted.size).toBeGreaterThanOrEqual(5);
});

const graphs = panelRows(cluster).flatMap(({ panels }) => panels);
const queries = graphs.flatMap(({ title, queries: all }) => all.map(({ expr }) => [title, expr] as const));

test.each(queries)('the dashboard shows "%s"', async (title, expr) => {
  const samples = await prometheus.query(expr.replaceAll('$__rate_interval', '30s'));
  // What kube-state-metrics has is not here, nor has everything gone wrong that can.
  const isHere = !/kube_(?:node|daemonset|pod)_/.test(expr) && !/failures_total/.test(expr);
  expect({ title, shows: !isHere || samples.length > 0 }).toEqual({ title, shows: true });
});

describe('a real API server with the definitions of the Prometheus Operator', () => {
  beforeAll(() => {
    ['podmonitors.yaml', 'prometheusrules.yaml'].forEach((file) => kubectl(['apply', '--server-side', '-f', path.join(CRDS, file)]));
    kubectl(['wait', '--for=condition=Established', '--timeout=30s', 'crd/podmonitors.monitoring.coreos.com', 'crd/prometheusrules.monitoring.coreos.com']);
  });

  const dryRun = (object: KubernetesObject) =>
    controlPlane.kubectl(['apply', '--server-side', '--dry-run=server', '--validate=strict', '-f', '-'], JSON.stringify(object));

  test.each(planMonitoring(options).map(({ role, object }) => [role, object] as const))('takes the %s', (_role, object) => {
    expect(dryRun(object)).toEqual({ ok: true, said: expect.stringMatching(/serverside-applied \(server dry run\)/) });
  });

  test('refuses a field that it does not know', () => {
    expect(dryRun(JSON.parse(JSON.stringify(podMonitor).replace('"relabelings"', '"relabellings"')) as KubernetesObject)).toMatchObject({ ok: false });
  });
});
