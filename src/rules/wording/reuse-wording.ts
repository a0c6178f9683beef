import { KERNEL_COMMITS } from '../../facts/kernel/commits';
import type { KernelFix } from '../../facts/kernel/kernel-fixes';
import { CONN_REUSE_MODE } from '../../facts/kube-proxy/reuse-mode';
import type { PoolPrediction, ReuseVerdict, SysctlStep } from '../../prediction/prediction';
import { kubeProxyOnKernel } from './pool-wording';

/** `the weight-0 fix c95c07836fa4`. */
export function fixName(fix: KernelFix): string {
  const { title, commit } = KERNEL_COMMITS[fix];
  return `the ${title} ${shortCommit(commit)}`;
}

/** `Linux 5.16, 5.15.6, 5.10.83, …`: the kernel.org releases from which on a fix is there. */
export function fixReleases(fix: KernelFix): string {
  const { mainline, stable } = KERNEL_COMMITS[fix];
  return `Linux ${[mainline, ...Object.values(stable).map(({ from }) => from)].join(', ')}`;
}

/** The first twelve digits, as the kernel's own messages cite a commit. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 12);
}

/** The fix on which the verdict rests; `undefined` when the value in force, and with it the verdict, is not known. */
export function decidingFix({ reuse }: PoolPrediction): 'weightZero' | 'unconfirmedConntrack' | undefined {
  switch (reuse.connReuseMode) {
    case undefined: return reuse.verdict === 'stale-real-server' ? 'weightZero' : undefined;
    case '0': return 'weightZero';
    default: return 'unconfirmedConntrack';
  }
}

/** What becomes of reused ports with another value of conn_reuse_mode. */
export function verdictFor({ reuse }: PoolPrediction, value: string | undefined): ReuseVerdict {
  return value === undefined ? 'unknown' : reuse.ifMode[value === '0' ? 'zero' : 'one'];
}

/** Whether a verdict is one that nobody need act on. */
export function isHarmless(verdict: ReuseVerdict): boolean {
  return verdict === 'safe' || verdict === 'uneven';
}

/** Who leaves the value of a sysctl that is in force at the end; `node` when it was there before, or is the kernel's default. */
export function setBy({ sysctls }: PoolPrediction, key: string): SysctlStep['by'] | undefined {
  const sysctl = sysctls.get(key);
  const agreeing = sysctl?.steps.filter(({ value, lands }) => value !== undefined && value === sysctl.value && lands !== 'no') ?? [];
  return (agreeing.filter(({ by }) => by !== 'node').at(-1) ?? agreeing.at(-1))?.by;
}

/** `net.ipv4.vs.conn_reuse_mode=0`, with its writer when that is neither kube-proxy nor the kernel; or that there is none. */
function valueInForce(prediction: PoolPrediction): string {
  const by = setBy(prediction, CONN_REUSE_MODE);
  const writer = typeof by === 'object' ? ` (set by ${by.name})` : '';
  const value = prediction.reuse.connReuseMode ?? prediction.sysctls.get(CONN_REUSE_MODE)?.possible.join(' or ');
  if (prediction.fixes.reuseModeKey.state === 'absent') {
    return `no ${CONN_REUSE_MODE}`;
  }
  return value ? `${CONN_REUSE_MODE}=${value}${writer}` : `an unknown ${CONN_REUSE_MODE}`;
}

/** `kube-proxy v1.27.4 on kernel 4.18.0-147 ends up with net.ipv4.vs.conn_reuse_mode=0`. */
export function endsUpWith(prediction: PoolPrediction): string {
  return `${kubeProxyOnKernel(prediction)} ends up with ${valueInForce(prediction)}`;
}

/** Why reused source ports fail on a pool, and what the other value would do. */
export function reuseReason(prediction: PoolPrediction): string {
  return `${endsUpWith(prediction)}: ${prediction.reuse.because}${otherValueNote(prediction)}`;
}

/** A clause that advises against the other value of conn_reuse_mode; empty where it is safe, or where the value in effect is not known. */
export function otherValueNote(prediction: PoolPrediction): string {
  const { connReuseMode: mode } = prediction.reuse;
  if (mode === undefined) {
    return '';
  }
  const other = mode === '0' ? '1' : '0';
  const verdict = verdictFor(prediction, other);
  const harm = verdict === 'lost-conntrack' ? 'connections of reused source ports would hang'
    : other === '0' ? 'clients that reuse source ports would be sent to deleted pods' : 'each reused source port would cost its client one second';
  if (verdict === 'unknown') {
    return `; ${other} is no way out before it is known that this kernel carries ${fixName(other === '0' ? 'weightZero' : 'unconfirmedConntrack')}: without it ${harm}`;
  }
  return isHarmless(verdict) ? '' : `; ${other} is no way out on this kernel: ${harm}`;
}

/** A clause for kernels on which a removed server costs its clients something; empty elsewhere. */
export function removedServerNote({ fixes, reuse }: PoolPrediction): string {
  return fixes.removedServer.state === 'absent' && isHarmless(reuse.verdict)
    ? `; without ${fixName('removedServer')} each connection to a removed server also costs one SYN retry`
    : '';
}
