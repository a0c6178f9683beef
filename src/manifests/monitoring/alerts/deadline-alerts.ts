import { MODES, modeOutlook } from '../../../facts/kube-proxy/modes';
import { KubeVersion } from '../../../facts/kube-proxy/kube-version';
import { releaseDates } from '../../../facts/kube-proxy/release-calendar';
import type { Alert, AlertGroup } from '../alert';
import type { MonitoredCluster, MonitoredKubeProxy } from '../monitored-cluster';
import { namedKubeProxies } from '../named';
import { LINUX_NODES, literal, numberFrom, oneOf, oneOfPatterns } from '../promql';

/** A node may come with a new release before its kube-proxy follows. */
const PATIENCE = '1h';

/** Modes and releases that have come to their end, as kube-state-metrics shows it on the nodes. */
export const deadlineAlerts: AlertGroup = {
  name: 'kube-proxy-kit.deadlines',
  alerts: (cluster) => [...modeAlerts(cluster), ...releaseAlerts(cluster)],
};

/** The first release in which a kube-proxy as it is configured does not take its mode. */
function endOfMode({ mode, featureGates }: MonitoredKubeProxy): string | undefined {
  if (mode === undefined) {
    return undefined;
  }
  const { offByDefault, removed } = modeOutlook(mode);
  const isKept = MODES.some((fact) => fact.mode === mode && fact.deprecated === true && fact.gate !== undefined && featureGates[fact.gate.name]);
  return isKept ? removed : offByDefault ?? removed;
}

function modeAlerts(cluster: MonitoredCluster): Alert[] {
  const { kubeProxies } = cluster;
  const ends = [...new Set(kubeProxies.map(endOfMode))].flatMap((end) => end ?? []);
  const ending = (end: string) => kubeProxies.filter((kubeProxy) => endOfMode(kubeProxy) === end);
  return ends.length === 0 ? [] : [{
    name: 'KubeProxyModeDeadline',
    severity: 'critical',
    expr: ends.map((end) => nodesFrom(end, ending(end), cluster)).join('\nor '),
    for: PATIENCE,
    summary: 'Node {{ $labels.node }} runs {{ $labels.kubelet_version }}, and its kube-proxy a mode that this release does not take.',
    description: 'A kube-proxy of that release that is configured like this exits on startup. Move it to another mode before it gets the release of the node. '
      + `No more ${ends.map((end) => `from ${KubeVersion.parse(end).line} on: ${namedKubeProxies(ending(end))}`).join('; ')}.`,
  }];
}

/** Nodes with kubelets of a release or a later one that run some of the kube-proxies. */
function nodesFrom(release: string, some: readonly MonitoredKubeProxy[], { kubeProxies: [base], pools }: MonitoredCluster): string {
  const names = new Set(some.flatMap((kubeProxy) => kubeProxy.pools));
  const kernels = pools.filter(({ name }) => names.has(name)).map(({ kernel }) => kernel);
  const others = pools.map(({ kernel }) => kernel).filter((kernel) => !kernels.includes(kernel));
  // The base runs on nodes of no described pool as well.
  const where = !some.includes(base) ? `,kernel_version=~${oneOf(kernels)}` : others.length > 0 ? `,kernel_version!~${oneOf(others)}` : '';
  const kubelets = oneOfPatterns([`v1[.](?:${numberFrom(KubeVersion.parse(release).minor)})[.].*`]);
  return `max by (node, kubelet_version) (kube_node_info{${LINUX_NODES},kubelet_version=~${kubelets}${where}})`;
}

function releaseAlerts({ kubeProxies }: MonitoredCluster): Alert[] {
  const lines = [...new Set(kubeProxies.map(({ version }) => version.line))].sort();
  const ends = lines.flatMap((line) => {
    const endOfLife = releaseDates(line)?.endOfLife;
    return endOfLife === undefined ? [] : [{ line, endOfLife }];
  });
  return ends.length === 0 ? [] : [{
    name: 'KubeProxyReleaseUnsupported',
    severity: 'info',
    expr: ends.map(({ line, endOfLife }) => `max by (node, kubelet_version) (kube_node_info{${LINUX_NODES},kubelet_version=~${oneOfPatterns([`v${literal(line)}[.].*`])}})
and on () vector(time()) > ${lastSecondOf(endOfLife)}`).join('\nor '),
    for: PATIENCE,
    summary: 'Node {{ $labels.node }} runs {{ $labels.kubelet_version }}, which gets no more patches.',
    description: `Known faults of its kube-proxy stay. Vendors may patch it longer than Kubernetes, which ends ${ends.map(({ line, endOfLife }) => `${line} on ${endOfLife}`).join(', ')}. `
      + `Running: ${namedKubeProxies(kubeProxies)}.`,
  }];
}

/** Of a day, or of a month where only that is planned. */
function lastSecondOf(date: string): number {
  const [year, month, day] = date.split('-').map(Number);
  return Date.UTC(year, day === undefined ? month : month - 1, day === undefined ? 1 : day + 1) / 1000 - 1;
}
