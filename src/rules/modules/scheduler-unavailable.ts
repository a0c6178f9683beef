import type { DecodedConfiguration } from '../../config/decoded-configuration';
import { schedulerAvailability } from '../../facts/kernel/module-availability';
import { schedulerMeantBy, schedulerModule, schedulerNamed, SCHEDULERS } from '../../facts/kernel/schedulers';
import { PROBES_IPVS } from '../../facts/kube-proxy/requirements';
import { isEnforced } from '../../prediction/modules';
import type { PoolPrediction, Prediction, StartupReason } from '../../prediction/prediction';
import { configurationFindings } from '../wording/configuration-findings';
import { governedBy, groupPools, kubeProxyVersion, onlyPool, poolNames } from '../wording/pool-wording';
import { orLater } from '../wording/releases';
import type { Rule, RuleFinding, RuleNotChecked } from '../rule';

const FIELD = 'ipvs.scheduler';

/** What the AKS API calls rr and lc. */
const AKS_WORDS = ['RoundRobin', 'LeastConnection'];

const LEAVE_EMPTY = 'Leave scheduler empty: kube-proxy then takes rr. All pods have the same weight, so the others differ little from it.';

export const schedulerUnavailable: Rule = {
  id: 'scheduler-unavailable',
  group: 'modules',
  title: 'The IPVS scheduler does not exist, or this kernel does not have it.',
  severities: ['error'],
  fields: ['ipvs.scheduler'],
  sources: ['kubernetes/kubernetes#53975', 'kubernetes/kubernetes#114669', 'kubernetes/kubernetes#93040'],
  judge: ({ prediction }) => [...unknownNames(prediction), ...missingModules(prediction), ...perhapsMissing(prediction)],
};

/** Names that kube-proxy, or every kernel, refuses: a fault of the configuration, whatever the nodes. */
function unknownNames({ configurations }: Prediction): RuleFinding[] {
  return configurationFindings(configurations, ({ decoded }) => {
    const because = refusal(decoded);
    const written = decoded.effective.ipvs.scheduler;
    const meant = schedulerNamed(written) ? undefined : schedulerMeantBy(written);
    return because === undefined ? [] : [{
      severity: 'error',
      detail: FIELD,
      message: `exits on startup: ${FIELD} is ${JSON.stringify(written)}`,
      because,
      remedies: [
        ...schedulerNamed(written) ? [`Run kube-proxy ${orLater(PROBES_IPVS)}, which takes every scheduler that the kernel has.`] : [],
        ...meant ? [`Write scheduler: ${meant.name} (${meant.title})${AKS_WORDS.includes(written) ? `; ${written} is a word of the AKS API alone` : ''}.`] : [],
        LEAVE_EMPTY,
      ],
    }];
  });
}

function refusal({ effective: { mode, ipvs: { scheduler } }, problems }: DecodedConfiguration): string | undefined {
  if (mode === 'ipvs' && scheduler !== '' && schedulerNamed(scheduler) === undefined) {
    return `no Linux kernel has a scheduler of that name (they are ${SCHEDULERS.map(({ name }) => name).join(', ')})`;
  }
  const problem = problems.find(({ kind }) => kind === 'scheduler-invalid');
  return problem && `it ${problem.message}`;
}

/** Schedulers that exist, but not on these nodes. */
function missingModules({ pools }: Prediction): RuleFinding[] {
  const concerned = pools.filter(({ configuration, startup }) => configuration && refusal(configuration) === undefined
    && startup.reasons.some(({ cause }) => cause === 'scheduler-unavailable'));
  const faultOf = (pool: PoolPrediction) => JSON.stringify([pool.instance?.name, schedulerOf(pool), reasonOf(pool), kubeProxyVersion(pool)]);
  return groupPools(concerned, faultOf).map((group) => ({
    severity: 'error',
    ...governedBy(group[0], FIELD),
    pool: onlyPool(group),
    message: `${poolNames(group)}: ${kubeProxyVersion(group[0])} ${startOf(group[0])}: scheduler ${JSON.stringify(schedulerOf(group[0]))} is missing`,
    because: `${FIELD} is ${JSON.stringify(schedulerOf(group[0]))}: ${reasonOf(group[0])?.because}`,
    remedies: remediesOnNodes(group[0]),
  }));
}

/** Schedulers whose module kube-proxy requires to be loaded already, where the input does not tell whether it is. */
function perhapsMissing({ pools }: Prediction): RuleNotChecked[] {
  return pools.flatMap(({ pool, kubeProxy, modules, configuration }) => {
    const isRefused = configuration !== undefined && refusal(configuration) !== undefined;
    const open = isRefused ? undefined : kubeProxy && modules.find((module) => module.satisfied === 'unknown' && module.neededAs === 'scheduler' && isEnforced(module, kubeProxy.version));
    return open ? [{ pool: pool.name, notChecked: `whether ${open.name} is loaded when kube-proxy looks is not known (${open.because}); state it under modules of the pool` }] : [];
  });
}

function schedulerOf({ configuration }: PoolPrediction): string {
  return configuration?.effective.ipvs.scheduler ?? '';
}

function reasonOf({ startup }: PoolPrediction): StartupReason | undefined {
  return startup.reasons.find(({ cause }) => cause === 'scheduler-unavailable');
}

function startOf(pool: PoolPrediction): string {
  return reasonOf(pool)?.outcome === 'exits' ? 'exits on startup' : 'falls back to iptables mode';
}

function remediesOnNodes(prediction: PoolPrediction): string[] {
  const { pool } = prediction;
  const module = schedulerModule(schedulerOf(prediction));
  const isThere = prediction.modules.some(({ name, state }) => name === module && state !== 'absent');
  const usable = SCHEDULERS.map(({ name }) => name).filter((name) => schedulerAvailability(name, pool).state === 'present');
  return [
    ...isThere ? [`Load ${module} at boot: a line in a file of /etc/modules-load.d, or ModuleLoader.`] : [],
    LEAVE_EMPTY,
    ...usable.length > 0 ? [`Or take one that this kernel has: ${usable.join(', ')}.`] : [],
  ];
}
