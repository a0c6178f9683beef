import { KernelRelease } from '../versions/kernel-release';
import { KubeVersion } from '../versions/kube-version';
import type { Cluster } from './cluster';
import { clusterOf, repeated, type ClusterFacts } from './define-cluster';
import type { NodePool } from './node-pool';
import { isRecord, listOf, recordOf, textOf, textRecordOf, type UntypedRecord } from './untyped';

/** The nodes that agree in kernel, OS image, kubelet version, architecture and operating system. */
interface NodeGroup {
  readonly nodeInfo: UntypedRecord;
  readonly containerizedNode: boolean;
  count: number;
  /** Cores of the smallest node. */
  cpu: number | undefined;
  /** Labels that every node so far has with the same value. */
  readonly labels: Map<string, string>;
  readonly varyingLabels: Set<string>;
}

/** Groups nodes into pools one by one, keeping nothing of a node but what its group needs. */
export class NodeGroups {
  private readonly groups = new Map<string, NodeGroup>();
  private readonly withoutKernel: string[] = [];

  /** Adds a Node object of whatever shape. */
  public add(node: unknown): void {
    const { metadata, spec, status } = recordOf(node);
    const nodeInfo = recordOf(recordOf(status).nodeInfo);
    if (!textOf(nodeInfo.kernelVersion)) {
      this.withoutKernel.push(textOf(recordOf(metadata).name) ?? '(without a name)');
      return;
    }
    const containerizedNode = isContainer({ spec: recordOf(spec), nodeInfo });
    const key = JSON.stringify([
      nodeInfo.kernelVersion, nodeInfo.osImage, nodeInfo.kubeletVersion, nodeInfo.kubeProxyVersion, nodeInfo.architecture, nodeInfo.operatingSystem,
      containerizedNode,
    ]);
    const labels = textRecordOf(recordOf(metadata).labels);
    const cpu = cores(recordOf(recordOf(status).capacity).cpu);
    const group = this.groups.get(key);
    if (group) {
      join(group, labels, cpu);
    } else {
      this.groups.set(key, { nodeInfo, containerizedNode, count: 1, cpu, labels: new Map(Object.entries(labels)), varyingLabels: new Set() });
    }
  }

  /** What was wrong with nodes that are left out, naming them; one line, or nothing. */
  public get problems(): readonly string[] {
    if (this.withoutKernel.length === 0) {
      return [];
    }
    const named = this.withoutKernel.slice(0, 10).join(', ');
    const others = this.withoutKernel.length > 10 ? ` and ${this.withoutKernel.length - 10} more` : '';
    return [`status.nodeInfo.kernelVersion is missing on node ${named}${others}; what is not known of a node is not checked`];
  }

  /** The pools, in the order in which their first nodes came. */
  public pools(): NodePool[] {
    const groups = [...this.groups.values()];
    const names = poolNames(groups);
    return groups.map((group, index) => toPool(names[index], group));
  }
}

/**
 * The cluster of a node list, `kubectl get nodes -o json` once it is parsed. Nodes that agree in kernel, OS image, kubelet version,
 * architecture and operating system make one pool, named `<os>-<kernel>` (`linux-5.15.0-91-generic`); its labels are those that
 * all its nodes share, its `cpu` that of the smallest node. The version of kube-proxy is assumed, since `nodeInfo` repeats the kubelet's.
 *
 * @throws Error when the list is no node list, has no node, or has a node without a kernel version
 */
export function clusterFromNodeList(list: unknown, facts: ClusterFacts = {}): Cluster {
  if (!isRecord(list) || !Array.isArray(list.items)) {
    throw new Error('not a node list: it has no items; pass the parsed output of kubectl get nodes -o json');
  }
  const groups = new NodeGroups();
  listOf(list.items).forEach((node) => groups.add(node));
  const pools = groups.pools();
  if (groups.problems.length > 0) {
    throw new Error(groups.problems.join('\n'));
  }
  if (pools.length === 0) {
    throw new Error('the node list has no nodes; pass the parsed output of kubectl get nodes -o json');
  }
  return clusterOf(pools, facts);
}

function join(group: NodeGroup, labels: Readonly<Record<string, string>>, cpu: number | undefined): void {
  group.count += 1;
  group.cpu = cpu === undefined ? group.cpu : Math.min(cpu, group.cpu ?? cpu);
  for (const [key, value] of group.labels) {
    if (labels[key] !== value) {
      group.labels.delete(key);
      group.varyingLabels.add(key);
    }
  }
  for (const key of Object.keys(labels)) {
    if (!group.labels.has(key)) {
      group.varyingLabels.add(key);
    }
  }
}

function toPool(name: string, { nodeInfo, containerizedNode, count, cpu, labels, varyingLabels }: NodeGroup): NodePool {
  const kubeletVersion = versionOf(nodeInfo.kubeletVersion);
  const kubeProxyVersion = versionOf(nodeInfo.kubeProxyVersion) ?? kubeletVersion;
  return {
    name,
    kernel: KernelRelease.parse(textOf(nodeInfo.kernelVersion) ?? ''),
    osImage: textOf(nodeInfo.osImage),
    operatingSystem: operatingSystemOf(nodeInfo),
    architecture: textOf(nodeInfo.architecture),
    kubeProxyVersion,
    kubeProxyVersionAssumed: kubeProxyVersion !== undefined,
    kubeletVersion,
    count,
    cpu,
    labels: Object.fromEntries(labels),
    labelsComplete: true,
    varyingLabels: [...varyingLabels],
    sysctls: {},
    modules: {},
    interfaces: [],
    readOnlyRoot: undefined,
    containerizedNode,
    declaredBackports: [],
  };
}

function operatingSystemOf(nodeInfo: UntypedRecord): 'linux' | 'windows' {
  return nodeInfo.operatingSystem === 'windows' ? 'windows' : 'linux';
}

function versionOf(value: unknown): KubeVersion | undefined {
  return KubeVersion.tryParse(textOf(value) ?? '');
}

/** Cores of a quantity: `4`, `3920m`. */
function cores(quantity: unknown): number | undefined {
  const [, number, milli] = /^(\d+(?:\.\d+)?)(m?)$/.exec(textOf(quantity) ?? '') ?? [];
  return number === undefined ? undefined : Math.max(1, Math.floor(Number(number) / (milli ? 1000 : 1)));
}

/** kind says so in its provider id; k3s in a container has itself as the OS image. */
function isContainer({ spec, nodeInfo }: { spec: UntypedRecord; nodeInfo: UntypedRecord }): boolean {
  return /^kind:/.test(textOf(spec.providerID) ?? '') || /^K3s /.test(textOf(nodeInfo.osImage) ?? '');
}

/** `<os>-<kernel>`; groups that agree in it are told apart by kubelet version, architecture and OS image, as far as needed, else by number. */
function poolNames(groups: readonly NodeGroup[]): string[] {
  const parts: readonly ((nodeInfo: UntypedRecord) => unknown)[] = [
    (nodeInfo) => `${operatingSystemOf(nodeInfo)}-${KernelRelease.parse(textOf(nodeInfo.kernelVersion) ?? '').release}`,
    (nodeInfo) => nodeInfo.kubeletVersion,
    (nodeInfo) => nodeInfo.architecture,
    (nodeInfo) => textOf(nodeInfo.osImage)?.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^-|-$/g, ''),
  ];
  let names = groups.map(() => '');
  for (const part of parts) {
    const clashing = new Set(repeated(names));
    const longer = names.map((name, index) => (clashing.has(name) || name === '' ? [name, textOf(part(groups[index].nodeInfo))].filter(Boolean).join('-') : name));
    // A part that tells nothing apart only lengthens the names.
    if (new Set(longer).size > new Set(names).size) {
      names = longer;
    }
  }
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name}-${before + 1}`;
  });
}
