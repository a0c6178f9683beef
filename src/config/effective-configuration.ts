import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { Section } from './decode-fields';
import type { EffectiveConfiguration } from './decoded-configuration';
import { ZEROS, type FieldValue } from './field-value';
import { ipFamily, joinHostPort, splitHostPort } from './ip-address';
import { releaseSchema, splitPath, valueAt } from './release-schema';

/** Applies the defaults of a release to decoded fields, as kube-proxy does: to what is null, zero or empty. */
export function effectiveConfiguration(values: Section, version: KubeVersion): EffectiveConfiguration {
  const root: Section = {};
  const sections = new Map<string, { readonly given: Section; readonly complete: Section }>([['', { given: values, complete: root }]]);
  for (const { section, name, field, defaultValue } of releaseSchema(version).unset) {
    const { given, complete } = sections.get(section)!;
    if (field.type === 'section') {
      const nested = { given: (given[name] ?? {}) as Section, complete: {} };
      sections.set(field.path, nested);
      complete[name] = nested.complete;
    } else {
      const value = given[name] ?? (field.nullable ? undefined : ZEROS[field.type]);
      const isUnset = field.nullable ? value === undefined : value === ZEROS[field.type];
      complete[name] = isUnset && defaultValue !== undefined ? defaultValue : value;
    }
  }
  // The table of fields is held in step with this type by a test.
  return withDependentDefaults(root as unknown as EffectiveConfiguration, values, version);
}

/** The defaults that look at other fields. */
function withDependentDefaults(configuration: EffectiveConfiguration, values: Section, version: KubeVersion): EffectiveConfiguration {
  const { bindAddress, conntrack } = configuration;
  const isIpv6 = version.atLeast('1.15') && ipFamily(bindAddress) !== 'IPv4';
  const address = (name: 'healthzBindAddress' | 'metricsBindAddress', ipv6: string, port: number) => {
    const given = values[name];
    if (given === undefined || given === '') {
      return isIpv6 ? joinHostPort(ipv6, port) : configuration[name];
    }
    return withPort(configuration[name], port, version);
  };
  return {
    ...configuration,
    healthzBindAddress: address('healthzBindAddress', '::', 10256),
    metricsBindAddress: address('metricsBindAddress', '::1', 10249),
    // A fixed size leaves the scaling by cores alone.
    conntrack: conntrack.max === undefined ? conntrack : { ...conntrack, ...scalingAsGiven(values.conntrack as Section) },
  };
}

function scalingAsGiven({ maxPerCore, min }: Section): { maxPerCore: number | undefined; min: number | undefined } {
  return { maxPerCore: maxPerCore as number | undefined, min: min as number | undefined };
}

/** Adds the port that an address lacks. Before 1.15, anything without a colon got one. */
export function withPort(address: string, port: number, version: KubeVersion): string {
  if (version.before('1.15')) {
    return address.includes(':') ? address : `${address}:${port}`;
  }
  return splitHostPort(address) || !ipFamily(address) ? address : joinHostPort(address, port);
}

/** A copy with another value at a path. */
export function withValue(configuration: EffectiveConfiguration, path: string, value: FieldValue): EffectiveConfiguration {
  const copy = structuredClone(configuration);
  const { section, name } = splitPath(path);
  const holder = section === '' ? copy : valueAt(copy, section);
  Object.assign(holder as object, { [name]: value });
  return copy;
}
