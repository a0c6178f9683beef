import { isOption, operandsOf } from '../../shell/wrapped-command';
import type { Chamber } from './script-effects';

/** Whether one of the options is given, alone or among letters that share a dash. */
function hasOption(args: readonly string[], letters: string, long: readonly string[]): boolean {
  return args.some((argument) => long.includes(argument.split('=')[0])
    || (/^-[A-Za-z]+$/.test(argument) && [...letters].some((letter) => argument.includes(letter))));
}

/** What `modprobe` with these arguments loads. */
export interface ModprobeCall {
  /** None when it removes, shows or only tries. */
  readonly modules: readonly string[];
  /** Root of the tree in which it looks, given by `-d`; else `''`. */
  readonly directory: string;
}

export function modprobeCall(args: readonly string[]): ModprobeCall {
  const directory = args.flatMap((argument, index) => (argument === '-d' || argument === '--dirname'
    ? args[index + 1] ?? []
    : /^(?:-d|--dirname=)(\/.*)$/.exec(argument)?.[1] ?? []))[0] ?? '';
  if (hasOption(args, 'rnDRcV', ['--remove', '--dry-run', '--simulate', '--show', '--show-depends', '--resolve-alias', '--showconfig', '--version'])) {
    return { modules: [], directory };
  }
  // Options may also follow the names.
  const names = operandsOf(args, 'dCS').filter((argument) => !isOption(argument));
  return { modules: hasOption(args, 'a', ['--all']) ? names : names.slice(0, 1), directory: directory.replace(/(?<!\/)\/+$/, '') };
}

/** What `sysctl` with these arguments does. */
export interface SysctlCall {
  readonly writes: readonly { readonly key: string; readonly value: string }[];
  readonly reads: readonly string[];
  /** Files given to `-p`. */
  readonly files: readonly string[];
  /** Whether it applies every file of the system. */
  readonly system: boolean;
}

export function sysctlCall(args: readonly string[]): SysctlCall {
  const operands = args.filter((argument) => !isOption(argument));
  const attached = args.flatMap((argument) => /^(?:-p|--load=)(.+)$/.exec(argument)?.[1] ?? []);
  const system = args.includes('--system');
  if (attached.length > 0 || hasOption(args, 'p', ['--load'])) {
    const files = [...attached, ...operands];
    return { writes: [], reads: [], files: files.length > 0 ? files : ['/etc/sysctl.conf'], system };
  }
  const writes = operands.filter((operand) => operand.includes('=')).map((operand) => {
    const equals = operand.indexOf('=');
    return { key: operand.slice(0, equals).trim(), value: operand.slice(equals + 1).trim() };
  });
  return { writes, reads: operands.filter((operand) => !operand.includes('=')), files: [], system };
}

/** Where `nsenter` goes, and the command that it runs there. */
export function enterNamespaces(args: readonly string[], from: Chamber): { readonly chamber: Chamber; readonly command: readonly string[] } {
  let mounts = false;
  let network = false;
  let target: string | undefined;
  let byFile = false;
  let index = 0;
  while (index < args.length && isOption(args[index])) {
    const argument = args[index];
    index += 1;
    if (argument === '--') {
      break;
    }
    const [long, value] = argument.startsWith('--') ? argument.split('=', 2) : [argument, undefined];
    if (long === '--target' || argument === '-t') {
      target = value ?? args[index];
      index += value === undefined ? 1 : 0;
    } else if (/^-t\d+$/.test(argument)) {
      target = argument.slice(2);
    } else if (long.startsWith('--')) {
      mounts ||= long === '--mount' || long === '--all';
      network ||= long === '--net' || long === '--all';
      byFile ||= value !== undefined && value.startsWith('/');
      index += ['--setuid', '--setgid'].includes(long) && value === undefined ? 1 : 0;
    } else {
      // -m/host/proc/1/ns/mnt names the file of a namespace; -mn are two options.
      const letters = argument.split('/')[0].slice(1);
      mounts ||= /[ma]/.test(letters);
      network ||= /[na]/.test(letters);
      byFile ||= argument.includes('/');
      index += letters === 'S' || letters === 'G' ? 1 : 0;
    }
  }
  const reaches = byFile || target === '1';
  const chamber: Chamber = {
    root: reaches && mounts ? '' : from.root,
    nodeMounts: from.nodeMounts || (reaches && mounts),
    nodeNetwork: from.nodeNetwork || (reaches && network),
    byProcessId: from.byProcessId || target === '1',
  };
  return { chamber, command: args.slice(index) };
}

/** How many seconds `sleep` with these arguments takes; NaN when that is not known. */
export function sleepSeconds(args: readonly string[]): number {
  const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86400 };
  return args.reduce((sum, argument) => {
    const match = /^(\d{1,9}(?:\.\d{1,9})?)([smhd]?)$/.exec(argument);
    return match === null ? NaN : sum + Number(match[1]) * units[match[2] || 's'];
  }, 0);
}
