import { schedulerAvailability } from '../facts/module-availability';
import { schedulerMeantBy, schedulerModule, schedulerNamed, SCHEDULERS } from '../facts/schedulers';
import type { PoolPrediction } from '../prediction/prediction';
import { governedBy, groupPools, kubeProxyVersion, onlyPool, poolNames } from './pool-wording';
import type { Rule } from './rule';

const FIELD = 'ipvs.scheduler';

/** What the AKS API calls rr and lc. */
const AKS_WORDS = ['RoundRobin', 'LeastConnection'];

export const schedulerUnavailable: Rule = {
  id: 'scheduler-unavailable',
  group: 'modules',
  title: 'The IPVS scheduler does not exist, or this kernel does not have it.',
  severities: ['error'],
  sources: ['kubernetes/kubernetes#53975', 'kubernetes/kubernetes#114669', 'kubernetes/kubernetes#93040'],
  judge: ({ prediction }) => groupPools(prediction.pools.filter((pool) => reasonOf(pool) !== undefined), faultOf).map((pools) => {
    const [first] = pools;
    const reason = reasonOf(first);
    return {
      severity: 'error',
      ...governedBy(first, FIELD),
      pool: onlyPool(pools),
      detail: FIELD,
      message: `${poolNames(pools)}: ${kubeProxyVersion(...pools)} ${reason?.outcome === 'exits' ? 'exits at each start' : 'runs iptables mode instead of IPVS'}, `
        + `for ${FIELD} is ${JSON.stringify(schedulerOf(first))}: ${reason?.because}`,
      remedies: remedies(first),
    };
  }),
};

function reasonOf({ startup }: PoolPrediction) {
  return startup.reasons.find(({ cause }) => cause === 'scheduler-unavailable');
}

function faultOf(pool: PoolPrediction): string {
  return JSON.stringify([pool.instance?.name, schedulerOf(pool), reasonOf(pool)?.because, reasonOf(pool)?.outcome]);
}

function schedulerOf({ configuration }: PoolPrediction): string {
  return configuration?.effective.ipvs.scheduler ?? '';
}

function remedies(prediction: PoolPrediction): string[] {
  const { pool } = prediction;
  const written = schedulerOf(prediction);
  const known = schedulerNamed(written);
  const meant = known ? undefined : schedulerMeantBy(written);
  const usable = SCHEDULERS.map(({ name }) => name).filter((name) => schedulerAvailability(name, pool).state === 'present');
  return [
    ...meant ? [`Write scheduler: ${meant.name} (${meant.title})${AKS_WORDS.includes(written) ? `; ${written} is a word of the AKS API alone` : ''}.`] : [],
    ...known && pool.modules[schedulerModule(written)] !== 'absent' && schedulerAvailability(written, pool).state !== 'absent'
      ? [`Load ${schedulerModule(written)} at boot: a line in a file of /etc/modules-load.d, or IpvsModules.`]
      : [],
    'Leave scheduler empty: kube-proxy then takes rr. All pods have the same weight, so rr differs little from the others.',
    ...usable.length > 0 ? [`Or take one that this kernel has: ${usable.join(', ')}.`] : [],
  ];
}
