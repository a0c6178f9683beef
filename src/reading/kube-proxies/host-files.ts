import * as path from 'node:path';
import type { Location } from '../../kubernetes/location';
import { optionValues } from '../../pods/container-settings';
import { assignmentIn, NO_VARIABLES, wordsOf, type Word } from '../../pods/command-line';
import { kubeProxyCalls, serves } from '../../pods/kube-proxy-command';
import { commandsOfUnit, environmentFileNames, environmentOfUnit, kubeProxyOfUnit } from '../../writers/files/unit-commands';
import { unitSettings } from '../../writers/files/unit-settings';
import type { InputText } from '../documents/input-text';
import { flagsOfList } from '../installers/installer-document';
import type { SetupPlatform } from '../../declaration/kube-proxy-instance';
import { fileAt } from '../node-files';
import type { FoundInstance, K3sRole } from './found-instance';
import { hostKubeProxy } from './host-kube-proxies';
import { COMMAND_LINE, k3sInstance, nodeOfPath } from './k3s-nodes';
import { flagsOf, flagsOfAny } from './kube-proxy-flags';

/** Flags that only kube-proxy has, or hardly anything else. */
const TELLING_FLAG = /(?:^|[\s"'=])--(?:proxy[-_]mode|ipvs[-_][\w-]+|masquerade[-_]all|iptables[-_][\w-]+|conntrack[-_][\w-]+|cluster[-_]cidr)\b/;

/** Whether a text is a command line of kube-proxy, or its flags alone, or sets variables for one. */
export function isFlagsFile({ file, text }: InputText): boolean {
  const [first = ''] = significantLines(text);
  const isNamed = /\.flags$|(?:^|\/)kube-?proxy(?:[.-][^/]*)?$|(?:^|\/)proxy$/.test(file);
  return isKubeProxyCommand(first) || ((isNamed || isEnvironmentFile(text)) && (TELLING_FLAG.test(text) || /(?:^|\s)--config\b/.test(text)));
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
  const environments = others.filter(({ text }) => isEnvironmentFile(text));
  const named = new Set(units.flatMap(({ text }) => environmentFileNames(unitSettings(text))));
  const started = units.flatMap((unit) => instanceOfUnit(unit, (wanted) => fileAt(wanted, environments)?.text) ?? []);
  const unused = others.filter((other) => !(named.has(path.posix.basename(other.file)) && environments.includes(other)));
  return [...started, ...unused.filter(isFlagsFile).map(instanceOfFlags)];
}

/** The kube-proxy that a unit starts, by itself or inside k3s or RKE2. */
function instanceOfUnit({ file, text }: InputText, readFile: (path: string) => string | undefined): FoundInstance | undefined {
  const settings = unitSettings(text);
  const environment = environmentOfUnit(settings, readFile);
  const locate = (line: number): Location => ({ file, line, column: 1 });
  const found = kubeProxyOfUnit(settings, environment, locate);
  return found
    ? hostKubeProxy({
      kind: 'systemd-unit', platform: 'systemd', name: file, locate: () => locate(found.line), flags: flagsOfAny(found.calls), environment: environment.known(),
    })
    : commandsOfUnit(settings, 'ExecStart', environment, locate).reverse()
      .flatMap(({ words, line }) => k3sOfUnit(file, words.map((word) => word.text), () => locate(line)) ?? [])[0];
}

/** k3s or RKE2, which run kube-proxy with the arguments that they are given, or with defaults. */
function k3sOfUnit(file: string, command: readonly string[], locate: () => Location): FoundInstance | undefined {
  const role = command.find((word): word is K3sRole => word === 'server' || word === 'agent');
  if (role === undefined || !/(?:^|\/)(?:k3s|rke2)$/.test(command[0])) {
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
function instanceOfFlags({ file, text }: InputText): FoundInstance {
  const words = wordsOf(text, { locate: (offset) => placeAt(file, text, offset) });
  const calls = servingCalls(words);
  const flags = calls.length > 0 ? flagsOfAny(calls) : flagsOf(words.flatMap(valueOfAssignment));
  return hostKubeProxy({ kind: 'flags-file', platform: platformOfFlags(file), name: file, locate: () => ({ file, line: 1, column: 1 }), flags });
}

/** Who reads a file of flags, by its path: `/var/snap/microk8s/current/args/kube-proxy`, and the defaults in the snap itself. */
function platformOfFlags(file: string): SetupPlatform | undefined {
  const snap = /(?:^|\/)(microk8s|k8s)\/(?:[^/]+\/)?(?:default-)?args\/kube-proxy$/.exec(file)?.[1];
  return snap === 'microk8s' ? 'microk8s' : snap === undefined ? undefined : 'canonical-k8s';
}

/** Whether a line is a command that runs kube-proxy. */
function isKubeProxyCommand(line: string): boolean {
  return /kube-proxy|hyperkube/.test(line) && servingCalls(wordsOf(line)).length > 0;
}

function servingCalls(words: readonly Word[]): (readonly Word[])[] {
  return kubeProxyCalls([words], NO_VARIABLES).filter((call) => serves(call.map(({ text }) => text)));
}

/** The words in `KUBE_PROXY_ARGS="--proxy-mode=ipvs --v=2"`. */
function valueOfAssignment(word: Word): Word[] {
  const [, value] = assignmentIn(word.text) ?? [];
  return value === undefined ? [word] : wordsOf(value, { locate: word.locate });
}

function significantLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

function placeAt(file: string, text: string, offset: number): Location {
  const before = text.slice(0, offset);
  return { file, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
