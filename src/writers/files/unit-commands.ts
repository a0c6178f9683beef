import { posix } from 'node:path';
import type { Location } from '../../kubernetes/location';
import { assignmentIn, wordsOf, type Word } from '../../pods/command-line';
import type { StatedText } from '../../pods/config-maps';
import { Environment, type Variables } from '../../pods/environment';
import { kubeProxyCalls, serves } from '../../pods/kube-proxy-command';
import type { UnitSetting } from './unit-settings';

/** A command of a unit. */
export interface UnitCommand {
  readonly words: readonly Word[];
  /** Line of the setting, from 1. */
  readonly line: number;
  /** Whether systemd goes on when it fails (`-`). */
  readonly ignoresFailure: boolean;
}

/** Text of a file of the node by its path. */
export type ReadNodeFile = (path: string) => string | undefined;

/**
 * The variables of a unit's commands: of `Environment=`, and of the files that `EnvironmentFile=` names, which count for more. A file that
 * is not in the input may set any other variable.
 */
export function environmentOfUnit(settings: readonly UnitSetting[], readFile: ReadNodeFile): Environment {
  return new Environment((): Variables => {
    const byName = new Map<string, StatedText>();
    const files = valuesOf(settings, 'EnvironmentFile').map((value) => value.replace(/^-/, '')).filter((path) => path !== '');
    const texts = files.map((path) => readFile(path));
    const missing = files.find((_, index) => texts[index] === undefined);
    [...valuesOf(settings, 'Environment'), ...texts].forEach((text) => assignments(text ?? '').forEach(([name, value]) => byName.set(name, { text: value })));
    return { byName, elsewhere: missing === undefined ? undefined : `EnvironmentFile ${missing} is not in the input` };
  });
}

/** The base names of the environment files that a unit names. */
export function environmentFileNames(settings: readonly UnitSetting[]): string[] {
  return valuesOf(settings, 'EnvironmentFile').map((value) => posix.basename(value));
}

/** `"A=b c" D=e` of an `Environment=` setting, or the lines of an environment file. */
function assignments(text: string): (readonly [string, string])[] {
  return wordsOf(text).flatMap(({ text: word }) => {
    const assignment = assignmentIn(word);
    return assignment === undefined ? [] : [assignment];
  });
}

/** The commands of a setting, cut as systemd does: like a shell's, but that only `;` stands between commands. */
export function commandsOfUnit(
  settings: readonly UnitSetting[], key: string, environment: Environment, locate: (line: number) => Location | undefined,
): UnitCommand[] {
  // systemd's own escape for a dollar sign.
  const scope = { variable: (name: string) => (name === '$' ? { text: '$' } : environment.get(name)) };
  const named = settings.filter((setting) => setting.key === key);
  // An empty one takes back those before it.
  return named.slice(named.map(({ value }) => value).lastIndexOf('') + 1).flatMap(({ value, line }) => {
    const commands: Word[][] = [[]];
    for (const word of wordsOf(value, { scope, locate: () => locate(line), operators: true })) {
      if (word.text === ';') {
        commands.push([]);
      } else {
        commands[commands.length - 1].push(word);
      }
    }
    return commands.filter((words) => words.length > 0).map((words) => unitCommand(words, line));
  });
}

function unitCommand([{ text, ...program }, ...args]: readonly Word[], line: number): UnitCommand {
  const prefix = /^[-@:+!|]*/.exec(text)?.[0] ?? '';
  const words = [{ ...program, text: text.slice(prefix.length) }, ...(prefix.includes('@') ? args.slice(1) : args)];
  return { words: words.map((word) => ({ ...word, text: word.text.replaceAll('$$', '$').replaceAll('%%', '%') })), line, ignoresFailure: prefix.includes('-') };
}

function valuesOf(settings: readonly UnitSetting[], key: string): string[] {
  return settings.filter((setting) => setting.key === key).map(({ value }) => value);
}

/** The arguments of the kube-proxy that a unit keeps running, and where; `undefined` where it runs none. */
export function kubeProxyOfUnit(
  settings: readonly UnitSetting[], environment: Environment, locate: (line: number) => Location | undefined,
): { readonly calls: readonly (readonly Word[])[]; readonly line: number } | undefined {
  return commandsOfUnit(settings, 'ExecStart', environment, locate).reverse().map(({ words, line }) => ({
    line,
    calls: kubeProxyCalls([words], { variable: (name) => environment.get(name) }).filter((call) => serves(call.map(({ text }) => text))),
  })).find(({ calls }) => calls.length > 0);
}
