import { defectOf, KUBE_PROXY_DEFECTS, type DefectId } from '../../../src/facts/kube-proxy/defects';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

const BOUNDS: readonly [DefectId, readonly string[], readonly string[]][] = [
  [
    'udp-server-kept',
    ['1.11.6', '1.11.10', '1.12.4', '1.12.9', '1.13.1', '1.13.7', '1.14.0', '1.14.3', '1.15.0'],
    ['1.11.5', '1.12.3', '1.12.10', '1.13.0', '1.13.8', '1.14.4', '1.15.1', '1.16.0', '1.37.0'],
  ],
  ['forced-resync-hourly', ['1.34.0', '1.34.3', '1.35.0'], ['1.33.9', '1.34.4', '1.35.1', '1.36.0']],
  [
    'exclude-cidrs-ignored',
    ['1.12.5', '1.12.7', '1.13.2', '1.13.5', '1.14.0', '1.14.1', '1.15.4'],
    ['1.12.4', '1.12.8', '1.13.1', '1.13.6', '1.14.2', '1.15.0', '1.15.5', '1.34.0', '1.34.3', '1.34.4', '1.35.0', '1.35.1', '1.36.0'],
  ],
  ['host-port-shadows-service', ['1.11.8', '1.12.6', '1.13.4'], ['1.11.9', '1.12.7', '1.13.5', '1.14.0', '1.30.0']],
  ['host-ports-exposed', ['1.11.0', '1.25.16'], ['1.26.0', '1.37.0']],
  [
    'nftables-interface-detection',
    ['1.29.0', '1.33.5', '1.34.0', '1.34.1'],
    ['1.33.6', '1.34.2', '1.35.0', '1.37.0'],
  ],
  [
    'nftables-host-nft-newer',
    ['1.29.0', '1.33.10', '1.34.6', '1.35.0', '1.35.3'],
    ['1.33.11', '1.34.7', '1.35.4', '1.36.0'],
  ],
  ['link-local-unbind', ['1.11.0', '1.13.12'], ['1.14.0']],
];

describe.each(BOUNDS)('%s', (id, affected, sound) => {
  it.each(affected)('v%s has it', (version) => {
    expect(defectOf(id, KubeVersion.parse(version))).toMatchObject({ id });
  });

  it.each(sound)('v%s has not', (version) => {
    expect(defectOf(id, KubeVersion.parse(version))).toBeUndefined();
  });
});

it('names only releases as mended that do not have the defect', () => {
  for (const { id, fixedIn } of KUBE_PROXY_DEFECTS) {
    for (const version of fixedIn) {
      expect([id, version, defectOf(id, KubeVersion.parse(version))]).toEqual([id, version, undefined]);
    }
  }
});

it('is tested for every defect', () => {
  expect([...new Set(KUBE_PROXY_DEFECTS.map(({ id }) => id))].sort()).toEqual(BOUNDS.map(([id]) => id).sort());
});
