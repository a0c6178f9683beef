import type { PoolPrediction } from '../prediction/prediction';

/**
 * The ways out for a pool where reused source ports fail, in order of preference: a newer kernel or vendor build, a newer
 * kube-proxy, the other value where it is better here, another mode, a declared backport, an acknowledgement.
 */
export function reuseRemedies(prediction: PoolPrediction): string[] {
  const { kubeProxy, fixes, reuse, pool } = prediction;
  const remedies: string[] = [];
  const lacking = [
    fixes.unconfirmedConntrack.state !== 'present' && 'f0a5e4d7a594 (no delay with conn_reuse_mode=1; Linux 5.9, 5.4.59, 4.19.140, 4.14.194)',
    fixes.weightZero.state !== 'present' && 'c95c07836fa4 (weight 0 honoured with conn_reuse_mode=0; Linux 5.16, 5.10.83, 5.4.163, 4.19.219, 4.14.257)',
  ].filter(Boolean);
  remedies.push(`Move pool ${pool.name} to a kernel, or a newer build of its vendor's, that carries ${lacking.join(' and ')}; `
    + 'Linux 5.9 or later with kube-proxy v1.22 or later needs no sysctl at all.');
  if (pool.kernel.atLeast('5.9') && kubeProxy?.version.before('1.22')) {
    remedies.push('Run kube-proxy v1.22 or later here (v1.20.15 and v1.21.9 will do): from there on it leaves conn_reuse_mode alone on Linux 5.9 and later.');
  }
  if (reuse.ifMode.one === 'safe' && reuse.mode === '0') {
    remedies.push('Set net.ipv4.vs.conn_reuse_mode=1 here with a tuner that reconciles after kube-proxy (SysctlTuner, connReuseMode auto): '
      + 'this kernel reschedules a reused port at once with 1.');
  } else if (reuse.mode === '0' && reuse.ifMode.one === 'syn-drop-delay') {
    remedies.push('Do not set conn_reuse_mode=1 on this kernel: each reused source port would then cost its client one second.');
  }
  remedies.push(`Run another mode on pool ${pool.name}: iptables, or nftables with Linux 5.13 or later.`);
  remedies.push('If the vendor has backported the fix, declare it: declaredBackports: [{commit, reason}] on the pool.');
  remedies.push('If its clients never reuse source ports, acknowledge this finding with that reason.');
  return remedies;
}
