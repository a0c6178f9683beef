import { baseName, isOption, operandsOf, withoutPrefix } from '../shell/wrapped-command';
import { parseScript } from '../shell/parser';
import { someCommand, wordsOf } from '../shell/search';
import type { ShellNode } from '../shell/syntax';
import { commandsOf, type CommandScope, type Word } from './command-line';

/** Whether a word is kube-proxy's name, with or without a folder; `ds/kube-proxy` names an object. */
function isKubeProxy(word: string): boolean {
  return /(?:^|[/\\])kube-proxy(?:\.exe)?$/.test(word) && !/^[a-z.]+\/kube-proxy$/.test(word);
}

/** Whether a word is the program that has every component of Kubernetes up to 1.18 in it. */
function isHyperkube(word: string): boolean {
  return /(?:^|\/)hyperkube$/.test(word);
}

/** Whether the first argument of hyperkube makes it kube-proxy; without the prefix it is so up to 1.16. */
export function isHyperkubeCommand(word: string | undefined): boolean {
  return word === 'kube-proxy' || word === 'proxy';
}

/** Flags by which kube-proxy does one thing and exits. */
const ONCE = /^--?(?:cleanup(?:-iptables|-ipvs)?(?:=true)?|version(?:=.*)?|help|init-only(?:=true)?|write-config-to(?:=.*)?)$/;

/** Whether kube-proxy with these arguments serves traffic, and does not only clean up or tell its version. */
export function serves(args: readonly string[]): boolean {
  return !args.some((argument) => ONCE.test(argument));
}

/** What a command line stands in. */
export interface CommandSurroundings extends CommandScope {
  /** Text of a file that the command may run. @default - none is known */
  readonly readFile?: (path: string) => string | undefined;
}

/** Scripts inside scripts deeper than this are not read. */
const MAX_DEPTH = 4;

/**
 * The arguments of each kube-proxy that commands run: by its own name or that of hyperkube, behind programs that run another one, and in
 * the scripts that they give to a shell. Empty where none does.
 */
export function kubeProxyCalls(commands: readonly (readonly Word[])[], around: CommandSurroundings, depth = 0): (readonly Word[])[] {
  return commands.flatMap((words) => {
    const [program, ...args] = commandBehind(words);
    if (program === undefined) {
      return [];
    }
    if (isKubeProxy(program.text)) {
      return [args];
    }
    if (isHyperkube(program.text)) {
      return isHyperkubeCommand(args[0]?.text) ? [args.slice(1)] : [];
    }
    const script = depth < MAX_DEPTH ? scriptOf(program, args, around) : undefined;
    return script === undefined || !/kube-proxy|hyperkube/.test(script.text) ? [] : kubeProxyCalls(script.commands(), around, depth + 1);
  });
}

/** The words of the command that is run in the end; options of wrapping programs are taken away with them. */
function commandBehind(words: readonly Word[]): readonly Word[] {
  let rest: readonly string[] = words.map(({ text }) => text);
  for (let before = -1; before !== rest.length;) {
    before = rest.length;
    rest = withoutPrefix(withoutShellWords(rest));
    const [program = '', ...args] = rest;
    switch (baseName(program)) {
      case 'chroot':
      case 'gosu':
      case 'su-exec':
        rest = operandsOf(args).slice(1);
        break;
      case 'nsenter':
        rest = operandsOf(args, 'tSG');
        break;
    }
  }
  return words.slice(words.length - rest.length);
}

/** What may stand before a program: assignments, and words of the shell. */
function withoutShellWords(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !/^(?:[A-Za-z_]\w*=[^]*|!|\{|if|then|else|do|while|until|exec)$/.test(word));
  const rest = at < 0 ? [] : words.slice(at);
  return at > 0 && words[at - 1] === 'exec' && isOption(rest[0]) ? operandsOf(rest, 'a') : rest;
}

interface Script {
  readonly text: string;
  readonly commands: () => Word[][];
}

/** The script that a shell is given, by `-c` or in a file that is known, or that a program is. */
function scriptOf(program: Word, args: readonly Word[], around: CommandSurroundings): Script | undefined {
  const name = baseName(program.text.replaceAll('\\', '/')).replace(/\.exe$/i, '').toLowerCase();
  if (/^(?:powershell|pwsh|cmd)$/.test(name)) {
    const at = args.findIndex(({ text }) => /^(?:-c|-command|\/c)$/i.test(text));
    const text = at < 0 ? '' : args.slice(at + 1).map((word) => word.text).join(' ');
    return { text, commands: () => windowsCommands(text, args[at + 1].locate) };
  }
  if (!/^(?:ba|da|a|z|k)?sh$/.test(name)) {
    const text = program.text.includes('/') ? around.readFile?.(program.text) : undefined;
    return text === undefined ? undefined : shellScript(text, args, program, around);
  }
  const operand = args.findIndex(({ text }, index) => !/^[-+]./.test(text) && !/^[-+]\w*o$/.test(args[index - 1]?.text ?? ''));
  const given = args[operand];
  if (given === undefined) {
    return undefined;
  }
  if (args.slice(0, operand).some(({ text }) => /^-\w*c/.test(text))) {
    return shellScript(given.text, args.slice(operand + 2), given, around);
  }
  const text = around.readFile?.(given.text);
  return text === undefined ? undefined : shellScript(text, args.slice(operand + 1), given, around);
}

function shellScript(text: string, positional: readonly Word[], { locate }: Word, around: CommandSurroundings): Script {
  return { text, commands: () => (mayName(parseScript(text)) ? commandsOf(text, { ...around, positional }, locate) : []) };
}

const NAME = /(?<![\w.-])(?:kube-proxy|hyperkube)(?![\w-])/;

const named = new WeakMap<ShellNode, boolean>();

/** Whether a script has a name of kube-proxy in what it may run, and not only in comments and in what it prints. */
function mayName(script: ShellNode): boolean {
  const known = named.get(script)
    ?? someCommand(script, (command) => !/^(?:echo|printf)$/.test(command.words[0]?.raw ?? '') && wordsOf(command).some(({ raw }) => NAME.test(raw)));
  named.set(script, known);
  return known;
}

/** The commands of a line for PowerShell or cmd, whose backslashes are no escapes. */
function windowsCommands(text: string, locate: Word['locate']): Word[][] {
  return text.split(/[;|&\n]+/).map((command) => (command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [])
    .map((word) => ({ text: word.replace(/^(["'])(.*)\1$/, '$2'), locate })));
}
