import { selects, undecidedLabels } from '../cluster/pool-selector';
import type { DeclaredCluster, Declaration } from '../declaration/declaration';
import type { NotChecked } from '../rules/finding';
import { namedLabels } from '../prediction/assumptions';
import type { ConfigurationPrediction, PoolPrediction, Prediction } from '../prediction/prediction';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { Writer } from '../declaration/writer';
import { shortList } from './short-list';

const NO_VERSION = 'no version of kube-proxy is known; give kubeProxyVersion of the pool, an image tag, or the version of the cluster (--kubernetes-version)';

const NO_KUBE_PROXY = 'no kube-proxy found: nothing was judged; name what runs or configures it (DaemonSet, ConfigMap, KubeProxyConfiguration, flags, a file of the installer)';

/** What no rule can judge because the input leaves it open, each reason once. */
export function leftOpen(declaration: Declaration, prediction: Prediction): NotChecked[] {
  if (declaration.clusters) {
    return [...severalClusters(declaration, declaration.clusters), ...unassignedPools(prediction)];
  }
  return declaration.kubeProxies.length === 0 ? [open(NO_KUBE_PROXY)]
    : [...contradiction(declaration), ...openOnNodes(declaration, prediction)];
}

/** What a Service of one cluster asks of the kube-proxy of another is nobody's fault. */
function severalClusters({ disputed = [], leftOut = [] }: Declaration, clusters: readonly DeclaredCluster[]): NotChecked[] {
  const others = leftOut.length === 0 ? '' : `; ${filesInWords(leftOut)} to none of them, or it is not known to which, so nothing there was held against a kube-proxy`;
  return [{
    ...open(`the input describes ${clusters.length} clusters, since its files contradict each other on ${shortList(disputed)}; each was judged by itself: `
      + `${shortList(clusters.map(({ name }) => name))}${others}. Check the folder of one cluster at a time, or give --one-cluster if it is one`),
    leavesVerdictOpen: false,
  }];
}

/** Nodes of which nothing tells to which of several clusters they belong. */
function unassignedPools({ pools }: Prediction): NotChecked[] {
  return openOn(pools, 'to which of the clusters these nodes belong is not known, so nothing was predicted for them; check one cluster with its nodes');
}

/** One cluster of which its own files do not say the same. */
function contradiction({ disputed = [], leftOut = [] }: Declaration): NotChecked[] {
  return [
    ...disputed.length === 0 ? [] : [{
      ...open(`what describes the cluster contradicts itself on ${shortList(disputed)}: Services and other objects were not held against any kube-proxy; `
        + 'check one cluster at a time, or give --one-cluster'),
      leavesVerdictOpen: false,
    }],
    ...leftOut.length === 0 ? [] : [{
      ...open(`${filesInWords(leftOut)} to no cluster that is known, since what they say contradicts other files, so they were left out; `
        + 'give --one-cluster if they belong to this one'),
      leavesVerdictOpen: false,
    }],
  ];
}

function filesInWords(files: readonly string[]): string {
  return `${files.length === 1 ? '1 file belongs' : `${files.length} files belong`} (${shortList(files)})`;
}

function openOnNodes({ kubeProxies }: Declaration, { pools, configurations }: Prediction): NotChecked[] {
  if (pools.length === 0) {
    const noNodes = 'no nodes are known, so nothing that depends on a kernel was checked; give a node list or an inventory (--nodes)';
    const reasons = [noNodes, ...kubeProxies.length > 0 && configurations.length === 0 ? [NO_VERSION] : []];
    return [...reasons.map((reason) => open(reason)), ...openFields(configurations)];
  }
  return [
    ...openOn(pools.filter(({ kubeProxy }) => kubeProxy === undefined), NO_VERSION),
    ...undecidedKubeProxies(pools),
    ...openOn(pools.filter(({ kubeProxy, claimants }) => kubeProxy !== undefined && claimants.length === 0),
      'nothing in the input runs or configures kube-proxy there, so its mode is not known; add its DaemonSet, ConfigMap or flags'),
    ...unreadConfigurations(pools),
    ...openFields(configurations),
    ...undecidedWriters(pools),
  ];
}

/** Several claim a pool and would not do the same there: none of them is taken for the one that runs. */
function undecidedKubeProxies(pools: readonly PoolPrediction[]): NotChecked[] {
  const undecided = pools.filter(({ instance, claimants }) => instance === undefined && claimants.length > 1);
  const reasons = new Map<string, PoolPrediction[]>();
  for (const predicted of undecided) {
    const reason = whyUndecided(predicted);
    reasons.set(reason, [...reasons.get(reason) ?? [], predicted]);
  }
  return [...reasons].flatMap(([reason, concerned]) => openOn(concerned, reason));
}

function whyUndecided({ pool, claimants }: PoolPrediction): string {
  const names = [...new Set(claimants.map(({ name }) => name))].join(' and ');
  const labels = [...new Set(claimants.flatMap((claimant) => undecidedLabels(claimant.pools, pool)))].sort();
  return labels.length === 0
    ? `${names} all claim it and would not do the same there, so mode and verdict are not known; leave the pool to one of them`
    : `which of ${names} runs there is not known, so neither are mode and verdict: they select nodes by ${namedLabels(labels)}, which the pool does not state `
      + 'for all its nodes; give the labels of the pool, or the node list';
}

/** What runs kube-proxy with a configuration that the input lacks. */
function unreadConfigurations(pools: readonly PoolPrediction[]): NotChecked[] {
  const lacking = pools.filter(({ kubeProxy, instance }) =>
    kubeProxy !== undefined && instance?.readsConfiguration && instance.configuration === undefined);
  return [...new Set(lacking.flatMap(({ instance }) => instance ?? []))].flatMap((instance) => {
    const flag = instance.flags.find(({ name }) => name === 'config')?.value;
    return openOn(lacking.filter((pool) => pool.instance === instance),
      `the configuration that ${instance.name} reads (${flag === undefined ? '--config' : `--config=${flag}`}) is not in the input, so its mode is not known; `
      + 'add the file, or the ConfigMap with that key');
  });
}

/** Why values of a kube-proxy are not known, where that can be told. */
function whyOpen({ flags }: KubeProxyInstance): string {
  const reasons = [...new Set(flags.filter(({ name }) => name !== 'hostname-override').flatMap(({ unknown = [] }) => unknown))];
  return reasons.length > 0 ? reasons.join('; ') : 'a placeholder, or a variable that only the running pod knows';
}

/** Fields whose value something else fills in: once for each kube-proxy, whatever its releases and pools. */
function openFields(configurations: readonly ConfigurationPrediction[]): NotChecked[] {
  const fieldsOf = new Map(configurations.map(({ instance, decoded: { unknown } }) =>
    [instance, [...new Set(unknown)].filter((field) => field !== NODE_NAME)]));
  return [...fieldsOf].filter(([, fields]) => fields.length > 0).map(([instance, fields]) => {
    return {
      ...open(`${fields.join(', ')} of ${instance.configuration?.name ?? instance.name} ${fields.length === 1 ? 'has a value' : 'have values'} that something else fills in `
        + `(${whyOpen(instance)}), so nothing that depends on it was checked; check what is deployed in the end`),
      leavesVerdictOpen: fields.some((field) => DECIDES_VERDICT.test(field)),
    };
  });
}

/** Every kubeadm cluster has it from the pod's own node, and nothing depends on it. */
const NODE_NAME = 'hostnameOverride';

/** Fields that decide what becomes of reused source ports, and whether kube-proxy starts. */
const DECIDES_VERDICT = /^(?:mode|ipvs|conntrack|featureGates)\b/;

/** Writers of which it cannot be told whether they run on a pool; where there is one pool only, they are taken to. */
function undecidedWriters(pools: readonly PoolPrediction[]): NotChecked[] {
  const isUndecided = (writer: Writer, { pool }: PoolPrediction) => selects(writer.pools, pool) === 'unknown';
  const writers = pools.length > 1 ? new Set(pools.flatMap((pool) => pool.writers.filter((writer) => isUndecided(writer, pool)))) : [];
  return [...writers].flatMap((writer) => {
    const undecided = pools.filter((pool) => isUndecided(writer, pool));
    const labels = [...new Set(undecided.flatMap(({ pool }) => undecidedLabels(writer.pools, pool)))];
    return openOn(undecided,
      `whether ${writer.name} runs there is not known, since it selects nodes by ${namedLabels(labels)}, which the pool does not state for all its nodes; give the labels of the pool`,
      undecided.some(({ startup, reuse }) => startup.outcome === 'unknown' || reuse.verdict === 'unknown'));
  });
}

/** More would hide the reason behind them. */
const MOST_NAMES = 10;

function openOn(pools: readonly PoolPrediction[], reason: string, leavesVerdictOpen = true): NotChecked[] {
  const names = pools.map(({ pool }) => pool.name);
  const others = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  switch (names.length) {
    case 0: return [];
    case 1: return [{ ...open(reason), pool: names[0], leavesVerdictOpen }];
    default: return [{ ...open(`pools ${names.slice(0, MOST_NAMES).join(', ')}${others}: ${reason}`), leavesVerdictOpen }];
  }
}

function open(reason: string): NotChecked {
  return { rule: '*', pool: undefined, reason, leavesVerdictOpen: true };
}
