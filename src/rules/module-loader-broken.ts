import { brokenLoader } from './module-loading';
import { onlyPool, poolNames } from './pool-wording';
import type { Rule } from './rule';
import { faultsOfWriters, writtenBy } from './writer-wording';

export const moduleLoaderBroken: Rule = {
  id: 'module-loader-broken',
  group: 'modules',
  title: 'A module loader cannot work as it is declared.',
  severities: ['error', 'warning'],
  sources: ['awslabs/amazon-eks-ami#151', 'mqliang/libipvs#4', 'modprobe(8)'],
  judge: ({ prediction }) => faultsOfWriters(prediction.pools, (writer, pool) => [brokenLoader(writer, pool)].filter((fault) => fault !== undefined))
    .map(({ writer, fault, pools }) => ({
      severity: fault.severity,
      pool: onlyPool(pools),
      ...writtenBy(writer, writer.modules[0]),
      message: `${poolNames(pools)}: ${writer.name} is to load ${writer.modules.map(({ module }) => module).join(', ')}, but ${fault.because}`,
      remedies: fault.remedies,
    })),
};
