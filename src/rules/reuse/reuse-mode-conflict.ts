import { CONN_REUSE_MODE } from '../../facts/kube-proxy/reuse-mode';
import type { Severity } from '../finding';
import type { PoolPrediction } from '../../prediction/prediction';
import type { SysctlWrite, Writer } from '../../declaration/writer';
import { kubeProxyVersion, onlyPool } from '../wording/pool-wording';
import { NEEDS_NO_WRITE } from '../wording/releases';
import { isHarmless, removedServerNote, verdictFor } from '../wording/reuse-wording';
import type { Rule, RuleFinding, RuleNotChecked } from '../rule';
import { faultsOfWriters, whenItActs, writerOnPools, writtenBy } from '../wording/writer-wording';

interface Conflict {
  readonly severity: Severity;
  readonly write: SysctlWrite;
  readonly kubeProxyWrites: string;
  /** Whether the value would do harm if it were in effect. */
  readonly harmful: boolean;
  /** Whether nobody need act on kube-proxy's. */
  readonly kubeProxyIsHarmless: boolean;
}

export const reuseModeConflict: Rule = {
  id: 'reuse-mode-conflict',
  group: 'reuse',
  title: 'Another writer sets net.ipv4.vs.conn_reuse_mode to another value than kube-proxy writes on startup.',
  severities: ['error', 'warning', 'info'],
  sources: ['kubernetes/kubernetes#71114', 'kubernetes/kubernetes#102122', 'pkg/proxy/ipvs/proxier.go (NewProxier)'],
  judge: ({ prediction }) => faultsOfWriters(prediction.pools, conflicts).map(({ writer, fault, pools }): RuleFinding | RuleNotChecked => {
    const { severity, write, kubeProxyWrites } = fault;
    return write.value === undefined ? {
      pool: onlyPool(pools),
      notChecked: `${writer.name} sets ${CONN_REUSE_MODE} to a value that the input does not tell; write it out where it is set`,
    } : {
      severity,
      pool: onlyPool(pools),
      ...writtenBy(writer, write),
      message: `${writerOnPools({ writer, pools })} sets conn_reuse_mode=${write.value}, but kube-proxy sets ${kubeProxyWrites}`,
      because: `${writer.name} writes ${write.value} to ${CONN_REUSE_MODE} ${whenItActs(writer)}, and ${kubeProxyVersion(...pools)} writes ${kubeProxyWrites} on startup: `
        + `${outcome(writer, fault)}${severity === 'info' ? `${removedServerNote(pools[0])}; nothing needs doing` : ''}`,
      remedies: remedies(writer, fault),
    };
  }),
};

function conflicts(writer: Writer, pool: PoolPrediction): Conflict[] {
  const kubeProxyWrites = pool.sysctls.get(CONN_REUSE_MODE)?.kubeProxyWrites;
  if (pool.modeInForce !== 'ipvs' || kubeProxyWrites === undefined || isForItself(writer)) {
    return [];
  }
  return writer.sysctls
    .filter(({ key, value }) => key === CONN_REUSE_MODE && value !== kubeProxyWrites)
    .map((write) => {
      const verdict = verdictFor(pool, write.value);
      const harmful = !isHarmless(verdict) && verdict !== 'unknown';
      const kubeProxyIsHarmless = isHarmless(verdictFor(pool, kubeProxyWrites));
      return { severity: severityOf(writer, harmful), write, kubeProxyWrites, harmful, kubeProxyIsHarmless };
    });
}

/** A single pod may have virtual servers of its own; what runs on all nodes without the node's network is a mistake. */
function isForItself({ kind, reachesNode }: Writer): boolean {
  return !reachesNode && kind === 'pod';
}

/** Why its write never gets to the node, if it does not. */
function obstacleOf({ cannotWork, reachesNode }: Writer): string | undefined {
  return cannotWork ?? (reachesNode ? undefined : "without hostNetwork it sets the key in its pod's own network namespace");
}

function severityOf(writer: Writer, harmful: boolean): Severity {
  if (obstacleOf(writer) !== undefined) {
    return 'error';
  }
  if (writer.frequency === 'reconcile') {
    return 'info';
  }
  return waitsEachTime(writer) && !harmful ? 'warning' : 'error';
}

/** Whether it acts after kube-proxy has written, and again after each restart of kube-proxy. */
function waitsEachTime({ moment, frequency }: Writer): boolean {
  return moment === 'after-kube-proxy' && frequency !== 'once';
}

function outcome(writer: Writer, { write, kubeProxyWrites, harmful }: Conflict): string {
  const obstacle = obstacleOf(writer);
  if (obstacle !== undefined) {
    return `${write.value} never takes effect, since ${obstacle}`;
  }
  if (writer.frequency === 'reconcile') {
    const window = writer.intervalSeconds === undefined ? 'until its next look' : `for up to ${writer.intervalSeconds} s`;
    return `${kubeProxyWrites} is in effect ${window} after each start of kube-proxy, then ${write.value}`;
  }
  if (waitsEachTime(writer)) {
    return harmful
      ? `${write.value} takes effect, and it is the wrong value on this kernel`
      : `${write.value} lasts only while this write exists; until it runs after each start, ${kubeProxyWrites} is in effect`;
  }
  if (writer.frequency === 'loop') {
    return `${kubeProxyWrites} is in effect until the next round, and nobody sees whether the write succeeds`;
  }
  switch (writer.moment) {
    case 'boot-before-modules':
    case 'boot':
    case 'before-kube-proxy':
      return `${write.value} is lost as soon as kube-proxy starts`;
    case 'kube-proxy-start':
    case 'kube-proxy-start-unordered':
      return 'whichever of the two writes last wins';
    case 'any-time':
    case 'after-kube-proxy':
      return `${write.value} is lost at the next start of kube-proxy`;
  }
}

function remedies(writer: Writer, { severity, write, kubeProxyWrites, harmful, kubeProxyIsHarmless }: Conflict): string[] {
  const update = `Move to ${NEEDS_NO_WRITE.kernel} with ${NEEDS_NO_WRITE.kubeProxy}, where kube-proxy leaves the kernel's 1 alone and no write is needed.`;
  if (severity === 'info') {
    return [update];
  }
  if (harmful) {
    const why = kubeProxyIsHarmless ? `kube-proxy's ${kubeProxyWrites} is safe on this kernel` : `${write.value} is no cure on this kernel`;
    return [`Remove the write of ${write.value}: ${why}.`, update];
  }
  const tuner = 'a SysctlTuner (connReuseMode auto), which reads, writes on difference and reads back';
  if (severity === 'warning') {
    return [
      `Keep a write after each start of kube-proxy, best by ${tuner}.`,
      update,
    ];
  }
  return [
    `Set ${write.value} by ${tuner} instead of by ${writer.name}.`,
    'Or write it after each start of kube-proxy, once its health port answers: '
      + `until curl -sf http://127.0.0.1:10256/healthz; do sleep 1; done; sysctl -w ${CONN_REUSE_MODE}=${write.value}`,
    update,
  ];
}
