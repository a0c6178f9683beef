import { plain } from './alert';
import type { MonitoredKubeProxy, MonitoredPool } from './monitored-cluster';

const SHOWN = 10;

/** Names for a reader, who gets no more than ten. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map(plain).join(', ');
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown;
}

/** `kube-proxy (v1.37.2, nftables mode; pools a, b)`. */
export function namedKubeProxies(kubeProxies: readonly MonitoredKubeProxy[]): string {
  return named(kubeProxies.map(({ name, version, mode = 'no', pools }) => {
    const where = pools.length === 0 ? 'no described pool' : `${pools.length === 1 ? 'pool' : 'pools'} ${named(pools)}`;
    return `${name} (${version}, ${mode} mode; ${where})`;
  }));
}

/** `a (kernel 5.15.0-91-generic: with a word on each)`. */
export function namedPools(pools: readonly MonitoredPool[], say: (pool: MonitoredPool) => string = () => ''): string {
  return named(pools.map((pool) => {
    const said = say(pool);
    return `${pool.name} (kernel ${pool.kernel}${said === '' ? '' : `: ${said}`})`;
  }));
}
