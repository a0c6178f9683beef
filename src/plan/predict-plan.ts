import type { Cluster } from '../cluster/cluster';
import { LINUX_POOLS, type PoolSelector, type SelectorRequirement } from '../cluster/pool-selector';
import type { ProxyMode } from '../config/configuration';
import { sharedDecoding } from '../config/shared-decoding';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { Labels } from '../manifests/node-selection';
import { requestedMode } from '../prediction/configurations';
import { predict } from '../prediction/predict';
import type { Prediction } from '../prediction/prediction';
import { declarationOf } from '../reading/read-declaration';
import type { NodeChoice, PlannedKubeProxy } from './setup-plan';

/** What the planned kube-proxies do with nobody to tune them. */
export interface PlanPrediction {
  readonly prediction: Prediction;
  /** The mode that each asks for, on nodes that nobody described as well. */
  readonly modes: ReadonlyMap<PlannedKubeProxy, ProxyMode | undefined>;
}

/** Predicts from the plan itself, so that nothing need be written to be read back. */
export function predictPlan(cluster: Cluster, kubeProxies: readonly PlannedKubeProxy[]): PlanPrediction {
  return {
    prediction: predict({ ...declarationOf({ cluster }), kubeProxies: kubeProxies.map(instanceOf) }),
    modes: new Map(kubeProxies.map((kubeProxy) => {
      const { version, configuration } = kubeProxy;
      const decoded = sharedDecoding(configuration.text, version, 'linux');
      return [kubeProxy, requestedMode(decoded, version, 'linux')];
    })),
  };
}

function instanceOf({ suffix, version, choice, configuration: { text } }: PlannedKubeProxy): KubeProxyInstance {
  const name = `kube-proxy${suffix}`;
  return {
    kind: 'daemon-set', name, resource: undefined, location: undefined, version, shippedBy: undefined, pools: selectorOf(choice), flags: [],
    configuration: { text, name, resource: undefined, locate: () => undefined }, readsConfiguration: true, rollsOnChange: true,
    mountsLibModules: true, cleansUpOnModeChange: false, environment: {},
  };
}

function selectorOf({ nodes = [{}], excludedNodes = [] }: NodeChoice): PoolSelector {
  const linux = LINUX_POOLS.terms === 'everything' ? [] : LINUX_POOLS.terms[0];
  const excluded = excludedNodes.flatMap((labels) => requirements(labels, 'NotIn'));
  return { terms: nodes.map((labels) => [...linux, ...requirements(labels, 'In'), ...excluded]) };
}

function requirements(labels: Labels, operator: 'In' | 'NotIn'): SelectorRequirement[] {
  return Object.entries(labels).map(([key, value]) => ({ key, operator, values: [value] }));
}
