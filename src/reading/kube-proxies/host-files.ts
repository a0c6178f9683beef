import * as path from 'node:path';
import type { Location } from '../../kubernetes/location';
import { unitSettings } from '../../writers/files/unit-settings';
import { optionValues } from '../../pods/container-settings';
import type { InputText } from '../documents/input-text';
import { flagsOfList } from '../installers/installer-document';
import { commandsOf, flagsOf, isKubeProxy, kubeProxyArguments, type Variables, type Word } from './command-line';
import type { FoundInstance, K3sRole } from './found-instance';
import { hostKubeProxy } from './host-kube-proxies';
import { COMMAND_LINE, k3sInstance, nodeOfPath } from './k3s-nodes';

/** Flags that only kube-proxy has, or hardly anything else. */
const TELLING_FLAG = /(?:^|[\s"'=])--(?:proxy[-_]mode|ipvs[-_][\w-]+|masquerade[-_]all|iptables[-_][\w-]+|conntrack[-_][\w-]+|cluster[-_]cidr)\b/;

/** Whether a text is a command line of kube-proxy, or its flags alone, or sets variables for one. */
export function isFlagsFile({ file, text }: InputText): boolean {
  const [first = ''] = significantLines(text);
  const isNamed = /\.flags$|(?:^|\/)kube-?proxy(?:[.-][^/]*)?$|(?:^|\/)proxy$/.test(file);
  return isKubeProxy(first.split(/\s+/)[0]) || ((isNamed || isEnvironmentFile(text)) && (TELLING_FLAG.test(text) || /(?:^|\s)--config\b/.test(text)));
}

/** Whether a text is an environment file: every line sets a variable. */
export function isEnvironmentFile(text: string): boolean {
  const lines = significantLines(text.replace(/\\\r?\n/g, ' '));
  return lines.length > 0 && lines.every((line) => /^(?:export\s+)?[A-Za-z_]\w*=/.test(line));
}

/**
 * The kube-proxies that files of a node start: systemd units with the environment files that they name, and files of flags that no unit
 * uses.
 */
export function kubeProxiesOfHostFiles(units: readonly InputText[], others: readonly InputText[]): FoundInstance[] {
  const used = new Set<InputText>();
  const started = units.flatMap((unit) => {
    const named = unitSettings(unit.text).filter(({ key }) => key === 'EnvironmentFile').map(({ value }) => path.posix.basename(value));
    const environments = others.filter(({ file, text }) => named.includes(path.posix.basename(file)) && isEnvironmentFile(text));
    environments.forEach((environment) => used.add(environment));
    return kubeProxyOfUnit(unit, new Map(environments.flatMap(({ text }) => assignments(text)))) ?? [];
  });
  return [...started, ...others.filter((other) => !used.has(other) && isFlagsFile(other)).map(kubeProxyOfFlags)];
}

/** The kube-proxy that a unit starts, by itself or inside k3s or RKE2. */
function kubeProxyOfUnit({ file, text }: InputText, variables: Variables): FoundInstance | undefined {
  const settings = unitSettings(text);
  const environment = new Map([...variables, ...settings.filter(({ key }) => key === 'Environment').flatMap(({ value }) => assignments(value))]);
  for (const { value, line } of settings.filter(({ key }) => key === 'ExecStart').reverse()) {
    const locate = (): Location => ({ file, line, column: 1 });
    const commands = commandsOf(value.replace(/^[-@:+!]+/, ''), environment, locate);
    const words = kubeProxyArguments(commands);
    if (words) {
      return hostKubeProxy({
        kind: 'systemd-unit', platform: 'systemd', name: file, locate, flags: flagsOf(words), environment: Object.fromEntries(environment),
      });
    }
    const k3s = k3sOfUnit(file, commands, locate);
    if (k3s) {
      return k3s;
    }
  }
  return undefined;
}

/** k3s or RKE2, which run kube-proxy with the arguments that they are given, or with defaults. */
function k3sOfUnit(file: string, commands: readonly (readonly Word[])[], locate: () => Location): FoundInstance | undefined {
  const command = commands.find(([program]) => /(?:^|\/)(?:k3s|rke2)$/.test(program.text))?.map(({ text }) => text);
  const role = command?.find((word): word is K3sRole => word === 'server' || word === 'agent');
  if (command === undefined || role === undefined) {
    return undefined;
  }
  const args = optionValues(command, 'kube-proxy-arg');
  return k3sInstance({
    product: command[0].endsWith('rke2') ? 'rke2' : 'k3s', role, node: nodeOfPath(file), order: COMMAND_LINE, appends: false,
    args: args.length === 0 ? undefined : flagsOfList(args, locate),
    disabled: command.includes('--disable-kube-proxy'), name: file, resource: undefined, locate,
  });
}

/** The kube-proxy whose flags stand in a file: with its name before them or not, on one line or many, or in variables. */
function kubeProxyOfFlags({ file, text }: InputText): FoundInstance {
  const words = commandsOf(text, new Map(), (offset) => placeAt(file, text, offset)).flat();
  const at = words.findIndex((word) => isKubeProxy(word.text));
  const flags = flagsOf(words.slice(at + 1).flatMap(valueOfAssignment));
  return hostKubeProxy({ kind: 'flags-file', name: file, locate: () => ({ file, line: 1, column: 1 }), flags });
}

/** The words in `KUBE_PROXY_ARGS="--proxy-mode=ipvs --v=2"`. */
function valueOfAssignment(word: Word): Word[] {
  const value = /^[A-Za-z_]\w*=([^]*)$/.exec(word.text)?.[1];
  return value === undefined ? [word] : commandsOf(value, new Map(), word.locate).flat();
}

/** `"A=b c" D=e` of an `Environment=` setting, or the lines of an environment file. */
function assignments(text: string): [string, string][] {
  return commandsOf(text, new Map(), () => undefined).flat().flatMap(({ text: word }): [string, string][] => {
    const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(word) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
}

function significantLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

function placeAt(file: string, text: string, offset: number): Location {
  const before = text.slice(0, offset);
  return { file, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
