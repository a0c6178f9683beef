import type { NodePool } from '../cluster/node-pool';
import type { ProxyMode } from '../config/configuration';
import type { KernelFixes } from '../facts/kernel-fixes';
import { CONN_REUSE_MODE } from '../facts/kube-proxy-reuse-mode';
import { EXPIRE_NODEST_CONN, VS_CONNTRACK } from '../facts/kube-proxy-sysctls';
import { kernelDefault, sysctlFact } from '../facts/sysctls';
import type { KubeProxyWrite } from './kube-proxy-writes';
import type { SysctlPrediction } from './prediction';
import { sysctlTimeline } from './sysctl-timeline';
import { timedWrites, type KeySurroundings } from './timed-writes';

/** Keys that matter in IPVS mode even when nobody writes them. */
const IPVS_KEYS: readonly string[] = [CONN_REUSE_MODE, VS_CONNTRACK, EXPIRE_NODEST_CONN];

/** What becomes of every sysctl that kube-proxy or somebody in the input writes, or that was seen on the nodes. */
export function predictSysctls(
  pool: NodePool, fixes: KernelFixes, mode: ProxyMode | undefined, byKubeProxy: readonly KubeProxyWrite[], surroundings: KeySurroundings,
): ReadonlyMap<string, SysctlPrediction> {
  const keys = new Set([
    ...mode === 'ipvs' ? IPVS_KEYS : [],
    ...byKubeProxy.map(({ key }) => key),
    ...surroundings.writers.flatMap(({ sysctls }) => sysctls.map(({ key }) => key)),
    ...Object.keys(pool.sysctls),
  ]);
  return new Map([...keys].map((key) => {
    const standing = { observed: pool.sysctls[key], kernelDefault: defaultOf(key) };
    return [key, sysctlTimeline(key, standing, timedWrites(key, byKubeProxy.find((write) => write.key === key), surroundings))];
  }));
  function defaultOf(key: string): string | undefined {
    const isBackported = key === CONN_REUSE_MODE && fixes.reuseModeKey.state !== 'absent';
    return isBackported ? sysctlFact(key)?.default : kernelDefault(key, pool.kernel);
  }
}
