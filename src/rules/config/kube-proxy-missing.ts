import { selects, type SelectorOperator } from '../../cluster/pool-selector';
import type { Declaration } from '../../declaration/declaration';
import type { KubeProxyInstance } from '../../declaration/kube-proxy-instance';
import type { PoolPrediction } from '../../prediction/prediction';
import { groupPools, onlyPool, poolNames } from '../wording/pool-wording';
import type { Rule, RuleFinding } from '../rule';

export const kubeProxyMissing: Rule = {
  id: 'kube-proxy-missing',
  group: 'config',
  title: 'No kube-proxy DaemonSet selects the nodes of a pool.',
  severities: ['warning'],
  sources: ['Kubernetes documentation: DaemonSet, running Pods on select Nodes'],
  judge: ({ declaration, prediction }) => {
    const daemonSets = daemonSetsOf(declaration);
    return daemonSets.length === 0 ? [] : groupPools(prediction.pools.filter((pool) => isLeftOut(pool, daemonSets)), () => '')
      .map((pools) => finding(pools, daemonSets));
  },
};

function daemonSetsOf({ kubeProxies }: Declaration): KubeProxyInstance[] {
  return kubeProxies.filter(({ kind }) => kind === 'daemon-set');
}

/** Nodes that a DaemonSet excludes by name of a label (Fargate, virtual kubelets) have no kube-proxy on purpose. */
function isLeftOut({ pool, claimants }: PoolPrediction, daemonSets: readonly KubeProxyInstance[]): boolean {
  return pool.operatingSystem === 'linux' && claimants.length === 0 && !daemonSets.some((daemonSet) => isExcluded(daemonSet, pool));
}

const EXCLUDING: readonly SelectorOperator[] = ['NotIn', 'DoesNotExist'];

function isExcluded({ pools: { terms } }: KubeProxyInstance, pool: PoolPrediction['pool']): boolean {
  const excluding = terms === 'everything' ? [] : terms.flat().filter(({ operator }) => EXCLUDING.includes(operator));
  return excluding.some((requirement) => selects({ terms: [[requirement]] }, pool) === 'no');
}

function finding(pools: readonly PoolPrediction[], daemonSets: readonly KubeProxyInstance[]): RuleFinding {
  const [first] = daemonSets;
  const names = daemonSets.map(({ name }) => name).join(', ');
  return {
    severity: 'warning',
    pool: onlyPool(pools),
    resource: first.resource,
    location: first.location,
    detail: onlyPool(pools) ?? first.name,
    message: `${poolNames(pools)}: no kube-proxy runs there`,
    because: `the node ${daemonSets.length === 1 ? 'selector' : 'selectors'} of ${names} ${daemonSets.length === 1 ? 'leaves' : 'leave'} these nodes out: pods and processes there reach no Service`,
    remedies: [
      'Let one of the DaemonSets select these nodes: add their label to its node selector, label the nodes, or declare a pool for them (control planes as well).',
      'Or, if something else serves Services there (Cilium, a kube-proxy that the input lacks), add it to the input or acknowledge the finding.',
    ],
  };
}
