import type { KubeVersion } from '../versions/kube-version';
import type { EffectiveConfiguration } from './decoded-configuration';
import { formatGoDuration } from './go-duration';
import { cidrFamily, ipFamily, splitHostPort } from './ip-address';
import { isPortRange } from './port-range';

/** Something that kube-proxy's validation rejects. */
export interface Violation {
  /** The item at fault: `[1]`. */
  readonly item?: string;
  readonly value: string;
  /** What it must be; one clause. */
  readonly message: string;
}

/** Judges one thing about a configuration that a release is to run with. */
export type Check = (configuration: EffectiveConfiguration, version: KubeVersion) => readonly Violation[];

type Read<Value> = (configuration: EffectiveConfiguration) => Value;

const NONE: readonly Violation[] = [];
const CIDR = 'must be a CIDR such as 10.100.0.0/16 or fde4:8dba:82e1::/48';

/** A number that is set has to lie in a range; with no upper bound it has to be at least `least`. */
export function numberWithin(read: Read<number | undefined>, least: number, most = Infinity): Check {
  const message = most === Infinity ? `must be ${least} or more` : `must be from ${least} to ${most}`;
  return (configuration) => {
    const value = read(configuration);
    return value === undefined || (value >= least && value <= most) ? NONE : [{ value: String(value), message }];
  };
}

export function positive(read: Read<number>): Check {
  return durationCheck(read, (seconds) => seconds > 0, 'must be longer than 0');
}

export function notNegative(read: Read<number | undefined>): Check {
  return durationCheck(read, (seconds) => seconds >= 0, 'must not be negative');
}

function durationCheck(read: Read<number | undefined>, isFine: (seconds: number) => boolean, message: string): Check {
  return (configuration) => {
    const seconds = read(configuration);
    return seconds === undefined || isFine(seconds) ? NONE : [{ value: formatGoDuration(seconds), message }];
  };
}

/** The longest time between two synchronisations may not be shorter than the shortest. */
export function notBelowMinimum(read: Read<{ readonly syncPeriod: number; readonly minSyncPeriod: number }>): Check {
  return (configuration) => {
    const { syncPeriod, minSyncPeriod } = read(configuration);
    const message = `must not be shorter than minSyncPeriod, ${formatGoDuration(minSyncPeriod)}`;
    return minSyncPeriod > syncPeriod ? [{ value: formatGoDuration(syncPeriod), message }] : NONE;
  };
}

export function oneOf(read: Read<string>, allowed: readonly string[], what: string): Check {
  return (configuration) => {
    const value = read(configuration);
    return value === '' || allowed.includes(value) ? NONE : [{ value: JSON.stringify(value), message: `is no ${what}; it must be ${allowed.join(', ')} or empty` }];
  };
}

export function ipAddress(read: Read<string>): Check {
  return (configuration) => {
    const value = read(configuration);
    return ipFamily(value) ? NONE : [{ value: JSON.stringify(value), message: 'must be an IP address' }];
  };
}

/** Each item has to be a CIDR, or be among `keywords`. */
export function cidrs(read: Read<readonly string[]>, keywords: readonly string[] = []): Check {
  const message = keywords.length === 0 ? CIDR : `${CIDR}, or ${keywords.join(', ')}`;
  return (configuration) =>
    read(configuration).flatMap((value, index) =>
      (keywords.includes(value) || cidrFamily(value) ? NONE : [{ item: `[${index}]`, value: JSON.stringify(value), message }]));
}

/** An address and a port. */
export function hostPort(read: Read<string>, { mayBeEmpty }: { readonly mayBeEmpty: boolean }): Check {
  return (configuration) => {
    const value = read(configuration);
    const { host, port } = splitHostPort(value) ?? { host: '', port: '' };
    const isFine = (mayBeEmpty && value === '') || (ipFamily(host) && /^\+?\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65535);
    return isFine ? NONE : [{ value: JSON.stringify(value), message: 'must be an IP address and a port from 1 to 65535, as 0.0.0.0:10256 or [::]:10256' }];
  };
}

/** What `clusterCIDR` may be, when it is not empty. A `list` may have any length; a pair has one range of each family. */
export function clusterCidr(shape: 'one' | 'list' | 'one or a pair'): Check {
  return ({ clusterCIDR }) => {
    const families = (shape === 'one' ? [clusterCIDR] : clusterCIDR.split(',')).map(cidrFamily);
    const isPair = families.length === 2 && families[0] !== families[1];
    const isFine = families.every((family) => family !== undefined) && (shape !== 'one or a pair' || families.length === 1 || isPair);
    const message = {
      'one': `${CIDR}, and a single one`,
      'list': `${CIDR}, or several with commas and no blanks between them`,
      'one or a pair': `${CIDR}, or one of each family with a comma and no blank between them`,
    }[shape];
    return clusterCIDR === '' || isFine ? NONE : [{ value: JSON.stringify(clusterCIDR), message }];
  };
}

export function notEmpty(read: Read<string>, message: string): Check {
  return (configuration) => (read(configuration) === '' ? [{ value: '""', message }] : NONE);
}

/** The keyword may not share the list. */
export function alone(read: Read<readonly string[]>, keyword: string): Check {
  return (configuration) => {
    const items = read(configuration);
    const index = items.indexOf(keyword);
    return index < 0 || items.length === 1 ? NONE : [{ item: `[${index}]`, value: JSON.stringify(keyword), message: 'must stand alone, without ranges beside it' }];
  };
}

/** Each keyword may be in the list once. */
export function notRepeated(read: Read<readonly string[]>, keywords: readonly string[]): Check {
  return (configuration) =>
    read(configuration).flatMap((value, index, all) =>
      (keywords.includes(value) && all.indexOf(value) < index ? [{ item: `[${index}]`, value: JSON.stringify(value), message: 'is in the list already' }] : NONE));
}

/** `300-2000`, `300+100`, `300` or nothing. */
export function portRange(read: Read<string>): Check {
  return (configuration) => {
    const value = read(configuration);
    return isPortRange(value) ? NONE : [{ value: JSON.stringify(value), message: 'must be a range of ports such as 300-2000, or empty' }];
  };
}

/** Hidden metrics can be shown for the minor release before this one, and for no other. */
export function previousMinor(read: Read<string>): Check {
  return (configuration, version) => {
    const value = read(configuration);
    const previous = `${version.major}.${version.minor - 1}`;
    return value === '' || value === previous ? NONE : [{ value: JSON.stringify(value), message: `must be empty or "${previous}", the minor release before this one` }];
  };
}

/** A gate that is turned on wants another one left on. */
export function gateNeeds(gate: string, needed: string): Check {
  return ({ featureGates }) =>
    (featureGates[gate] === true && featureGates[needed] === false
      ? [{ item: `.${needed}`, value: 'false', message: `must not be off when ${gate} is on` }]
      : NONE);
}

/** A setting that is more than zero, empty or false needs a gate that is off by default. */
export function needsGate(gate: string, read: Read<boolean | number>): Check {
  return (configuration) => {
    const value = read(configuration);
    const isOn = configuration.featureGates[gate] ?? configuration.featureGates.AllAlpha ?? false;
    return !value || isOn ? NONE : [{ value: String(value), message: `needs the feature gate ${gate}` }];
  };
}

/** Patterns for single files, which only the text format knows. */
export function vmodule({ logging }: EffectiveConfiguration): readonly Violation[] {
  const inOtherFormat = logging.vmodule.length > 0 && logging.format !== 'text'
    ? [{ value: `${logging.vmodule.length} patterns`, message: `must be empty for the log format ${logging.format}` }]
    : NONE;
  const broken = logging.vmodule.flatMap(({ filePattern, verbosity }, index) => {
    const value = JSON.stringify(filePattern);
    const item = `[${index}]`;
    return [
      ...(filePattern === '' ? [{ item, value, message: 'must have a filePattern' }] : NONE),
      ...(/[=,]/.test(filePattern) ? [{ item, value, message: 'must have a filePattern without = and ,' }] : NONE),
      ...(verbosity > 2147483647 ? [{ item, value: String(verbosity), message: 'must have a verbosity of 2147483647 or less' }] : NONE),
    ];
  });
  return [...inOtherFormat, ...broken];
}
