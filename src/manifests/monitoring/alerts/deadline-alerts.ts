import { MODES, modeOutlook } from '../../../facts/kube-proxy/modes';
import { KubeVersion } from '../../../facts/kube-proxy/kube-version';
import { releaseDates } from '../../../facts/kube-proxy/release-calendar';
import type { Alert, AlertGroup } from '../alert';
import type { MonitoredCluster, MonitoredKubeProxy } from '../monitored-cluster';
import { namedKubeProxies } from '../named';
import { numberFrom, oneOf, oneOfPatterns } from '../promql';

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

function modeAlerts({ kubeProxies, pools }: MonitoredCluster): Alert[] {
  const ends = [...new Set(kubeProxies.map(endOfMode))].flatMap((end) => end ?? []);
  return ends.map((end) => {
    const ending = kubeProxies.filter((kubeProxy) => endOfMode(kubeProxy) === end);
    const names = new Set(ending.flatMap((kubeProxy) => kubeProxy.pools));
    const kernels = pools.filter(({ name }) => names.has(name)).map(({ kernel }) => kernel);
    const others = pools.map(({ kernel }) => kernel).filter((kernel) => !kernels.includes(kernel));
    // The base runs on nodes of no described pool as well.
    const where = !ending.includes(kubeProxies[0]) ? `,kernel_version=~${oneOf(kernels)}` : others.length > 0 ? `,kernel_version!~${oneOf(others)}` : '';
    const { line, minor } = KubeVersion.parse(end);
    return {
      name: 'KubeProxyModeDeadline',
      severity: 'critical',
      expr: `max by (node, kubelet_version) (kube_node_info{kubelet_version=~${oneOfPatterns([`v1[.](?:${numberFrom(minor)})[.].*`])},os_image!~"Windows.*"${where}})`,
      for: PATIENCE,
      summary: 'Node {{ $labels.node }} runs {{ $labels.kubelet_version }}, and its kube-proxy a mode that this release does not take.',
      description: `From ${line} on, a kube-proxy that is configured like this exits on startup. Move it to another mode before it gets the release of the node. `
        + `Configured: ${namedKubeProxies(ending)}.`,
    };
  });
}

function releaseAlerts({ kubeProxies }: MonitoredCluster): Alert[] {
  const lines = [...new Set(kubeProxies.map(({ version }) => version.line))].sort();
  return lines.flatMap((line) => {
    const endOfLife = releaseDates(line)?.endOfLife;
    return endOfLife === undefined ? [] : [{
      name: 'KubeProxyReleaseUnsupported' as const,
      severity: 'info' as const,
      expr: `max by (node, kubelet_version) (kube_node_info{kubelet_version=~${oneOfPatterns([`v${line.replace('.', '[.]')}[.].*`])}})
and on () vector(time()) > ${lastSecondOf(endOfLife)}`,
      for: PATIENCE,
      summary: `Node {{ $labels.node }} runs {{ $labels.kubelet_version }}, which gets no patches since ${endOfLife}.`,
      description: `Known faults of kube-proxy ${line} stay. Vendors may patch it longer. `
        + `On this release: ${namedKubeProxies(kubeProxies.filter(({ version }) => version.line === line))}.`,
    }];
  });
}

/** Of a day, or of a month where only that is planned. */
function lastSecondOf(date: string): number {
  const [year, month, day] = date.split('-').map(Number);
  return Date.UTC(year, day === undefined ? month : month - 1, day === undefined ? 1 : day + 1) / 1000 - 1;
}
