import type { PoolPrediction } from '../prediction/prediction';
import { brokenLoader, type BrokenLoader } from './module-loading';
import { governedBy, groupPools, kubeProxyVersion, onlyPool, poolNames } from './pool-wording';
import type { Rule, RuleFinding } from './rule';
import { faultsOfWritersAnywhere, writerOnPools, writtenBy, type WriterFault } from './writer-wording';

export const moduleLoaderBroken: Rule = {
  id: 'module-loader-broken',
  group: 'modules',
  title: 'A module loader cannot work as it is declared.',
  severities: ['error', 'warning'],
  sources: ['awslabs/amazon-eks-ami#151', 'mqliang/libipvs#4', 'modprobe(8)'],
  judge: (judged) => [
    ...faultsOfWritersAnywhere(judged, (writer, { pool }) => [brokenLoader(writer, pool)].filter((fault) => fault !== undefined)).map(byLoader),
    ...groupPools(judged.prediction.pools.filter(loadsBlindly), (pool) => `${pool.instance?.name} ${kubeProxyVersion(pool)}`).map(byKubeProxy),
  ],
};

function byLoader({ writer, fault, pools }: WriterFault<BrokenLoader>): RuleFinding {
  return {
    severity: fault.severity,
    pool: onlyPool(pools),
    ...writtenBy(writer, writer.modules[0]),
    message: `${writerOnPools({ writer, pools })} is to load ${writer.modules.map(({ module }) => module).join(', ')}, but ${fault.because}`,
    remedies: fault.remedies,
  };
}

/** kube-proxy up to 1.26 loads the modules of its list itself, if it can; where it finds them missing, `ipvs-unavailable` speaks. */
function loadsBlindly(pool: PoolPrediction): boolean {
  return pool.mode === 'ipvs' && pool.instance?.mountsLibModules === false && notLoaded(pool).length > 0;
}

function notLoaded({ modules }: PoolPrediction): string[] {
  return modules.filter(({ neededAs, satisfied, state }) => neededAs === 'listed' && satisfied === 'unknown' && state !== 'loaded').map(({ name }) => name);
}

function byKubeProxy(pools: readonly PoolPrediction[]): RuleFinding {
  const [{ instance }] = pools;
  return {
    severity: 'warning',
    ...governedBy(pools[0]),
    resource: instance?.resource,
    location: instance?.location,
    pool: onlyPool(pools),
    message: `${poolNames(pools)}: ${kubeProxyVersion(pools[0])} loads ${notLoaded(pools[0]).join(', ')} itself, but its container does not mount the host's `
      + '/lib/modules: where nobody else has loaded them, it cannot run in IPVS mode',
    remedies: [
      'Mount the host\'s /lib/modules read-only into the kube-proxy container.',
      'Or load the modules at boot: one name a line in a file of /etc/modules-load.d.',
    ],
  };
}
