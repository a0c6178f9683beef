import { IMAGE_READS_NO_COMPRESSED_MODULES } from '../../facts/kube-proxy/requirements';
import { operatingSystemOf } from '../../facts/kernel/operating-systems';
import type { PoolPrediction } from '../../prediction/prediction';
import { brokenLoader, type BrokenLoader } from '../wording/module-loading';
import { groupPools, kubeProxyVersion, onlyPool, poolNames } from '../wording/pool-wording';
import type { Rule, RuleFinding } from '../rule';
import { faultsOfWritersAnywhere, writerOnPools, writtenBy, type WriterFault } from '../wording/writer-wording';

export const moduleLoaderBroken: Rule = {
  id: 'module-loader-broken',
  group: 'modules',
  title: 'A module loader cannot work as declared.',
  severities: ['error', 'warning'],
  sources: ['awslabs/amazon-eks-ami#151', 'mqliang/libipvs#4', 'kubernetes/kubernetes#60869', 'modprobe(8)'],
  judge: (judged) => [
    ...faultsOfWritersAnywhere(judged, (writer, { pool }) => [brokenLoader(writer, pool)].filter((fault) => fault !== undefined)).map(byLoader),
    ...groupPools(judged.prediction.pools.filter(loadsBlindly), setupOf).map(byKubeProxy),
    ...groupPools(judged.prediction.pools.filter(readsNone), setupOf).map(byImage),
  ],
};

function byLoader({ writer, fault, pools }: WriterFault<BrokenLoader>): RuleFinding {
  return {
    severity: fault.severity,
    pool: onlyPool(pools),
    ...writtenBy(writer, writer.modules[0]),
    message: `${writerOnPools({ writer, pools })} ${fault.what}`,
    because: `${writer.name} is to load ${writer.modules.map(({ module }) => module).join(', ')}, but ${fault.because}`,
    remedies: fault.remedies,
  };
}

function setupOf(pool: PoolPrediction): string {
  return `${pool.instance?.name} ${kubeProxyVersion(pool)}`;
}

/** Pools, and what runs kube-proxy there. */
function runOn(pools: readonly PoolPrediction[]): Pick<RuleFinding, 'pool' | 'resource' | 'location'> {
  const [{ instance }] = pools;
  return { pool: onlyPool(pools), resource: instance?.resource, location: instance?.location };
}

/** A kube-proxy with a list of modules loads them itself, if it can; where it finds them missing, `ipvs-unavailable` speaks. */
function loadsBlindly(pool: PoolPrediction): boolean {
  return pool.modeInForce === 'ipvs' && pool.instance?.mountsLibModules === false && notLoaded(pool).length > 0;
}

function notLoaded({ modules }: PoolPrediction): string[] {
  return modules.filter(({ neededAs, satisfied, state }) => neededAs === 'listed' && satisfied === 'unknown' && state !== 'loaded').map(({ name }) => name);
}

function byKubeProxy(pools: readonly PoolPrediction[]): RuleFinding {
  return {
    severity: 'warning',
    ...runOn(pools),
    message: `${poolNames(pools)}: ${kubeProxyVersion(pools[0])} loads modules itself, but does not see the host's /lib/modules`,
    because: `it loads ${notLoaded(pools[0]).join(', ')}, and its container does not mount the host's /lib/modules: unless something else has loaded them, `
      + 'it cannot run in IPVS mode',
    remedies: [
      'Mount the host\'s /lib/modules read-only into the kube-proxy container.',
      'Or load the modules at boot: one name a line in a file of /etc/modules-load.d.',
    ],
  };
}

/** Whether kube-proxy's image has to load modules that its modprobe cannot read. */
function readsNone({ modeInForce: mode, pool, kubeProxy, instance, modules }: PoolPrediction): boolean {
  const isPod = instance?.kind === 'daemon-set' || instance?.kind === 'static-pod';
  return mode === 'ipvs' && isPod && instance.mountsLibModules !== false && kubeProxy !== undefined
    && kubeProxy.version.within(IMAGE_READS_NO_COMPRESSED_MODULES.releases)
    && operatingSystemOf(pool)?.compressedModules?.compressed === true && left(modules).length > 0;
}

function left(modules: PoolPrediction['modules']): string[] {
  return modules.filter(({ neededAs, state }) => neededAs === 'listed' && state === 'loadable').map(({ name }) => name);
}

function byImage(pools: readonly PoolPrediction[]): RuleFinding {
  const [{ pool, modules }] = pools;
  return {
    severity: 'warning',
    ...runOn(pools),
    message: `${poolNames(pools)}: the image of ${kubeProxyVersion(pools[0])} cannot read the compressed modules of this node`,
    because: `it loads ${left(modules).join(', ')} by the modprobe of its image, which cannot read those of ${operatingSystemOf(pool)?.title} (Exec format error): `
      + 'unless something else has loaded them, it falls back to iptables mode',
    remedies: [
      'Load the modules at boot: one name a line in a file of /etc/modules-load.d.',
      'Or state them under modules of the pool, if they are loaded already.',
    ],
    sources: [IMAGE_READS_NO_COMPRESSED_MODULES.evidence.source],
  };
}
