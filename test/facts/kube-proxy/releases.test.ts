import type { VersionRange } from '../../../src/facts/kube-proxy/kube-version';
import { MODES, modeOutlook, nextDefaultMode } from '../../../src/facts/kube-proxy/modes';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';
import { releasesWhere, type ReleaseFact } from '../../../src/facts/kube-proxy/releases';

describe('releasesWhere', () => {
  const row = (id: string, ...releases: VersionRange[]): ReleaseFact & { readonly id: string } => (
    { id, releases, evidence: { source: 'test', certainty: 'verified' } }
  );
  const facts = [
    row('late', { from: '1.20.0' }),
    row('early', { from: '1.0', to: '1.9.0' }),
    row('picked', { from: '1.11.7', to: '1.12.0' }, { from: '1.12.5', to: '1.20.0' }),
    row('same line, written short', { from: '1.9', to: '1.10' }),
  ];

  it.each<[string, string[], readonly VersionRange[]]>([
    ['one row', ['early'], [{ from: '1.0', to: '1.9.0' }]],
    ['rows that touch are joined', ['picked', 'late'], [{ from: '1.11.7', to: '1.12.0' }, { from: '1.12.5' }]],
    ['also where one bound is written short', ['early', 'same line, written short'], [{ from: '1.0', to: '1.10' }]],
    ['rows with a gap are not', ['early', 'late'], [{ from: '1.0', to: '1.9.0' }, { from: '1.20.0' }]],
    ['no row', [], []],
  ])('%s', (_, ids, expected) => {
    expect(releasesWhere(facts, ({ id }) => ids.includes(id))).toEqual(expected);
  });
});

describe('what becomes of a mode', () => {
  it.each([
    ['ipvs', { warns: '1.35.0', offByDefault: '1.40.0', removed: '1.43.0', isPlanned: true }],
    ['userspace', { warns: '1.23.0', offByDefault: undefined, removed: '1.26.0', isPlanned: false }],
    ['iptables', { warns: undefined, offByDefault: undefined, removed: undefined, isPlanned: false }],
    // Its gate was off before it was on: it comes, it does not go.
    ['nftables', { warns: undefined, offByDefault: undefined, removed: undefined, isPlanned: false }],
  ])('%s', (mode, expected) => {
    expect(MODES.some((fact) => fact.mode === mode)).toBe(true);
    expect(modeOutlook(mode)).toEqual(expected);
  });

  it.each([
    ['1.36.0', 'linux', { mode: 'nftables', from: '1.40.0' }],
    ['1.40.0', 'linux', undefined],
    ['1.25.0', 'windows', { mode: 'kernelspace', from: '1.26.0' }],
    ['1.37.0', 'windows', undefined],
  ] as const)('the default after v%s on %s', (version, operatingSystem, expected) => {
    expect(nextDefaultMode(KubeVersion.parse(version), operatingSystem)).toEqual(expected);
  });
});
