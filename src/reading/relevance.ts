/**
 * What a document is about is told from its text before it is parsed, since parsing is most of the work of a check and most documents
 * of a real cluster have nothing to do with kube-proxy.
 */

/** Kinds that are always read. */
const READ_KINDS = new Set([
  'List', 'Service', 'ServiceList', 'Node', 'NodeList', 'KubeProxyConfiguration', 'ClusterConfiguration', 'InitConfiguration',
]);

/** Kinds that make pods; read in full when their text names something below. */
const POD_KINDS = new Set(['Pod', 'Deployment', 'DaemonSet', 'StatefulSet', 'ReplicaSet', 'ReplicationController', 'Job', 'CronJob']);

/** Words without which no other document has to do with kube-proxy, with sysctls and modules, or with the addresses of Services. */
const TELLING = new RegExp([
  'kube-?proxy', 'kubeProxy', 'kubeadm', 'kube-apiserver', 'kube-controller-manager', 'hyperkube', 'virtual_server', 'ipvs', 'ip_vs', 'conntrack', 'modprobe', 'insmod', 'kmod', 'sysctl', 'proc/sys', 'tuned',
  'hostPort', 'hostNetwork', 'keepalived', 'lvscare', 'kube-vip', 'metallb', 'openelb', 'kubesphere', 'node-cache', 'antrea',
  '(?:127\\.\\d+\\.\\d+\\.\\d+|localhost|\\[::1\\]):\\d{4,5}', 'host:\\s*["\']?(?:127\\.|localhost|::1)',
].join('|'), 'i');

const KIND = /^(?:- |  )?["']?kind["']?\s*:\s*["']?([A-Za-z]+)/m;

/** Whether a document has to be parsed. One without a kind always is: it may be any configuration file, or broken. */
export function matters(text: string): boolean {
  const kind = KIND.exec(text)?.[1];
  return kind === undefined || READ_KINDS.has(kind) || POD_KINDS.has(kind) || /^\s*[{[]/.test(text) || TELLING.test(text);
}

/** The text of a workload that has nothing telling in it, without the long parts of its pods; every other text as it is. */
export function withoutIrrelevantBlocks(text: string): string {
  const kind = KIND.exec(text)?.[1] ?? '';
  return POD_KINDS.has(kind) && !TELLING.test(text) && !text.includes('{{') ? prune(text, POD_DETAILS) : text;
}

/** The text of a Node, or of a list of them, without what says nothing of its pool, which is most of it. */
export function withoutNodeDetails(text: string): string {
  return /^(?:Node|NodeList|List)$/.test(KIND.exec(text)?.[1] ?? '') ? prune(text, NODE_DETAILS) : text;
}

const NODE_DETAILS = new Set([
  'managedFields', 'annotations', 'images', 'conditions', 'addresses', 'allocatable', 'daemonEndpoints', 'features', 'podCIDRs', 'runtimeHandlers',
  'taints', 'volumesAttached', 'volumesInUse',
]);

const POD_DETAILS = new Set(['containers', 'initContainers', 'volumes', 'affinity', 'managedFields', 'status']);

/** Leaves out everything that is indented below one of the keys. */
function prune(text: string, keys: ReadonlySet<string>): string {
  const kept: string[] = [];
  let pruning = -1;
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/);
    const inList = indent === pruning && line.startsWith('- ', indent);
    if (pruning >= 0 && (indent < 0 || indent > pruning || inList)) {
      continue;
    }
    pruning = -1;
    const key = /^\s*(\w+):\s*$/.exec(line)?.[1];
    if (key !== undefined && keys.has(key)) {
      pruning = indent;
    } else {
      kept.push(line);
    }
  }
  return kept.join('\n');
}
