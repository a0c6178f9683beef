import type { Location } from '../../kubernetes/location';
import type { PoolSelector } from '../../cluster/pool-selector';
import { bootFileKind, looksLikeBootFile } from './boot-files';
import { isCrontab } from './crontab';
import { isUnit } from './unit-settings';

/** A file that is meant for a node. */
export interface NodeFile {
  /** Its path, on the node or in a folder that mirrors one: `sysctl.d/90-ipvs.conf`. */
  readonly path: string;
  readonly text: string;
  /** The place of a line and column, from 1. */
  readonly locate: (line: number, column: number) => Location | undefined;
  /** Text of another file of the node that this one runs, by its path there. @default - none is known */
  readonly readFile?: (path: string) => string | undefined;
}

/** A file on a node, and who put it there. */
export interface PlacedFile extends Required<NodeFile> {
  /** For people. */
  readonly name: string;
  readonly resource: string | undefined;
  readonly pools: PoolSelector;
  /** How many files deep it was written by another. */
  readonly depth: number;
}

export type NodeFileKind = 'sysctl.d' | 'modules-load.d' | 'systemd-unit' | 'systemd-timer' | 'cron' | 'tuned' | 'script';

/** What a text is to a node, by its path and, where that does not tell, by what is in it; `undefined` for everything else. */
export function nodeFileKind(path: string, text: string): NodeFileKind | undefined {
  return bootFileKind(path) ?? kindByPath(path) ?? kindByContent(path, text);
}

const CRONTAB = /(?:^|\/)(?:cron\.d|spool\/cron(?:\/crontabs)?)\/[^/]+$|(?:^|[/.])(?:crontab|cron)$/;
/** Scripts that the node itself runs, at boot or by cron. */
const SYSTEM_SCRIPT = /(?:^|\/)(?:rc\.local|cron\.(?:hourly|daily|weekly|monthly)\/[^/]+|sysconfig\/modules\/[^/]+\.modules)$/;
const TUNED_PROFILE = /(?:^|\/)tuned\.conf$/;
const UNIT = /(?:^|\/)systemd\/system\/[^/]+\.(?:timer|service(?:\.d\/[^/]+\.conf)?)$/;

function kindByPath(path: string): NodeFileKind | undefined {
  if (TUNED_PROFILE.test(path)) {
    return 'tuned';
  }
  if (path.endsWith('.timer')) {
    return 'systemd-timer';
  }
  return CRONTAB.test(path) ? 'cron' : SYSTEM_SCRIPT.test(path) || path.endsWith('.sh') ? 'script' : undefined;
}

/** Whether a node acts on a file because of its path alone, whoever put it there. */
export function actsByItself(path: string): boolean {
  return bootFileKind(path) !== undefined || CRONTAB.test(path) || SYSTEM_SCRIPT.test(path) || UNIT.test(path) || TUNED_PROFILE.test(path);
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
