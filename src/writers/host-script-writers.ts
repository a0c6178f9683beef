import type { Location } from '../cluster/location';
import { LINUX_POOLS } from '../cluster/pool-selector';
import type { NodeFile } from './writers-of-text';
import { NODE_PROCESS } from './node-access';
import { OUTSIDE, type ScriptSetting } from './script-effects';
import { placeIn } from './script-place';
import { readScript } from './script-reader';
import type { Writer } from './writer';
import { writersOfEffects } from './writers-of-effects';

/** A script or command that the node itself runs, as root. */
export function hostSetting(variables: Readonly<Record<string, string>>, loop: ScriptSetting['loop'], known: readonly string[] = []): ScriptSetting {
  return {
    environment: { variables, readFile: () => undefined, nodePath: (path) => path },
    chamber: OUTSIDE,
    loop,
    known,
  };
}

const PERIODS: Readonly<Record<string, number>> = { hourly: 3600, daily: 86400, weekly: 7 * 86400, monthly: 30 * 86400 };

/** A script on a node. When it runs is not known, unless its folder tells. */
export function writersOfHostScript({ path, text, locate }: NodeFile): Writer[] {
  const period = /(?:^|\/)cron\.(hourly|daily|weekly|monthly)\/[^/]+$/.exec(path)?.[1];
  const loop = period === undefined ? undefined : { seconds: PERIODS[period], reads: new Set<string>() };
  return writersOfEffects(readScript(text, hostSetting({}, loop)).effects, {
    kind: period === undefined ? 'script' : 'cron',
    name: path,
    resource: undefined,
    pools: LINUX_POOLS,
    access: NODE_PROCESS,
    moment: 'any-time',
    frequency: 'once',
    locate: (offset): Location | undefined => {
      const { line, column } = placeIn(text, offset);
      return locate(line, column);
    },
  });
}
