import { FEATURE_GATE_LIVES, featureGateEvidence, featureGatesOf, featureGateState } from '../../../src/facts/kube-proxy/feature-gate-state';
import { KUBE_PROXY_FEATURE_GATES } from '../../../tools/feature-gate-history';
import table from '../../../src/facts/kube-proxy/feature-gates.json';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';
import { NEWEST_KNOWN_RELEASE, OLDEST_KNOWN_RELEASE } from '../../../src/facts/kube-proxy/releases';

const stateOf = (name: string, version: string) => featureGateState(name, KubeVersion.parse(version));

test.each<[string, string, ReturnType<typeof stateOf>]>([
  ['SupportIPVSProxyMode', '1.11.0', { state: 'known' }],
  ['SupportIPVSProxyMode', '1.9.0', { state: 'known' }],
  ['SupportIPVSProxyMode', '1.20.0', { state: 'removed', bound: '1.20.0' }],
  ['IPv6DualStack', '1.15.12', { state: 'not-yet', bound: '1.16.0' }],
  ['IPv6DualStack', '1.22.17', { state: 'known' }],
  ['IPv6DualStack', '1.23.0', { state: 'locked', at: true }],
  ['IPv6DualStack', '1.25.0', { state: 'removed', bound: '1.25.0' }],
  ['GitRepoVolumeDriver', '1.36.0', { state: 'locked', at: false }],
  ['KubeProxyIPVS', '1.36.3', { state: 'not-yet', bound: '1.37.0' }],
  ['KubeProxyIPVS', '1.37.0', { state: 'known' }],
  ['KubeProxyIPVS', '1.50.0', { state: 'known' }],
  ['NFTablesProxyMode', '1.37.2', { state: 'locked', at: true }],
  ['NFTablesProxyMode', '1.38.0', { state: 'removed', bound: '1.38.0' }],
  ['WinDSR', '1.38.0-beta.0', { state: 'removed', bound: '1.38.0' }],
  ['RequestCostAggregation', '1.37.2', { state: 'not-yet', bound: '1.38.0' }],
  ['RequestCostAggregation', '1.38.0', { state: 'known' }],
  ['AllAlpha', '1.11.0', { state: 'known' }],
  ['Nonsense', '1.31.0', { state: 'never' }],
  ['constructor', '1.31.0', { state: 'never' }],
])('%s in %s', (name, version, state) => {
  expect(stateOf(name, version)).toEqual(state);
});

test.each(table.read)('the gates of %s: what only a pre-release shows says so', (read) => {
  const { source, certainty } = featureGateEvidence(KubeVersion.parse(KubeVersion.parse(read).line));
  expect([source.endsWith(`${read}, a pre-release`), certainty]).toEqual(read.includes('-') ? [true, 'documented'] : [false, 'verified']);
});

test('the gates of every release line that counts as known were read (else: add the release to tools/feature-gate-lives.ts and run it)', () => {
  const released = table.read.filter((read) => !read.includes('-')).map((read) => KubeVersion.parse(read).line);
  const [oldest, newest] = [OLDEST_KNOWN_RELEASE, NEWEST_KNOWN_RELEASE].map((line) => KubeVersion.parse(line).minor);
  expect(released).toEqual(Array.from({ length: newest - oldest + 1 }, (_, i) => `1.${oldest + i}`));
});

test('lives are in order', () => {
  const broken = Object.entries(FEATURE_GATE_LIVES).filter(([, { from, to = 99, locked = { from } }]) =>
    from < 11 || to <= from || locked.from < from || locked.from >= to);
  expect(broken).toEqual([]);
});

test('kube-proxy knows the gates that it looks at', () => {
  for (const { name, from, to } of KUBE_PROXY_FEATURE_GATES) {
    expect(featureGatesOf(KubeVersion.parse(from))).toContain(name);
    expect(to === undefined || KubeVersion.parse(to).compare(KubeVersion.parse(from)) > 0).toBe(true);
  }
});
