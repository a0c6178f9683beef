import { NF_CONNTRACK_MAX } from '../../facts/kube-proxy/sysctls';
import type { Rule } from '../rule';
import { startupFindings } from '../wording/startup-findings';

export const sysctlReadOnly: Rule = {
  id: 'sysctl-read-only',
  group: 'sysctls',
  title: 'kube-proxy exits on startup, because a sysctl that it writes is read-only on this node.',
  severities: ['error'],
  sources: ['kubernetes-sigs/kind#2240', 'kubernetes/minikube#11418', 'Linux commit 2671fa4dc010'],
  judge: ({ prediction }) => startupFindings(prediction, 'sysctl-read-only', () => 'a sysctl that it writes is read-only', ({ sysctls }) => [
    'Set conntrack.maxPerCore: 0 and conntrack.min: 0 in the KubeProxyConfiguration (null means the default of 32768 for each core), '
      + 'so that kube-proxy leaves net.netfilter.nf_conntrack_max alone.',
    `Size the table on the machine that runs the node: sysctl -w ${NF_CONNTRACK_MAX}=${sysctls.get(NF_CONNTRACK_MAX)?.kubeProxyWrites ?? '131072 (kube-proxy: 32768 for each core)'}.`,
  ]),
};
