import { CONN_REUSE_MODE, reuseModeAction } from '../../facts/kube-proxy/reuse-mode';
import type { PoolPrediction } from '../../prediction/prediction';
import type { SysctlWrite, Writer } from '../../declaration/writer';
import { governedBy, kubeProxyOnKernel, kubeProxyVersion, onlyPool } from '../wording/pool-wording';
import { newerKubeProxy } from '../wording/reuse-remedies';
import { removedServerNote, setBy } from '../wording/reuse-wording';
import type { Rule, RuleFinding } from '../rule';
import { faultsOfWriters, whenItActs, writerOnPools, writtenBy, type WriterFault } from '../wording/writer-wording';

const EFFECT = 'a client that reuses a source port keeps its old server, so new pods get no share of such clients';

export const reuseModeNeedlessZero: Rule = {
  id: 'reuse-mode-needless-zero',
  group: 'reuse',
  title: 'net.ipv4.vs.conn_reuse_mode is 0 on a kernel that is sound with 1.',
  severities: ['warning', 'info'],
  sources: ['kubernetes/kubernetes#93297', 'kubernetes/kubernetes#102122', 'Documentation/networking/ipvs-sysctl.rst'],
  judge: ({ prediction: { pools } }) => [
    ...faultsOfWriters(pools, zeroes).map(byWriter),
    ...pools.filter((pool) => isSoundWithOne(pool) && isLeftOver(pool)).map(leftOver),
    ...pools.filter((pool) => isSoundWithOne(pool) && isKubeProxys(pool)).map(kubeProxys),
  ],
};

function isSoundWithOne({ mode, reuse }: PoolPrediction): boolean {
  return mode === 'ipvs' && reuse.ifMode.one === 'safe';
}

function zeroes({ sysctls, reachesNode, cannotWork }: Writer, pool: PoolPrediction): SysctlWrite[] {
  return isSoundWithOne(pool) && reachesNode && cannotWork === undefined
    ? sysctls.filter(({ key, value }) => key === CONN_REUSE_MODE && value === '0')
    : [];
}

function byWriter({ writer, fault, pools }: WriterFault<SysctlWrite>): RuleFinding {
  return {
    severity: 'warning',
    pool: onlyPool(pools),
    ...writtenBy(writer, fault),
    message: `${writerOnPools({ writer, pools })} sets ${CONN_REUSE_MODE}=0 ${whenItActs(writer)}, on a kernel that is sound with 1: ${EFFECT}`,
    remedies: pools.some(({ sysctls }) => sysctls.get(CONN_REUSE_MODE)?.kubeProxyWrites === '0') ? [
      'Let a SysctlTuner (connReuseMode auto) set 1 instead: to delete the line is not enough here, since this kube-proxy writes 0 itself at each start.',
      'Or delete the line, and move to Linux 5.9 or later with kube-proxy v1.22 or later, which leaves the kernel\'s 1 alone.',
    ] : [
      'Delete the line: 1 is the kernel\'s default, and kube-proxy v1.22 and later leave it alone on Linux 5.9 and later.',
      `Then reboot the nodes, or write 1 once (sysctl -w ${CONN_REUSE_MODE}=1): the 0 that is there stays.`,
    ],
  };
}

/** The nodes have it already, and nobody in the input writes it. */
function isLeftOver(pool: PoolPrediction): boolean {
  return pool.reuse.mode === '0' && setBy(pool, CONN_REUSE_MODE) === 'node' && CONN_REUSE_MODE in pool.pool.sysctls;
}

function leftOver(pool: PoolPrediction): RuleFinding {
  return {
    severity: 'warning',
    ...governedBy(pool),
    message: `pool ${pool.pool.name}: the nodes have ${CONN_REUSE_MODE}=0, set by something that is not in the input, and ${kubeProxyOnKernel(pool)} leaves `
      + `what it finds, though this kernel is sound with 1: ${EFFECT}`,
    remedies: [
      'Find what writes it (grep -r conn_reuse_mode /etc/sysctl.conf /etc/sysctl.d /usr/lib/sysctl.d) and delete that line; an older kube-proxy writes it, too.',
      `Then reboot the nodes, or write 1 once: sysctl -w ${CONN_REUSE_MODE}=1.`,
    ],
  };
}

/** kube-proxy forces 0 for the kernel's number, and the kernel bears it. */
function isKubeProxys(pool: PoolPrediction): boolean {
  return pool.reuse.verdict === 'uneven' && setBy(pool, CONN_REUSE_MODE) === 'kube-proxy';
}

function kubeProxys(pool: PoolPrediction): RuleFinding {
  const { name, kernel } = pool.pool;
  const action = pool.kubeProxy && reuseModeAction(pool.kubeProxy.version, kernel);
  return {
    severity: 'info',
    ...governedBy(pool),
    message: `pool ${name}: ${kubeProxyVersion(pool)} leaves ${CONN_REUSE_MODE}=0 (${action?.because}), though ${kernel.release} is sound with 1: ${EFFECT}`
      + removedServerNote(pool),
    remedies: [
      newerKubeProxy(pool) ?? 'Linux 5.9 or later with kube-proxy v1.22 or later needs no write at all.',
      `Or let a SysctlTuner (connReuseMode auto) set 1 on pool ${name}, if connections should spread evenly after a scale-up.`,
      'Nothing needs doing where an uneven spread does no harm.',
    ],
  };
}
