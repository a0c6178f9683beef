import { CONFIGURATION_FIELDS } from '../facts/kube-proxy/fields';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { EffectiveConfiguration } from './decoded-configuration';
import { formatValue } from './format-value';
import { formatGoDuration } from './go-duration';
import { cidrFamily, ipFamily, splitHostPort } from './ip-address';
import { isPortRange } from './port-range';
import { valueAt } from './release-schema';

/** Something that kube-proxy's validation rejects. */
export interface Violation {
  /** The item at fault: `[1]`. */
  readonly item?: string;
  readonly value: string;
  /** What is wrong and what is allowed; one clause. */
  readonly message: string;
}

/** What is asked of a field. */
export interface Check {
  /** What it must be; one clause, for people. */
  readonly must: string;
  /** The values of a closed list; the empty one is always fine, too. */
  readonly allowed?: readonly string[];
  readonly violations: (configuration: EffectiveConfiguration, path: string, version: KubeVersion) => readonly Violation[];
}

const NONE: readonly Violation[] = [];
const CIDR = 'a CIDR such as 10.100.0.0/16 or fde4:8dba:82e1::/48';

/** The value as a whole is fine or not. A field that is unset is. */
function valueCheck<Value>(must: string, isFine: (value: Value, version: KubeVersion) => boolean): Check {
  return {
    must,
    violations: (configuration, path, version) => {
      const value = valueAt(configuration, path);
      return value === undefined || isFine(value as Value, version) ? NONE : [{ value: shown(path, value), message: must }];
    },
  };
}

/** Each item of a list is fine or not. */
function itemsCheck(must: string, isFine: (item: string, index: number, all: readonly string[]) => boolean): Check {
  return {
    must,
    violations: (configuration, path) => (valueAt(configuration, path) as readonly string[]).flatMap((item, index, all) =>
      (isFine(item, index, all) ? NONE : [{ item: `[${index}]`, value: JSON.stringify(item), message: must }])),
  };
}

function shown(path: string, value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : formatValue(path, value);
}

/** The range that the table of fields gives for it. */
export function inRange(path: string): Check {
  const [least, most] = CONFIGURATION_FIELDS.find((field) => field.path === path)?.range ?? [-Infinity, Infinity];
  return valueCheck<number>(most === Infinity ? `must be ${least} or more` : `must be from ${least} to ${most}`, (value) => value >= least && value <= most);
}

export const POSITIVE: Check = valueCheck<number>('must be longer than 0', (seconds) => seconds > 0);

export const NOT_NEGATIVE: Check = valueCheck<number>('must not be negative', (seconds) => seconds >= 0);

/** The longest time between two synchronisations may not be shorter than the shortest one. */
export const NOT_BELOW_MINIMUM: Check = {
  must: 'must not be shorter than minSyncPeriod',
  violations: (configuration, path) => {
    const period = valueAt(configuration, path) as number;
    const shortest = valueAt(configuration, path.replace('syncPeriod', 'minSyncPeriod')) as number;
    return shortest > period
      ? [{ value: formatGoDuration(period), message: `must not be shorter than minSyncPeriod, ${formatGoDuration(shortest)}` }]
      : NONE;
  },
};

export function oneOf(allowed: readonly string[]): Check {
  return { ...valueCheck<string>(`must be ${allowed.join(', ')} or empty`, (value) => value === '' || allowed.includes(value)), allowed };
}

export function notEmpty(purpose: string): Check {
  return valueCheck<string>(`must be set for ${purpose}`, (value) => value !== '');
}

export const IP_ADDRESS: Check = valueCheck<string>('must be an IP address', (value) => ipFamily(value) !== undefined);

function isHostPort(value: string): boolean {
  const { host, port } = splitHostPort(value) ?? { host: '', port: '' };
  return ipFamily(host) !== undefined && /^\+?\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65535;
}

export const HOST_PORT: Check = valueCheck('must be an IP address and a port from 1 to 65535, as 0.0.0.0:10249 or [::]:10249', isHostPort);

/** Empty turns the server off; only `--healthz-port=0` can bring that about. */
export const HOST_PORT_OR_EMPTY: Check = { ...HOST_PORT, ...valueCheck<string>(HOST_PORT.must, (value) => value === '' || isHostPort(value)) };

export const PORT_RANGE: Check = valueCheck('must be a range of ports such as 300-2000, or empty', isPortRange);

/** Each item has to be a CIDR, or one of the keywords. */
export function cidrs(...keywords: string[]): Check {
  return itemsCheck(`must be ${[CIDR, ...keywords].join(', or ')}`, (item) => keywords.includes(item) || cidrFamily(item) !== undefined);
}

/** The keyword may not share the list. */
export function alone(keyword: string): Check {
  return itemsCheck(`must stand alone if it is ${keyword}`, (item, _, all) => item !== keyword || all.length === 1);
}

/** Each keyword may be in the list once. */
export function once(...keywords: string[]): Check {
  return itemsCheck(`must not be in the list twice if it is ${keywords.join(', ')}`, (item, index, all) => !keywords.includes(item) || all.indexOf(item) === index);
}

export const ONE_CIDR: Check = valueCheck<string>(`must be ${CIDR}, and a single one`, (value) => value === '' || cidrFamily(value) !== undefined);

export const CIDR_LIST: Check = valueCheck<string>(
  `must be ${CIDR}, or several with commas and no blanks between them`,
  (value) => value === '' || value.split(',').every((range) => cidrFamily(range) !== undefined),
);

export const ONE_CIDR_OR_PAIR: Check = valueCheck<string>(
  `must be ${CIDR}, or one of each family with a comma and no blank between them`,
  (value) => {
    const families = value === '' ? [] : value.split(',').map(cidrFamily);
    return !families.includes(undefined) && families.length === new Set(families).size;
  },
);

/** Hidden metrics can be shown for the minor release before this one, and for no other. */
export const PREVIOUS_MINOR: Check = valueCheck<string>(
  'must be empty or the minor release before this one, as "1.35"',
  (value, version) => value === '' || value === `${version.major}.${version.minor - 1}`,
);

/** A gate that is turned on wants another one left on. */
export function gateNeeds(gate: string, needed: string): Check {
  const must = `must not turn ${needed} off when ${gate} is on`;
  return {
    must,
    violations: ({ featureGates }) =>
      (featureGates[gate] === true && featureGates[needed] === false ? [{ item: `.${needed}`, value: 'false', message: must }] : NONE),
  };
}

/** A setting that is more than zero or false needs a gate that is alpha, and off by default. */
export function needsAlphaGate(gate: string): Check {
  const must = `needs the feature gate ${gate}`;
  return {
    must,
    violations: (configuration, path) => {
      const value = valueAt(configuration, path);
      const isOn = configuration.featureGates[gate] ?? configuration.featureGates.AllAlpha ?? false;
      return !value || isOn ? NONE : [{ value: shown(path, value), message: must }];
    },
  };
}

/** Patterns for single source files. */
export const VMODULE: Check = {
  must: 'must be empty unless the format is text, and have a filePattern without = and , in each item',
  violations: ({ logging: { vmodule, format } }) => [
    ...(vmodule.length > 0 && format !== 'text' ? [{ value: `${vmodule.length} patterns`, message: `must be empty for the format ${format}` }] : NONE),
    ...vmodule.flatMap(({ filePattern, verbosity }, index) => {
      const item = `[${index}]`;
      return [
        ...(filePattern === '' || /[=,]/.test(filePattern)
          ? [{ item, value: JSON.stringify(filePattern), message: 'must have a filePattern without = and ,' }]
          : NONE),
        ...(verbosity > 2147483647 ? [{ item, value: String(verbosity), message: 'must have a verbosity of 2147483647 or less' }] : NONE),
      ];
    }),
  ],
};
