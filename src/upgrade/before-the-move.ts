import type { Declaration } from '../declaration/declaration';
import { shortList } from '../assessment/short-list';
import { selects } from '../cluster/pool-selector';
import type { PoolPrediction } from '../prediction/prediction';
import { step, type MigrationStep } from './migration-step';
import type { Candidate } from './migration-target';

/** What of the input behaves differently once a pool has left IPVS mode. */
interface Move {
  readonly declaration: Declaration;
  readonly predicted: PoolPrediction;
  readonly candidate: Candidate;
}

type Check = (move: Move) => MigrationStep | undefined;

const STICKY_SCHEDULERS = new Set(['sh', 'mh', 'dh']);
const DOCUMENTED = 'https://kubernetes.io/docs/reference/networking/virtual-ips/';

const CHECKS: readonly Check[] = [
  ({ candidate: { carried } }) => carried.length === 0 ? undefined : step('errors-of-today', `Fix first: ${carried.map(({ message }) => message).join('; ')}.`,
    'these errors stay whatever the mode is', [], { blocks: true }),

  ({ declaration: { workloads }, predicted: { pool }, candidate: { change } }) => {
    const foreign = workloads.foreignVirtualServers.filter(({ pools }) => selects(pools, pool) !== 'no');
    return foreign.length === 0 || change.mode !== 'nftables' ? undefined : step('foreign-virtual-servers',
      `Take ${names(foreign.map(({ product, resource }) => `${product} (${resource})`))} off the nodes of the pool, or choose iptables mode.`,
      'kube-proxy in nftables mode deletes every IPVS virtual server of the node on startup, whatever excludeCIDRs says',
      ['platformCleanup in cmd/kube-proxy/app; pkg/proxy/ipvs/cleanup.go'], { blocks: true });
  },

  ({ candidate: { change } }) => !change.nodePortAddresses ? undefined : step('node-port-addresses',
    `Keep nodePortAddresses: [${change.nodePortAddresses.join(', ')}] in the change, unless NodePorts are only used at the primary address of a node.`,
    'IPVS mode serves NodePorts at every address of a node, nftables mode at the primary one where none is set', ['KEP-3866', DOCUMENTED]),

  ({ predicted: { configuration } }) => {
    const scheduler = configuration?.effective.ipvs.scheduler ?? '';
    return !STICKY_SCHEDULERS.has(scheduler) ? undefined : step('client-affinity',
      `Set sessionAffinity: ClientIP on the Services that rely on scheduler ${scheduler}.`,
      `${scheduler} sends a client to the same pod each time; without IPVS a pod is chosen at random`, ['KEP-5495', DOCUMENTED]);
  },

  ({ predicted: { configuration } }) => {
    const scheduler = configuration?.effective.ipvs.scheduler ?? '';
    return scheduler === '' || scheduler === 'rr' || STICKY_SCHEDULERS.has(scheduler) ? undefined : step('scheduler',
      `Expect random choice instead of scheduler ${scheduler}; there is nothing to set.`,
      'kube-proxy gives all pods the same weight, and each node counts its own connections alone', ['KEP-5495']);
  },

  ({ declaration: { workloads }, candidate: { change: { mode } } }) => {
    const affine = workloads.services.filter(({ hasClientIpAffinity }) => hasClientIpAffinity).map(({ namespace, name }) => `${namespace}/${name}`);
    return affine.length === 0 ? undefined : step('affinity-forgotten', `Expect clients of ${names(affine)} to get another pod, once.`,
      `their sessionAffinity is kept by IPVS; ${mode} mode starts without it`, ['KEP-3866']);
  },

  ({ predicted: { configuration } }) => {
    const ipvs = configuration?.effective.ipvs;
    const tuned = [ipvs?.tcpTimeout && 'ipvs.tcpTimeout', ipvs?.tcpFinTimeout && 'ipvs.tcpFinTimeout', ipvs?.udpTimeout && 'ipvs.udpTimeout'].filter(Boolean);
    return tuned.length === 0 ? undefined : step('idle-timeouts', `Replace ${tuned.join(', ')} by conntrack.tcpEstablishedTimeout and the like, if the limits are wanted.`,
      'these fields are read in IPVS mode only; afterwards connections live as long as conntrack says', [DOCUMENTED]);
  },

  ({ predicted: { configuration, pool } }) => {
    const timeout = configuration?.effective.ipvs.tcpTimeout || 900;
    const keepalive = Number(pool.sysctls['net.ipv4.tcp_keepalive_time'] ?? NaN);
    return !(keepalive < timeout) ? undefined : step('keepalive', `Leave net.ipv4.tcp_keepalive_time=${keepalive} as it is, or undo it: Services no longer need it.`,
      `IPVS forgets an idle connection after ${timeout} s, conntrack after ${configuration?.effective.conntrack.tcpEstablishedTimeout ?? 86400} s`, []);
  },

  ({ predicted: { configuration, pool } }) => configuration?.effective.conntrack.maxPerCore === 0 || pool.sysctls['net.netfilter.nf_conntrack_max'] === undefined ? undefined
    : step('conntrack-size', 'Look at net.netfilter.nf_conntrack_count against nf_conntrack_max before and after the move.',
      'idle connections that IPVS dropped after 900 s stay in conntrack for up to a day', [DOCUMENTED], { command: 'sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max' }),

  ({ declaration: { workloads }, predicted: { configuration } }) => {
    const announcers = workloads.arpAnnouncers;
    return !configuration?.effective.ipvs.strictARP ? undefined : step('strict-arp', 'Remove ipvs.strictARP after the move.',
      `${announcers.length > 0 ? `${names(announcers.map(({ product }) => product))} no longer needs` : 'nothing needs'} it: no mode but IPVS binds Service addresses to the nodes; arp_ignore and arp_announce stay set until a reboot`,
      ['KEP-3866']);
  },

  ({ predicted: { configuration } }) => (configuration?.effective.ipvs.excludeCIDRs ?? []).length === 0 ? undefined
    : step('exclude-cidrs', 'Remove ipvs.excludeCIDRs after the move, and find out whom it protects before.', 'no mode but IPVS reads it', [DOCUMENTED]),

  ({ declaration, predicted }) => {
    const { writers, sysctls } = predicted;
    const key = 'net.ipv4.ip_forward';
    const others = writers.some(({ sysctls: writes }) => writes.some((write) => write.key === key && write.value === '1'));
    return others || sysctls.get(key)?.kubeProxyWrites === undefined || declaration.cluster.nodePools.length === 0 ? undefined
      : step('ip-forward', `Make sure that something else sets ${key}=1 on the nodes, such as sysctl.d or the network plugin.`,
        'kube-proxy sets it in IPVS mode only; it stays 1 until the next reboot', ['pkg/proxy/ipvs/proxier.go'], { command: `sysctl ${key}` });
  },

  ({ predicted: { pool, kubeProxy, configuration }, candidate: { change, version } }) =>
    change.mode !== 'nftables' || pool.kernel.atLeast('6.1') || configuration?.effective.conntrack.tcpBeLiberal || version.before('1.29') || !kubeProxy ? undefined
      : step('invalid-packets', 'Set conntrack.tcpBeLiberal: true with the change.', 'before Linux 6.1 connections to Services may be reset by packets that conntrack calls invalid; kind sets it in nftables mode',
        [DOCUMENTED], { text: 'conntrack:\n  tcpBeLiberal: true' }),

  () => step('firewall', 'If a firewall of the nodes drops by default, allow the NodePort range and port 10256 (health checks) in it.',
    'IPVS mode receives NodePort traffic as local traffic, so an INPUT rule for it may be all there is', ['kubernetes/kubernetes#98465', DOCUMENTED]),

  ({ candidate: { change: { mode } } }) => step('network-plugin', mode === 'nftables'
    ? 'Calico: FelixConfiguration.nftablesMode must be Auto or Enabled. flannel and Antrea may stay as they are.'
    : 'Calico: FelixConfiguration.nftablesMode must be Auto or Disabled. Remove kubeNodePortRanges and kube-ipvs0 from its settings.',
  'the plugin and kube-proxy should use the same generation of netfilter', ['projectcalico/calico felixconfig.go', 'flannel-io/flannel Documentation/configuration.md']),

  ({ candidate: { change: { mode } } }) => step('alerts', mode === 'nftables'
    ? 'Change alerts to kubeproxy_sync_proxy_rules_nftables_sync_failures_total and …_nftables_cleanup_failures_total.'
    : 'Change alerts to kubeproxy_sync_proxy_rules_iptables_restore_failures_total.',
  'metrics of IPVS and of ipvsadm end', ['KEP-3866', 'pkg/proxy/metrics/metrics.go']),

  ({ predicted: { writers } }) => {
    const waste = writers.filter(({ sysctls, modules }) => sysctls.some(({ key }) => key.startsWith('net.ipv4.vs.')) || modules.some(({ module }) => module.startsWith('ip_vs')));
    return waste.length === 0 ? undefined : step('waste', `Remove once no pool is in IPVS mode: ${names(waste.map(({ name }) => name))}.`,
      'they load modules of IPVS or set its sysctls, which nothing reads any more', []);
  },
];

/** What to settle before a pool leaves IPVS mode, what blocks it first. */
export function beforeTheMove(move: Move): MigrationStep[] {
  const steps = CHECKS.flatMap((check) => check(move) ?? []);
  return [...steps.filter(({ blocks }) => blocks), ...steps.filter(({ blocks }) => !blocks)];
}

function names(all: readonly string[]): string {
  return shortList([...new Set(all)]);
}
