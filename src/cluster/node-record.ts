import { KernelRelease, LONGEST_RELEASE } from '../facts/kernel/kernel-release';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { listOf, recordOf, textOf, textRecordOf, type UntypedRecord } from '../kubernetes/untyped';
import type { NodeInterface, NodePool } from './node-pool';

/** What nodes have to agree in to make a pool, apart from labels. */
export type NodeFacts = Omit<NodePool, 'name' | 'count' | 'cpu' | 'labels' | 'varyingLabels' | 'absentLabels' | 'nodeRequirements' | 'interfaces' | 'addresses'>;

/** One node, or several that are known to be alike. */
export interface NodeRecord {
  readonly name: string | undefined;
  /** Equal for equal facts. */
  readonly key: string;
  /** Told on demand, since most nodes join a group that has them. */
  readonly facts: () => NodeFacts;
  readonly count: number;
  readonly cpu: number | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly interfaces: readonly NodeInterface[];
  /** Internal addresses, where a Node object tells. */
  readonly addresses: readonly string[];
}

/** A Node object as far as it is read. */
export type ListedNode = NodeRecord | { readonly withoutKernel: string };

/** Reads a Node object of whatever shape; only its name where it has no kernel yet. */
export function listedNode(node: unknown): ListedNode {
  const { metadata, spec, status } = recordOf(node);
  const { labels, name } = recordOf(metadata);
  const { nodeInfo: info, capacity, addresses } = recordOf(status);
  const nodeInfo = recordOf(info);
  if (!isRelease(textOf(nodeInfo.kernelVersion))) {
    return { withoutKernel: textOf(name) ?? '(without a name)' };
  }
  const containerizedNode = isContainer(recordOf(spec), nodeInfo);
  return {
    name: textOf(name),
    key: JSON.stringify([
      nodeInfo.kernelVersion, nodeInfo.osImage, nodeInfo.kubeletVersion, nodeInfo.kubeProxyVersion, nodeInfo.architecture, nodeInfo.operatingSystem,
      containerizedNode,
    ]),
    facts: () => factsOf(nodeInfo, containerizedNode),
    count: 1, cpu: cores(recordOf(capacity).cpu), labels: textRecordOf(labels), interfaces: [], addresses: internalAddresses(addresses),
  };
}

/** A node that was looked at, as the inventory collector logs it: a pool of one. Where it could read its labels, it has them all. */
export function observedNode(node: NodePool): NodeRecord {
  const {
    name, count, cpu, labels, varyingLabels: _varying, absentLabels: _absent, nodeRequirements: _met, interfaces, addresses = [], ...ofPool
  } = node;
  const facts: NodeFacts = Object.hasOwn(labels, SET_BY_EVERY_KUBELET) ? { ...ofPool, labelsComplete: true } : ofPool;
  const { kernel, kubeProxyVersion, kubeletVersion, ...rest } = facts;
  return {
    name, key: JSON.stringify([kernel.raw, kubeProxyVersion?.raw, kubeletVersion?.raw, rest]), facts: () => facts,
    count: count ?? 1, cpu, labels, interfaces, addresses,
  };
}

const SET_BY_EVERY_KUBELET = 'kubernetes.io/hostname';

/** One node that was both listed and looked at. What was seen on the node itself wins; its labels are those of the list. */
export function joinedNode(listed: NodeRecord, observed: NodeRecord): NodeRecord {
  return {
    name: listed.name,
    key: JSON.stringify([listed.key, observed.key]),
    facts: () => {
      const [ofList, seen] = [listed.facts(), observed.facts()];
      return {
        ...ofList,
        ...seen.kubeProxyVersion && { kubeProxyVersion: seen.kubeProxyVersion, kubeProxyVersionAssumed: seen.kubeProxyVersionAssumed },
        kernel: seen.kernel,
        sysctls: seen.sysctls,
        modules: seen.modules,
        readOnlyRoot: seen.readOnlyRoot,
        containerizedNode: seen.containerizedNode || ofList.containerizedNode,
        declaredBackports: seen.declaredBackports,
      };
    },
    count: 1,
    cpu: observed.cpu ?? listed.cpu,
    labels: { ...observed.labels, ...listed.labels },
    interfaces: observed.interfaces,
    addresses: listed.addresses,
  };
}

function factsOf(nodeInfo: UntypedRecord, containerizedNode: boolean): NodeFacts {
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

/** What is wrong with nodes that have no kernel yet and are left out, naming the first ten; one line, or nothing. */
export function nodesWithoutKernel(names: readonly string[]): string[] {
  const others = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return names.length === 0 ? [] : [
    `status.nodeInfo.kernelVersion is missing or no kernel release on node ${names.slice(0, 10).join(', ')}${others}; the node is left out, so wait until its `
    + 'kubelet has reported it',
  ];
}
