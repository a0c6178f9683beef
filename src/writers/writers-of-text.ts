import type { Location } from '../cluster/location';
import { LINUX_POOLS } from '../cluster/pool-selector';
import { bootFileKind } from './boot-files';
import { writerOfBootFile } from './boot-file-writers';
import { cronWriters } from './cron-writers';
import { writersOfHostScript } from './host-script-writers';
import { unitWriters } from './unit-writers';
import type { Writer } from './writer';

/** A file that is meant for a node. */
export interface NodeFile {
  /** Its path, on the node or in a folder that mirrors one: `sysctl.d/90-ipvs.conf`. */
  readonly path: string;
  readonly text: string;
  /** The place of a line and column, from 1. */
  readonly locate: (line: number, column: number) => Location | undefined;
}

export type NodeFileKind = 'sysctl.d' | 'modules-load.d' | 'systemd-unit' | 'cron' | 'script';

/** What a text is to a node, by its path and, where that does not tell, by what is in it; `undefined` for everything else. */
export function nodeFileKind(path: string, text: string): NodeFileKind | undefined {
  const boot = bootFileKind(path);
  if (boot !== undefined) {
    return boot;
  }
  if (/^\[(?:Unit|Service)\][ \t\r]*$/m.test(text) && /\.(?:service|conf)$/.test(path)) {
    return 'systemd-unit';
  }
  if (/(?:^|\/)(?:cron\.d|spool\/cron(?:\/crontabs)?)\/[^/]+$/.test(path) || /(?:^|\/)crontab$|\.(?:cron|crontab)$/.test(path)) {
    return 'cron';
  }
  const isScript = /\.sh$|(?:^|\/)(?:rc\.local|cron\.(?:hourly|daily|weekly|monthly)\/[^/]+)$/.test(path) || /^#!.*\b(?:ba|da|a|k)?sh\b/.test(text);
  return isScript ? 'script' : undefined;
}

/** Who writes sysctls or loads modules by way of a file on a node. Empty for every kind of file that is not one of those above. */
export function writersOfText(file: NodeFile): readonly Writer[] {
  switch (nodeFileKind(file.path, file.text)) {
    case 'sysctl.d':
    case 'modules-load.d': {
      const writer = writerOfBootFile({ ...file, name: file.path, resource: undefined, pools: LINUX_POOLS });
      return writer === undefined ? [] : [writer];
    }
    case 'systemd-unit':
      return unitWriters(file);
    case 'cron':
      return cronWriters(file);
    case 'script':
      return writersOfHostScript(file);
    case undefined:
      return [];
  }
}
