import { isIPv4, isIPv6 } from 'node:net';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { countOrZero, oneOf, PropertyReader, type Check, type InputProblem } from '../kubernetes/property-reader';
import { shownValue } from '../kubernetes/shown-value';
import { isRecord, listOf, recordOf, textOf, type UntypedRecord } from '../kubernetes/untyped';
import { PLATFORMS, type Cluster, type ClusterNetwork, type Platform } from './cluster';
import type { NodePool, NodePoolProps } from './node-pool';
import { nodePool } from './read-node-pool';

/** A cluster as users write it. */
export interface ClusterProps {
  /** The pools; at least one, each with a name of its own. */
  readonly nodePools: readonly (NodePoolProps | NodePool)[];
  /** Version of the API server. @default - not known */
  readonly kubernetesVersion?: string;
  /** Who set the cluster up. @default 'generic' */
  readonly platform?: Platform;
  /** Ranges and sizes of the cluster's network. @default - nothing is known of it but the usual NodePort range */
  readonly network?: Partial<ClusterNetwork>;
}

/** What is said of a cluster apart from its pools; a part that is left out is `undefined`. */
export interface ClusterFacts {
  /** Version of the API server. @default - not known */
  readonly kubernetesVersion?: KubeVersion;
  /** Who set the cluster up. @default 'generic' */
  readonly platform?: Platform;
  /** Ranges and sizes of the network. @default - nothing is known of it but the usual NodePort range */
  readonly network?: Partial<ClusterNetwork>;
}

/** The same as users write it: a version may be a text. */
export interface StatedFacts extends Omit<ClusterFacts, 'kubernetesVersion'> {
  /** Version of the API server, like `v1.29.4`. @default - not known */
  readonly kubernetesVersion?: KubeVersion | string;
}

/** @throws Error when the version is none */
export function factsAsStated({ kubernetesVersion, ...facts }: StatedFacts): ClusterFacts {
  return { ...facts, kubernetesVersion: typeof kubernetesVersion === 'string' ? KubeVersion.parse(kubernetesVersion) : kubernetesVersion };
}

const FACTS = ['kubernetesVersion', 'platform', 'network'];
const NETWORK_FACTS = ['serviceCidrs', 'podCidrs', 'nodePortRange', 'connectionsPerSecond', 'services', 'endpoints'];

const DEFAULT_NETWORK: ClusterNetwork = {
  serviceCidrs: [], podCidrs: [], nodePortRange: [30000, 32767], connectionsPerSecond: undefined, services: undefined, endpoints: undefined,
};

/**
 * Checks and parses a cluster and its pools.
 *
 * @throws Error that names every property which is not allowed, its value, and what is allowed
 */
export function defineCluster(props: ClusterProps): Cluster {
  const { nodePools: written, ...rest } = recordOf(props);
  const nodePools = listOf(written);
  const { facts, problems } = readClusterFacts(rest);
  const messages = problems.map(({ message }) => `cluster: ${message}`);
  const pools: NodePool[] = [];
  for (const pool of nodePools) {
    try {
      pools.push(isNodePool(pool) ? pool : nodePool(pool as NodePoolProps));
    } catch (error) {
      messages.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (nodePools.length === 0) {
    messages.push(`cluster: nodePools is ${shownValue(written)}; allowed: at least one pool`);
  }
  for (const name of repeated(nodePools.flatMap((pool) => textOf(recordOf(pool).name) ?? []))) {
    messages.push(`cluster: nodePools has two pools named ${JSON.stringify(name)}; allowed: a name of its own for each pool`);
  }
  if (messages.length > 0) {
    throw new Error(messages.join('\n'));
  }
  return clusterOf(pools, facts);
}

/** Whether a pool is already read; what is written may name a kernel, but only as a text. */
function isNodePool(pool: unknown): pool is NodePool {
  return isRecord(pool) && isRecord(pool.kernel);
}

/** A cluster of pools that are already read; of facts stated twice the first counts. */
export function clusterOf(nodePools: readonly NodePool[], ...sources: readonly ClusterFacts[]): Cluster {
  const first = <K extends keyof ClusterFacts>(key: K) => sources.find((source) => source[key] !== undefined)?.[key];
  const networks = sources.map(({ network }) => defined(network ?? {})).reverse();
  return {
    kubernetesVersion: first('kubernetesVersion'),
    platform: first('platform') ?? 'generic',
    nodePools,
    network: Object.assign({}, DEFAULT_NETWORK, ...networks) as ClusterNetwork,
  };
}

/**
 * One statement made of several that are equally sure, whatever their order: of two versions the later (an upgrade leaves older documents
 * behind), of two networks or platforms the one that comes first in writing.
 */
export function settledFacts(stated: readonly ClusterFacts[]): ClusterFacts {
  const versions = stated.flatMap(({ kubernetesVersion }) => kubernetesVersion ?? []);
  const texts = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort();
  const platforms = texts(stated.flatMap(({ platform }) => platform ?? []));
  const networks = texts(stated.flatMap(({ network }) => (network ? [defined(network)] : [])));
  return defined({
    kubernetesVersion: versions.sort((left, right) => right.compare(left) || (right.raw < left.raw ? -1 : 1))[0],
    platform: platforms[0] === undefined ? undefined : JSON.parse(platforms[0]) as Platform,
    network: networks.length === 0 ? undefined
      : Object.assign({}, ...networks.reverse().map((network) => JSON.parse(network) as Partial<ClusterNetwork>)) as Partial<ClusterNetwork>,
  });
}

/**
 * What several files state of one cluster. Where they contradict each other on the version or on a part of the network they are about
 * several clusters, and neither is a fact of all: it is left open, and each kube-proxy keeps what its own document says.
 *
 * @returns the facts that nobody disputes, and in words what is disputed
 */
export function undisputedFacts(stated: readonly ClusterFacts[]): { readonly facts: ClusterFacts; readonly disputed: readonly string[] } {
  const settled = settledFacts(stated);
  const isDisputed = (valueOf: (facts: ClusterFacts) => unknown) => new Set(stated.flatMap((facts) => JSON.stringify(valueOf(facts)) ?? [])).size > 1;
  const versions = isDisputed(({ kubernetesVersion }) => kubernetesVersion && `1.${kubernetesVersion.minor}`);
  const networks = Object.keys(settled.network ?? {}).filter((name) => isDisputed(({ network }) => network?.[name as keyof ClusterNetwork]));
  const network = Object.entries(settled.network ?? {}).filter(([name]) => !networks.includes(name));
  return {
    facts: defined({
      ...settled,
      kubernetesVersion: versions ? undefined : settled.kubernetesVersion,
      network: network.length === 0 ? undefined : Object.fromEntries(network) as Partial<ClusterNetwork>,
    }),
    disputed: [...versions ? ['kubernetesVersion'] : [], ...networks],
  };
}

/** Reads what an inventory says of its cluster; never throws. */
export function readClusterFacts(input: UntypedRecord): { readonly facts: ClusterFacts; readonly problems: readonly InputProblem[] } {
  const reader = new PropertyReader(input);
  const kubernetesVersion = reader.read('kubernetesVersion', 'a Kubernetes version (v1.29.4), in quotes', (value) =>
    (typeof value === 'string' ? KubeVersion.tryParse(value) : undefined));
  const platform = reader.read('platform', PLATFORMS.join(', '), oneOf(PLATFORMS));
  const written = reader.read('network', 'a mapping', (value) => (typeof value === 'object' ? value as UntypedRecord : undefined)) ?? {};
  reader.refuseOthers(FACTS);

  const inNetwork = new PropertyReader(written, ['network']);
  const network = defined({
    serviceCidrs: optionalList(written, 'serviceCidrs', inNetwork),
    podCidrs: optionalList(written, 'podCidrs', inNetwork),
    nodePortRange: inNetwork.read('nodePortRange', 'first and last port, 1-65535 ([30000, 32767])', portRange),
    connectionsPerSecond: inNetwork.read('connectionsPerSecond', 'a number, 0 or more', countOrZero),
    services: inNetwork.read('services', 'a number, 0 or more', countOrZero),
    endpoints: inNetwork.read('endpoints', 'a number, 0 or more', countOrZero),
  });
  inNetwork.refuseOthers(NETWORK_FACTS);
  return { facts: { kubernetesVersion, platform, network }, problems: [...reader.problems, ...inNetwork.problems] };
}

/** The names that occur more than once, each once. */
export function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const name of names) {
    (seen.has(name) ? again : seen).add(name);
  }
  return [...again];
}

function optionalList(written: UntypedRecord, name: string, reader: PropertyReader): readonly string[] | undefined {
  return written[name] === undefined ? undefined : reader.items(name, 'a range such as 10.96.0.0/12 or fd00:10:96::/112', cidr);
}

const cidr: Check<string> = (value) => {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  return Number(length) <= bits ? `${address}/${length}` : undefined;
};

const portRange: Check<readonly [number, number]> = (value) => {
  const parts: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split('-').map(Number) : [];
  const [first, last] = parts.filter((port): port is number => typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65535);
  return parts.length === 2 && first <= last ? [first, last] : undefined;
};

function defined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<T>;
}
