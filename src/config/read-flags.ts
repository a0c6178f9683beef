import { kubeProxyFlag, KUBE_PROXY_FLAGS, type KubeProxyFlag } from '../facts/kube-proxy/flags';
import type { OperatingSystem } from '../facts/kube-proxy/modes';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { isKnown } from '../kubernetes/unknown-text';
import type { Flag } from './configuration';
import type { ConfigurationProblem } from './decoded-configuration';
import { nearestName } from './edit-distance';
import type { FieldValue } from './field-value';
import { FLAG_MUST, parseFlagValue } from './flag-value';

/** A flag as kube-proxy takes it, all of its repetitions together. */
export interface ReadFlag {
  readonly fact: KubeProxyFlag;
  readonly value: FieldValue;
  readonly text: string;
}

export interface ReadFlags {
  /** By name. */
  readonly flags: ReadonlyMap<string, ReadFlag>;
  /** Paths of the fields of flags whose value something else fills in. */
  readonly unknown: readonly string[];
  /** Unknown flags and values that cannot be read: kube-proxy exits over each, with or without `--config`. */
  readonly problems: readonly ConfigurationProblem[];
}

/** Reads the command line of a kube-proxy. */
export function readFlags(given: readonly Flag[], version: KubeVersion, operatingSystem: OperatingSystem): ReadFlags {
  const flags = new Map<string, ReadFlag>();
  const unknown: string[] = [];
  const problems: ConfigurationProblem[] = [];
  const problem = (flag: Flag, message: string, source: string) =>
    problems.push({ kind: 'invalid', path: `--${flag.name}`, reportedAs: undefined, value: JSON.stringify(flag.value), message, position: undefined, source });
  for (const flag of given) {
    const fact = kubeProxyFlag(flag.name, version, operatingSystem);
    if (!fact) {
      problem(flag, explainUnknownFlag(flag.name, version, operatingSystem), 'github.com/spf13/pflag; cmd/kube-proxy/app');
      continue;
    }
    if (!isKnown(flag.value)) {
      flags.delete(fact.name);
      unknown.push(fact.path ?? `--${fact.name}`);
      continue;
    }
    const value = parseFlagValue(fact.type, flag.value);
    if (value === undefined) {
      problem(flag, FLAG_MUST[fact.type], fact.evidence.source);
      continue;
    }
    // An empty address leaves what was there.
    if (value !== '' || !fact.type.startsWith('ip')) {
      flags.set(fact.name, combined(flags.get(fact.name), { fact, value, text: flag.value }));
    }
  }
  return { flags, unknown, problems };
}

/** Lists grow and maps merge with each repetition; of anything else the last one counts. */
function combined(before: ReadFlag | undefined, now: ReadFlag): ReadFlag {
  if (!before) {
    return now;
  }
  const text = `${before.text},${now.text}`;
  if (Array.isArray(before.value) && Array.isArray(now.value)) {
    return { ...now, value: [...(before.value as string[]), ...(now.value as string[])], text };
  }
  if (now.fact.type === 'gates') {
    return { ...now, value: { ...(before.value as Record<string, boolean>), ...(now.value as Record<string, boolean>) }, text };
  }
  return now;
}

function explainUnknownFlag(name: string, version: KubeVersion, operatingSystem: OperatingSystem): string {
  const others = KUBE_PROXY_FLAGS.filter((flag) => flag.name === name.replaceAll('_', '-'));
  if (others.some((flag) => flag.operatingSystem && flag.operatingSystem !== operatingSystem)) {
    return `is a flag of kube-proxy on ${others[0].operatingSystem} only`;
  }
  const ranges = others.flatMap(({ releases }) => releases);
  const next = ranges.find(({ from }) => version.before(from));
  const last = ranges.at(-1);
  if (next || last?.to) {
    return next ? `comes with v${next.from}` : `was removed in v${last?.to}; delete it`;
  }
  const known = KUBE_PROXY_FLAGS.filter((flag) => kubeProxyFlag(flag.name, version, operatingSystem) === flag).map((flag) => flag.name);
  const meant = nearestName(name, known);
  return `is no flag of kube-proxy ${version}${meant ? `; --${meant} was probably meant` : ''}`;
}
