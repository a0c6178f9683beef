import { baseName } from '../script/command-arguments';
import { union } from '../script/script-conditions';
import type { EndlessLoop, ScriptEffect } from '../script/script-effects';
import { readCommand } from '../script/script-reader';
import { hostOwner, hostSetting } from '../script/script-writers';
import { fieldsOfWord, type ExpansionScope } from '../../shell/expansion';
import { tokenize } from '../../shell/lexer';
import type { WriteFrequency, WriteMoment, Writer } from '../../declaration/writer';
import { writersOfReading, type ReadPlacedFile } from '../writers-of-reading';
import { unitSettings, type UnitSetting } from './unit-settings';
import type { PlacedFile } from './node-file';

const COMMANDS = ['ExecStartPre', 'ExecStart', 'ExecStartPost'] as const;

/** Who writes sysctls or loads modules by way of a systemd unit, that of kube-proxy included. */
export function unitWriters(file: PlacedFile, readPlacedFile: ReadPlacedFile): Writer[] {
  const settings = unitSettings(file.text);
  const unit = unitName(file.path);
  const kubeProxy = runsKubeProxy(unit, settings);
  const variables = Object.fromEntries(settings.filter(({ key }) => key === 'Environment').flatMap(({ value }) => assignments(value)));
  const writers: Writer[] = [];
  // Each command starts when the one before has succeeded.
  let known: readonly string[] = [];
  for (const { key, value, line } of COMMANDS.flatMap((name) => inForce(settings, name))) {
    for (const { argv, ignoresFailure } of commandsOf(value, variables)) {
      const reading = readCommand(argv, hostSetting(file, variables, key === 'ExecStart' ? timerLoop(file) ?? restartLoop(settings) : undefined, known));
      known = ignoresFailure ? known : union(known, reading.known);
      writers.push(...writersOfReading(ignoresFailure ? { ...reading, effects: reading.effects.map(tolerant) } : reading, {
        ...hostOwner(file, readPlacedFile),
        kind: 'systemd-unit',
        name: `${file.name}, ${key}`,
        ...(kubeProxy ? besideKubeProxy(key) : { moment: momentOfUnit(unit, key, settings), frequency: 'once' }),
        locate: () => file.locate(line, 1),
      }));
    }
  }
  return writers;
}

/** The settings of a name, from the last empty one on, which takes back those before. */
function inForce(settings: readonly UnitSetting[], key: string): UnitSetting[] {
  const named = settings.filter((setting) => setting.key === key);
  return named.slice(named.map(({ value }) => value).lastIndexOf('') + 1);
}

function tolerant(effect: ScriptEffect): ScriptEffect {
  return effect.kind === 'module' ? { ...effect, tolerant: true } : effect;
}

/** `kube-proxy.service` for the unit itself and for `kube-proxy.service.d/10-post.conf`. */
function unitName(path: string): string {
  return /([^/]+)\.d\/[^/]+\.conf$/.exec(path)?.[1] ?? baseName(path);
}

/** Units that are kube-proxy, or that run it as a part of themselves. */
function runsKubeProxy(unit: string, settings: readonly UnitSetting[]): boolean {
  return /^(?:kube-proxy|k3s|k3s-agent|rke2-server|rke2-agent)(?:@.*)?\.service$/.test(unit)
    || settings.some(({ key, value }) => key === 'ExecStart' && /(?:^|[\s/])kube-proxy(?:\s|$)/.test(value));
}

function besideKubeProxy(key: string): { readonly moment: WriteMoment; readonly frequency: WriteFrequency } {
  return key === 'ExecStartPre'
    ? { moment: 'before-kube-proxy', frequency: 'every-kube-proxy-start' }
    // Type=simple counts as started once the process is forked: nothing waits for what it does then.
    : { moment: 'kube-proxy-start-unordered', frequency: 'every-kube-proxy-start' };
}

/** Units that start kube-proxy, or the kubelet that starts its pods. */
const STARTERS = new Set(['kubelet.service', 'kube-proxy.service', 'k3s.service', 'k3s-agent.service', 'rke2-server.service', 'rke2-agent.service']);

function momentOfUnit(unit: string, key: string, settings: readonly UnitSetting[]): WriteMoment {
  const names = (name: string): string[] => settings.filter((setting) => setting.key === name).flatMap(({ value }) => value.split(/\s+/));
  if (names('Before').some((other) => STARTERS.has(other)) || (STARTERS.has(unit) && key === 'ExecStartPre')) {
    return 'before-kube-proxy';
  }
  if (names('After').includes('kube-proxy.service')) {
    return 'kube-proxy-start-unordered';
  }
  return [...names('Before'), ...names('WantedBy'), ...names('RequiredBy')].includes('sysinit.target') ? 'boot' : 'any-time';
}

/** A timer of the same name starts a service over and over, unless it counts from boot alone. */
function timerLoop({ path, readFile }: PlacedFile): EndlessLoop | undefined {
  const settings = unitSettings(readFile(path.replace(/\.service$/, '.timer')) ?? '');
  const interval = settings.find(({ key, value }) => /^On(?:UnitActiveSec|UnitInactiveSec|Calendar)$/.test(key) && value !== '');
  return interval && { seconds: secondsOf(interval.value), reads: new Set() };
}

/** A service that is started again each time it ends does its work over and over. */
function restartLoop(settings: readonly UnitSetting[]): EndlessLoop | undefined {
  const last = (key: string): string | undefined => settings.filter((setting) => setting.key === key).at(-1)?.value;
  const runsAgain = last('Restart') === 'always' || last('Restart') === 'on-success';
  return runsAgain && last('Type') !== 'oneshot' ? { seconds: secondsOf(last('RestartSec')), reads: new Set() } : undefined;
}

/** A simple time span of systemd.time(7); NaN for every other text. */
function secondsOf(span = ''): number {
  const [, count, unit = 's'] = /^(\d{1,6}) ?(ms|s|sec|min|m|h)?$/.exec(span) ?? [];
  return Number(count) * { ms: 0.001, s: 1, sec: 1, min: 60, m: 60, h: 3600 }[unit as 's'];
}

interface UnitCommand {
  readonly argv: readonly string[];
  readonly ignoresFailure: boolean;
}

/** Words as systemd cuts them: like a shell's, without operators, but `;` between commands. A leading `-` ignores failure. */
function commandsOf(value: string, variables: Readonly<Record<string, string>>): UnitCommand[] {
  const commands: string[][] = [[]];
  for (const word of words(value, variables)) {
    if (word === ';') {
      commands.push([]);
    } else {
      // systemd's own escapes for a dollar and a percent sign.
      commands[commands.length - 1].push(word.replaceAll('$$', '$').replaceAll('%%', '%'));
    }
  }
  return commands.map(([program = '', ...args]) => {
    const prefix = /^[-@:+!|]*/.exec(program)?.[0] ?? '';
    const argv = [program.slice(prefix.length), ...(prefix.includes('@') ? args.slice(1) : args)];
    return { argv, ignoresFailure: prefix.includes('-') };
  });
}

function words(text: string, variables: Readonly<Record<string, string>>): string[] {
  const scope: ExpansionScope = { variable: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined), output: () => '' };
  return tokenize(text).flatMap((token) => (token.kind === 'word' ? fieldsOfWord(token.word, scope) : token.kind === 'operator' ? token.text : token.operator));
}

function assignments(value: string): [string, string][] {
  return words(value, {}).flatMap((word): [string, string][] => {
    const equals = word.indexOf('=');
    return equals > 0 ? [[word.slice(0, equals), word.slice(equals + 1)]] : [];
  });
}
