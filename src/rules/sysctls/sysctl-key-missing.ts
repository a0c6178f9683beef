import { KERNEL_COMMITS } from '../../facts/kernel/commits';
import { CONN_REUSE_MODE, KERNEL_FIXED_FROM, LEAVES_OLD_KERNELS_ALONE, SYSCTL_EXISTS_FROM } from '../../facts/kube-proxy/reuse-mode';
import type { Rule } from '../rule';
import { orLater } from '../wording/releases';
import { shortCommit } from '../wording/reuse-wording';
import { startupFindings } from '../wording/startup-findings';

export const sysctlKeyMissing: Rule = {
  id: 'sysctl-key-missing',
  group: 'sysctls',
  title: 'kube-proxy exits on startup, because a sysctl that it writes does not exist on this kernel.',
  severities: ['error'],
  sources: ['kubernetes/kubernetes#82065', 'kubernetes/kubernetes#88541', 'Linux commit d752c3645717'],
  judge: ({ prediction }) => startupFindings(prediction, 'sysctl-key-missing', () => 'a sysctl that it writes does not exist', ({ pool }) => [
    `Move pool ${pool.name} to Linux ${KERNEL_COMMITS.reuseModeKey.mainline} or later, where ${CONN_REUSE_MODE} exists, best to ${KERNEL_FIXED_FROM} or later.`,
    `Or run kube-proxy ${orLater(LEAVES_OLD_KERNELS_ALONE)}: it leaves kernels below ${SYSCTL_EXISTS_FROM} alone.`,
    `Or run pool ${pool.name} in iptables mode.`,
    'If the vendor has added the sysctl to this kernel (ls /proc/sys/net/ipv4/vs/conn_reuse_mode after modprobe ip_vs), declare it on the pool: '
      + `declaredBackports: [{commit: ${shortCommit(KERNEL_COMMITS.reuseModeKey.commit)}, reason: …}].`,
  ]),
};
