import { CONNTRACK_SYSCTLS, PROXIER_SYSCTLS } from '../facts/kube-proxy/sysctls';
import { SCHEDULERS, schedulerModule } from '../facts/kernel/schedulers';
import type { KubernetesObject } from '../kubernetes/resource';
import { objectMetadata } from './daemon-set';
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

/** What the collector can be told. */
export interface InventoryCollectorOptions extends NodeAgentOptions {
  /**
   * Also collect the labels of each node, so that node selectors can be decided. The pods get a service account of their own that may get
   * Node objects by name and nothing else; RBAC cannot narrow that to the own node. @default false
   */
  readonly nodeLabels?: boolean;
}

/** The collector, and what lets it read its node: a service account, a role and a binding; none unless it is asked for. */
export interface InventoryCollector extends NodeAgent {
  readonly access: readonly KubernetesObject[];
}

const NAME = 'kube-proxy-inventory-collector';

/**
 * Collects what nodes are: kernel, OS, modules, sysctls, interfaces. Each pod logs one line of JSON, the lines of
 * `kubectl logs --selector app.kubernetes.io/name=kube-proxy-kit-inventory-collector --tail=-1` together are an inventory with a pool
 * for each node, and the objects can be deleted then.
 *
 * Reads only: an unprivileged user without capabilities and (unless labels are asked for) without a token, the node's root file system
 * mounted read-only.
 */
export function inventoryCollector(options: InventoryCollectorOptions = {}): InventoryCollector {
  const access = options.nodeLabels ? nodeReader(options) : [];
  const agent = nodeAgent(options, {
    name: NAME,
    ...(access.length > 0 ? { serviceAccountName: access[0].metadata.name } : {}),
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
  return { ...agent, access };
}

/** An account that may get a node by its name. */
function nodeReader(options: InventoryCollectorOptions): KubernetesObject[] {
  const name = options.name ?? NAME;
  const labels = { ...options.labels, 'app.kubernetes.io/part-of': 'kube-proxy-kit', 'app.kubernetes.io/managed-by': 'kube-proxy-kit' };
  const account: KubernetesObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: objectMetadata(options, name, labels) };
  const metadata = { name: `kube-proxy-kit:${name}`, labels };
  return [
    account,
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata, rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }] },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name, namespace: account.metadata.namespace }],
    },
  ];
}
