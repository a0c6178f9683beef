import type { ProxyMode } from '../config/configuration';
import type { KernelFixes } from '../facts/kernel/kernel-fixes';
import { CONN_REUSE_MODE } from '../facts/kube-proxy/reuse-mode';
import { EXPIRE_NODEST_CONN, PROXIER_SYSCTLS, VS_CONNTRACK } from '../facts/kube-proxy/sysctls';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { ReusePrediction, ReuseVerdict, Startup, SysctlPrediction } from './prediction';
import { verdictRow, type Switch, type VerdictRow } from './reuse-verdicts';

/** What a pool looks like once kube-proxy has started, as far as reused source ports go. */
export interface ReuseSurroundings {
  readonly mode: ProxyMode | undefined;
  readonly startup: Startup;
  readonly version: KubeVersion | undefined;
  readonly sysctls: ReadonlyMap<string, SysctlPrediction>;
  readonly fixes: KernelFixes;
}

/** What happens to a client that reuses a source port. `ifMode` is told for every pool, as IPVS mode would have it. */
export function predictReuse(surroundings: ReuseSurroundings): ReusePrediction {
  const { mode, startup, sysctls, fixes } = surroundings;
  const conditions = mode === 'ipvs'
    ? { fixes, conntrack: sysctls.get(VS_CONNTRACK)?.value, expireNodestConn: sysctls.get(EXPIRE_NODEST_CONN)?.value }
    : conditionsInIpvsMode(surroundings);
  const ifMode = { zero: rowOf('0', conditions).verdict, one: rowOf('1', conditions).verdict };
  if (mode !== 'ipvs') {
    const verdict = mode === undefined && startup.outcome === 'unknown' ? 'unknown' : 'not-ipvs';
    return { verdict, connReuseMode: undefined, expireNodestConn: undefined, because: whyNotIpvs(surroundings), ifMode };
  }

  const reuseMode = sysctls.get(CONN_REUSE_MODE);
  const possible = reuseMode?.possible ?? [];
  const keyIsAbsent = fixes.reuseModeKey.state === 'absent';
  const rows = modesInEffect(possible, fixes).map((value) => rowOf(value, conditions));
  return {
    verdict: commonVerdict(rows),
    connReuseMode: possible.length === 1 && !keyIsAbsent ? possible[0] : undefined,
    expireNodestConn: conditions.expireNodestConn,
    because: commonVerdict(rows) === 'unknown' && !isAgreed(rows)
      ? whyInDoubt(reuseMode, fixes)
      : `${keyIsAbsent ? `the kernel has no ${CONN_REUSE_MODE} and acts as with 0: ` : ''}${becauseOf(rows, fixes)}`,
    ifMode,
  };
}

/** From the gravest on: a pod that is gone stays so, a connection that hangs can be made again, a delay passes. */
const FAULTS: readonly ReuseVerdict[] = ['stale-real-server', 'lost-conntrack', 'syn-drop-delay'];

/** Where it is open which value wins, and every one that may is a fault, the gravest of them. */
function commonVerdict(rows: readonly VerdictRow[]): ReuseVerdict {
  if (isAgreed(rows)) {
    return rows[0].verdict;
  }
  const areFaults = rows.length > 0 && rows.every(({ verdict }) => FAULTS.includes(verdict));
  return FAULTS.find((fault) => areFaults && rows.some(({ verdict }) => verdict === fault)) ?? 'unknown';
}

function isAgreed(rows: readonly VerdictRow[]): boolean {
  return rows.length > 0 && rows.every(({ verdict }) => verdict === rows[0].verdict);
}

function becauseOf(rows: readonly VerdictRow[], fixes: KernelFixes): string {
  return isAgreed(rows) ? rows[0].because(fixes) : rows.map((row) => `with ${row.zero ? 0 : 1} ${row.because(fixes)}`).join(', and ');
}

interface Conditions {
  readonly fixes: KernelFixes;
  readonly conntrack: string | undefined;
  readonly expireNodestConn: string | undefined;
}

/** As kube-proxy itself would leave them if the pool ran in IPVS mode. */
function conditionsInIpvsMode({ version, fixes }: ReuseSurroundings): Conditions {
  const valueOf = (key: string): string | undefined => version
    && (PROXIER_SYSCTLS.find((row) => row.key === key && version.within(row.releases))?.value ?? '0');
  return { fixes, conntrack: valueOf(VS_CONNTRACK), expireNodestConn: valueOf(EXPIRE_NODEST_CONN) };
}

/** Without the key (before d752c3645717) the kernel knows no rescheduling of reused ports, which is what 0 asks for. */
function modesInEffect(possible: readonly string[], { reuseModeKey }: KernelFixes): readonly string[] {
  switch (reuseModeKey.state) {
    case 'absent': return ['0'];
    case 'unknown': return possible.length === 0 ? [] : [...possible, '0'];
    case 'present': return possible;
  }
}

function rowOf(value: string, { fixes, conntrack, expireNodestConn }: Conditions): VerdictRow {
  const zero = Number(value) === 0 || fixes.reuseModeKey.state === 'absent';
  return verdictRow(zero, switchOf(conntrack), switchOf(expireNodestConn), fixes);
}

function switchOf(value: string | undefined): Switch {
  return value === undefined ? undefined : Number(value) === 0 ? 'off' : 'on';
}

function whyInDoubt(reuseMode: SysctlPrediction | undefined, { reuseModeKey }: KernelFixes): string {
  const { possible = [], steps = [] } = reuseMode ?? {};
  if (possible.length > 1) {
    const uncertain = steps.find(({ lands }) => lands === 'unknown')?.by;
    return `${CONN_REUSE_MODE} ends up as ${possible.join(' or ')}, `
      + (typeof uncertain === 'object' ? `since it is open whether ${uncertain.name} gets to write it` : 'whoever writes last');
  }
  return possible.length === 1
    ? `whether this kernel has ${CONN_REUSE_MODE} is not known (${reuseModeKey.because})`
    : `the value of ${CONN_REUSE_MODE} is not known`;
}

function whyNotIpvs({ mode, startup }: ReuseSurroundings): string {
  if (mode !== undefined) {
    return `kube-proxy runs in ${mode} mode`;
  }
  return startup.outcome === 'exits' ? 'kube-proxy does not start' : 'the input does not tell which mode kube-proxy runs in';
}
