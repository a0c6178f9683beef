import type { NodePool } from '../cluster/node-pool';
import { selects } from '../cluster/pool-selector';
import type { ProxyMode } from '../config/configuration';
import { isFieldKnown } from '../config/decoded-configuration';
import type { Declaration } from '../declaration/declaration';
import { claimantsOf, kubeProxyVersionOf, type PoolKubeProxy } from '../declaration/governance';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import { fixesOf } from '../facts/kernel/kernel-fixes';
import { assumptionsOf } from './assumptions';
import { decodeOnce, predictConfigurations, requestedMode, type Decode } from './configurations';
import { kubeProxyWrites, type KubeProxyOnNodes } from './kube-proxy-writes';
import { predictModules } from './modules';
import { nodeModule } from './node-modules';
import type { PoolPrediction, Prediction, Startup } from './prediction';
import { predictReuse } from './reuse';
import { predictStartup } from './startup';
import { predictSysctls } from './sysctls';

/** What every node pool will look like once kube-proxy has started, from what the input states and nothing else. */
export function predict(declaration: Declaration): Prediction {
  const decode = decodeOnce();
  return {
    pools: declaration.cluster.nodePools.map((pool) => predictPool(declaration, pool, decode)),
    configurations: predictConfigurations(declaration, decode),
  };
}

/**
 * Where several claim the pool, each is asked: what they agree in holds, whichever of them runs there. Where they differ in how the
 * start ends, in the mode or in the verdict, none of these is known.
 */
function predictPool(declaration: Declaration, pool: NodePool, decode: Decode): PoolPrediction {
  const claimants = claimantsOf(declaration, pool);
  const candidates = claimants.map((instance) => predictWith(instance, claimants, { declaration, pool, decode }));
  const [first] = candidates;
  if (first && new Set(candidates.map(outcomeOf)).size === 1) {
    return first;
  }
  const versions = new Set(candidates.map(({ kubeProxy }) => JSON.stringify([kubeProxy?.version.raw, kubeProxy?.from])));
  return predictWith(undefined, claimants, { declaration, pool, decode }, versions.size === 1 ? first?.kubeProxy : undefined);
}

function outcomeOf({ kubeProxy, startup, mode, reuse }: PoolPrediction): string {
  return JSON.stringify([kubeProxy?.version.raw, startup.outcome, startup.reasons.map(({ cause }) => cause), mode, reuse.verdict]);
}

/** What a pool is predicted from. */
interface PoolInput {
  readonly declaration: Declaration;
  readonly pool: NodePool;
  readonly decode: Decode;
}

function predictWith(
  instance: KubeProxyInstance | undefined, claimants: readonly KubeProxyInstance[], { declaration, pool, decode }: PoolInput,
  kubeProxy: PoolKubeProxy | undefined = kubeProxyVersionOf(declaration, pool, instance),
): PoolPrediction {
  const writers = declaration.writers.filter((writer) => selects(writer.pools, pool) !== 'no');
  const moduleOf = (name: string) => nodeModule(name, pool, writers);
  const fixes = fixesOf(pool);

  const configuration = kubeProxy && instance && decode(instance, kubeProxy.version, pool.operatingSystem);
  const onNodes: KubeProxyOnNodes | undefined = kubeProxy && configuration
    && { version: kubeProxy.version, pool, configuration: configuration.effective };
  const asked = onNodes && configuration && requestedMode(configuration, onNodes.version, pool.operatingSystem);
  const modules = onNodes && asked === 'ipvs' && pool.operatingSystem === 'linux' ? predictModules(onNodes, { moduleOf, mountsLibModules: instance?.mountsLibModules }) : [];
  const startup: Startup = onNodes && configuration
    ? predictStartup({ ...onNodes, decoded: configuration, mode: asked, fixes, modules, instance, moduleOf })
    : { outcome: 'unknown', reasons: [] };

  const mode = modeInForce(asked, startup);
  const byKubeProxy = onNodes && mode ? kubeProxyWrites(mode, onNodes) : [];
  const sysctls = predictSysctls({ pool, fixes, mode, byKubeProxy, writers, moduleOf });
  const predicted = {
    pool, kubeProxy, instance, claimants, configuration,
    requestedMode: configuration && isFieldKnown(configuration, 'mode') ? configuration.effective.mode : undefined,
    mode, startup, writers, sysctls, modules, fixes,
    reuse: predictReuse({ mode, startup, sysctls, fixes, version: kubeProxy?.version }),
  };
  return { ...predicted, assumptions: assumptionsOf(predicted) };
}

function modeInForce(asked: ProxyMode | undefined, { outcome }: Startup): ProxyMode | undefined {
  switch (outcome) {
    case 'runs': return asked;
    case 'falls-back-to-iptables': return 'iptables';
    case 'exits':
    case 'unknown': return undefined;
  }
}
