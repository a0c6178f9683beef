import { brokenMark, BROKEN_MARK_EVIDENCE } from '../../facts/kernel/xt-mark';
import type { Rule } from '../rule';
import { governedBy, kubeProxyOnKernel } from '../wording/pool-wording';

export const kernelXtMarkBroken: Rule = {
  id: 'kernel-xt-mark-broken',
  group: 'modules',
  title: 'The MARK target of ip6tables is broken in this kernel build, and kube-proxy needs it.',
  severities: ['error'],
  sources: ['rancher/rke2#8042', 'rancher/rke2#7438', 'canonical/microk8s#4961'],
  judge: ({ prediction: { pools } }) => pools.filter(({ modeInForce: mode }) => mode === 'iptables' || mode === 'ipvs').flatMap((prediction) => {
    const { pool, modeInForce: mode } = prediction;
    const broken = brokenMark(pool.kernel);
    return broken === undefined ? [] : [{
      severity: 'error' as const,
      ...governedBy(prediction, 'mode'),
      message: `pool ${pool.name}: kernel ${pool.kernel.release} has a broken MARK target, which mode ${mode} needs`,
      because: `${kubeProxyOnKernel(prediction)} marks packets for masquerading by rules of iptables and ip6tables; ip6tables refuses the MARK target on this build, `
        + 'so kube-proxy cannot write its rules and restarts for ever.',
      remedies: [
        `Boot another build on pool ${pool.name}: ${broken.good}.`,
        'Or run the pool in mode nftables, which does without the target.',
      ],
      sources: [BROKEN_MARK_EVIDENCE.source],
    }];
  }),
};
