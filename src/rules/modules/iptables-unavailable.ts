import type { Rule } from '../rule';
import { startupFindings } from '../wording/startup-findings';

export const iptablesUnavailable: Rule = {
  id: 'iptables-unavailable',
  group: 'modules',
  title: 'kube-proxy needs iptables, and the kernel has no backend for it.',
  severities: ['error'],
  sources: ['canonical/microk8s#5525', 'canonical/microk8s#5531', 'rancher/rancher#54862'],
  judge: ({ prediction }) => startupFindings(prediction, 'iptables-unavailable', () => 'no iptables backend is available', ({ pool }) => [
    `Run pool ${pool.name} in mode nftables, if it has nf_tables.`,
    `Or give pool ${pool.name} a kernel or image with ip_tables (CONFIG_NETFILTER_XTABLES_LEGACY), or with nf_tables and nft_compat.`,
  ]),
};
