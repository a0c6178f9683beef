import type { Rule } from '../rule';
import { startupFindings } from '../wording/startup-findings';

export const sysctlKeyMissing: Rule = {
  id: 'sysctl-key-missing',
  group: 'sysctls',
  title: 'kube-proxy exits on startup, because a sysctl that it writes does not exist on this kernel.',
  severities: ['error'],
  sources: ['kubernetes/kubernetes#82065', 'kubernetes/kubernetes#88541', 'Linux commit d752c3645717'],
  judge: ({ prediction }) => startupFindings(prediction, 'sysctl-key-missing', () => 'a sysctl that it writes does not exist', ({ pool }) => [
    `Move pool ${pool.name} to Linux 4.1 or later, where net.ipv4.vs.conn_reuse_mode exists, best to 5.9 or later.`,
    'Or run kube-proxy v1.19 or later: it leaves kernels below 4.1 alone.',
    `Or run pool ${pool.name} in iptables mode.`,
    'If the vendor has added the sysctl to this kernel (ls /proc/sys/net/ipv4/vs/conn_reuse_mode after modprobe ip_vs), declare it on the pool: '
      + 'declaredBackports: [{commit: d752c3645717, reason: …}].',
  ]),
};
