import { conntrackWriteRule, CONNTRACK_SYSCTLS, NF_CONNTRACK_MAX } from '../../facts/kube-proxy/sysctls';
import { CONN_REUSE_MODE } from '../../facts/kube-proxy/reuse-mode';
import type { PoolPrediction, SysctlPrediction } from '../../prediction/prediction';
import { actsAtBoot, type SysctlWrite, type Writer } from '../../declaration/writer';
import { kubeProxyVersion, onlyPool } from '../wording/pool-wording';
import type { Rule } from '../rule';
import { faultsOfWriters, whenItActs, writerOnPools, writtenBy } from '../wording/writer-wording';

interface Dispute {
  readonly write: SysctlWrite;
  /** What kube-proxy writes, for people: a value, or how it computes one. */
  readonly kubeProxyWrites: string;
  /** What becomes of the writer's value. */
  readonly result: string;
}

export const sysctlTwoOwners: Rule = {
  id: 'sysctl-two-owners',
  group: 'sysctls',
  title: 'kube-proxy and another writer set the same sysctl to different values.',
  severities: ['warning'],
  fields: ['conntrack'],
  sources: ['cmd/kube-proxy/app/conntrack.go', 'pkg/proxy/ipvs/proxier.go', 'kubernetes/kubernetes#103174', 'kubernetes/kubernetes#120448'],
  judge: ({ prediction }) => faultsOfWriters(prediction.pools, disputes).map(({ writer, fault: { write, kubeProxyWrites, result }, pools }) => ({
    severity: 'warning',
    pool: onlyPool(pools),
    ...writtenBy(writer, write),
    detail: write.key,
    message: `${writerOnPools({ writer, pools })} and kube-proxy set ${shortKey(write.key)} to different values`,
    because: `${writer.name} sets ${write.key}=${write.value} ${whenItActs(writer)}, and ${kubeProxyVersion(...pools)} writes ${kubeProxyWrites} on startup: ${result}`,
    remedies: remedies(writer, write),
  })),
};

function disputes(writer: Writer, pool: PoolPrediction): Dispute[] {
  if (!writer.reachesNode || writer.cannotWork !== undefined) {
    return [];
  }
  return writer.sysctls.flatMap((write) => {
    const sysctl = write.key === CONN_REUSE_MODE ? undefined : pool.sysctls.get(write.key);
    const step = sysctl?.steps.find(({ by }) => by === 'kube-proxy');
    return sysctl && step && write.value !== undefined && disagrees(write, step.value, pool)
      ? [{ write, kubeProxyWrites: step.value ?? byCores(pool), result: outcome(writer, write, sysctl) }]
      : [];
  });
}

/** `nf_conntrack_max` of `net.netfilter.nf_conntrack_max`. */
function shortKey(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

function byCores({ configuration }: PoolPrediction): string {
  const { maxPerCore, min } = configuration?.effective.conntrack ?? {};
  return `${maxPerCore} for each core, at least ${min ?? 0},`;
}

/** A value that depends on the unknown number of cores agrees only by chance, unless kube-proxy may only raise what it finds. */
function disagrees({ key, value }: SysctlWrite, kubeProxyWrites: string | undefined, { kubeProxy }: PoolPrediction): boolean {
  const onlyRaises = key.startsWith('net.netfilter.') && kubeProxy !== undefined && conntrackWriteRule(key, kubeProxy.version) === 'if-lower';
  if (kubeProxyWrites === undefined) {
    return !onlyRaises;
  }
  return value !== kubeProxyWrites && !(onlyRaises && Number(value) >= Number(kubeProxyWrites));
}

function outcome(writer: Writer, { value }: SysctlWrite, sysctl: SysctlPrediction): string {
  if (sysctl.value === value) {
    return sysctl.afterKubeProxyRestart === value
      ? `${value} is back some time after each start of kube-proxy`
      : `${value} lasts until kube-proxy is restarted`;
  }
  // Without the number of cores kube-proxy's value is not known, but that it comes after boot is.
  return actsAtBoot(writer) || (sysctl.value !== undefined && sysctl.value === sysctl.kubeProxyWrites)
    ? `${value} is lost as soon as kube-proxy starts`
    : 'which of the two is in effect depends on who wrote last';
}

function remedies(writer: Writer, { key, value }: SysctlWrite): string[] {
  const field = CONNTRACK_SYSCTLS.find((row) => row.key === key)?.field;
  const drop = `delete the line from ${writer.name}`;
  if (field === undefined) {
    return [`Let kube-proxy own ${key}, which IPVS mode needs as it sets it: ${drop}.`];
  }
  return key === NF_CONNTRACK_MAX
    ? [
      `Let kube-proxy own it: set conntrack.min: ${value} and conntrack.maxPerCore: 1 in the KubeProxyConfiguration, and ${drop}.`,
      'Or let the other writer own it: set conntrack.maxPerCore: 0, and kube-proxy leaves the limit alone.',
    ]
    : [
      `Let kube-proxy own it: set conntrack.${field} to it in the KubeProxyConfiguration, and ${drop}.`,
      `Or let the other writer own it: set conntrack.${field}: ${field === 'tcpBeLiberal' ? 'false' : '0s'}, and kube-proxy leaves the key alone.`,
    ];
}
