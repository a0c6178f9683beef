import { conntrackModule } from '../facts/conntrack-module';
import type { Severity } from '../findings/finding';
import { nodeModule } from '../prediction/node-modules';
import type { PoolPrediction } from '../prediction/prediction';
import type { ModuleLoad, Writer } from '../writers/writer';
import { onlyPool, poolNames } from './pool-wording';
import type { Rule } from './rule';
import { faultsOfWriters, writtenBy } from './writer-wording';

const [OLD, NEW] = ['nf_conntrack_ipv4', 'nf_conntrack'];

interface WrongName {
  readonly severity: Severity;
  readonly load: ModuleLoad;
}

export const conntrackModuleRenamed: Rule = {
  id: 'conntrack-module-renamed',
  group: 'modules',
  title: 'A loader asks for connection tracking by a name that this kernel does not use.',
  severities: ['error', 'warning'],
  sources: ['Linux commit a0ae2562c6c4', 'kubernetes/kubernetes#70304', 'kubernetes/kubernetes#89327', 'coreos/bugs#2518'],
  judge: ({ prediction }) => faultsOfWriters(prediction.pools, wrongNames).map(({ writer, fault: { severity, load }, pools }) => {
    const right = load.module === OLD ? NEW : OLD;
    return {
      severity,
      pool: onlyPool(pools),
      ...writtenBy(writer, load),
      message: `${poolNames(pools)}: ${writer.name} loads ${load.module}, but ${conntrackModule(pools[0].pool.kernel).because}: `
        + outcome(load, severity),
      remedies: [
        `Load ${right} on ${poolNames(pools)}.`,
        `Or try both names and accept either (modprobe ${OLD} || modprobe ${NEW}), where one loader serves old and new kernels; IpvsModules does.`,
      ],
      sources: [conntrackModule(pools[0].pool.kernel).evidence.source],
    };
  }),
};

function wrongNames(writer: Writer, { pool, writers }: PoolPrediction): WrongName[] {
  const old = nodeModule(OLD, pool, []).state;
  const asksFor = (name: string) => writer.modules.filter(({ module }) => module === name);
  if (old === 'absent') {
    return asksFor(OLD)
      .filter(({ tolerant }) => !(tolerant && asksFor(NEW).length > 0))
      .map((load) => ({ severity: load.tolerant ? 'warning' : 'error', load }));
  }
  const isSeparate = conntrackModule(pool.kernel).name === OLD;
  const somebodyLoadsIt = writers.some(({ modules }) => modules.some(({ module }) => module === OLD));
  return isSeparate && !somebodyLoadsIt ? asksFor(NEW).map((load) => ({ severity: 'warning', load })) : [];
}

function outcome({ module }: ModuleLoad, severity: Severity): string {
  if (module === NEW) {
    return `connection tracking for IPv4 is a module of its own here, ${OLD}, and stays unloaded`;
  }
  return severity === 'error' ? 'modprobe fails, and the loader with it' : 'that one fails, and what comes after it is loaded all the same';
}
