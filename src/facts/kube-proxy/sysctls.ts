import type { Evidence } from '../evidence';
import type { KubeVersion } from './kube-version';
import { factAt, releasesWhere, type ReleaseFact } from './releases';

/**
 * When kube-proxy writes a sysctl.
 *
 * - `ipvs`: whenever it runs in IPVS mode
 * - `ipvs-strict-arp`: in IPVS mode with `ipvs.strictARP`
 * - `iptables`: whenever it runs in iptables mode
 * - `iptables-loopback`: in iptables mode when a NodePort address is an IPv4 loopback one
 * - `iptables-localhost-node-ports`: as before, and only with `iptables.localhostNodePorts`
 */
export type SysctlCondition = 'ipvs' | 'ipvs-strict-arp' | 'iptables' | 'iptables-loopback' | 'iptables-localhost-node-ports';

/** Whether IPVS connections are tracked by conntrack, too: without that no SYN of a reused port is dropped. */
export const VS_CONNTRACK = 'net.ipv4.vs.conntrack';

/** Whether connections to a server that is gone are given up. */
export const EXPIRE_NODEST_CONN = 'net.ipv4.vs.expire_nodest_conn';

interface ProxierSysctl extends ReleaseFact {
  readonly key: string;
  readonly value: string;
  readonly when: SysctlCondition;
}

const SINCE_71834 = [{ from: '1.11.7', to: '1.12.0' }, { from: '1.12.5', to: '1.13.0' }, { from: '1.13.2' }];
const STRICT_ARP_FIELD = [{ from: '1.13.6', to: '1.14.0' }, { from: '1.14.2' }];
const ALWAYS_STRICT_ARP = [{ from: '1.13.0', to: '1.13.6' }, { from: '1.14.0', to: '1.14.2' }];

const READ_IN_PROXIER: Evidence = { source: 'pkg/proxy/ipvs/proxier.go of v1.11.9 to v1.37.2', certainty: 'verified' };
const ADDED_BY_71834: Evidence = {
  source: 'kubernetes/kubernetes#71834, first in v1.11.7, v1.12.5 and v1.13.2; pkg/proxy/ipvs/proxier.go of v1.11.9 to v1.37.2',
  certainty: 'verified',
};
const STRICT_ARP: Evidence = { source: 'kubernetes/kubernetes#75295 and #75719; pkg/proxy/ipvs/proxier.go of v1.13.12 to v1.37.2', certainty: 'verified' };
const STRICT_ARP_BEFORE: Evidence = { source: 'kubernetes/kubernetes#70530, undone by #75295', certainty: 'verified' };

/**
 * What the proxier writes at each start, in its order; `net.ipv4.vs.conn_reuse_mode` comes between `conntrack` and
 * `expire_nodest_conn` and has a table of its own. Each is written if it differs, and a failure is fatal.
 */
export const PROXIER_SYSCTLS: readonly ProxierSysctl[] = [
  {
    key: 'net.ipv4.conf.all.route_localnet', value: '1', when: 'ipvs', releases: [{ from: '1.0', to: '1.21.0' }],
    evidence: { source: 'kubernetes/kubernetes#92938; pkg/proxy/ipvs/proxier.go of v1.20.15 and v1.21.8', certainty: 'verified' },
  },
  {
    key: 'net.ipv4.conf.all.route_localnet', value: '1', when: 'iptables', releases: [{ from: '1.0', to: '1.24.0' }],
    evidence: { source: 'kubernetes/kubernetes#107684; pkg/proxy/iptables/proxier.go of v1.23.17', certainty: 'verified' },
  },
  {
    key: 'net.ipv4.conf.all.route_localnet', value: '1', when: 'iptables-loopback', releases: [{ from: '1.24.0', to: '1.26.0' }],
    evidence: { source: 'kubernetes/kubernetes#107684; pkg/proxy/iptables/proxier.go of v1.24.17', certainty: 'verified' },
  },
  {
    key: 'net.ipv4.conf.all.route_localnet', value: '1', when: 'iptables-localhost-node-ports', releases: [{ from: '1.26.0' }],
    evidence: { source: 'kubernetes/kubernetes#108250; pkg/proxy/iptables/proxier.go of v1.26.15 and v1.36.3', certainty: 'verified' },
  },
  { key: VS_CONNTRACK, value: '1', when: 'ipvs', releases: [{ from: '1.0' }], evidence: READ_IN_PROXIER },
  { key: EXPIRE_NODEST_CONN, value: '1', when: 'ipvs', releases: SINCE_71834, evidence: ADDED_BY_71834 },
  { key: 'net.ipv4.vs.expire_quiescent_template', value: '1', when: 'ipvs', releases: SINCE_71834, evidence: ADDED_BY_71834 },
  { key: 'net.ipv4.ip_forward', value: '1', when: 'ipvs', releases: [{ from: '1.0' }], evidence: READ_IN_PROXIER },
  { key: 'net.ipv4.conf.all.arp_ignore', value: '1', when: 'ipvs', releases: ALWAYS_STRICT_ARP, evidence: STRICT_ARP_BEFORE },
  { key: 'net.ipv4.conf.all.arp_announce', value: '2', when: 'ipvs', releases: ALWAYS_STRICT_ARP, evidence: STRICT_ARP_BEFORE },
  { key: 'net.ipv4.conf.all.arp_ignore', value: '1', when: 'ipvs-strict-arp', releases: STRICT_ARP_FIELD, evidence: STRICT_ARP },
  { key: 'net.ipv4.conf.all.arp_announce', value: '2', when: 'ipvs-strict-arp', releases: STRICT_ARP_FIELD, evidence: STRICT_ARP },
];

/** Releases that set {@link EXPIRE_NODEST_CONN}. */
export const SETS_EXPIRE_NODEST_CONN = releasesWhere(PROXIER_SYSCTLS, ({ key }) => key === EXPIRE_NODEST_CONN);

/** The global conntrack limit: one for the whole machine, unlike the timeouts. */
export const NF_CONNTRACK_MAX = 'net.netfilter.nf_conntrack_max';

/** The field of `conntrack` in the configuration that sets a sysctl; `maxPerCore` together with `min` and, long ago, `max`. */
export type ConntrackField = 'maxPerCore' | 'tcpEstablishedTimeout' | 'tcpCloseWaitTimeout' | 'tcpBeLiberal' | 'udpTimeout' | 'udpStreamTimeout';

interface ConntrackSysctl extends ReleaseFact {
  readonly key: string;
  readonly field: ConntrackField;
}

const CONNTRACK_READ: Evidence = { source: 'cmd/kube-proxy/app/conntrack.go of v1.14.10 to v1.35.1, pkg/proxy/conntrack/sysctls.go of v1.36.3', certainty: 'verified' };
const CONNTRACK_LIBERAL: Evidence = { source: 'kubernetes/kubernetes#120354; cmd/kube-proxy/app/conntrack.go of v1.28.15 and v1.29.15', certainty: 'verified' };
const CONNTRACK_UDP: Evidence = { source: 'kubernetes/kubernetes#120808; cmd/kube-proxy/app/conntrack.go of v1.28.15 and v1.29.15', certainty: 'verified' };

/** What every Linux mode writes at each start when its field asks for it, in kube-proxy's order. A failure is fatal. */
export const CONNTRACK_SYSCTLS: readonly ConntrackSysctl[] = [
  { key: NF_CONNTRACK_MAX, field: 'maxPerCore', releases: [{ from: '1.0' }], evidence: CONNTRACK_READ },
  { key: 'net.netfilter.nf_conntrack_tcp_timeout_established', field: 'tcpEstablishedTimeout', releases: [{ from: '1.0' }], evidence: CONNTRACK_READ },
  { key: 'net.netfilter.nf_conntrack_tcp_timeout_close_wait', field: 'tcpCloseWaitTimeout', releases: [{ from: '1.0' }], evidence: CONNTRACK_READ },
  { key: 'net.netfilter.nf_conntrack_tcp_be_liberal', field: 'tcpBeLiberal', releases: [{ from: '1.29.0' }], evidence: CONNTRACK_LIBERAL },
  { key: 'net.netfilter.nf_conntrack_udp_timeout', field: 'udpTimeout', releases: [{ from: '1.29.0' }], evidence: CONNTRACK_UDP },
  { key: 'net.netfilter.nf_conntrack_udp_timeout_stream', field: 'udpStreamTimeout', releases: [{ from: '1.29.0' }], evidence: CONNTRACK_UDP },
];

/** `if-different` may lower a value, `if-lower` only raises it. */
export type WriteRule = 'if-different' | 'if-lower';

interface ConntrackWriteRule extends ReleaseFact {
  readonly rule: WriteRule;
  /** The one sysctl that it holds for. @default - all of them */
  readonly key?: string;
}

/** Whether kube-proxy may lower what it finds. */
const CONNTRACK_WRITE_RULES: readonly ConntrackWriteRule[] = [
  {
    rule: 'if-lower', key: NF_CONNTRACK_MAX, releases: [{ from: '1.36.6', to: '1.37.0' }, { from: '1.37.2' }],
    evidence: {
      source: 'kubernetes/kubernetes#141943, mended by #142035; CHANGELOG-1.36 (v1.36.6); pkg/proxy/conntrack/sysctls.go of v1.37.1 and v1.37.2',
      certainty: 'verified',
    },
  },
  {
    rule: 'if-different', releases: [{ from: '1.0', to: '1.23.0' }],
    evidence: { source: 'cmd/kube-proxy/app/conntrack.go of v1.14.10 and v1.22.17', certainty: 'verified' },
  },
  {
    rule: 'if-lower', releases: [{ from: '1.23.0', to: '1.29.0' }],
    evidence: { source: 'kubernetes/kubernetes#103174; cmd/kube-proxy/app/conntrack.go of v1.23.17 and v1.28.15', certainty: 'verified' },
  },
  {
    rule: 'if-different', releases: [{ from: '1.29.0' }],
    evidence: { source: 'kubernetes/kubernetes#120448; cmd/kube-proxy/app/conntrack.go of v1.29.15, pkg/proxy/conntrack/sysctls.go of v1.37.2', certainty: 'verified' },
  },
];

/** How a kube-proxy writes a conntrack sysctl. */
export function conntrackWriteRule(key: string, version: KubeVersion): WriteRule {
  return factAt(CONNTRACK_WRITE_RULES.filter((row) => row.key === undefined || row.key === key), version)?.rule ?? 'if-different';
}

export interface ConntrackCap extends ReleaseFact {
  readonly cap: number;
}

/** From here on a number of entries that was computed from the cores stops at the cap, `conntrack.min` above it included. */
export const CONNTRACK_CAP: ConntrackCap = {
  cap: 1_048_576,
  releases: [{ from: '1.36.0' }],
  evidence: { source: 'kubernetes/kubernetes#137002; getConntrackMax in pkg/proxy/conntrack/sysctls.go of v1.36.3', certainty: 'verified' },
};

/**
 * The number of conntrack entries that kube-proxy asks for; `undefined` when it leaves the limit alone or, with
 * `maxPerCore` set, when the number of cores is not known.
 */
export function conntrackMax(
  fields: { readonly max?: number; readonly maxPerCore?: number; readonly min?: number }, cores: number | undefined, version: KubeVersion,
): number | undefined {
  if (fields.max !== undefined && fields.max > 0) {
    return fields.max;
  }
  if (!fields.maxPerCore || fields.maxPerCore <= 0 || cores === undefined) {
    return undefined;
  }
  const scaled = fields.maxPerCore * cores;
  const capped = version.within(CONNTRACK_CAP.releases) && scaled > CONNTRACK_CAP.cap;
  return capped ? CONNTRACK_CAP.cap : Math.max(scaled, fields.min ?? 0);
}

interface SetupOrder extends ReleaseFact {
  /** Whether the conntrack sysctls are written before the proxier checks its requirements and writes its own. */
  readonly conntrackFirst: boolean;
}

/** Which of the two groups of sysctls comes first, and so which failure is seen first. */
export const SETUP_ORDER: readonly SetupOrder[] = [
  {
    conntrackFirst: false, releases: [{ from: '1.0', to: '1.28.0' }],
    evidence: { source: 'ProxyServer.Run in cmd/kube-proxy/app/server.go of v1.14.10 to v1.27.16', certainty: 'verified' },
  },
  {
    conntrackFirst: true, releases: [{ from: '1.28.0' }],
    evidence: { source: 'newProxyServer in cmd/kube-proxy/app/server.go of v1.28.15 to v1.37.2', certainty: 'verified' },
  },
];

