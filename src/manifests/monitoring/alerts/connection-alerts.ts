import { CONNTRACK_CAP } from '../../../facts/kube-proxy/sysctls';
import type { Alert, AlertGroup } from '../alert';
import { runsMode, type MonitoredCluster } from '../monitored-cluster';
import { namedKubeProxies, namedPools } from '../named';

/** Of the limit; at all of it the kernel drops new connections. */
const FULL = 0.75;

/** Connections for each bucket from which on looking one up counts as slow. */
const CONNECTIONS_PER_BUCKET = 10;

const USED = 'node_nf_conntrack_entries / node_nf_conntrack_entries_limit';

/** How full the kernel's tables are, as node_exporter has it. */
export const connectionAlerts: AlertGroup = {
  name: 'kube-proxy-kit.connections',
  alerts: (cluster) => [...conntrackAlerts(cluster), ...ipvsAlert(cluster)],
};

function conntrackAlerts({ kubeProxies }: MonitoredCluster): Alert[] {
  const capped = kubeProxies.filter(({ version, conntrackByCores }) => conntrackByCores && version.within(CONNTRACK_CAP.releases));
  const atCap = `node_nf_conntrack_entries_limit == ${CONNTRACK_CAP.cap}`;
  const near: Alert = {
    name: 'KubeProxyConntrackNearLimit',
    severity: 'warning',
    expr: `${USED} > ${FULL}${capped.length > 0 ? `\nunless ${atCap}` : ''}`,
    for: '10m',
    summary: 'The table of conntrack on {{ $labels.instance }} is {{ $value | humanizePercentage }} full.',
    description: 'When it is full, the kernel drops the first packet of every new connection ("nf_conntrack: table full"). '
      + `The limit is set by: ${namedKubeProxies(kubeProxies)}.`,
  };
  return capped.length === 0 ? [near] : [near, {
    ...near,
    name: 'KubeProxyConntrackCapReached',
    expr: `${USED} > ${FULL}\nand ${atCap}`,
    summary: 'The table of conntrack on {{ $labels.instance }} is {{ $value | humanizePercentage }} full, and its limit is the cap of kube-proxy.',
    description: `From 1.36 on kube-proxy stops at ${CONNTRACK_CAP.cap} entries, however many cores the node has, unless maxPerCore is small and conntrack.min has the number. When the table is full, `
      + `the kernel drops the first packet of every new connection. Computed from the cores by: ${namedKubeProxies(capped)}.`,
  }];
}

function ipvsAlert(cluster: MonitoredCluster): Alert[] {
  const buckets = 2 ** cluster.connectionTableBits;
  return !runsMode(cluster, 'ipvs') ? [] : [{
    name: 'KubeProxyIpvsTableCrowded',
    severity: 'info',
    expr: `sum by (instance) (node_ipvs_backend_connections_active) + sum by (instance) (node_ipvs_backend_connections_inactive) > ${buckets * CONNECTIONS_PER_BUCKET}`,
    for: '30m',
    summary: 'IPVS on {{ $labels.instance }} has {{ $value | humanize }} connections in a table that is made for far fewer.',
    description: `The table has ${buckets} buckets (conn_tab_bits ${cluster.connectionTableBits}): each packet looks through more than ${CONNECTIONS_PER_BUCKET} connections on average. `
      + `In IPVS mode: ${namedPools(cluster.pools.filter(({ mode }) => mode === 'ipvs')) || 'no described pool'}.`,
  }];
}
