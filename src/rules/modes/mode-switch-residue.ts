import { cleansUpAfter } from '../../facts/kube-proxy/mode-switch';
import type { PoolPrediction } from '../../prediction/prediction';
import { governedBy, groupPools, kubeProxyVersion, onlyPool, poolNames } from '../wording/pool-wording';
import type { Rule } from '../rule';

/** Only kube-proxy in IPVS mode makes it, and it stays when the mode changes. */
const IPVS_INTERFACE = 'kube-ipvs0';

export const modeSwitchResidue: Rule = {
  id: 'mode-switch-residue',
  group: 'modes',
  title: 'The mode changes on running nodes, and kube-proxy does not remove what the old mode left.',
  severities: ['warning'],
  sources: ['KEP-2448', 'kubernetes/kubernetes#76109'],
  judge: ({ prediction }) => groupPools(prediction.pools.filter((pool) => residue(pool) !== undefined), (pool) => `${pool.instance?.name} ${pool.mode}`)
    .map((pools) => ({
      severity: 'warning',
      ...governedBy(pools[0], 'mode'),
      pool: onlyPool(pools),
      message: `${poolNames(pools)}: the nodes keep virtual servers of IPVS mode after the move to mode ${pools[0].mode}`,
      because: `they still have ${IPVS_INTERFACE}, and ${kubeProxyVersion(...pools)} starts in mode ${pools[0].mode} without removing the virtual servers and addresses `
        + 'of IPVS mode, which keep catching Service traffic',
      remedies: [
        'Reboot the nodes one after the other once the mode has changed.',
        'Or run kube-proxy --cleanup once on each node before the new mode starts (an init container of the DaemonSet).',
      ],
      sources: residue(pools[0]),
    })),
};

/** The sources for it when virtual servers stay behind. */
function residue({ pool, mode, startup, kubeProxy, instance }: PoolPrediction): string[] | undefined {
  const hadIpvs = pool.interfaces.some(({ name }) => name === IPVS_INTERFACE);
  if (!hadIpvs || mode === undefined || mode === 'ipvs' || startup.outcome !== 'runs' || !kubeProxy || instance?.cleansUpOnModeChange) {
    return undefined;
  }
  const { cleans, evidence } = cleansUpAfter('ipvs', mode, kubeProxy.version);
  return cleans ? undefined : [evidence.source];
}
