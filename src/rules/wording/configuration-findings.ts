import type { NodePool } from '../../cluster/node-pool';
import type { ProxyMode } from '../../config/configuration';
import type { KubeProxyInstance } from '../../declaration/kube-proxy-instance';
import type { Severity } from '../finding';
import type { ConfigurationPrediction, Prediction } from '../../prediction/prediction';
import type { RuleFinding } from '../rule';
import { placeOfField } from './configuration-place';
import { kubeProxyVersion, namedPools } from './pool-wording';

/** A fault of a configuration. Those that are alike in all but their place are one fault of several releases or pools. */
export interface ConfigurationFault {
  readonly severity: Severity;
  /** Path of the field, or the flag (`--proxy-mode`): what stands in the brackets of the id. @default - the pool, else the resource */
  readonly detail?: string;
  /** What follows `ConfigMap kube-system/kube-proxy: kube-proxy v1.31.6`. */
  readonly message: string;
  /** Why: the mechanism, the value seen, what it leads to. @default '' */
  readonly because?: string;
  readonly remedies: readonly string[];
  readonly sources?: readonly string[];
  /** @default - the place of the field that `detail` names */
  readonly place?: Pick<RuleFinding, 'resource' | 'location'>;
  /** Those that show it. @default - every pool of the configuration */
  readonly pools?: readonly NodePool[];
}

/** A fault, with the releases and pools that show it; its place is that of the first. */
interface FaultOnPools {
  readonly alike: Omit<ConfigurationFault, 'place' | 'pools'>;
  readonly place: ConfigurationFault['place'];
  readonly on: ConfigurationPrediction[];
}

/** One finding for each fault of a kube-proxy set-up, whichever of its pools and releases show it. */
export function configurationFindings(
  configurations: readonly ConfigurationPrediction[], faultsOf: (configuration: ConfigurationPrediction) => readonly ConfigurationFault[],
): RuleFinding[] {
  const found = new Map<string, FaultOnPools>();
  const governed = new Map<KubeProxyInstance, { readonly place: number; pools: number }>();
  for (const { instance, pools } of configurations) {
    const known = governed.get(instance) ?? { place: governed.size, pools: 0 };
    known.pools += pools.length;
    governed.set(instance, known);
  }
  for (const configuration of configurations) {
    for (const fault of faultsOf(configuration)) {
      const { place, pools = configuration.pools, ...alike } = fault;
      const key = JSON.stringify([governed.get(configuration.instance)!.place, alike]);
      const group = found.get(key) ?? { alike, place, on: [] };
      group.on.push({ ...configuration, pools });
      found.set(key, group);
    }
  }
  return [...found.values()].map(({ alike: { message, ...fault }, place, on }) => {
    const pools = on.flatMap((configuration) => configuration.pools);
    return {
      ...fault,
      ...place ?? placeOfField(on[0], fault.detail ?? ''),
      pool: pools.length === 1 ? pools[0].name : undefined,
      message: `${subject(on, governed.get(on[0].instance)!.pools)}: ${kubeProxyVersion(...on)} ${message}`,
    };
  });
}

/** Pools are named only where others have the same set-up without the fault. */
function subject([first, ...more]: readonly ConfigurationPrediction[], governed: number): string {
  const { instance } = first;
  const name = instance.configuration?.name ?? instance.name;
  const pools = [first, ...more].flatMap((configuration) => configuration.pools);
  return pools.length < governed ? `${name} on ${namedPools(pools)}` : name;
}

/** Set-ups that ask for a mode, with the pools which they govern and bring it into force on; where no nodes are known, all that ask for it. */
export function configurationsIn(mode: ProxyMode, { configurations, pools }: Prediction): ConfigurationPrediction[] {
  const inForce = new Map(pools.filter((pool) => pool.modeInForce === mode).map(({ pool, instance }) => [pool, instance]));
  return configurations
    .filter((configuration) => configuration.requestedMode === mode)
    .map((configuration) => ({ ...configuration, pools: configuration.pools.filter((pool) => inForce.get(pool) === configuration.instance) }))
    .filter((configuration) => pools.length === 0 || configuration.pools.length > 0);
}
