import type { Evidence } from '../evidence';
import type { KernelCommit } from './commits';
import { kernelHas, type KnownKernel } from './kernel-has';

/** A sysctl of the kernel that matters to kube-proxy, apart from what kube-proxy does with it. */
export interface SysctlFact {
  readonly key: string;
  /** What the kernel starts with; `undefined` where that depends on the machine. See {@link kernelDefault}. */
  readonly default: string | undefined;
  /** Least and greatest integer that the kernel takes. @default - the kernel checks no bounds */
  readonly range?: readonly [least: number, greatest: number];
  /** `network-namespace`: each has its own value, not inherited. `machine`: one value, read-only in other network namespaces. */
  readonly scope: 'network-namespace' | 'machine';
  /** First mainline release with it. @default - older than any kernel that runs Kubernetes */
  readonly since?: string;
  /** The commit that brought it, where vendors have picked that into kernels with older numbers; in place of `since`. */
  readonly commit?: KernelCommit;
  /** What it does, or when a value is unsafe, in one clause. */
  readonly note?: string;
  readonly evidence: Evidence;
}

type Extra = Partial<Pick<SysctlFact, 'range' | 'since' | 'commit' | 'note' | 'scope'>>;

const SYSCTLS: ReadonlyMap<string, SysctlFact> = new Map([
  ipvs('conn_reuse_mode', '1', { commit: 'reuseModeKey', note: 'bits 1 and 2 are the only ones that are looked at' }),
  ipvs('conntrack', '0', { note: '0 breaks masquerading and network policies' }),
  ipvs('expire_nodest_conn', '0', { note: 'with 0 connections to a removed server time out' }),
  ipvs('expire_quiescent_template', '0', { note: 'with 0 clients with session affinity stay at a server of weight 0' }),
  ipvs('run_estimation', '1', { since: '5.16', note: '0 freezes the rates that ipvsadm shows' }),
  ipvs('est_nice', '0', { since: '6.2', range: [-20, 19] }),
  ipvs('conn_max', '1073741824', { since: '7.1', range: [0, 1_073_741_824], note: 'with 0 every connection is refused' }),
  ipvs('conn_lfactor', '-4', { since: '7.1', range: [-8, 8], note: 'greater values make a smaller table' }),
  ipvs('svc_lfactor', '-3', { since: '7.1', range: [-8, 8] }),
  ipvs('amemthresh', '1024'),
  ipvs('am_droprate', '10'),
  ipvs('drop_entry', '0', { range: [0, 3], note: 'from 1 on half-open entries may be dropped' }),
  ipvs('drop_packet', '0', { range: [0, 3], note: '3 drops packets always' }),
  ipvs('secure_tcp', '0', { range: [0, 3], note: '3 shortens every TCP timeout' }),
  ipvs('cache_bypass', '0'),
  ipvs('nat_icmp_send', '0'),
  ipvs('sync_threshold', '3 50'),
  ipvs('sync_refresh_period', '0'),
  ipvs('sync_retries', '0', { range: [0, 3] }),
  ipvs('sync_version', '1', { range: [0, 1] }),
  ipvs('sync_ports', '1'),
  ipvs('sync_persist_mode', '0'),
  ipvs('snat_reroute', '1'),
  ipvs('pmtu_disc', '1'),
  ipvs('backup_only', '0', { note: '1 stops scheduling on a node that is a sync backup' }),
  ipvs('sloppy_tcp', '0', { note: '1 makes entries for any packet' }),
  ipvs('sloppy_sctp', '0', { note: '1 makes entries for any packet' }),
  ipvs('schedule_icmp', '0', { since: '4.3' }),
  ipvs('ignore_tunneled', '0', { since: '4.3' }),

  conntrack('max', undefined, { scope: 'machine' }),
  conntrack('expect_max', undefined, { scope: 'machine' }),
  conntrack('buckets', undefined, { scope: 'machine' }),
  conntrack('tcp_timeout_established', '432000'),
  conntrack('tcp_timeout_close_wait', '60'),
  conntrack('tcp_timeout_time_wait', '120', { note: 'does not change the timer of IPVS' }),
  conntrack('tcp_timeout_fin_wait', '120'),
  conntrack('tcp_timeout_syn_sent', '120'),
  conntrack('tcp_timeout_syn_recv', '60'),
  conntrack('tcp_timeout_last_ack', '30'),
  conntrack('tcp_timeout_close', '10'),
  conntrack('tcp_be_liberal', '0', { range: [0, 1] }),
  conntrack('udp_timeout', '30'),
  conntrack('udp_timeout_stream', '120'),
  conntrack('generic_timeout', '600'),
  conntrack('icmp_timeout', '30'),

  other('net.ipv4.ip_forward', '0', { note: 'with 0 the node forwards nothing' }),
  other('net.ipv4.conf.all.route_localnet', '0', { note: '1 lets neighbours reach 127/8 unless a filter forbids it' }),
  other('net.ipv4.conf.all.arp_ignore', '0', { range: [0, 8], note: 'the greater of this and the interface\'s own value counts' }),
  other('net.ipv4.conf.all.arp_announce', '0', { range: [0, 2], note: 'the greater of this and the interface\'s own value counts' }),
  other('net.core.somaxconn', '4096'),
  other('net.ipv4.ip_local_port_range', '32768 60999', { note: 'a narrow range makes reused ports more frequent' }),
  other('net.ipv4.tcp_keepalive_time', '7200', { note: 'must be below the TCP timeout of IPVS, 900 s' }),
  other('net.bridge.bridge-nf-call-iptables', '1', { note: 'with 0 traffic between pods on one bridge skips the rules' }),
  other('net.bridge.bridge-nf-call-ip6tables', '1', { note: 'with 0 traffic between pods on one bridge skips the rules' }),
].map((fact) => [fact.key, fact]));

/** What is known of a sysctl, by its name with dots; `undefined` for those of no concern here. */
export function sysctlFact(key: string): SysctlFact | undefined {
  return SYSCTLS.get(key);
}

/**
 * The value with which a kernel starts, once the module that creates the key is loaded. `undefined` when the key is not
 * known, depends on the machine, or is known not to exist in this kernel.
 */
export function kernelDefault(key: string, pool: KnownKernel): string | undefined {
  const fact = SYSCTLS.get(key);
  const { kernel } = pool;
  if (fact?.commit !== undefined) {
    return kernelHas(fact.commit, pool).state === 'absent' ? undefined : fact.default;
  }
  if (fact === undefined || !kernel.isReadable || (fact.since !== undefined && kernel.before(fact.since))) {
    return undefined;
  }
  return key === 'net.core.somaxconn' && kernel.before('5.4') ? '128' : fact.default;
}

function ipvs(name: string, initial: string, extra: Extra = {}): SysctlFact {
  const evidence: Evidence = { source: 'net/netfilter/ipvs/ip_vs_ctl.c and ipvs-sysctl.rst of Linux 5.10, 6.1, 6.12 and 7.2', certainty: 'verified' };
  return { key: `net.ipv4.vs.${name}`, default: initial, scope: 'network-namespace', ...extra, evidence };
}

function conntrack(name: string, initial: string | undefined, extra: Extra = {}): SysctlFact {
  const evidence: Evidence = { source: 'net/netfilter/nf_conntrack_standalone.c of Linux 5.10, 6.1, 6.12 and 7.2', certainty: 'verified' };
  return { key: `net.netfilter.nf_conntrack_${name}`, default: initial, scope: 'network-namespace', ...extra, evidence };
}

function other(key: string, initial: string, extra: Extra = {}): SysctlFact {
  const evidence: Evidence = { source: 'Documentation/networking/ip-sysctl.rst', certainty: 'verified' };
  return { key, default: initial, scope: 'network-namespace', ...extra, evidence };
}
