import type { OperatingSystem } from '../facts/kube-proxy/modes';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { Flag } from './configuration';
import type { ConfigurationProblem, DecodedConfiguration, EffectiveConfiguration, IgnoredFlag } from './decoded-configuration';
import { effectiveConfiguration, withPort, withValue } from './effective-configuration';
import type { FieldValue } from './field-value';
import { formatValue } from './format-value';
import { splitHostPort } from './ip-address';
import { readFlags, type ReadFlag } from './read-flags';
import { valueAt } from './release-schema';
import { validationProblems } from './validate';

type FlagsByName = ReadonlyMap<string, ReadFlag>;

/** A field and the value that a flag gives it. */
interface Setting {
  readonly flag: ReadFlag;
  readonly path: string;
  readonly value: FieldValue;
}

/** What kube-proxy of one version makes of its command line, without `--config`. */
export function configurationFromFlags(
  given: readonly Flag[], version: KubeVersion, options: { /** @default 'linux' */ readonly operatingSystem?: OperatingSystem } = {},
): DecodedConfiguration {
  const { operatingSystem = 'linux' } = options;
  const { flags, unknown, problems: unread } = readFlags(given, version, operatingSystem);
  const defaults = defaultsBehindFlags(flags, version);
  const settings = settingsOf(flags, version, defaults);
  const effective = settings.reduce((configuration, { path, value }) => withValue(configuration, path, value), defaults);
  const problems = [
    ...unread,
    ...emptyRangeProblems(flags, effective, version),
    ...validationProblems(effective, version, operatingSystem).map((problem) => ({ ...problem, position: undefined })),
  ];
  return {
    effective,
    written: new Map(settings.map(({ path }) => [path, undefined])),
    unknown,
    dropped: [],
    problems,
    ignoredFlags: [],
    starts: problems.length === 0,
  };
}

/** From 1.31 on an empty `--cluster-cidr` is a list with one empty range in it, which validation rejects. In a configuration it is fine. */
function emptyRangeProblems(flags: FlagsByName, { detectLocalMode }: EffectiveConfiguration, version: KubeVersion): ConfigurationProblem[] {
  if (flags.get('cluster-cidr')?.value !== '' || version.before('1.31') || detectLocalMode !== 'ClusterCIDR') {
    return [];
  }
  return [{
    kind: 'invalid',
    path: '--cluster-cidr',
    reportedAs: 'KubeProxyConfiguration.DetectLocalConfiguration.ClusterCIDRs[0]',
    value: '""',
    message: 'must not be empty from v1.31 on; leave the flag out',
    position: undefined,
    source: 'processV1Alpha1Flags in cmd/kube-proxy/app/options.go of v1.31.0 to v1.37.2',
  }];
}

/** What flags beside `--config` change, and which of them are ignored. */
export interface FlagsBesideConfiguration {
  readonly effective: EffectiveConfiguration;
  readonly ignoredFlags: readonly IgnoredFlag[];
  readonly problems: readonly ConfigurationProblem[];
  /** Paths that a flag sets after all, to what is not known. */
  readonly unknown: readonly string[];
  /** Paths that a flag sets after all. */
  readonly set: readonly string[];
}

/** Applies flags to a configuration that was read from a file: the host name from 1.13 on, logging from 1.28 on, and nothing else. */
export function applyFlagsBesideConfiguration(
  given: readonly Flag[], effective: EffectiveConfiguration, version: KubeVersion, operatingSystem: OperatingSystem,
): FlagsBesideConfiguration {
  const { flags, unknown, problems } = readFlags(given, version, operatingSystem);
  const settings = settingsOf(flags, version, withoutPorts(effective));
  const winning = settings.filter(({ flag: { fact } }) => fact.winsFrom !== undefined && version.atLeast(fact.winsFrom));
  return {
    effective: winning.reduce((configuration, { path, value }) => withValue(configuration, path, value), effective),
    ignoredFlags: settings.filter((setting) => !winning.includes(setting)).map((setting) => ignored(setting, effective)),
    // Of those that win only the name of the host can be set so, and it decides nothing here.
    unknown: unknown.filter((path) => path === 'hostnameOverride'),
    problems,
    set: winning.map(({ path }) => path),
  };
}

/** A port alone is meant for whatever address is in force. */
function withoutPorts(effective: EffectiveConfiguration): EffectiveConfiguration {
  const host = (given: string) => splitHostPort(given)?.host ?? given;
  return { ...effective, healthzBindAddress: host(effective.healthzBindAddress), metricsBindAddress: host(effective.metricsBindAddress) };
}

function ignored({ flag, path, value }: Setting, effective: EffectiveConfiguration): IgnoredFlag {
  const inForce = valueAt(effective, path);
  const differs = formatValue(path, value) !== formatValue(path, inForce);
  return { name: flag.fact.name, value: flag.text, path, inForce: formatValue(path, inForce), differs };
}

/** Fields that flags set, in the order of the command line. */
function settingsOf(flags: FlagsByName, version: KubeVersion, others: EffectiveConfiguration): Setting[] {
  return [...flags.values()].flatMap((flag) => {
    const { fact: { name, path }, value } = flag;
    if (path === undefined) {
      return [];
    }
    switch (name) {
      case 'healthz-bind-address':
      case 'healthz-port':
        return [{ flag, path, value: address(flags, 'healthz', others.healthzBindAddress, 10256, version) }];
      case 'metrics-bind-address':
      case 'metrics-port':
        return [{ flag, path, value: address(flags, 'metrics', others.metricsBindAddress, 10249, version) }];
      case 'hostname-override':
        return value === '' ? [] : [{ flag, path, value: hostname(String(value)) }];
      case 'detect-local-mode':
        return value === '' ? [] : [{ flag, path, value }];
      case 'iptables-sync-period':
      case 'iptables-min-sync-period':
      case 'masquerade-all':
        return [{ flag, path: sharedPath(path, flags, version), value }];
      default:
        return [{ flag, path, value }];
    }
  });
}

/** kube-proxy writes it in lower case. A variable of the pod stays as it is. */
function hostname(text: string): string {
  return text.includes('$(') ? text : text.trim().toLowerCase();
}

/** From 1.31 on these flags mean the mode in force, and what they set in iptables mode they set in nftables mode, too. */
function sharedPath(path: string, flags: FlagsByName, version: KubeVersion): string {
  return version.atLeast('1.31') && flags.get('proxy-mode')?.value === 'nftables' ? path.replace('iptables.', 'nftables.') : path;
}

/** What `--healthz-bind-address` and `--healthz-port` come to together. Port 0 turns the server off. */
function address(flags: FlagsByName, server: 'healthz' | 'metrics', fallback: string, defaultPort: number, version: KubeVersion): string {
  const given = flags.get(`${server}-bind-address`)?.value;
  const port = Number(flags.get(`${server}-port`)?.value ?? defaultPort);
  const base = given === undefined ? fallback : String(given);
  if (port === 0) {
    return '';
  }
  return version.before('1.15') ? `${base.split(':', 1)[0]}:${port}` : withPort(base, port, version);
}

/** Defaults are worked out before flags are read: they follow no other flag, and an empty mode's periods become those of any. */
function defaultsBehindFlags(flags: FlagsByName, version: KubeVersion): EffectiveConfiguration {
  const defaults = effectiveConfiguration({}, version);
  const sharesPeriods = version.atLeast('1.31') && flags.get('proxy-mode')?.value === 'ipvs';
  return sharesPeriods ? withValue(defaults, 'ipvs.minSyncPeriod', defaults.iptables.minSyncPeriod) : defaults;
}
