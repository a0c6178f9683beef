import { cleansUpAfter } from '../../facts/kube-proxy/mode-switch';
import type { PoolPrediction } from '../../prediction/prediction';
import { governedBy, groupPools, kubeProxyVersion, onlyPool, poolNames } from '../wording/pool-wording';
import { isOwn } from '../wording/platform-remedies';
import type { Rule, RuleFinding } from '../rule';

/** Only kube-proxy in IPVS mode makes it, and it stays when the mode changes. */
const IPVS_INTERFACE = 'kube-ipvs0';

export const modeSwitchResidue: Rule = {
  id: 'mode-switch-residue',
  group: 'modes',
  title: 'The mode changes on running nodes, and kube-proxy does not remove what the old mode left behind.',
  severities: ['warning', 'info'],
  sources: ['KEP-2448', 'kubernetes/kubernetes#76109'],
  judge: ({ prediction }) => [...leftOver(prediction.pools), ...movedFromBase(prediction.pools)],
};

/** Nodes that show what IPVS mode left. */
function leftOver(predictions: readonly PoolPrediction[]): RuleFinding[] {
  return groupPools(predictions.filter((pool) => residue(pool) !== undefined), (pool) => `${pool.instance?.name} ${pool.modeInForce}`)
    .map((pools): RuleFinding => ({
      severity: 'warning',
      ...governedBy(pools[0], 'mode'),
      pool: onlyPool(pools),
      message: `${poolNames(pools)}: the nodes keep virtual servers of IPVS mode after the move to mode ${pools[0].modeInForce}`,
      because: `they still have ${IPVS_INTERFACE}, and ${kubeProxyVersion(...pools)} starts in mode ${pools[0].modeInForce} without removing the virtual servers and addresses `
        + 'of IPVS mode, which keep catching Service traffic',
      remedies: [
        'Reboot the nodes one after the other once the mode has changed.',
        'Or run kube-proxy --cleanup once on each node before the new mode starts (an init container of the DaemonSet).',
      ],
      sources: residue(pools[0]),
    }));
}

/** Pools of a construct with a mode of their own: whoever gives them one on running nodes has a step to take that no DaemonSet takes. */
function movedFromBase(predictions: readonly PoolPrediction[]): RuleFinding[] {
  const own = predictions.filter(({ instance, startup }) => instance && isOwn(instance) && startup.outcome === 'runs');
  const base = own.find(({ instance }) => own.every((other) => other.instance === instance || other.instance?.name.startsWith(`${instance?.name}-`)));
  return own.flatMap((prediction): RuleFinding[] => {
    const { pool, modeInForce: mode, instance, kubeProxy, interfaces } = { ...prediction, interfaces: prediction.pool.interfaces };
    if (!base?.modeInForce || !mode || !kubeProxy || instance === base.instance || instance?.cleansUpOnModeChange || interfaces.length > 0) {
      return [];
    }
    const { cleans, evidence } = cleansUpAfter(base.modeInForce, mode, kubeProxy.version);
    return cleans ? [] : [{
      severity: 'info',
      ...governedBy(prediction, 'mode'),
      pool: pool.name,
      message: `pool ${pool.name}: nodes that were in mode ${base.modeInForce} keep its rules when they start in mode ${mode}`,
      because: `${kubeProxyVersion(prediction)} does not remove what mode ${base.modeInForce} left; nodes that are new to the pool have nothing of it`,
      remedies: [
        'Replace the nodes of the pool, or reboot them one after the other once the new DaemonSet runs there.',
        'Or set kubeProxy: { cleanupBeforeStart: true } for the change, and remove it with the next one.',
      ],
      sources: [evidence.source],
    }];
  });
}

/** The sources for it when virtual servers stay behind. */
function residue({ pool, modeInForce: mode, startup, kubeProxy, instance }: PoolPrediction): string[] | undefined {
  const hadIpvs = pool.interfaces.some(({ name }) => name === IPVS_INTERFACE);
  if (!hadIpvs || mode === undefined || mode === 'ipvs' || startup.outcome !== 'runs' || !kubeProxy || instance?.cleansUpOnModeChange) {
    return undefined;
  }
  const { cleans, evidence } = cleansUpAfter('ipvs', mode, kubeProxy.version);
  return cleans ? undefined : [evidence.source];
}
