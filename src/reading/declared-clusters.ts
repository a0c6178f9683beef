import { clusterOf, settledFacts, undisputedFacts, type ClusterFacts } from '../cluster/define-cluster';
import type { NodeDistinctions } from '../cluster/node-distinctions';
import { NodeGroups } from '../cluster/node-list';
import type { NodePool } from '../cluster/node-pool';
import type { Declaration, UnreadableInput } from '../declaration/declaration';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { KnownCluster } from './known-cluster';
import { withEdits } from './kube-proxies/configuration-edits';
import { withConfigurations } from './kube-proxies/configuration-lookup';
import type { FoundConfiguration } from './kube-proxies/found-instance';
import type { Part } from './part';
import type { Statements } from './statements';
import { workloadsOf } from './workloads/workloads';

/** How one cluster is put together. */
export interface ClusterOptions {
  /** What the selectors of the whole input tell nodes apart by. */
  readonly distinctions: NodeDistinctions;
  /** Whether what its files contradict each other on is settled (the later version) rather than left open. @default false */
  readonly settle?: boolean;
  /** Whether what its own files say goes before what is known otherwise, which may be meant for another cluster. @default false */
  readonly ownFirst?: boolean;
}

/** What the parts of one cluster declare, on the nodes that are known. */
export function declarationOfStatements(
  statements: Statements, known: KnownCluster, { distinctions, settle = false, ownFirst = false }: ClusterOptions,
): Declaration {
  const { parts, instances, configurations, writers, workloads } = statements;
  const { cluster: declared, nodePools: listed, facts = [] } = known;
  const stated = parts.flatMap((part) => part.facts);
  const own = declared ? { facts: {}, disputed: [] } : settle ? { facts: settledFacts(stated), disputed: [] } : undisputedFacts(stated);
  const { pools: inParts, unreadable } = listed ? { pools: [], unreadable: [] } : nodePoolsOf(parts, distinctions);
  const nodePools = listed ?? inParts;
  const fallback = instances.length === 0 && configurations.length === 0 ? firstByName(parts.flatMap(({ otherwise }) => otherwise)) : [];
  const edited = withEdits([...configurations, ...fallback], parts.flatMap(({ edits }) => edits));
  const givenOnly = parts.flatMap((part) => part.givenOnly);
  const kubeProxies = withConfigurations(instances, edited, givenOnly, declared?.nodePools ?? nodePools);
  const platforms = settledFacts(kubeProxies.map(({ shippedBy }) => ({ platform: shippedBy })));
  const sources = ownFirst ? [own.facts, ...facts] : [...facts, own.facts];
  return {
    cluster: declared ?? clusterOf(nodePools, ...sources, platforms),
    kubeProxies,
    droppedSections: parts.flatMap(({ droppedSections }) => droppedSections),
    writers,
    workloads: own.disputed.length === 0 ? workloads : NO_WORKLOADS,
    disputed: own.disputed,
    unreadable,
  };
}

const NO_WORKLOADS = workloadsOf([], { virtualServers: [], registries: [], policyEngines: [], endpoints: 0 });

/** Of several that say the same, the one whose name comes first, whatever the order of the input. */
function firstByName(found: readonly FoundConfiguration[]): FoundConfiguration[] {
  return [...found].sort((left, right) => (left.configuration.name < right.configuration.name ? -1 : 1)).slice(0, 1);
}

function nodePoolsOf(
  parts: readonly Part[], distinctions: NodeDistinctions,
): { readonly pools: readonly NodePool[]; readonly unreadable: readonly UnreadableInput[] } {
  const groups = new NodeGroups({ distinctions });
  parts.flatMap(({ nodes }) => nodes).forEach((node) => groups.addListed(node));
  const pools = groups.pools();
  return { pools, unreadable: groups.problems.map((message) => ({ name: 'nodes', resource: undefined, location: undefined, message })) };
}

/** The statements of several clusters, and what belongs to none of them. */
export interface SeveralClusters {
  readonly clusters: readonly { readonly name: string; readonly statements: Statements }[];
  readonly others: Statements;
  readonly disputed: readonly string[];
}

/** What several clusters declare. Nodes that were listed go to the one cluster whose release they run, where there is one. */
export function declarationOfSeveral(
  { clusters, others, disputed }: SeveralClusters, { nodePools: listed, facts = [] }: KnownCluster, distinctions: NodeDistinctions,
): Declaration {
  const declared = clusters.map(({ name, statements }) => ({
    name, statements, version: minorOf(declarationOfStatements(statements, { nodePools: [] }, { distinctions })),
  }));
  const versions = declared.map(({ version }) => version);
  const stated = facts.find(({ kubernetesVersion }) => kubernetesVersion !== undefined);
  const clusterOfPool = (pool: NodePool) => onlyIndex(versions, pool.kubeProxyVersion?.minor ?? stated?.kubernetesVersion?.minor);
  const judged = declared.map(({ name, statements }, index) => {
    const ofCluster = { nodePools: listed?.filter((pool) => clusterOfPool(pool) === index), facts: withoutOther(facts, versions[index]) };
    return { name, declaration: declarationOfStatements(statements, ofCluster, { distinctions, ownFirst: true }) };
  });
  const { cluster, droppedSections, writers, unreadable } = declarationOfStatements(
    others, { nodePools: listed?.filter((pool) => clusterOfPool(pool) === undefined) }, { distinctions },
  );
  return {
    cluster,
    kubeProxies: [],
    droppedSections,
    writers,
    workloads: NO_WORKLOADS,
    clusters: judged,
    disputed,
    leftOut: filesOf(others.parts),
    unreadable: [...unreadable, ...judged.flatMap(({ declaration }) => declaration.unreadable)],
  };
}

/** The minor release of a cluster, as it is stated or as all its kube-proxies run it. */
function minorOf({ cluster, kubeProxies }: Declaration): number | undefined {
  const running = new Set(kubeProxies.map(({ version }: KubeProxyInstance) => version?.minor));
  return cluster.kubernetesVersion?.minor ?? (running.size === 1 ? [...running][0] : undefined);
}

/** The one cluster that has a release; none where several have it, or where the release of one is not known. */
function onlyIndex(versions: readonly (number | undefined)[], wanted: number | undefined): number | undefined {
  const found = versions.flatMap((version, index) => (version === wanted ? [index] : []));
  return wanted === undefined || versions.includes(undefined) || found.length !== 1 ? undefined : found[0];
}

/** What is known apart from the files counts for a cluster that does not say otherwise; ranges are those of one cluster only. */
function withoutOther(facts: readonly ClusterFacts[], minor: number | undefined): ClusterFacts[] {
  return facts.map((known) => (minor === undefined || known.kubernetesVersion === undefined || known.kubernetesVersion.minor === minor ? known
    : { ...known, kubernetesVersion: undefined })).map(({ network: _network, ...rest }) => rest);
}

/** The files of parts, each once, in order. */
export function filesOf(parts: readonly Part[]): string[] {
  return [...new Set(parts.flatMap(({ file }) => file ?? []))].sort();
}
