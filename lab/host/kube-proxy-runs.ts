import type { KubeProxyParameters, KubeProxyRun, PredictedRun } from '../experiments/kube-proxy';
import { MODE_SWITCH_STARTS, type ModeSwitchParameters } from '../experiments/mode-switch';
import type { PodObjects } from '../guest/pod';
import { defineCluster } from '../../src/cluster/define-cluster';
import type { KubeProxyConfigurationProps } from '../../src/config/kube-proxy-configuration';
import { defectOf } from '../../src/facts/kube-proxy/defects';
import { familyLabel, metricsOf, type MetricFact } from '../../src/facts/kube-proxy/metrics';
import type { ProxyMode } from '../../src/facts/kube-proxy/modes';
import { sysctlTuner } from '../../src/manifests/sysctl-tuner';
import { planSetup } from '../../src/plan/plan-setup';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { HOST_SEEN_FROM_GUEST, kubernetesProgram, type ControlPlane } from './control-plane';

/** The processors of a guest; kube-proxy sizes the table of conntrack by them. */
const CPUS = 2;

const SERVICES = [
  { name: 'web', address: '10.96.0.50', protocol: 'TCP', port: 80 },
  { name: 'dns', address: '10.96.0.53', protocol: 'UDP', port: 53 },
];
export const ENDPOINTS = ['10.2.0.11', '10.2.0.12'];

const TUNER_INTERVAL_SECONDS = 2;
const SYNC_PERIOD_SECONDS = 5;
const EXCLUDED = { cidr: '10.97.0.0/16', virtualServer: ['-A -t 10.97.0.10:80 -s rr', '-a -t 10.97.0.10:80 -r 10.2.0.13:80 -m -w 1'] };

/** Strings of kernels that kube-proxy tells apart, besides that of the guest. */
const CLAIMED = ['5.4.0-216-generic', '4.18.0-305.el8.x86_64', '3.10.0-1160.el7.x86_64'];

const VERSIONS = ['v1.37.2', 'v1.34.3', 'v1.19.16'];

/** The pairs of kube-proxy and kernel that are run, of those kube-proxies that are built. */
function kubeProxyRuns(release: string): KubeProxyRun[] {
  return VERSIONS.filter((version) => kubernetesProgram(version, 'kube-proxy'))
    .flatMap((version) => [release, ...CLAIMED].map((kernel) => ({ version, kernel, mode: 'ipvs' })));
}

/** What the library says of a run, with what it renders for it. */
export function predictedRun({ version, kernel, mode }: KubeProxyRun): PredictedRun & { readonly configuration: string } {
  const settings: KubeProxyConfigurationProps = {
    mode, clusterCIDR: '10.244.0.0/16',
    ipvs: { syncPeriod: `${SYNC_PERIOD_SECONDS}s`, minSyncPeriod: '1s', excludeCIDRs: [EXCLUDED.cidr] },
    // Their version of EndpointSlices is not served any more.
    ...(KubeVersion.parse(version).before('1.21') ? { featureGates: { EndpointSliceProxying: false } } : {}),
  } as KubeProxyConfigurationProps;
  const kubeVersion = KubeVersion.parse(version);
  const cluster = defineCluster({ kubernetesVersion: version, nodePools: [{ name: 'lab', kernelVersion: kernel, cpu: CPUS }] });
  const { prediction: { pools: [pool] }, kubeProxies: [{ configuration }] } = planSetup({ cluster, configuration: settings });
  const writes = [...pool.sysctls.values()].filter(({ steps, kubeProxyWrites }) => kubeProxyWrites !== undefined || steps.some(({ by }) => by === 'kube-proxy'));
  return {
    version, kernel, mode,
    startup: pool.startup.outcome,
    resyncs: defectOf('forced-resync-hourly', kubeVersion) === undefined,
    writes: Object.fromEntries(writes.map(({ key, kubeProxyWrites }) => [key, kubeProxyWrites ?? null])),
    metrics: metricsOf(kubeVersion, mode as ProxyMode).filter((metric) => isThereAtOnce(metric, kubeVersion)).map(({ name }) => name),
    configuration: configuration.text,
  };
}

/** From the label of IP families on, what has nothing to count is not there; the endpoints here say nothing of the time of a change. */
function isThereAtOnce({ type, name }: MetricFact, version: KubeVersion): boolean {
  return familyLabel(version) === undefined || (type !== 'counter' && name !== 'kubeproxy_network_programming_duration_seconds');
}

/** What experiments with real kube-proxies need. */
export interface KubernetesParameters {
  /** By the id of the experiment. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** How many times a kube-proxy is started in all. */
  readonly starts: number;
}

/** Puts a node and services into the API server, and gives back what experiments in the guest need. */
export function kubernetesParameters(experiments: readonly string[], release: string, controlPlane: ControlPlane): KubernetesParameters {
  putCluster(controlPlane);
  const kubeProxy = experiments.includes('kube-proxy') ? kubeProxyParameters(release, controlPlane) : undefined;
  const modeSwitch = experiments.includes('mode-switch') ? modeSwitchParameters(release, controlPlane) : undefined;
  return {
    parameters: { 'kube-proxy': kubeProxy, 'mode-switch': modeSwitch },
    starts: (kubeProxy?.runs.length ?? 0) + (modeSwitch?.kubeProxies.length ?? 0) * MODE_SWITCH_STARTS,
  };
}

/** Puts a node, Services and their endpoints into the API server. */
export function putCluster(controlPlane: ControlPlane): void {
  const said = controlPlane.kubectl(['apply', '--server-side', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: clusterObjects() }));
  const node = controlPlane.kubectl(['patch', 'node', 'node-1', '--subresource=status', '--type=merge', '-p',
    JSON.stringify({ status: { addresses: [{ type: 'InternalIP', address: '10.0.2.15' }] } })]);
  if (!said.ok || !node.ok) {
    throw new Error(`kubectl: ${said.said}\n${node.said}`);
  }
}

const VIRTUAL_SERVERS = SERVICES.flatMap(({ address, protocol, port }) => {
  const service = `${protocol === 'TCP' ? '-t' : '-u'} ${address}:${port}`;
  return [`-A ${service} -s rr`, ...ENDPOINTS.map((endpoint) => `-a ${service} -r ${endpoint}:${port} -m -w 1`)];
});

/** Those that have nftables mode. */
const SWITCHING = ['v1.37.2', 'v1.34.3'];

function modeSwitchParameters(kernel: string, controlPlane: ControlPlane): ModeSwitchParameters {
  return {
    kubeconfig: controlPlane.kubeconfig(HOST_SEEN_FROM_GUEST),
    kubeProxies: SWITCHING.filter((version) => kubernetesProgram(version, 'kube-proxy')).map((version) => {
      const configuration = (mode: string) => predictedRun({ version, kernel, mode }).configuration;
      return {
        version, program: kubernetesProgram(version, 'kube-proxy')!,
        configurations: { ipvs: configuration('ipvs'), nftables: configuration('nftables'), iptables: configuration('iptables') },
      };
    }),
    virtualServers: VIRTUAL_SERVERS,
    foreign: EXCLUDED.virtualServer,
    serviceAddress: SERVICES[0].address,
  };
}

function kubeProxyParameters(release: string, controlPlane: ControlPlane): KubeProxyParameters {
  return {
    runs: kubeProxyRuns(release).map((run) => {
      const { configuration, ...predicted } = predictedRun(run);
      return { predicted, configuration, program: kubernetesProgram(run.version, 'kube-proxy')! };
    }),
    kubeconfig: controlPlane.kubeconfig(HOST_SEEN_FROM_GUEST),
    virtualServers: VIRTUAL_SERVERS,
    excluded: EXCLUDED.virtualServer,
    syncPeriodSeconds: SYNC_PERIOD_SECONDS,
    tuner: sysctlTuner({ sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1 }, intervalSeconds: TUNER_INTERVAL_SECONDS }) as unknown as PodObjects,
    tunerIntervalSeconds: TUNER_INTERVAL_SECONDS,
  };
}

function clusterObjects(): object[] {
  return [
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } },
    ...SERVICES.flatMap(({ name, address, protocol, port }) => {
      const ports = [{ name: 'main', protocol, port }];
      const metadata = { name, namespace: 'default' };
      return [
        { apiVersion: 'v1', kind: 'Service', metadata, spec: { clusterIP: address, ports } },
        { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets: [{ addresses: ENDPOINTS.map((ip) => ({ ip })), ports }] },
        {
          apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4', ports,
          metadata: { ...metadata, labels: { 'kubernetes.io/service-name': name } },
          endpoints: ENDPOINTS.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
        },
      ];
    }),
  ];
}
