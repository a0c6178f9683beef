import { CONN_REUSE_MODE, KERNEL_FIXED_FROM, LEAVES_FIXED_KERNELS_ALONE, reuseModeAction } from '../../facts/kube-proxy/reuse-mode';
import type { PoolPrediction } from '../../prediction/prediction';
import type { SysctlWrite, Writer } from '../../declaration/writer';
import { governedBy, kubeProxyOnKernel, kubeProxyVersion, onlyPool } from '../wording/pool-wording';
import { firstOf, NEEDS_NO_WRITE } from '../wording/releases';
import { newerKubeProxy } from '../wording/reuse-remedies';
import { removedServerNote, setBy } from '../wording/reuse-wording';
import type { Rule, RuleFinding } from '../rule';
import { faultsOfWriters, whenItActs, writerOnPools, writtenBy, type WriterFault } from '../wording/writer-wording';

const EFFECT = 'a client that reuses a source port keeps its old server, so new pods get no share of such clients';

export const reuseModeNeedlessZero: Rule = {
  id: 'reuse-mode-needless-zero',
  group: 'reuse',
  title: 'net.ipv4.vs.conn_reuse_mode is 0 on a kernel on which 1 is safe.',
  severities: ['warning', 'info'],
  sources: ['kubernetes/kubernetes#93297', 'kubernetes/kubernetes#102122', 'Documentation/networking/ipvs-sysctl.rst'],
  judge: ({ prediction: { pools } }) => [
    ...faultsOfWriters(pools, zeroes).map(byWriter),
    ...pools.filter((pool) => isSafeWithOne(pool) && isLeftOver(pool)).map(leftOver),
    ...pools.filter((pool) => isSafeWithOne(pool) && isKubeProxys(pool)).map(kubeProxys),
  ],
};

function isSafeWithOne({ modeInForce: mode, reuse }: PoolPrediction): boolean {
  return mode === 'ipvs' && reuse.ifMode.one === 'safe';
}

function zeroes({ sysctls, reachesNode, cannotWork }: Writer, pool: PoolPrediction): SysctlWrite[] {
  return isSafeWithOne(pool) && reachesNode && cannotWork === undefined
    ? sysctls.filter(({ key, value }) => key === CONN_REUSE_MODE && value === '0')
    : [];
}

function byWriter({ writer, fault, pools }: WriterFault<SysctlWrite>): RuleFinding {
  return {
    severity: 'warning',
    pool: onlyPool(pools),
    ...writtenBy(writer, fault),
    message: `${writerOnPools({ writer, pools })} sets conn_reuse_mode=0, although 1 is safe on this kernel`,
    because: `${writer.name} writes 0 to ${CONN_REUSE_MODE} ${whenItActs(writer)}: ${EFFECT}${pools.some(kubeProxyWritesZero) ? '; this kube-proxy writes 0 on startup itself, so deleting the write alone is not enough' : ''}`,
    remedies: pools.some(kubeProxyWritesZero) ? [
      'Let a SysctlTuner (connReuseMode auto) set 1 instead.',
      `Or delete the line, and move to ${NEEDS_NO_WRITE.kernel} with ${NEEDS_NO_WRITE.kubeProxy}, which leaves the kernel's 1 alone.`,
    ] : [
      `Delete the line: 1 is the kernel's default, and kube-proxy ${firstOf(LEAVES_FIXED_KERNELS_ALONE)} and later leave it alone on Linux ${KERNEL_FIXED_FROM} and later.`,
      `Then reboot the nodes, or write 1 once (sysctl -w ${CONN_REUSE_MODE}=1): the present 0 stays otherwise.`,
    ],
  };
}

function kubeProxyWritesZero({ sysctls }: PoolPrediction): boolean {
  return sysctls.get(CONN_REUSE_MODE)?.kubeProxyWrites === '0';
}

/** The nodes have it already, and nobody in the input writes it. */
function isLeftOver(pool: PoolPrediction): boolean {
  return pool.reuse.connReuseMode === '0' && setBy(pool, CONN_REUSE_MODE) === 'node' && CONN_REUSE_MODE in pool.pool.sysctls;
}

function leftOver(pool: PoolPrediction): RuleFinding {
  return {
    severity: 'warning',
    ...governedBy(pool),
    message: `pool ${pool.pool.name}: the nodes have conn_reuse_mode=0, although 1 is safe on this kernel`,
    because: `something that is not in the input set ${CONN_REUSE_MODE}=0, and ${kubeProxyOnKernel(pool)} leaves what it finds: ${EFFECT}`,
    remedies: [
      'Find what writes it (grep -r conn_reuse_mode /etc/sysctl.conf /etc/sysctl.d /usr/lib/sysctl.d) and delete that line (an older kube-proxy may have written it, too).',
      `Then reboot the nodes, or write 1 once: sysctl -w ${CONN_REUSE_MODE}=1.`,
    ],
  };
}

/** kube-proxy sets 0 for the kernel's number, and the kernel bears it. */
function isKubeProxys(pool: PoolPrediction): boolean {
  return pool.reuse.verdict === 'uneven' && setBy(pool, CONN_REUSE_MODE) === 'kube-proxy';
}

function kubeProxys(pool: PoolPrediction): RuleFinding {
  const { name, kernel } = pool.pool;
  const action = pool.kubeProxy && reuseModeAction(pool.kubeProxy.version, kernel);
  return {
    severity: 'info',
    ...governedBy(pool),
    message: `pool ${name}: ${kubeProxyVersion(pool)} sets conn_reuse_mode=0, although 1 is safe on this kernel`,
    because: `${action?.because}, and ${kernel.release} is safe with 1: ${EFFECT}${removedServerNote(pool)}; where an uneven spread does no harm, nothing needs doing`,
    remedies: [
      newerKubeProxy(pool) ?? `Move to ${NEEDS_NO_WRITE.kernel} with ${NEEDS_NO_WRITE.kubeProxy}, where no write is needed.`,
      `Or let a SysctlTuner (connReuseMode auto) set 1 on pool ${name}, if connections should spread evenly after a scale-up.`,
    ],
  };
}
