import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import { atWorkload, meeting } from '../wording/workload-wording';
import type { Rule } from '../rule';

export const networkPolicyUnsupported: Rule = {
  id: 'network-policy-unsupported',
  group: 'workloads',
  title: 'The cluster\'s network policy engine does not work with kube-proxy in IPVS mode.',
  severities: ['error'],
  sources: [
    'Azure/azure-container-networking#1612', 'https://learn.microsoft.com/azure/aks/configure-kube-proxy',
  ],
  judge: ({ declaration: { workloads }, prediction }) => workloads.ipvsIncompatiblePolicies.flatMap((engine) =>
    configurationFindings(configurationsIn('ipvs', prediction), (configuration) => {
      const { meets, pools } = meeting(engine.pools, configuration, prediction);
      return meets ? [{
        severity: 'error',
        ...atWorkload(engine),
        pools,
        message: `runs IPVS mode beside ${engine.product}, which does not work with it`,
        because: `${engine.product} matches addresses before IPVS has translated them, so with its policies no connection to a Service address succeeds; `
          + 'the vendor does not support the two together.',
        remedies: [
          'Set mode: IPTABLES in kubeProxyConfig, or leave kubeProxyConfig out.',
          'Or use another engine: networkPolicy calico or cilium.',
        ],
      }] : [];
    })),
};
