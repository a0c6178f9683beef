import { LINUX_POOLS } from '../../cluster/pool-selector';
import { scriptWriters } from '../script/script-writers';
import type { Writer } from '../../declaration/writer';
import { writerOfBootFile } from './boot-file-writers';
import { cronWriters } from './cron-writers';
import { nodeFileKind, type NodeFile, type PlacedFile } from './node-file';
import { tunedWriters } from './tuned-writers';
import { unitWriters } from './unit-writers';

export { nodeFileKind, type NodeFile } from './node-file';

/**
 * Who writes sysctls or loads modules by way of a file on a node: sysctl.d and modules-load.d, systemd units, crontabs, profiles of
 * TuneD and shell scripts, and the files that these write in turn. Empty for every other kind of file.
 */
export function writersOfText(file: NodeFile): readonly Writer[] {
  return writersOfPlacedFile({ readFile: () => undefined, ...file, name: file.path, resource: undefined, pools: LINUX_POOLS, depth: 0 });
}

/** A file may write itself again, so this has an end. */
const MAX_DEPTH = 3;

/** The same for a file of which somebody is known to have put it there. */
export function writersOfPlacedFile(file: PlacedFile): readonly Writer[] {
  if (file.depth > MAX_DEPTH) {
    return [];
  }
  switch (nodeFileKind(file.path, file.text)) {
    case 'sysctl.d':
      return writerOfBootFile('sysctl.d', file);
    case 'modules-load.d':
      return writerOfBootFile('modules-load.d', file);
    case 'systemd-unit':
      return unitWriters(file, writersOfPlacedFile);
    case 'cron':
      return cronWriters(file, writersOfPlacedFile);
    case 'tuned':
      return tunedWriters(file);
    case 'script':
      return scriptWriters(file, writersOfPlacedFile);
    case 'systemd-timer':
    case undefined:
      return [];
  }
}
