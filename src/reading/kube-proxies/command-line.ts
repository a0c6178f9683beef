import type { Location } from '../../kubernetes/location';
import type { Flag } from '../../config/configuration';
import { UNKNOWN } from '../../kubernetes/unknown-text';
import { tokenize } from '../../shell/lexer';
import type { ShellWord } from '../../shell/syntax';

/** A word of a command line, and where it is written. */
export interface Word {
  readonly text: string;
  readonly locate: () => Location | undefined;
}

/** Values of variables that stand in a command line. */
export type Variables = ReadonlyMap<string, string>;

/** Flags of kube-proxy that take no value after a blank. */
const BOOLEAN_FLAGS = new Set([
  'bind-address-hard-fail', 'cleanup', 'cleanup-ipvs', 'cleanup-iptables', 'conntrack-tcp-be-liberal', 'help', 'init-only', 'ipvs-strict-arp',
  'iptables-localhost-nodeports', 'logtostderr', 'alsologtostderr', 'masquerade-all', 'one-output', 'profiling', 'skip-headers',
  'skip-log-headers', 'version',
]);

/** The flags of a command line, in order. What is no flag is left out; `--` ends them. */
export function flagsOf(words: readonly Word[]): Flag[] {
  const flags: Flag[] = [];
  for (let index = 0; index < words.length && words[index].text !== '--'; index++) {
    const { text, locate } = words[index];
    const [, name, value] = /^--?([A-Za-z][\w-]*)(?:=([^]*))?$/.exec(text) ?? [];
    if (name === undefined) {
      continue;
    }
    const next = words[index + 1]?.text;
    const takesNext = value === undefined && !BOOLEAN_FLAGS.has(name) && next !== undefined && !/^--?[A-Za-z]/.test(next);
    flags.push(flag(name, value ?? (takesNext ? next : 'true'), locate));
    index += takesNext ? 1 : 0;
  }
  return flags;
}

/** The value of a flag; given more than once, the last counts. */
export function flagValue(flags: readonly Flag[], wanted: string): string | undefined {
  return flags.filter(({ name }) => name === wanted).at(-1)?.value;
}

function flag(name: string, value: string, locate: Word['locate']): Flag {
  return { name: name.replace(/_/g, '-'), value, get location() { return locate(); } };
}

/**
 * Cuts a shell command line, or a script of several, into words; the commands are kept apart. Variables are filled in where their
 * values are known; what only the running shell knows is `UNKNOWN`.
 */
export function commandsOf(text: string, variables: Variables, locate: (offset: number) => Location | undefined): Word[][] {
  const commands: Word[][] = [[]];
  for (const token of tokenize(text)) {
    if (token.kind === 'operator') {
      commands.push([]);
    } else if (token.kind === 'word') {
      const { word } = token;
      commands[commands.length - 1].push(...fieldsOf(word, variables).map((field) => ({ text: field, locate: () => locate(word.offset) })));
    }
  }
  return commands.filter((words) => words.length > 0);
}

/** A variable outside quotes whose value has blanks gives several words. */
function fieldsOf(word: ShellWord, variables: Variables): string[] {
  const [only] = word.parts;
  if (word.parts.length === 1 && only.kind === 'variable' && only.splits && variables.has(only.name)) {
    return commandsOf(variables.get(only.name) ?? '', new Map(), () => undefined).flat().map(({ text }) => text);
  }
  return [word.parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'variable':
        return variables.get(part.name) ?? part.fallback ?? UNKNOWN;
      default:
        return UNKNOWN;
    }
  }).join('')];
}

/** Whether a word is kube-proxy's name, with or without a folder; `ds/kube-proxy` names an object. */
export function isKubeProxy(word: string): boolean {
  return /(?:^|[/\\])kube-proxy(?:\.exe)?$/.test(word) && !/^[a-z.]+\/kube-proxy$/.test(word);
}

/** Whether a word is the program that has every component of Kubernetes up to 1.18 in it. */
export function isHyperkube(word: string): boolean {
  return /(?:^|\/)hyperkube$/.test(word);
}

/** Whether the first argument of hyperkube makes it kube-proxy; without the prefix it is so up to 1.16. */
export function isHyperkubeCommand(word: string | undefined): boolean {
  return word === 'kube-proxy' || word === 'proxy';
}

/** What may stand before the program of a command: assignments, options, words of the shell, and programs that run another one. */
const BEFORE_PROGRAM = new RegExp([
  '-.*', '[A-Za-z_]\\w*=[^]*', '\\d+[smhd]?', '!', '\\{', 'if', 'then', 'else', 'do', 'while', 'until', 'exec', 'time',
  '(?:.*/)?(?:env|nice|ionice|nohup|setsid|stdbuf|sudo|timeout|tini|dumb-init|go-runner)',
].map((word) => `^${word}$`).join('|'));

/** The words after kube-proxy's name in the first command that runs it; `undefined` when none does. */
export function kubeProxyArguments(commands: readonly (readonly Word[])[]): readonly Word[] | undefined {
  for (const words of commands) {
    const at = words.findIndex(({ text }) => !BEFORE_PROGRAM.test(text));
    if (at >= 0 && isKubeProxy(words[at].text)) {
      return words.slice(at + 1);
    }
    if (at >= 0 && isHyperkube(words[at].text) && isHyperkubeCommand(words[at + 1]?.text)) {
      return words.slice(at + 2);
    }
  }
  return undefined;
}
