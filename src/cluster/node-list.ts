import { KernelRelease, LONGEST_RELEASE } from '../facts/kernel/kernel-release';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { type UntypedRecord, isRecord, listOf, recordOf, textOf, textRecordOf } from '../kubernetes/untyped';
import type { Cluster } from './cluster';
import { clusterOf, repeated, type ClusterFacts } from './define-cluster';
import type { NodeInterface, NodePool } from './node-pool';

/** Nodes that agree in everything that makes a pool. */
interface NodeGroup {
  readonly facts: Omit<NodePool, 'name' | 'count' | 'cpu' | 'labels' | 'varyingLabels' | 'interfaces' | 'addresses'>;
  count: number;
  /** Cores of the smallest node. */
  cpu: number | undefined;
  /** Labels that every node so far has with the same value. */
  readonly labels: Map<string, string>;
  readonly varyingLabels: Set<string>;
  readonly interfaces: Map<string, Set<string>>;
  readonly addresses: Set<string>;
}

/** What may differ between the nodes of a group. */
interface NodeOfGroup {
  readonly count: number;
  readonly cpu: number | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly interfaces: readonly NodeInterface[];
  readonly addresses: readonly string[];
}

/** Groups nodes into pools one by one, keeping nothing of a node but what its group needs. */
export class NodeGroups {
  private readonly groups = new Map<string, NodeGroup>();
  private readonly withoutKernel: string[] = [];

  /** Adds a Node object of whatever shape. */
  public add(node: unknown): void {
    const { metadata, spec, status } = recordOf(node);
    const { labels, name } = recordOf(metadata);
    const { nodeInfo: info, capacity, addresses } = recordOf(status);
    const nodeInfo = recordOf(info);
    if (!isRelease(textOf(nodeInfo.kernelVersion))) {
      this.withoutKernel.push(textOf(name) ?? '(without a name)');
      return;
    }
    const containerizedNode = isContainer(recordOf(spec), nodeInfo);
    const key = JSON.stringify([
      nodeInfo.kernelVersion, nodeInfo.osImage, nodeInfo.kubeletVersion, nodeInfo.kubeProxyVersion, nodeInfo.architecture, nodeInfo.operatingSystem,
      containerizedNode,
    ]);
    this.join(
      key,
      { count: 1, cpu: cores(recordOf(capacity).cpu), labels: textRecordOf(labels), interfaces: [], addresses: internalAddresses(addresses) },
      () => factsOf(nodeInfo, containerizedNode),
    );
  }

  /** Adds a node that was looked at, as the inventory collector logs it: a pool of one. Interfaces without addresses are left out. */
  public addObserved(node: NodePool): void {
    const { name: _name, count, cpu, labels, varyingLabels: _varying, interfaces, addresses = [], ...facts } = node;
    const { kernel, kubeProxyVersion, kubeletVersion, ...rest } = facts;
    const key = JSON.stringify([kernel.raw, kubeProxyVersion?.raw, kubeletVersion?.raw, rest]);
    this.join(key, { count: count ?? 1, cpu, labels, interfaces, addresses }, () => facts);
  }

  /** What was wrong with nodes that are left out, naming them; one line, or nothing. */
  public get problems(): readonly string[] {
    if (this.withoutKernel.length === 0) {
      return [];
    }
    const named = this.withoutKernel.slice(0, 10).join(', ');
    const others = this.withoutKernel.length > 10 ? ` and ${this.withoutKernel.length - 10} more` : '';
    return [`status.nodeInfo.kernelVersion is missing or no kernel release on node ${named}${others}; the node is left out, so wait until its kubelet has reported it`];
  }

  /** The pools, in the order in which their first nodes came. */
  public pools(): NodePool[] {
    const unnamed = [...this.groups.values()].map((group) => ({
      ...group.facts,
      count: group.count,
      cpu: group.cpu,
      labels: Object.fromEntries(group.labels),
      varyingLabels: [...group.varyingLabels],
      interfaces: [...group.interfaces].map(([name, addresses]) => ({ name, addresses: [...addresses] })),
      ...group.addresses.size > 0 && { addresses: [...group.addresses] },
    }));
    const names = poolNames(unnamed);
    return unnamed.map((pool, index) => ({ name: names[index], ...pool }));
  }

  private join(key: string, node: NodeOfGroup, facts: () => NodeGroup['facts']): void {
    const known = this.groups.get(key);
    const group = known ?? {
      facts: facts(), count: 0, cpu: undefined, labels: new Map(Object.entries(node.labels)), varyingLabels: new Set(),
      interfaces: new Map(), addresses: new Set(),
    };
    this.groups.set(key, group);
    group.count += node.count;
    group.cpu = node.cpu === undefined ? group.cpu : Math.min(node.cpu, group.cpu ?? node.cpu);
    if (known) {
      joinLabels(known, node.labels);
    }
    node.addresses.forEach((address) => group.addresses.add(address));
    for (const { name, addresses = [] } of node.interfaces.filter((found) => found.addresses?.length)) {
      group.interfaces.set(name, new Set([...group.interfaces.get(name) ?? [], ...addresses]));
    }
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
  list.items.forEach((node) => groups.add(node));
  const pools = groups.pools();
  if (groups.problems.length > 0) {
    throw new Error(groups.problems.join('\n'));
  }
  if (pools.length === 0) {
    throw new Error('the node list has no nodes; pass the parsed output of kubectl get nodes -o json');
  }
  return clusterOf(pools, facts);
}

function joinLabels(group: NodeGroup, labels: Readonly<Record<string, string>>): void {
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

function factsOf(nodeInfo: UntypedRecord, containerizedNode: boolean): NodeGroup['facts'] {
  const kubeletVersion = versionOf(nodeInfo.kubeletVersion);
  const kubeProxyVersion = versionOf(nodeInfo.kubeProxyVersion) ?? kubeletVersion;
  return {
    kernel: KernelRelease.parse(textOf(nodeInfo.kernelVersion) ?? ''),
    osImage: textOf(nodeInfo.osImage),
    operatingSystem: nodeInfo.operatingSystem === 'windows' ? 'windows' : 'linux',
    architecture: textOf(nodeInfo.architecture),
    kubeProxyVersion,
    kubeProxyVersionAssumed: kubeProxyVersion !== undefined,
    kubeletVersion,
    labelsComplete: true,
    sysctls: {},
    modules: {},
    readOnlyRoot: undefined,
    containerizedNode,
    declaredBackports: [],
  };
}

function isRelease(text = ''): boolean {
  const { release } = KernelRelease.parse(text);
  return release !== '' && release.length <= LONGEST_RELEASE;
}

function versionOf(value: unknown): KubeVersion | undefined {
  return KubeVersion.tryParse(textOf(value) ?? '');
}

/** Whole cores of a quantity: `4`, `3920m`. */
function cores(quantity: unknown): number | undefined {
  const [, number, milli] = /^(\d+(?:\.\d+)?)(m?)$/.exec(textOf(quantity) ?? '') ?? [];
  return number === undefined ? undefined : Math.max(1, Math.floor(Number(number) / (milli ? 1000 : 1)));
}

/** What a Node object has as addresses that others in the cluster reach it by. */
function internalAddresses(addresses: unknown): string[] {
  return listOf(addresses).map(recordOf).flatMap(({ type, address }) => (type === 'InternalIP' ? textOf(address) ?? [] : []));
}

/** kind says so in its provider id; k3s in a container has itself as the OS image. */
function isContainer(spec: UntypedRecord, nodeInfo: UntypedRecord): boolean {
  return /^kind:/.test(textOf(spec.providerID) ?? '') || /^K3s /.test(textOf(nodeInfo.osImage) ?? '');
}

type Named = Pick<NodePool, 'operatingSystem' | 'kernel' | 'kubeletVersion' | 'architecture' | 'osImage'>;

/** `<os>-<kernel>`; pools that agree in it are told apart by kubelet version, architecture and OS image, as far as needed, else by number. */
function poolNames(pools: readonly Named[]): string[] {
  const distinctions: readonly ((pool: Named) => string | undefined)[] = [
    ({ kubeletVersion }) => kubeletVersion?.raw,
    ({ architecture }) => architecture,
    ({ osImage }) => osImage?.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^-|-$/g, ''),
  ];
  const first = pools.map(({ operatingSystem, kernel }) => `${operatingSystem}-${kernel.release}`);
  const names = distinctions.reduce((shorter, distinction) => {
    const clashing = new Set(repeated(shorter));
    const longer = shorter.map((name, index) => (clashing.has(name) ? [name, distinction(pools[index])].filter(Boolean).join('-') : name));
    // What tells nothing apart would only lengthen the names.
    return new Set(longer).size > new Set(shorter).size ? longer : shorter;
  }, first);
  const taken = new Set(names);
  const uses = new Map<string, number>();
  return names.map((name) => {
    let use = (uses.get(name) ?? 0) + 1;
    while (use > 1 && taken.has(`${name}-${use}`)) {
      use += 1;
    }
    uses.set(name, use);
    return use === 1 ? name : `${name}-${use}`;
  });
}
