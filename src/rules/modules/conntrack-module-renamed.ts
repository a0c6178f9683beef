import { conntrackModule } from '../../facts/kernel/conntrack-module';
import { PROBES_IPVS } from '../../facts/kube-proxy/requirements';
import type { Severity } from '../finding';
import { nodeModule } from '../../prediction/node-modules';
import type { PoolPrediction } from '../../prediction/prediction';
import type { ModuleLoad, Writer } from '../../declaration/writer';
import { governedBy, groupPools, kubeProxyVersion, onlyPool, poolNames } from '../wording/pool-wording';
import { orLater } from '../wording/releases';
import type { Rule, RuleFinding } from '../rule';
import { faultsOfWriters, writerOnPools, writtenBy, type WriterFault } from '../wording/writer-wording';

const [OLD, NEW] = ['nf_conntrack_ipv4', 'nf_conntrack'];

interface WrongName {
  readonly severity: Severity;
  readonly load: ModuleLoad;
}

export const conntrackModuleRenamed: Rule = {
  id: 'conntrack-module-renamed',
  group: 'modules',
  title: 'Connection tracking is asked for by a module name that this kernel does not use.',
  severities: ['error', 'warning'],
  sources: ['Linux commit a0ae2562c6c4', 'kubernetes/kubernetes#70304', 'kubernetes/kubernetes#89327', 'coreos/bugs#2518'],
  judge: ({ prediction }) => [
    ...faultsOfWriters(prediction.pools, wrongNames).map(byLoader),
    ...groupPools(prediction.pools.filter(asksForOldName), (pool) => `${pool.instance?.name} ${kubeProxyVersion(pool)}`).map(byKubeProxy),
  ],
};

function wrongNames(writer: Writer, { pool, writers, modeInForce: mode }: PoolPrediction): WrongName[] {
  const isForIpvs = mode === 'ipvs' || (mode === undefined && writers.some(({ modules }) => modules.some(({ module }) => /^ip_vs\b/.test(module))));
  if (!isForIpvs) {
    return [];
  }
  const asksFor = (name: string) => writer.modules.filter(({ module }) => module === name);
  if (nodeModule(OLD, pool, []).state === 'absent') {
    return asksFor(OLD)
      .filter(({ tolerant }) => !(tolerant && asksFor(NEW).length > 0))
      .map((load) => ({ severity: load.tolerant ? 'warning' : 'error', load }));
  }
  const isSeparate = conntrackModule(pool).name === OLD;
  const somebodyLoadsIt = writers.some(({ modules }) => modules.some(({ module }) => module === OLD));
  return isSeparate && !somebodyLoadsIt ? asksFor(NEW).map((load) => ({ severity: 'warning', load })) : [];
}

function byLoader({ writer, fault: { severity, load }, pools }: WriterFault<WrongName>): RuleFinding {
  const { because, evidence } = conntrackModule(pools[0].pool);
  return {
    severity,
    pool: onlyPool(pools),
    ...writtenBy(writer, load),
    message: `${writerOnPools({ writer, pools })} loads ${load.module}, ${load.module === OLD ? `which is ${NEW} on this kernel` : `but IPv4 needs ${OLD} on this kernel`}`,
    because: `${writer.name} asks for ${load.module}, but ${because}: ${outcome(load, severity)}`,
    remedies: [
      `Load ${load.module === OLD ? NEW : OLD} on ${poolNames(pools)}.`,
      `Or try both names and accept either, where one loader serves old and new kernels: modprobe ${OLD} || modprobe ${NEW}.`,
    ],
    sources: [evidence.source],
  };
}

function outcome({ module }: ModuleLoad, severity: Severity): string {
  if (module === NEW) {
    return 'IPv4 needs it, and it stays unloaded';
  }
  return severity === 'error' ? 'modprobe fails, and the loader with it' : 'modprobe fails, and the loader goes on without it';
}

/** Releases that look at the number of the kernel ask RHEL 8.3 and later for the old name, and go on when they do not get it. */
function asksForOldName({ modeInForce: mode, modules }: PoolPrediction): boolean {
  return mode === 'ipvs' && modules.some(({ name, state, satisfied }) => name === OLD && state === 'absent' && satisfied === true);
}

function byKubeProxy(pools: readonly PoolPrediction[]): RuleFinding {
  const { because, evidence } = conntrackModule(pools[0].pool);
  return {
    severity: 'warning',
    ...governedBy(pools[0]),
    pool: onlyPool(pools),
    message: `${poolNames(pools)}: ${kubeProxyVersion(pools[0])} asks for ${OLD}, which this kernel does not have`,
    because: `it goes by the number of the kernel alone, but ${because}: it logs a failed modprobe on startup and goes on; the line in the log does no harm`,
    remedies: [
      `Run kube-proxy ${orLater(PROBES_IPVS)}, which asks for no module by name.`,
      'Or acknowledge the finding: the line in the log does no harm.',
    ],
    sources: [evidence.source],
  };
}
