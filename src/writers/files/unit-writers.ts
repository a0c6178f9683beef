import { baseName } from '../../shell/wrapped-command';
import { union } from '../script/script-conditions';
import type { EndlessLoop, ScriptEffect } from '../script/script-effects';
import { readCommand } from '../script/script-reader';
import { hostOwner, hostSetting } from '../script/script-writers';
import type { WriteFrequency, WriteMoment, Writer } from '../../declaration/writer';
import { writersOfReading, type ReadPlacedFile } from '../writers-of-reading';
import { commandsOfUnit, environmentOfUnit, kubeProxyOfUnit } from './unit-commands';
import { unitSettings, type UnitSetting } from './unit-settings';
import type { PlacedFile } from './node-file';

const COMMANDS = ['ExecStartPre', 'ExecStart', 'ExecStartPost'] as const;

/** Who writes sysctls or loads modules by way of a systemd unit, that of kube-proxy included. */
export function unitWriters(file: PlacedFile, readPlacedFile: ReadPlacedFile): Writer[] {
  const settings = unitSettings(file.text);
  const unit = unitName(file.path);
  const environment = environmentOfUnit(settings, file.readFile);
  const kubeProxy = K3S.test(unit) || /^kube-proxy(?:@.*)?\.service$/.test(unit) || kubeProxyOfUnit(settings, environment, () => undefined) !== undefined;
  const variables = environment.texts();
  const writers: Writer[] = [];
  // Each command starts when the one before has succeeded.
  let known: readonly string[] = [];
  for (const key of COMMANDS) {
    for (const { words, line, ignoresFailure } of commandsOfUnit(settings, key, environment, () => undefined)) {
      const reading = readCommand(words.map(({ text }) => text), hostSetting(file, variables, key === 'ExecStart' ? timerLoop(file) ?? restartLoop(settings) : undefined, known));
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

function tolerant(effect: ScriptEffect): ScriptEffect {
  return effect.kind === 'module' ? { ...effect, tolerant: true } : effect;
}

/** `kube-proxy.service` for the unit itself and for `kube-proxy.service.d/10-post.conf`. */
function unitName(path: string): string {
  return /(?:^|\/)([^/]+)\.d\/[^/]+\.conf$/.exec(path)?.[1] ?? baseName(path);
}

/** Units that run kube-proxy as a part of themselves. */
const K3S = /^(?:k3s|k3s-agent|rke2-server|rke2-agent)(?:@.*)?\.service$/;

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
