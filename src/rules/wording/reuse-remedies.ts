import { KERNEL_COMMITS } from '../../facts/kernel/commits';
import { NFTABLES_RELEASES } from '../../facts/kube-proxy/modes';
import { NFTABLES_KERNEL } from '../../facts/kube-proxy/nftables';
import { CONN_REUSE_MODE, KERNEL_FIXED_FROM, LEAVES_FIXED_KERNELS_ALONE } from '../../facts/kube-proxy/reuse-mode';
import { EXPIRE_NODEST_CONN, SETS_EXPIRE_NODEST_CONN } from '../../facts/kube-proxy/sysctls';
import type { PoolPrediction } from '../../prediction/prediction';
import { howToSetMode, isOwn } from './platform-remedies';
import { NEEDS_NO_WRITE, orLater } from './releases';
import { decidingFix, fixName, fixReleases, isHarmless, setBy, shortCommit, verdictFor } from './reuse-wording';

/**
 * The ways out for a pool on which reused source ports fail or may fail, the best first: undo the write that causes
 * it, a newer kube-proxy where that alone is the cure, a newer kernel or vendor build, the other value where that is safe
 * here, another mode, a declared backport, an acknowledgement.
 */
export function reuseRemedies(prediction: PoolPrediction): string[] {
  return [
    undoneWrite(prediction),
    expiredConnections(prediction),
    newerKubeProxy(prediction),
    ...newerKernel(prediction),
    otherValue(prediction),
    otherMode(prediction),
    declaredBackport(prediction),
    ACKNOWLEDGED,
  ].filter((remedy) => remedy !== undefined);
}

/** The ways out on a kernel that loses the conntrack of a reused port: no value of conn_reuse_mode is one of them. */
export function lostConntrackRemedies(prediction: PoolPrediction): string[] {
  const commits = (['synDrop', 'unconfirmedConntrack'] as const).map((fix) => shortCommit(KERNEL_COMMITS[fix].commit));
  return [
    `Move pool ${prediction.pool.name} to a kernel that carries ${fixName('unconfirmedConntrack')} and ${fixName('weightZero')} `
      + `(${fixReleases('weightZero')}, or a build of its vendor's).`,
    otherMode(prediction),
    `If the vendor confirms that this build carries ${commits.join(' and ')}, declare both on the pool: `
      + `declaredBackports: [${commits.map((commit) => `{commit: ${commit}, reason: …}`).join(', ')}].`,
    ACKNOWLEDGED,
  ];
}

const ACKNOWLEDGED = 'If no client on these nodes reuses a source port within two minutes, acknowledge the finding with that reason.';

/** Where somebody other than kube-proxy set the value, and what would be there without them is safe. */
function undoneWrite(prediction: PoolPrediction): string | undefined {
  const { kubeProxyWrites } = prediction.sysctls.get(CONN_REUSE_MODE) ?? {};
  const mode = prediction.reuse.connReuseMode;
  // 1 is the kernel's own default, which stays where kube-proxy leaves the key alone.
  const without = kubeProxyWrites ?? '1';
  if (mode === undefined || without === mode || !isHarmless(verdictFor(prediction, without))) {
    return undefined;
  }
  const by = setBy(prediction, CONN_REUSE_MODE);
  return typeof by === 'object'
    ? `Stop ${by.name} from setting ${CONN_REUSE_MODE}=${mode}: without it the value is ${without}, which is safe here.`
    : `Write ${without} once on each node (sysctl -w ${CONN_REUSE_MODE}=${without}) or reboot it: this kube-proxy leaves the ${mode} that it finds there.`;
}

/** With 0 everywhere the kernel never drops a connection to a server that is gone, whatever fixes it has. */
function expiredConnections({ reuse, sysctls }: PoolPrediction): string | undefined {
  if (reuse.connReuseMode !== '0' || reuse.expireNodestConn !== '0') {
    return undefined;
  }
  return sysctls.get(EXPIRE_NODEST_CONN)?.kubeProxyWrites === undefined
    ? `Run kube-proxy ${orLater(SETS_EXPIRE_NODEST_CONN)}: it sets ${EXPIRE_NODEST_CONN}=1, without which no kernel helps.`
    : `Remove what sets ${EXPIRE_NODEST_CONN} back to 0: without it no kernel helps.`;
}

function newerKernel(prediction: PoolPrediction): string[] {
  const fix = decidingFix(prediction);
  const { kernel, name } = prediction.pool;
  if (fix === undefined || prediction.fixes[fix].state === 'present') {
    return [];
  }
  const build = `a build of its kernel that carries ${fixName(fix)} (${fixReleases(fix)}, or its vendor's)`;
  if (kernel.atLeast(KERNEL_FIXED_FROM)) {
    return [`Move pool ${name} to ${build}.`];
  }
  const leavesAlone = prediction.kubeProxy?.version.within(LEAVES_FIXED_KERNELS_ALONE) ? 'where this kube-proxy leaves the kernel\'s 1 alone' : `with ${NEEDS_NO_WRITE.kubeProxy}`;
  return [`Move pool ${name} to ${NEEDS_NO_WRITE.kernel}, ${leavesAlone}: no sysctl is needed there.`, `Or move it to ${build}.`];
}

/** Where it is kube-proxy's age alone that brings the 0. */
export function newerKubeProxy({ pool, sysctls }: PoolPrediction): string | undefined {
  return pool.kernel.atLeast(KERNEL_FIXED_FROM) && sysctls.get(CONN_REUSE_MODE)?.kubeProxyWrites === '0'
    ? `Run kube-proxy ${orLater(LEAVES_FIXED_KERNELS_ALONE, ' here')}, which leaves ${CONN_REUSE_MODE} alone on Linux ${KERNEL_FIXED_FROM} and later, `
      + 'then reboot the nodes or write 1 once.'
    : undefined;
}

function otherValue(prediction: PoolPrediction): string | undefined {
  const { connReuseMode: mode } = prediction.reuse;
  const other = mode === '0' ? '1' : '0';
  return mode !== undefined && isHarmless(verdictFor(prediction, other))
    ? `Let a tuner set ${CONN_REUSE_MODE}=${other} on pool ${prediction.pool.name} after each start of kube-proxy: ${other} is safe on this kernel. ${tuner(prediction)}`
    : undefined;
}

function tuner({ instance }: PoolPrediction): string {
  return instance && isOwn(instance)
    ? 'ClusterKubeProxy and SysctlTuner do that (connReuseMode: \'auto\').'
    : 'That is a DaemonSet which reads the sysctl every few seconds and writes it where it differs; SysctlTuner of kube-proxy-kit generates one.';
}

function otherMode({ pool, instance }: PoolPrediction): string {
  const modes = pool.kernel.atLeast(NFTABLES_KERNEL)
    ? `in nftables mode (kube-proxy ${orLater(NFTABLES_RELEASES.stable)}), or in iptables mode`
    : `in iptables mode (nftables mode needs Linux ${NFTABLES_KERNEL})`;
  const how = howToSetMode(instance, pool.name, 'iptables');
  return `Run pool ${pool.name} ${modes}${how}${instance && isOwn(instance) ? '.' : '; reboot its nodes or run kube-proxy --cleanup on them, or the virtual servers of IPVS stay.'}`;
}

function declaredBackport(prediction: PoolPrediction): string | undefined {
  const fix = decidingFix(prediction);
  return fix === undefined || prediction.fixes[fix].state === 'present'
    ? undefined
    : `If the vendor confirms that this build carries ${shortCommit(KERNEL_COMMITS[fix].commit)}, declare it on the pool: `
      + `declaredBackports: [{commit: ${shortCommit(KERNEL_COMMITS[fix].commit)}, reason: …}].`;
}
