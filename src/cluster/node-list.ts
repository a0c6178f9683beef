import { isRecord } from '../kubernetes/untyped';
import type { Cluster } from './cluster';
import { clusterOf, factsAsStated, type StatedFacts } from './define-cluster';
import { metByNode, NO_DISTINCTIONS, type NodeDistinctions } from './node-distinctions';
import type { NodePool } from './node-pool';
import { joinedNode, listedNode, nodesWithoutKernel, observedNode, type ListedNode, type NodeFacts, type NodeRecord } from './node-record';
import { isControlPlane, poolLabelOf, poolNames } from './pool-names';

/** Nodes that agree in everything that makes a pool. */
interface NodeGroup {
  readonly key: string;
  readonly facts: NodeFacts;
  readonly nodeRequirements: NonNullable<NodePool['nodeRequirements']>;
  count: number;
  /** Cores of the smallest node. */
  cpu: number | undefined;
  /** Labels that every node so far has with the same value. */
  readonly labels: Map<string, string>;
  readonly varyingLabels: Set<string>;
  readonly interfaces: Map<string, Set<string>>;
  readonly addresses: Set<string>;
}

/** How nodes are grouped. */
export interface GroupingOptions {
  /** What the selectors of the input tell nodes apart by. @default - nothing */
  readonly distinctions?: NodeDistinctions;
  /** Whether a node that is listed and one that was looked at are one when they have one name; keeps every node until the end. @default false */
  readonly byName?: boolean;
  /** Whether nodes of the control plane, and of pools that a label names, are kept apart although nothing asks for it. @default false */
  readonly byPoolLabel?: boolean;
}

/** Groups nodes into pools one by one, keeping nothing of a node but what its group needs. */
export class NodeGroups {
  private readonly groups = new Map<string, NodeGroup>();
  private readonly withoutKernel: string[] = [];
  private readonly held = new Map<string, { readonly listed: NodeRecord[]; readonly observed: NodeRecord[] }>();

  public constructor(private readonly options: GroupingOptions = {}) {}

  /** Adds a Node object of whatever shape. */
  public add(node: unknown): void {
    this.addListed(listedNode(node));
  }

  /** Adds a Node object that was read before. */
  public addListed(record: ListedNode): void {
    if ('withoutKernel' in record) {
      this.withoutKernel.push(record.withoutKernel);
    } else {
      this.addRecord(record, 'listed');
    }
  }

  /** Adds a node that was looked at, as the inventory collector logs it: a pool of one. Interfaces without addresses are left out. */
  public addObserved(node: NodePool): void {
    this.addRecord(observedNode(node), 'observed');
  }

  /** Whether a node that is kept by name was listed under this one. */
  public lists(name: string): boolean {
    return (this.held.get(name)?.listed.length ?? 0) > 0;
  }

  /** What was wrong with nodes that are left out, naming them; one line, or nothing. */
  public get problems(): readonly string[] {
    return nodesWithoutKernel(this.withoutKernel);
  }

  /** The pools, in the order of their names. */
  public pools(): NodePool[] {
    this.releaseHeld();
    const unnamed = [...this.groups.values()].sort((left, right) => compareTexts(left.key, right.key)).map((group) => ({
      ...group.facts,
      count: group.count,
      cpu: group.cpu,
      labels: Object.fromEntries(group.labels),
      varyingLabels: [...group.varyingLabels].sort(),
      nodeRequirements: group.nodeRequirements,
      interfaces: [...group.interfaces].sort(([left], [right]) => compareTexts(left, right))
        .map(([name, addresses]) => ({ name, addresses: [...addresses].sort() })),
      ...group.addresses.size > 0 && { addresses: [...group.addresses].sort() },
    }));
    const names = poolNames(unnamed, this.options.distinctions?.labels ?? []);
    return unnamed.map((pool, index) => ({ name: names[index], ...pool })).sort((left, right) => compareTexts(left.name, right.name));
  }

  private addRecord(record: NodeRecord, as: 'listed' | 'observed'): void {
    if (this.options.byName && record.name !== undefined) {
      const held = this.held.get(record.name) ?? { listed: [], observed: [] };
      this.held.set(record.name, held);
      held[as].push(record);
    } else {
      this.join(record);
    }
  }

  /** One node that is in both lists is one node; the log of a restarted collector, and a list that is given twice, say the same twice. */
  private releaseHeld(): void {
    for (const { listed, observed } of this.held.values()) {
      const [nodes, seen] = [distinct(listed), distinct(observed)];
      (nodes.length === 0 ? seen : seen.length === 0 ? nodes : nodes.map((node) => joinedNode(node, seen[0]))).forEach((record) => this.join(record));
    }
    this.held.clear();
  }

  private join(node: NodeRecord): void {
    const nodeRequirements = metByNode(this.options.distinctions ?? NO_DISTINCTIONS, node.name, node.labels);
    const key = this.keyOf(node, nodeRequirements);
    const known = this.groups.get(key);
    const group = known ?? {
      key, facts: node.facts(), nodeRequirements, count: 0, cpu: undefined, labels: new Map(Object.entries(node.labels)), varyingLabels: new Set(),
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

  private keyOf({ key, labels }: NodeRecord, nodeRequirements: NodeGroup['nodeRequirements']): string {
    const { distinctions = NO_DISTINCTIONS, byPoolLabel = false } = this.options;
    const told = [
      ...distinctions.labels.map((label) => labels[label] ?? null),
      ...distinctions.perNode.length > 0 ? [nodeRequirements] : [],
      ...byPoolLabel ? [poolLabelOf(labels), isControlPlane(labels)] : [],
    ];
    return told.length === 0 ? key : JSON.stringify([key, told]);
  }
}

/** How `clusterFromNodeList` tells nodes apart. */
export interface NodeListOptions {
  /** Labels by whose values nodes are kept apart, such as those that your node selectors ask for. @default - those that name pools, and the control plane's */
  readonly labels?: readonly string[];
}

/**
 * The cluster of a node list, `kubectl get nodes -o json` once it is parsed. Nodes that agree in kernel, OS image, kubelet version,
 * architecture and operating system make one pool; those of the control plane, of pools that a label names (`eks.amazonaws.com/nodegroup`,
 * `pool`), and those that differ in one of `options.labels` are kept apart. Pools are named by that label, else `control-plane`, else
 * `<os>-<kernel>` (`linux-5.15.0-91-generic`). The labels of a pool are those that all its nodes share, its `cpu` is that of the smallest
 * node. The version of kube-proxy is assumed, since `nodeInfo` repeats the kubelet's.
 *
 * @throws Error when the list is no node list, has no node, or has a node without a kernel version, or the version of the cluster is none
 */
export function clusterFromNodeList(list: unknown, facts: StatedFacts = {}, { labels = [] }: NodeListOptions = {}): Cluster {
  if (!isRecord(list) || !Array.isArray(list.items)) {
    throw new Error('not a node list: it has no items; pass the parsed output of kubectl get nodes -o json');
  }
  const groups = new NodeGroups({ byPoolLabel: true, distinctions: { labels: [...new Set(labels)].sort(), perNode: [] } });
  list.items.forEach((node) => groups.add(node));
  const pools = groups.pools();
  if (groups.problems.length > 0) {
    throw new Error(groups.problems.join('\n'));
  }
  if (pools.length === 0) {
    throw new Error('the node list has no nodes; pass the parsed output of kubectl get nodes -o json');
  }
  return clusterOf(pools, factsAsStated(facts));
}

function distinct(records: readonly NodeRecord[]): NodeRecord[] {
  const byContent = new Map(records.map((record) => [JSON.stringify([record.key, record.cpu, record.labels, record.interfaces]), record]));
  return [...byContent.keys()].sort().flatMap((content) => byContent.get(content) ?? []);
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
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
