import type { Alert, AlertGroup } from '../alert';
import type { MonitoredAgent, MonitoredCluster } from '../monitored-cluster';
import { namedPools } from '../named';
import { LINUX_NODES, literal, oneOf, oneOfPatterns, quoted } from '../promql';

/** Kubernetes adds five characters to what it keeps of a name. */
const LONGEST_PREFIX = 58;

/** Long enough to roll the pods, load modules or boot a node. */
const PATIENCE = '10m';

/** What the nodes are and what our pods on them say, as kube-state-metrics has it. */
export const nodeAlerts: AlertGroup = {
  name: 'kube-proxy-kit.nodes',
  alerts: (cluster) => [...tunerAlert(cluster), ...loaderAlert(cluster), ...kernelAlert(cluster)],
};

function tunerAlert({ sysctlTuner, pools }: MonitoredCluster): Alert[] {
  if (!sysctlTuner) {
    return [];
  }
  const kept = pools.filter(({ reuseMode }) => reuseMode !== undefined);
  const needing = kept.filter(({ faultWithoutTuner }) => faultWithoutTuner !== undefined);
  return [{
    name: 'KubeProxySysctlTunerNotReady',
    severity: needing.length > 0 ? 'critical' : 'warning',
    expr: notReady(sysctlTuner),
    for: PATIENCE,
    summary: 'Sysctls of IPVS are not as decided on node {{ $labels.node }}.',
    description: 'Pod {{ $labels.pod }} is not ready: it cannot keep net.ipv4.vs.conn_reuse_mode, or the node runs a kernel for which nothing was decided. '
      + `Decided: ${namedPools(kept, ({ reuseMode, faultWithoutTuner }) => `${reuseMode}${faultWithoutTuner === undefined ? '' : `, without it ${faultWithoutTuner}`}`) || 'nothing for these pools'}.`,
  }];
}

function loaderAlert({ moduleLoader, pools }: MonitoredCluster): Alert[] {
  if (!moduleLoader) {
    return [];
  }
  return [{
    name: 'KubeProxyModuleLoaderNotReady',
    severity: 'warning',
    expr: notReady(moduleLoader),
    for: PATIENCE,
    summary: 'Kernel modules of IPVS are missing on node {{ $labels.node }}.',
    description: 'Pod {{ $labels.pod }} is not ready: a module is not there, or could not be loaded. kube-proxy exits or falls back to iptables mode when it starts next. '
      + `In IPVS mode: ${namedPools(pools.filter(({ mode }) => mode === 'ipvs')) || 'no described pool'}.`,
  }];
}

/** A pod on a node that is down is not ready either; that is told by others. */
function notReady({ namespace, name }: MonitoredAgent): string {
  const pods = `namespace=${quoted(namespace)},pod=~${oneOfPatterns([`${literal(`${name}-`.slice(0, LONGEST_PREFIX))}[a-z0-9]{5}`])}`;
  return `max by (namespace, pod) (kube_pod_status_ready{${pods},condition="true"})
  * on (namespace, pod) group_left (node) max by (namespace, pod, node) (kube_pod_info{${pods}})
  == 0
unless on (node) max by (node) (kube_node_status_condition{condition="Ready",status="true"}) == 0`;
}

function kernelAlert({ pools }: MonitoredCluster): Alert[] {
  if (pools.length === 0) {
    return [];
  }
  return [{
    name: 'KubeProxyKernelNotJudged',
    severity: 'warning',
    expr: `max by (node, kernel_version, os_image) (kube_node_info{${LINUX_NODES},kernel_version!~${oneOf(pools.map(({ kernel }) => kernel))}})`,
    for: '15m',
    summary: 'Node {{ $labels.node }} runs kernel {{ $labels.kernel_version }}, which nobody judged.',
    description: 'What kube-proxy does on it is not predicted, and the sysctl tuner leaves it alone. The node was upgraded, or its pool is not described '
      + `({{ $labels.os_image }}). Judged: ${namedPools(pools)}.`,
  }];
}
