import type { Cluster } from '../cluster/cluster';
import type { NodePool } from '../cluster/node-pool';
import { canonicalJson } from '../manifests/canonical-json';
import { autoTuning } from '../prediction/auto-tuning';
import { checkShapes } from './option-shapes';
import { planKernels } from './plan-kernels';
import { planKubeProxies } from './plan-kube-proxies';
import { planModules } from './plan-modules';
import { predictPlan } from './predict-plan';
import type { SetupOptions } from './setup-options';
import type { NodeChoice, SetupPlan } from './setup-plan';

/**
 * Plans what a cluster's pools get.
 *
 * @throws Error when an option has not the shape it must have, a pool named in `poolConfigurations` does not exist, the version of
 *   kube-proxy is not known, or a pool that needs objects of its own has no label of its own
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
  const kubeProxies = planKubeProxies(options);
  const apart = withoutLabelsOfOthers(cluster.nodePools, kubeProxies.map(({ choice }) => choice));
  const { prediction, modes } = predictPlan({ ...cluster, nodePools: apart }, kubeProxies);
  const inIpvsMode = kubeProxies.filter((kubeProxy) => modes.get(kubeProxy) === 'ipvs');
  const tuning = prediction.pools.filter(({ requestedMode }) => requestedMode === 'ipvs').map((pool) => ({ pool: pool.pool.name, ...autoTuning(pool) }));
  const { loader, machineModules } = planModules(cluster, kubeProxies, inIpvsMode);
  return {
    kubeProxies,
    loader,
    machineModules,
    tuner: planKernels(options, kubeProxies, inIpvsMode, tuning),
    autoTuning: tuning,
    prediction,
    judgedPools: withoutLabelsOfOthers(apart, loader ? [loader.choice] : []),
  };
}

/** A label by which an object's nodes are told from others is on no pool that does not name it. */
function withoutLabelsOfOthers(pools: readonly NodePool[], choices: readonly NodeChoice[]): readonly NodePool[] {
  const labelSets = choices.flatMap(({ nodes = [], excludedNodes = [] }) => [...nodes, ...excludedNodes]);
  const keys = new Set(labelSets.flatMap((labels) => Object.keys(labels)));
  return keys.size === 0 ? pools : pools.map((pool) => {
    const absent = [...keys].filter((key) => !Object.hasOwn(pool.labels, key));
    return { ...pool, absentLabels: [...new Set([...pool.absentLabels ?? [], ...absent])] };
  });
}
