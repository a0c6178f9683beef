import { CONFIGURATION_FIELDS, type ConfigurationField } from '../../../src/facts/kube-proxy/fields';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';
import { NEWEST_KNOWN_RELEASE } from '../../../src/facts/kube-proxy/releases';
import releases from '../../config/go-types.json';

/** Go types of a field's value, pointers without their star. */
const GO_TYPES: Readonly<Record<string, ConfigurationField['type']>> = {
  'string': 'string', 'ProxyMode': 'string', 'LocalMode': 'string', 'bool': 'boolean', 'int': 'int32', 'int32': 'int32', 'VerbosityLevel': 'uint32',
  'float32': 'float32', 'Duration': 'duration', 'TimeOrMetaDuration': 'log-duration', 'QuantityValue': 'quantity', '[]string': 'strings',
  'map[string]bool': 'gates', 'struct': 'section', '[]struct': 'sections',
};

/** Fields as the Go types of each release have them; each release names what it added and removed. */
const known = new Map<string, { readonly type: ConfigurationField['type']; readonly nullable: boolean }>();

test.each(releases)('the table has exactly the fields of $release', ({ release, added, removed }) => {
  removed.forEach((field) => known.delete(field));
  Object.entries(added).forEach(([field, type]) => known.set(field, { type: GO_TYPES[type.replace('*', '')], nullable: type.startsWith('*') }));

  const version = KubeVersion.parse(release);
  const ours = CONFIGURATION_FIELDS
    .filter((field) => version.within(field.releases))
    .map((field) => [field.path, { type: field.type, nullable: field.nullable }]);
  expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(known));
});

test.each([
  ['1.13.5', false], ['1.13.6', true], ['1.13.12', true], ['1.14.0', false], ['1.14.1', false], ['1.14.2', true], ['1.15.0', true],
])('ipvs.strictARP in %s: %s', (version, isKnown) => {
  const { releases: ranges } = CONFIGURATION_FIELDS.find((field) => field.path === 'ipvs.strictARP')!;
  expect(KubeVersion.parse(version).within(ranges)).toBe(isKnown);
});

test('sections stand before their fields', () => {
  const paths = CONFIGURATION_FIELDS.map((field) => field.path);
  for (const [index, field] of paths.entries()) {
    const section = field.replace(/(\[\])?\.[^.]+$/, '');
    expect(section === field || paths.indexOf(section) < index).toBe(true);
  }
  expect(new Set(paths).size).toBe(paths.length);
});

test('the types of the newest known release were compared (else: add it to test/config/go-types.json)', () => {
  expect(releases.map(({ release }) => KubeVersion.parse(release).line)).toContain(NEWEST_KNOWN_RELEASE);
});
