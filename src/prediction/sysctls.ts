import type { NodePool } from '../cluster/node-pool';
import type { ProxyMode } from '../config/configuration';
import type { KernelFixes } from '../facts/kernel/kernel-fixes';
import { CONN_REUSE_MODE } from '../facts/kube-proxy/reuse-mode';
import { EXPIRE_NODEST_CONN, VS_CONNTRACK } from '../facts/kube-proxy/sysctls';
import { kernelDefault } from '../facts/kernel/sysctls';
import type { Writer } from '../declaration/writer';
import type { KubeProxyWrite } from './kube-proxy-writes';
import type { NodeModule } from './node-modules';
import type { SysctlPrediction } from './prediction';
import type { Surroundings } from './surroundings';
import { sysctlTimeline, type StandingValue } from './sysctl-timeline';
import { timedWrites, type TimedWrite } from './timed-writes';

/** Keys that matter in IPVS mode even when nobody writes them. */
const IPVS_KEYS: readonly string[] = [CONN_REUSE_MODE, VS_CONNTRACK, EXPIRE_NODEST_CONN];

/** What decides the sysctls of a pool. */
export interface SysctlConditions {
  readonly pool: NodePool;
  readonly fixes: KernelFixes;
  /** The mode in force; `undefined` when kube-proxy does not run or that is not known. */
  readonly mode: ProxyMode | undefined;
  readonly byKubeProxy: readonly KubeProxyWrite[];
  readonly writers: readonly Writer[];
  readonly moduleOf: (name: string) => NodeModule;
  /** What follows from the nodes, the writers and what the key names, worked out once. */
  readonly once: Surroundings['once'];
}

/** What becomes of every sysctl that kube-proxy or somebody in the input writes, or that was seen on the nodes. */
export function predictSysctls(conditions: SysctlConditions): ReadonlyMap<string, SysctlPrediction> {
  const { mode, byKubeProxy, writers, pool, once } = conditions;
  const keys = new Set([
    ...mode === 'ipvs' ? IPVS_KEYS : [],
    ...byKubeProxy.map(({ key }) => key),
    ...writers.flatMap(({ sysctls }) => sysctls.map(({ key }) => key)),
    ...Object.keys(pool.sysctls),
  ]);
  return new Map([...keys].map((key) => {
    const own = byKubeProxy.find((write) => write.key === key);
    return [key, once(`sysctl ${key} ${mode === 'ipvs'} ${own?.rule} ${own?.value} ${own?.because}`, () => predictSysctl(key, own, conditions))];
  }));
}

function predictSysctl(
  key: string, byKubeProxy: KubeProxyWrite | undefined, { pool, fixes, mode, writers, moduleOf }: SysctlConditions,
): SysctlPrediction {
  const writes = timedWrites(key, byKubeProxy, { pool, writers, moduleOf, ipvsRuns: mode === 'ipvs' });
  return key === CONN_REUSE_MODE && fixes.reuseModeKey.state === 'absent'
    ? sysctlTimeline(key, NO_SUCH_KEY, writes.map(neverLanding))
    : sysctlTimeline(key, standingValue(key, pool), writes);
}

function standingValue(key: string, pool: NodePool): StandingValue {
  return { observed: pool.sysctls[key], kernelDefault: kernelDefault(key, pool) };
}

const NO_SUCH_KEY: StandingValue = { observed: undefined, kernelDefault: undefined, why: 'this kernel has no such key' };

function neverLanding(write: TimedWrite): TimedWrite {
  return { ...write, lands: 'no', because: `${write.because}, but this kernel has no such key` };
}
