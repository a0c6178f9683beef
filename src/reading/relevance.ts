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
  // What runs kube-proxy, or sets the cluster up.
  'kube-?proxy', 'hyperkube', 'kubeadm', 'kops\\.k8s\\.io', 'kube-apiserver', 'kube-controller-manager',
  // Who writes sysctls or loads modules.
  'sysctl', 'proc/sys', 'modprobe', 'insmod', 'kmod', 'KernelModule', 'tuned', 'ip_?vs', 'conntrack',
  // What workloads mean for kube-proxy.
  'hostPort', 'hostNetwork', 'keepalived', 'virtual_server', 'lvscare', 'kube-vip', 'kube-router', 'metallb', 'layer2', 'openelb', 'kubesphere',
  'node-cache', 'antrea', '(?:127\\.\\d+\\.\\d+\\.\\d+|localhost|\\[::1\\]):\\d{4,5}', 'host["\']?:\\s*["\']?(?:127\\.|localhost|::1)',
].join('|'), 'i');

/** The kind of an object, or of the only item of a list. */
function kindOf(text: string): string | undefined {
  const indent = /^( *)- /.exec(text)?.[1];
  const start = indent === undefined ? '' : `${indent}(?:- |  )`;
  return new RegExp(`^${start}["']?kind["']?\\s*:\\s*["']?([A-Za-z]+)`, 'm').exec(text)?.[1];
}

/** Whether a document has to be parsed. One without a kind always is: it may be any configuration file, or broken. */
export function matters(text: string): boolean {
  const kind = kindOf(text);
  return kind === undefined || READ_KINDS.has(kind) || POD_KINDS.has(kind) || TELLING.test(text);
}

/** The text of a workload that has nothing telling in it, without the long parts of its pods; every other text as it is. */
export function withoutIrrelevantBlocks(text: string): string {
  const kind = kindOf(text) ?? '';
  return POD_KINDS.has(kind) && !TELLING.test(text) && !text.includes('{{') ? prune(text, POD_DETAILS) : text;
}

/** The text of a Node, or of a list of them, without what says nothing of its pool, which is most of it. */
export function withoutNodeDetails(text: string): string {
  return /^(?:Node|NodeList|List)$/.test(kindOf(text) ?? '') ? prune(text, NODE_DETAILS) : text;
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
    if (pruning >= 0 && (indent < 0 || indent > pruning || inList || line[indent] === '#')) {
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
