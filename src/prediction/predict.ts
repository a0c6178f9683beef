import type { NodePool } from '../cluster/node-pool';
import type { ProxyMode } from '../config/configuration';
import { isFieldKnown } from '../config/decoded-configuration';
import type { Declaration } from '../declaration/declaration';
import { claimantsOf, kubeProxyVersionOf, type PoolKubeProxy } from '../declaration/governance';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import { assumptionsOf } from './assumptions';
import { decodeOnce, predictConfigurations, predictUnversioned, requestedMode, type Decode } from './configurations';
import { kubeProxyWrites, type KubeProxyOnNodes } from './kube-proxy-writes';
import { predictModules } from './modules';
import type { ModulePrediction, PoolPrediction, Prediction, Startup } from './prediction';
import { predictReuse } from './reuse';
import { predictStartup } from './startup';
import { surroundingsAmong, type Surroundings } from './surroundings';
import { predictSysctls } from './sysctls';

/** What every node pool will look like once kube-proxy has started, from what the input states and nothing else. */
export function predict(declaration: Declaration): Prediction {
  const decode = decodeOnce();
  const surroundingsOf = surroundingsAmong(declaration.writers);
  const configurations = predictConfigurations(declaration, decode);
  return {
    pools: declaration.cluster.nodePools.map((pool) => predictPool({ declaration, pool, decode, surroundings: surroundingsOf(pool) })),
    configurations,
    unversioned: predictUnversioned(declaration, configurations, decode),
  };
}

/**
 * Where several claim the pool, each is asked: what they agree in holds, whichever of them runs there. Where they differ in how the
 * start ends, in the mode or in the verdict, none of these is known.
 */
function predictPool(input: PoolInput): PoolPrediction {
  const claimants = claimantsOf(input.declaration, input.pool);
  const candidates = claimants.map((instance) => predictWith(instance, claimants, input));
  const [first] = candidates;
  if (candidates.length === 1 || (first && new Set(candidates.map(outcomeOf)).size === 1)) {
    return first;
  }
  const versions = new Set(candidates.map(({ kubeProxy }) => JSON.stringify([kubeProxy?.version.raw, kubeProxy?.from])));
  return predictWith(undefined, claimants, input, versions.size === 1 ? first?.kubeProxy : undefined);
}

function outcomeOf({ kubeProxy, startup, modeInForce: mode, reuse }: PoolPrediction): string {
  return JSON.stringify([kubeProxy?.version.raw, startup.outcome, startup.reasons.map(({ cause }) => cause), mode, reuse.verdict]);
}

/** What a pool is predicted from. */
interface PoolInput {
  readonly declaration: Declaration;
  readonly pool: NodePool;
  readonly decode: Decode;
  readonly surroundings: Surroundings;
}

function predictWith(
  instance: KubeProxyInstance | undefined, claimants: readonly KubeProxyInstance[], { declaration, pool, decode, surroundings }: PoolInput,
  kubeProxy: PoolKubeProxy | undefined = kubeProxyVersionOf(declaration, pool, instance),
): PoolPrediction {
  const { writers, moduleOf, fixes, once } = surroundings;
  const configuration = kubeProxy && instance && decode(instance, kubeProxy.version, pool.operatingSystem);
  const onNodes: KubeProxyOnNodes | undefined = kubeProxy && configuration
    && { version: kubeProxy.version, pool, configuration: configuration.effective };
  const asked = onNodes && configuration && requestedMode(configuration, onNodes.version, pool.operatingSystem);
  const modules = onNodes && asked === 'ipvs' && pool.operatingSystem === 'linux' ? modulesFor(onNodes, instance?.mountsLibModules, surroundings) : [];
  const startup: Startup = onNodes && configuration
    ? predictStartup({ ...onNodes, decoded: configuration, mode: asked, fixes, modules, instance, moduleOf })
    : { outcome: 'unknown', reasons: [] };

  const mode = modeInForce(asked, startup);
  const byKubeProxy = onNodes && mode ? kubeProxyWrites(mode, onNodes, once) : [];
  const sysctls = predictSysctls({ pool, fixes, mode, byKubeProxy, writers, moduleOf, once });
  const predicted = {
    pool, kubeProxy, instance, claimants, configuration,
    requestedMode: configuration && isFieldKnown(configuration, 'mode') ? configuration.effective.mode : undefined,
    modeInForce: mode, startup, writers, sysctls, modules, fixes,
    reuse: predictReuse({ mode, startup, sysctls, fixes, version: kubeProxy?.version }),
  };
  return { ...predicted, assumptions: assumptionsOf(predicted) };
}

/** Of the configuration, the scheduler alone decides. */
function modulesFor(
  onNodes: KubeProxyOnNodes, mountsLibModules: boolean | undefined, { moduleOf, once }: Surroundings,
): readonly ModulePrediction[] {
  const key = `modules of ${onNodes.version} ${onNodes.configuration.ipvs.scheduler} ${mountsLibModules}`;
  return once(key, () => predictModules(onNodes, { moduleOf, mountsLibModules }));
}

function modeInForce(asked: ProxyMode | undefined, { outcome }: Startup): ProxyMode | undefined {
  switch (outcome) {
    case 'runs': return asked;
    case 'falls-back-to-iptables': return 'iptables';
    case 'exits':
    case 'unknown': return undefined;
  }
}
