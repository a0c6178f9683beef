import { CONNTRACK_SYSCTLS, PROXIER_SYSCTLS } from '../facts/kube-proxy/sysctls';
import { SCHEDULERS, schedulerModule } from '../facts/kernel/schedulers';
import { HOST_ROOT_VOLUME, NOBODY, hostRootMount, nodeAgent, scriptCommand, type NodeAgent, type NodeAgentOptions } from './node-agent';

/** Modules whose state is collected. */
export const COLLECTED_MODULES: readonly string[] = [
  'ip_vs', ...SCHEDULERS.map(({ name }) => schedulerModule(name)), 'nf_conntrack', 'nf_conntrack_ipv4', 'br_netfilter', 'ip_set', 'nf_tables',
];

/** Sysctls whose value is collected: what kube-proxy writes, and what else decides whether that works. */
export const COLLECTED_SYSCTLS: readonly string[] = [...new Set([
  'net.ipv4.vs.conn_reuse_mode',
  ...PROXIER_SYSCTLS.map(({ key }) => key),
  ...CONNTRACK_SYSCTLS.map(({ key }) => key),
  'net.ipv4.vs.conn_reuse_old_conntrack', 'net.ipv4.vs.run_estimation', 'net.ipv4.vs.sloppy_tcp', 'net.ipv4.vs.backup_only',
  'net.netfilter.nf_conntrack_buckets', 'net.netfilter.nf_conntrack_tcp_timeout_time_wait',
  'net.ipv4.tcp_keepalive_time', 'net.ipv4.ip_local_port_range', 'net.core.somaxconn',
  'net.bridge.bridge-nf-call-iptables', 'net.bridge.bridge-nf-call-ip6tables',
])];

/**
 * Collects what nodes are: kernel, OS, modules, sysctls, interfaces. Each pod logs one line of JSON, the lines of
 * `kubectl logs --selector app.kubernetes.io/name=kube-proxy-kit-inventory-collector --tail=-1` together are an inventory with a pool
 * for each node, and the objects can be deleted then.
 *
 * Reads only: an unprivileged user without capabilities and without a token, the node's root file system mounted read-only.
 */
export function inventoryCollector(options: NodeAgentOptions = {}): NodeAgent {
  return nodeAgent(options, {
    name: 'kube-proxy-inventory-collector',
    component: 'inventory-collector',
    script: 'collect-inventory.sh',
    containers: [{
      name: 'collect',
      command: scriptCommand('collect-inventory.sh', ...COLLECTED_MODULES, ...COLLECTED_SYSCTLS),
      volumeMounts: [hostRootMount(options.kubernetesVersion)],
      userId: NOBODY,
      capabilities: [],
    }],
    volumes: [HOST_ROOT_VOLUME],
    resources: { requests: { cpu: '5m', memory: '8Mi' }, limits: { memory: '32Mi' } },
    // `kubectl rollout status` waits for it, and by then the line is there.
    spec: { minReadySeconds: 5 },
  });
}
