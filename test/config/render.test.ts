import * as fc from 'fast-check';
import { decodeConfiguration } from '../../src/config/decode';
import type { KubeProxyConfigurationProps } from '../../src/config/kube-proxy-configuration';
import { releaseSchema, valueAt } from '../../src/config/release-schema';
import { renderConfiguration } from '../../src/config/render';
import { CONFIGURATION_FIELDS, type ConfigurationField } from '../../src/facts/kube-proxy/fields';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';

const render = (props: KubeProxyConfigurationProps, version = '1.31.0') => renderConfiguration(props, KubeVersion.parse(version));
const HEADER = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n';

test('nothing asked for is a bare document', () => {
  expect(render({})).toEqual({
    text: HEADER, document: { apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration' }, unsupported: [],
  });
});

test('defaults are left out, and the order is that of the documentation', () => {
  expect(render({
    conntrack: { min: 131072, maxPerCore: 0, tcpEstablishedTimeout: '24h0m0s' },
    ipvs: { strictARP: true, syncPeriod: '30s', scheduler: 'lc', tcpTimeout: '0s' },
    mode: 'ipvs',
    clientConnection: { qps: 5, kubeconfig: '/var/lib/kube-proxy/kubeconfig.conf' },
    iptables: { localhostNodePorts: true },
    nodePortAddresses: [],
  }).text).toBe(`${HEADER}clientConnection:
  kubeconfig: /var/lib/kube-proxy/kubeconfig.conf
mode: ipvs
ipvs:
  scheduler: lc
  strictARP: true
conntrack:
  maxPerCore: 0
`);
});

test.each(['\u2028', '\u2029', '\u0085', '\ufeff'])('%j, which go-yaml takes for the end of a line or refuses, is escaped', (character) => {
  const { text } = render({ hostnameOverride: `a${character}b` });
  expect(text).toBe(`${HEADER}hostnameOverride: "a\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}b"\n`);
});

test('a default that follows another field counts as one', () => {
  expect(render({ bindAddress: '::', healthzBindAddress: '[::]:10256', metricsBindAddress: '[::1]:10249' }).text).toBe(`${HEADER}bindAddress: "::"\n`);
  expect(render({ bindAddress: '::', metricsBindAddress: '[::1]:10249' }, '1.14.10').text).toContain('metricsBindAddress');
});

test.each<[string, string, string]>([
  ['1.18.20', '1s', 'minSyncPeriod: 1s'],
  ['1.19.0', '1s', ''],
  ['1.19.0', '2s', 'minSyncPeriod: 2s'],
])('%s: minSyncPeriod %s', (version, minSyncPeriod, expected) => {
  expect(render({ iptables: { minSyncPeriod } }, version).text.slice(HEADER.length).replace('iptables:\n', '').trim()).toBe(expected);
});

test.each<[string, KubeProxyConfigurationProps, object[]]>([
  ['1.28.0', { nftables: { syncPeriod: '5s' } }, [{ path: 'nftables', reason: 'too-new', bound: '1.29.0' }]],
  ['1.17.0', { ipvs: { scheduler: 'lc', tcpTimeout: '5s' } }, [{ path: 'ipvs.tcpTimeout', reason: 'too-new', bound: '1.18.0' }]],
  ['1.14.1', { ipvs: { strictARP: true } }, [{ path: 'ipvs.strictARP', reason: 'too-new', bound: '1.14.2' }]],
  ['1.31.0', { udpIdleTimeout: '1s', conntrack: { max: 5 } }, [
    { path: 'udpIdleTimeout', reason: 'removed', bound: '1.26.0' }, { path: 'conntrack.max', reason: 'removed', bound: '1.15.0' },
  ]],
  ['1.31.0', { strictARP: true } as KubeProxyConfigurationProps, [{ path: 'strictARP', reason: 'misplaced', suggestion: 'ipvs.strictARP' }]],
])('%s does not have everything that is asked for', (version, props, unsupported) => {
  const rendered = render(props, version);
  expect(rendered.unsupported).toEqual(unsupported);
  expect(decodeConfiguration(rendered.text, KubeVersion.parse(version)).dropped).toEqual([]);
});

test('values that kube-proxy refuses stay, so that decoding finds them', () => {
  const { text } = render({ ipvs: { syncPeriod: 'soon' } });
  expect(decodeConfiguration(text, KubeVersion.parse('1.31.0')).problems).toEqual([expect.objectContaining({ path: 'ipvs.syncPeriod', value: '"soon"' })]);
});

test.each(['yes', 'no', 'y', 'on', 'null', '~', '', '08', '0o17', '0x1F', '1_000', '1e3', '12:30', '2026-01-01', '.5', '-1', '<<', '::', '# x', 'a: b', '- a', '&a', '*a', '!a', '%a', '@a', '`a', '{a}', '[a]', 'a\nb', '\ta', 'a\u0085b', '"', '\'', ' a '])(
  'a string stays the string %j', (hostnameOverride) => {
    expect(decodeConfiguration(render({ hostnameOverride }).text, KubeVersion.parse('1.31.0'))).toMatchObject({ problems: [], dropped: [], effective: { hostnameOverride } });
  });

test('no data make it throw, nor the decoder of what comes of them', () => {
  const sections = [...new Set(CONFIGURATION_FIELDS.flatMap(({ path }) => path.split(/[.[\]]+/)))].filter((name) => name !== '');
  const data = fc.anything({ key: fc.constantFrom(...sections, '__proto__', 'constructor'), withNullPrototype: true, maxDepth: 3, maxKeys: 4 });
  const version = fc.constantFrom('1.11.10', '1.26.0', '1.37.2').map((text) => KubeVersion.parse(text));
  fc.assert(fc.property(fc.dictionary(fc.constantFrom(...sections), data, { maxKeys: 5 }), version, (props, release) => {
    expect(decodeConfiguration(renderConfiguration(props as object, release).text, release)).toBeDefined();
  }), { numRuns: 200 });
});

describe('decoding what was rendered gives what was asked for', () => {
  const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    'string': fc.string({ unit: 'grapheme-ascii' }),
    'boolean': fc.boolean(),
    'int32': fc.integer({ min: -2147483648, max: 2147483647 }),
    'uint32': fc.nat(),
    'float32': fc.integer({ min: 0, max: 1000 }).map((quarters) => quarters / 4),
    'duration': fc.constantFrom('0s', '1s', '30s', '1m', '24h', '-5s', '250ms', '1h30m'),
    'log-duration': fc.constantFrom('0s', '5s', '1m'),
    'quantity': fc.constantFrom('0', '64Ki', 12),
    'strings': fc.array(fc.constantFrom('10.0.0.0/8', 'primary', '08', 'yes')),
    'gates': fc.dictionary(fc.constantFrom('AllAlpha', 'AllBeta', 'Unknown'), fc.boolean()),
    'sections': fc.array(fc.record({ filePattern: fc.constantFrom('a', 'proxier'), verbosity: fc.nat(9) })),
  };
  const leaves = CONFIGURATION_FIELDS.filter(({ type, path }) => type !== 'section' && !path.includes('[]'));

  const settings = fc.subarray(leaves as ConfigurationField[]).chain((fields) =>
    fc.tuple(...fields.map((field) => VALUES[field.type].map((value) => [field.path, value] as const))));

  test('for any settings and release', () => {
    const version = fc.constantFrom('1.11.10', '1.14.1', '1.19.16', '1.27.16', '1.31.0', '1.37.2').map((text) => KubeVersion.parse(text));
    fc.assert(fc.property(settings, version, (fields, release) => {
      const props: Record<string, unknown> = {};
      for (const [path, value] of fields) {
        const names = path.split('.');
        const inner = (section: Record<string, unknown>, name: string) => (section[name] ??= {}) as Record<string, unknown>;
        const holder = names.slice(0, -1).reduce(inner, props);
        holder[names.at(-1)!] = value;
      }
      const { text, document, unsupported } = renderConfiguration(props, release);
      const decoded = decodeConfiguration(text, release);
      const whole = decodeConfiguration(JSON.stringify({ ...document, ...props }), release);

      expect(decoded.effective).toEqual(whole.effective);
      expect(decoded.dropped).toEqual([]);
      expect(unsupported.map(({ path }) => path).sort()).toEqual(whole.dropped.map(({ path }) => path).sort());
      // Nothing in it could be left out.
      const blank = decodeConfiguration(HEADER, release).effective;
      const kept = releaseSchema(release).fields.filter(({ type, path }) => type !== 'section' && valueAt(document, path) !== undefined);
      expect(kept.filter(({ path }) => JSON.stringify(valueAt(decoded.effective, path)) === JSON.stringify(valueAt(blank, path)))
        .map(({ path }) => path).filter((path) => !/BindAddress$|^conntrack\./.test(path))).toEqual([]);
    }), { numRuns: 60 });
  });
});
