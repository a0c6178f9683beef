import { nodeModule } from '../../prediction/node-modules';
import type { PoolPrediction } from '../../prediction/prediction';
import type { Writer } from '../../declaration/writer';
import { onlyPool } from '../wording/pool-wording';
import type { Rule } from '../rule';
import { faultsOfWriters, writerOnPools, writtenBy } from '../wording/writer-wording';

export const moduleLoaderNeedless: Rule = {
  id: 'module-loader-needless',
  group: 'modules',
  title: 'A module loader loads modules that are built into the kernel.',
  severities: ['info'],
  sources: ['siderolabs/talos#7789', 'modprobe(8)'],
  judge: ({ prediction }) => faultsOfWriters(prediction.pools, builtIn).map(({ writer, fault, pools }) => ({
    severity: 'info',
    pool: onlyPool(pools),
    ...writtenBy(writer),
    message: `${writerOnPools({ writer, pools })} loads only modules that are built into this kernel`,
    because: `${writer.name} loads ${fault.join(', ')}, all built in here: these nodes need no loader`,
    remedies: [
      'Leave the loader off these nodes by its node selector.',
      'Or let it count a module that modules.builtin lists as loaded.',
    ],
  })),
};

/** The modules of a loader when it loads nothing else than what is built in; a name that it only tries does not count. */
function builtIn(writer: Writer, { pool }: PoolPrediction): string[][] {
  const states = writer.modules.map(({ module, tolerant }) => ({ module, tolerant, state: nodeModule(module, pool, []).state }));
  const counting = states.filter(({ tolerant, state }) => !(tolerant && state === 'absent'));
  const needless = counting.length > 0 && counting.every(({ state }) => state === 'builtin');
  return needless ? [counting.map(({ module }) => module)] : [];
}
