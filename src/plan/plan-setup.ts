import type { Cluster } from '../cluster/cluster';
import type { NodePool } from '../cluster/node-pool';
import type { KubeProxyConfigurationProps } from '../config/kube-proxy-configuration';
import { CONN_REUSE_MODE } from '../facts/kube-proxy/reuse-mode';
import { operatingSystemOf } from '../facts/kernel/operating-systems';
import { canonicalJson } from '../manifests/canonical-json';
import { invalidOption } from '../kubernetes/invalid-option';
import { ipvsModules } from '../manifests/kernel-module-names';
import { groupPools, type PoolGroup } from '../manifests/pool-groups';
import { autoTuning, type AutoTuning } from '../prediction/auto-tuning';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { mergeConfigurations } from './merge-configurations';
import { checkShapes } from './option-shapes';
import { predictSetup } from './predict-setup';
import type { SetupOptions } from './setup-options';
import type { PlannedObject, SetupPlan } from './setup-plan';

/**
 * Plans what a cluster's pools get.
 *
 * @throws Error when an option has not the shape it must have, a pool named in `poolConfigurations` does not exist, a pool's version is
 *   not known, or pools that need different objects cannot be told apart by their labels
 */
export function planSetup(options: SetupOptions): SetupPlan {
  checkShapes(options);
  const { cluster, version, configuration, poolConfigurations, connReuseMode, sysctls } = options;
  const plans = plansOf.get(cluster) ?? new Map<string, SetupPlan>();
  plansOf.set(cluster, plans);
  const key = canonicalJson({ version, configuration, poolConfigurations, connReuseMode, sysctls });
  const plan = plans.get(key) ?? makePlan(options);
  plans.set(key, plan);
  return plan;
}

/** Several constructs of one cluster ask for the same plan. */
const plansOf = new WeakMap<Cluster, Map<string, SetupPlan>>();

function makePlan(options: SetupOptions): SetupPlan {
  const { cluster } = options;
  checkPoolNames(options);
  const pools = cluster.nodePools;
  const kubeProxies = groupPools(pools, (pool) => ({ version: versionOn(pool, options), configuration: configurationOn(pool, options) }))
    .map(({ settings, ...group }) => ({ ...planned(group), ...settings, platform: cluster.platform }));
  const decided = new Map(predictSetup(cluster, kubeProxies).pools
    .filter(({ requestedMode }) => requestedMode === 'ipvs')
    .map((prediction) => [prediction.pool.name, autoTuning(prediction)]));

  const modulesOn = (pool: NodePool) => (decided.has(pool.name) ? modulesOf(pool, options) : undefined);
  const isTuned = (pool: NodePool) => decided.has(pool.name);
  return {
    kubeProxies,
    loaders: groupPools(pools, (pool) => (refusesLoaders(pool) ? undefined : modulesOn(pool)))
      .map(({ settings, ...group }) => ({ ...planned(group), modules: settings })),
    machineModules: pools.filter((pool) => refusesLoaders(pool) && isTuned(pool))
      .map((pool) => ({ pool: pool.name, modules: modulesOf(pool, options) })),
    tuners: groupPools(pools, (pool) => nonEmpty(sysctlsOn(decided.get(pool.name), options)))
      .map(({ settings, ...group }) => ({ ...planned(group), sysctls: settings })),
    autoTuning: [...decided].map(([pool, tuning]) => ({ pool, ...tuning })),
  };
}

function planned<T>({ suffix, pools, nodes }: Omit<PoolGroup<T>, 'settings'>): PlannedObject {
  return { suffix, nodes, pools: pools.map(({ name }) => name) };
}

function checkPoolNames({ cluster, poolConfigurations = {} }: SetupOptions): void {
  const names = cluster.nodePools.map(({ name }) => name);
  for (const name of Object.keys(poolConfigurations)) {
    if (!names.includes(name)) {
      throw invalidOption(`poolConfigurations[${JSON.stringify(name)}]`, name, `the name of a node pool: ${names.join(', ')}`);
    }
  }
}

function configurationOn(pool: NodePool, { configuration, poolConfigurations = {} }: SetupOptions): KubeProxyConfigurationProps {
  return mergeConfigurations(configuration, poolConfigurations[pool.name] ?? {});
}

function versionOn(pool: NodePool, { cluster, version }: SetupOptions): KubeVersion {
  const known = pool.kubeProxyVersionAssumed ? undefined : pool.kubeProxyVersion;
  const found = known ?? (version === undefined ? cluster.kubernetesVersion : KubeVersion.tryParse(version)) ?? pool.kubeProxyVersion;
  if (!found) {
    throw invalidOption('version', version, `a version of kube-proxy such as v1.29.4, since node pool ${JSON.stringify(pool.name)} names none and the cluster has no kubernetesVersion`);
  }
  return found;
}

function modulesOf(pool: NodePool, options: SetupOptions): string[] {
  const { ipvs } = configurationOn(pool, options);
  return ipvsModules({ kubeProxyVersion: versionOn(pool, options), scheduler: ipvs?.scheduler, kernel: pool.kernel });
}

function refusesLoaders(pool: NodePool): boolean {
  return operatingSystemOf(pool)?.refusesPodLoaders !== undefined;
}

function sysctlsOn(tuning: AutoTuning | undefined, { connReuseMode = 'auto', sysctls = {} }: SetupOptions): Record<string, string | number> {
  if (!tuning) {
    return {};
  }
  const mode = connReuseMode === 'auto' ? tuning.connReuseMode : connReuseMode;
  return { ...(mode === undefined ? {} : { [CONN_REUSE_MODE]: Number(mode) }), ...sysctls };
}

function nonEmpty<T extends object>(values: T): T | undefined {
  return Object.keys(values).length > 0 ? values : undefined;
}
