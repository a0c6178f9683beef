import type { Location } from '../../kubernetes/location';
import { NODE_PROCESS } from '../node-access';
import type { PlacedFile } from '../files/node-file';
import type { Writer } from '../../declaration/writer';
import { writersOfReading, type ReadPlacedFile, type ScriptOwner } from '../writers-of-reading';
import { isKnown } from '../../kubernetes/unknown-text';
import { OUTSIDE, type ScriptSetting } from './script-effects';
import { placeIn } from './script-place';
import { readScript } from './script-reader';

/** How a script or command is read that the node itself runs, as root. */
export function hostSetting(
  { readFile }: PlacedFile, variables: Readonly<Record<string, string>>, loop: ScriptSetting['loop'], known: readonly string[] = [],
): ScriptSetting {
  return { environment: { variables, readFile, nodePath: (path) => path }, chamber: OUTSIDE, loop, known };
}

/** The files that a script on a node leaves there, by path; not those of which a part is known only to the running script. */
export function filesOfScript(text: string): ReadonlyMap<string, string> {
  const environment = { variables: {}, readFile: () => undefined, nodePath: (path: string) => path };
  const { files } = readScript(text, { environment, chamber: OUTSIDE, loop: undefined, known: [] });
  return new Map([...files].filter(([, written]) => isKnown(written)));
}

/** What the writers of a file on the node have in common. */
export function hostOwner(file: PlacedFile, readPlacedFile: ReadPlacedFile): Pick<ScriptOwner, 'resource' | 'pools' | 'access' | 'depth' | 'readPlacedFile'> {
  return { resource: file.resource, pools: file.pools, access: NODE_PROCESS, depth: file.depth, readPlacedFile };
}

const PERIODS: Readonly<Record<string, number>> = { hourly: 3600, daily: 86400, weekly: 7 * 86400, monthly: 30 * 86400 };

/** A script on a node. When it runs is not known, unless its folder tells. */
export function scriptWriters(file: PlacedFile, readPlacedFile: ReadPlacedFile): Writer[] {
  const { path, text, name, locate } = file;
  const period = /(?:^|\/)cron\.(hourly|daily|weekly|monthly)\/[^/]+$/.exec(path)?.[1];
  const loop = period === undefined ? undefined : { seconds: PERIODS[period], reads: new Set<string>() };
  // Of RHEL and CentOS up to 7: run early at boot, one after the other, whether or not they fail.
  const isModulesFile = path.endsWith('.modules');
  return writersOfReading(readScript(text, { ...hostSetting(file, {}, loop), statusIgnored: isModulesFile || period !== undefined }), {
    ...hostOwner(file, readPlacedFile),
    // rc.local is what rc-local.service runs.
    kind: period !== undefined ? 'cron' : path.endsWith('rc.local') ? 'systemd-unit' : 'script',
    name,
    moment: isModulesFile ? 'boot' : 'any-time',
    frequency: 'once',
    locate: (offset): Location | undefined => {
      const { line, column } = placeIn(text, offset);
      return locate(line, column);
    },
  });
}
