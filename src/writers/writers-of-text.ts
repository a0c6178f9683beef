import type { Location } from '../cluster/location';
import { LINUX_POOLS } from '../cluster/pool-selector';
import { bootFileKind, looksLikeBootFile } from './boot-files';
import { writerOfBootFile } from './boot-file-writers';
import { cronWriters, isCrontab } from './cron-writers';
import { writersOfHostScript } from './host-script-writers';
import { isUnit } from './unit-settings';
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
  return bootFileKind(path) ?? kindByPath(path) ?? kindByContent(path, text);
}

function kindByPath(path: string): NodeFileKind | undefined {
  if (/(?:^|\/)(?:cron\.d|spool\/cron(?:\/crontabs)?)\/[^/]+$/.test(path) || /(?:^|[/.])(?:crontab|cron)$/.test(path)) {
    return 'cron';
  }
  return /\.sh$/.test(path) || /(?:^|\/)(?:rc\.local|cron\.(?:hourly|daily|weekly|monthly)\/[^/]+)$/.test(path) ? 'script' : undefined;
}

function kindByContent(path: string, text: string): NodeFileKind | undefined {
  if (/^#!.{0,100}\b(?:ba|da|a)?sh\b/.test(text)) {
    return 'script';
  }
  if (isStructured(path)) {
    return undefined;
  }
  if (isUnit(text)) {
    return 'systemd-unit';
  }
  return looksLikeBootFile(path, text) ?? (isCrontab(text) ? 'cron' : undefined);
}

/** Documents of many kinds, which are told apart once they are parsed. */
function isStructured(path: string): boolean {
  return /\.(?:ya?ml|json|md|html?)$/i.test(path);
}

/** Who writes sysctls or loads modules by way of a file on a node. Empty for every kind of file that is not one of those above. */
export function writersOfText(file: NodeFile): readonly Writer[] {
  switch (nodeFileKind(file.path, file.text)) {
    case 'sysctl.d':
      return writerOfBootFile({ ...file, kind: 'sysctl.d', name: file.path, resource: undefined, pools: LINUX_POOLS });
    case 'modules-load.d':
      return writerOfBootFile({ ...file, kind: 'modules-load.d', name: file.path, resource: undefined, pools: LINUX_POOLS });
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
