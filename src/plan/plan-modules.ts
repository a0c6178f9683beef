import type { Cluster } from '../cluster/cluster';
import type { NodePool } from '../cluster/node-pool';
import { sharedDecoding } from '../config/shared-decoding';
import { operatingSystemOf } from '../facts/kernel/operating-systems';
import { ipvsModules } from '../manifests/kernel-module-names';
import type { Labels } from '../manifests/node-selection';
import { identifyingLabel, labelledPools, type LabelledPools } from './pool-identity';
import type { PlannedKubeProxy, SetupPlan } from './setup-plan';

/**
 * One loader for all nodes in IPVS mode. What only some of them need is loaded where the node has it: the loader takes ip_vs, which
 * every one needs, in its stead. Which name nf_conntrack has is tried on the node, since nobody knows the kernels of all.
 */
export function planModules(
  cluster: Cluster, kubeProxies: readonly PlannedKubeProxy[], inIpvsMode: readonly PlannedKubeProxy[],
): Pick<SetupPlan, 'loader' | 'machineModules'> {
  const refusing = cluster.nodePools.filter((pool) => pool.operatingSystem === 'linux' && refusesLoaders(pool));
  const governing = new Map(inIpvsMode.flatMap((kubeProxy) => kubeProxy.pools.map((name) => [name, kubeProxy] as const)));
  const machineModules = refusing.flatMap((pool) => {
    const kubeProxy = governing.get(pool.name);
    return kubeProxy ? [{ pool: pool.name, modules: modulesOf(kubeProxy, pool) }] : [];
  });
  const refusingNames = new Set(refusing.map(({ name }) => name));
  const allRefuse = ({ pools }: PlannedKubeProxy) => pools.length > 0 && pools.every((name) => refusingNames.has(name));
  const loading = inIpvsMode.filter((kubeProxy) => !allRefuse(kubeProxy));
  if (loading.length === 0) {
    return { loader: undefined, machineModules };
  }
  const inBase = new Set(kubeProxies[0].pools);
  const refusingInBase = refusing.filter(({ name }) => inBase.has(name));
  const linux = labelledPools(cluster.nodePools.filter(({ operatingSystem }) => operatingSystem === 'linux'));
  const left = kubeProxies[0] === loading[0] ? refusingInBase.map((pool) => labelOf(pool, linux)) : [];
  return { loader: { modules: modulesOfAll(loading), choice: choiceOf(kubeProxies, loading, left) }, machineModules };
}

/** The nodes of some kube-proxies: with the base among them all but those of the others, else those of the exceptions. */
export function choiceOf(
  [base, ...exceptions]: readonly PlannedKubeProxy[], chosen: readonly PlannedKubeProxy[], left: readonly Labels[] = [],
): { readonly nodes?: readonly Labels[]; readonly excludedNodes?: readonly Labels[] } {
  const labelsOf = (kubeProxies: readonly PlannedKubeProxy[]) => kubeProxies.flatMap(({ choice }) => choice.nodes ?? []);
  const isChosen = new Set(chosen);
  if (!isChosen.has(base)) {
    return { nodes: labelsOf(exceptions.filter((exception) => isChosen.has(exception))) };
  }
  const excludedNodes = [...labelsOf(exceptions.filter((exception) => !isChosen.has(exception))), ...left];
  return excludedNodes.length === 0 ? {} : { excludedNodes };
}

function modulesOfAll(kubeProxies: readonly PlannedKubeProxy[]): string[] {
  const lists = [...new Map(kubeProxies.map((kubeProxy) => modulesOf(kubeProxy)).map((list) => [list.join(), list])).values()];
  return [...new Set(lists.flat())].map((module) => (lists.every((list) => list.includes(module)) ? module : `${module}|ip_vs`));
}

function modulesOf({ version, configuration: { text } }: PlannedKubeProxy, pool?: NodePool): string[] {
  const { effective: { ipvs } } = sharedDecoding(text, version, 'linux');
  return ipvsModules({ kubeProxyVersion: version, scheduler: ipvs.scheduler, pool });
}

function refusesLoaders(pool: NodePool): boolean {
  return operatingSystemOf(pool)?.refusesPodLoaders !== undefined;
}

function labelOf(pool: NodePool, linux: LabelledPools): Labels {
  return identifyingLabel(pool, linux, (other) => other !== pool && !refusesLoaders(other), 'its operating system lets no pod load modules, so that the module loader must leave its nodes out');
}
