import { isSysctlKey, sysctlKey } from '../../facts/kernel/sysctl-key';

/** A line of a file that the node reads at boot. */
export interface BootLine {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

export interface SysctlLine extends BootLine {
  readonly key: string;
  readonly value: string;
}

export interface ModuleLine extends BootLine {
  readonly module: string;
}

/** What a path on a node means to the programs that run at boot. */
export type BootFileKind = 'sysctl.d' | 'modules-load.d';

/** Whether systemd-sysctl, systemd-modules-load or their older equivalents read a file, by its path alone. */
export function bootFileKind(path: string): BootFileKind | undefined {
  if (/(?:^|\/)sysctl\.d\/[^/]+\.conf$/.test(path) || /(?:^|\/)sysctl\.conf$/.test(path)) {
    return 'sysctl.d';
  }
  return /(?:^|\/)modules-load\.d\/[^/]+\.conf$/.test(path) || /(?:^|\/)etc\/modules$/.test(path) ? 'modules-load.d' : undefined;
}

/** What a file of another name is by its content: every line sets a sysctl, or names a module and one of them a telling one. */
export function looksLikeBootFile(path: string, text: string): BootFileKind | undefined {
  const lines = /\.conf$/.test(path) ? significantLines(text.slice(0, MAX_LOOK)).map(({ content }) => content) : [];
  if (lines.length === 0) {
    return undefined;
  }
  if (lines.every((line) => /^-?(?:net|kernel|vm|fs|dev|user)[./][^=]{1,200}=/.test(line))) {
    return 'sysctl.d';
  }
  return lines.every(isModuleName) && lines.some((line) => /^(?:ip_vs|nf_conntrack|br_netfilter)/.test(line)) ? 'modules-load.d' : undefined;
}

/** So much of a file tells what it is. */
const MAX_LOOK = 64 * 1024;

/**
 * Assignments of a sysctl.d file: `key = value`, keys with dots or slashes, `-key = value` to ignore errors. A key with a glob stays
 * as it is; `-glob` without a value, which only excludes keys, is left out, as is what is no assignment.
 */
export function sysctlLines(text: string): SysctlLine[] {
  return significantLines(text).flatMap(({ content, line, column }) => {
    const equals = content.indexOf('=');
    const name = content.slice(0, Math.max(equals, 0)).replace(/^-/, '').trim();
    return isSysctlKey(name.replace(/[*?]|\[[^\][]*\]/g, 'x'))
      ? [{ key: sysctlKey(name), value: content.slice(equals + 1).trim(), line, column }]
      : [];
  });
}

/** Modules named in a modules-load.d file, or in /etc/modules, where parameters may follow. */
export function moduleLines(text: string): ModuleLine[] {
  return significantLines(text).flatMap(({ content, line, column }) => {
    const module = content.split(/\s/, 1)[0];
    return isModuleName(module) ? [{ module, line, column }] : [];
  });
}

/** Whether a text can be a module's name. */
export function isModuleName(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) && !text.startsWith('-');
}

function significantLines(text: string): (BootLine & { readonly content: string })[] {
  return text.split('\n').flatMap((written, index) => {
    const content = written.trim();
    return content === '' || content.startsWith('#') || content.startsWith(';')
      ? []
      : [{ content, line: index + 1, column: written.length - written.trimStart().length + 1 }];
  });
}
