import { decodeConfiguration } from '../../src/config/decode';
import type { ConfigurationProblemKind } from '../../src/config/decoded-configuration';
import { VALIDATION_RULES } from '../../src/config/validation-rules';
import type { OperatingSystem } from '../../src/facts/kube-proxy/modes';
import { NEWEST_KNOWN_RELEASE, OLDEST_KNOWN_RELEASE } from '../../src/facts/kube-proxy/releases';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';

const OLDEST = `${OLDEST_KNOWN_RELEASE}.0`;
const NEWEST = `${NEWEST_KNOWN_RELEASE}.0`;

function problems(fields: string, version: string, operatingSystem: OperatingSystem = 'linux') {
  const text = `apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n${fields}\n`;
  return decodeConfiguration(text, KubeVersion.parse(version), { operatingSystem }).problems;
}

/** A row: fields, the path at fault, kind, releases that reject it, releases that let it through. */
type Row = readonly [fields: string, path: string, kind: ConfigurationProblemKind, rejects: readonly string[], accepts: readonly string[]];

const EVERY = [OLDEST, '1.20.15', '1.30.14', '1.31.0', NEWEST];

/** Both sides of every bound in the table of rules. */
const BOUNDS: readonly Row[] = [
  ['iptables: {masqueradeBit: 32}', 'iptables.masqueradeBit', 'invalid', EVERY, []],
  ['mode: ipvs\niptables: {masqueradeBit: -1}', 'iptables.masqueradeBit', 'invalid', EVERY, []],
  ['iptables: {masqueradeBit: 31}', 'iptables.masqueradeBit', 'invalid', [], EVERY],
  ['iptables: {syncPeriod: -1s}', 'iptables.syncPeriod', 'invalid', EVERY, []],
  ['mode: ipvs\niptables: {syncPeriod: -1s}', 'iptables.syncPeriod', 'invalid', [OLDEST, '1.30.14'], ['1.31.0', NEWEST]],
  ['iptables: {minSyncPeriod: -1s}', 'iptables.minSyncPeriod', 'invalid', EVERY, []],
  ['iptables: {syncPeriod: 1s, minSyncPeriod: 2s}', 'iptables.syncPeriod', 'invalid', EVERY, []],
  ['iptables: {syncPeriod: 2s, minSyncPeriod: 2s}', 'iptables.syncPeriod', 'invalid', [], EVERY],
  ['mode: ipvs\nipvs: {syncPeriod: -1s}', 'ipvs.syncPeriod', 'invalid', EVERY, []],
  ['mode: ipvs\nipvs: {minSyncPeriod: -1s}', 'ipvs.minSyncPeriod', 'invalid', EVERY, []],
  ['mode: ipvs\nipvs: {minSyncPeriod: 31s}', 'ipvs.syncPeriod', 'invalid', EVERY, []],
  ['ipvs: {syncPeriod: -1s, minSyncPeriod: -1s}', 'ipvs.syncPeriod', 'invalid', [], EVERY],
  ['mode: ipvs\nipvs: {scheduler: mh}', 'ipvs.scheduler', 'scheduler-invalid', [OLDEST, '1.26.15'], ['1.27.0', NEWEST]],
  ['mode: ipvs\nipvs: {scheduler: RR}', 'ipvs.scheduler', 'scheduler-invalid', [OLDEST, '1.26.15'], ['1.27.0']],
  ['mode: ipvs\nipvs: {scheduler: nq}', 'ipvs.scheduler', 'scheduler-invalid', [], EVERY],
  ['ipvs: {scheduler: mh}', 'ipvs.scheduler', 'scheduler-invalid', [], EVERY],
  ['mode: ipvs\nipvs: {excludeCIDRs: [10.0.0.0/8, 10.0.0.1]}', 'ipvs.excludeCIDRs[1]', 'invalid', EVERY, []],
  ['ipvs: {excludeCIDRs: [x]}', 'ipvs.excludeCIDRs[0]', 'invalid', [], EVERY],
  ...['tcpTimeout', 'tcpFinTimeout', 'udpTimeout'].map((name): Row =>
    [`mode: ipvs\nipvs: {${name}: -1s}`, `ipvs.${name}`, 'invalid', ['1.18.0', NEWEST], ['1.17.17']]),
  ['mode: nftables\nnftables: {masqueradeBit: 32}', 'nftables.masqueradeBit', 'invalid', ['1.29.0', '1.31.0', NEWEST], ['1.28.15']],
  ['nftables: {masqueradeBit: 32}', 'nftables.masqueradeBit', 'invalid', [], ['1.31.0', NEWEST]],
  ['mode: nftables\nfeatureGates: {NFTablesProxyMode: true}\nnftables: {syncPeriod: -1s}', 'nftables.syncPeriod', 'invalid', ['1.29.0', '1.30.14', '1.31.0', '1.32.11'], ['1.28.15']],
  ['mode: nftables\nnftables: {minSyncPeriod: -1s}', 'nftables.minSyncPeriod', 'invalid', ['1.29.0', '1.31.0', NEWEST], ['1.28.15']],
  ['mode: nftables\nnftables: {syncPeriod: 1s, minSyncPeriod: 2s}', 'nftables.syncPeriod', 'invalid', ['1.29.0', '1.31.0', NEWEST], []],
  ['mode: iptables\nnftables: {syncPeriod: -1s}', 'nftables.syncPeriod', 'invalid', [], ['1.29.0', NEWEST]],
  ['conntrack: {max: -1}', 'conntrack.max', 'invalid', [OLDEST, '1.14.10'], ['1.15.0', NEWEST]],
  ['conntrack: {maxPerCore: -1}', 'conntrack.maxPerCore', 'invalid', EVERY, []],
  ['conntrack: {maxPerCore: 0, min: 0}', 'conntrack.maxPerCore', 'invalid', [], EVERY],
  ['conntrack: {min: -1}', 'conntrack.min', 'invalid', EVERY, []],
  ['conntrack: {tcpEstablishedTimeout: -1s}', 'conntrack.tcpEstablishedTimeout', 'invalid', EVERY, []],
  ['conntrack: {tcpCloseWaitTimeout: -1s}', 'conntrack.tcpCloseWaitTimeout', 'invalid', EVERY, []],
  ['conntrack: {tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s}', 'conntrack.tcpEstablishedTimeout', 'invalid', [], EVERY],
  ['conntrack: {udpTimeout: -1s}', 'conntrack.udpTimeout', 'invalid', ['1.29.0', '1.31.0', NEWEST], ['1.28.15']],
  ['conntrack: {udpStreamTimeout: -1s}', 'conntrack.udpStreamTimeout', 'invalid', ['1.29.0', '1.31.0', NEWEST], ['1.28.15']],
  ['clientConnection: {burst: -1}', 'clientConnection.burst', 'invalid', EVERY, []],
  ['oomScoreAdj: 1001', 'oomScoreAdj', 'invalid', EVERY, []],
  ['oomScoreAdj: -1001', 'oomScoreAdj', 'invalid', EVERY, []],
  ['oomScoreAdj: -1000', 'oomScoreAdj', 'invalid', [], EVERY],
  ['udpIdleTimeout: -1s', 'udpIdleTimeout', 'invalid', [OLDEST, '1.25.16'], ['1.26.0', NEWEST]],
  ['configSyncPeriod: -1s', 'configSyncPeriod', 'invalid', EVERY, []],
  ['bindAddress: 10.0.0', 'bindAddress', 'invalid', EVERY, []],
  ['bindAddress: 010.000.000.001', 'bindAddress', 'invalid', [], EVERY],
  ['healthzBindAddress: localhost:10256', 'healthzBindAddress', 'invalid', EVERY, []],
  ['healthzBindAddress: 0.0.0.0:65536', 'healthzBindAddress', 'invalid', EVERY, []],
  ['healthzBindAddress: ""', 'healthzBindAddress', 'invalid', [], EVERY],
  ['metricsBindAddress: 0.0.0.0:0', 'metricsBindAddress', 'invalid', EVERY, []],
  ['metricsBindAddress: "[::]:10249"', 'metricsBindAddress', 'invalid', [], EVERY],
  ['clusterCIDR: 10.0.0.0/33', 'clusterCIDR', 'invalid', [OLDEST, '1.16.0', '1.18.0', '1.21.0', '1.23.0', '1.31.0', NEWEST], []],
  ['clusterCIDR: 10.0.0.0/8,fd00::/8', 'clusterCIDR', 'invalid', [OLDEST, '1.15.12', '1.16.0', '1.20.15'], ['1.21.0', '1.22.17', '1.23.0', NEWEST]],
  ['clusterCIDR: 10.0.0.0/8,fd00::/8\nfeatureGates: {IPv6DualStack: true}', 'clusterCIDR', 'invalid', [], ['1.16.0', '1.17.17', '1.18.0', '1.22.17']],
  ['clusterCIDR: 10.0.0.0/8,fd00::/8\nfeatureGates: {IPv6DualStack: false}', 'clusterCIDR', 'invalid', ['1.16.0', '1.21.0', '1.22.17'], []],
  ['clusterCIDR: 10.0.0.0/8,11.0.0.0/8,fd00::/8\nfeatureGates: {IPv6DualStack: true}', 'clusterCIDR', 'invalid', ['1.18.0', '1.22.17'], ['1.16.0', '1.17.17']],
  ['clusterCIDR: 10.0.0.0/8,11.0.0.0/8', 'clusterCIDR', 'invalid', ['1.21.0', '1.23.0', '1.31.0', NEWEST], []],
  ['clusterCIDR: 10.0.0.0/8,fd00::/8,fd01::/16', 'clusterCIDR', 'invalid', ['1.23.0', '1.31.0', NEWEST], []],
  ['clusterCIDR: 10.0.0.0/8, fd00::/8', 'clusterCIDR', 'invalid', ['1.23.0', NEWEST], []],
  ['clusterCIDR: x\ndetectLocalMode: NodeCIDR', 'clusterCIDR', 'invalid', ['1.18.0', '1.30.14'], ['1.31.0', NEWEST]],
  ['portRange: 2000-300', 'portRange', 'invalid', [OLDEST, '1.30.14'], ['1.31.0', NEWEST]],
  ['portRange: 300-70000', 'portRange', 'invalid', [OLDEST, '1.30.14'], ['1.31.0']],
  ['portRange: 300+100', 'portRange', 'invalid', [], EVERY],
  ['nodePortAddresses: [10.0.0.0]', 'nodePortAddresses[0]', 'invalid', EVERY, []],
  ['nodePortAddresses: [primary]', 'nodePortAddresses[0]', 'invalid', [OLDEST, '1.30.14'], ['1.31.0', '1.36.3', '1.37.0', NEWEST]],
  ['nodePortAddresses: [10.0.0.0/8, primary]', 'nodePortAddresses[1]', 'invalid', ['1.30.14', '1.31.0', '1.36.3'], ['1.37.0', NEWEST]],
  ['nodePortAddresses: [localhost, all]', 'nodePortAddresses[0]', 'invalid', ['1.31.0', '1.36.3'], ['1.37.0', NEWEST]],
  ['nodePortAddresses: [all, all]', 'nodePortAddresses[1]', 'invalid', ['1.36.3', '1.37.0', NEWEST], []],
  ['showHiddenMetricsForVersion: "1.17"', 'showHiddenMetricsForVersion', 'invalid', ['1.19.0', NEWEST], ['1.17.17', '1.18.0']],
  ['featureGates: {IPv6DualStack: true, EndpointSlice: false}', 'featureGates.EndpointSlice', 'invalid', ['1.20.0'], ['1.19.16']],
  ['detectLocalMode: Node', 'detectLocalMode', 'invalid', ['1.18.0', '1.23.17', '1.24.0', '1.27.16', '1.28.0', NEWEST], ['1.17.17']],
  ['detectLocalMode: BridgeInterface\ndetectLocal: {bridgeInterface: cbr0}', 'detectLocalMode', 'invalid', ['1.18.0', '1.23.17'], ['1.24.0', '1.28.0', NEWEST]],
  ['detectLocalMode: BridgeInterface', 'detectLocal.bridgeInterface', 'invalid', ['1.24.0', '1.30.14', '1.31.0', NEWEST], ['1.23.17']],
  ['detectLocalMode: InterfaceNamePrefix', 'detectLocal.interfaceNamePrefix', 'invalid', ['1.24.0', '1.31.0', NEWEST], ['1.23.17']],
  ['logging: {flushFrequency: -1s}', 'logging.flushFrequency', 'invalid', ['1.35.0', NEWEST], ['1.27.16', '1.28.0', '1.34.4']],
  ['logging: {format: xml}', 'logging.format', 'invalid', ['1.28.0', NEWEST], ['1.27.16']],
  ['logging: {verbosity: 2147483648}', 'logging.verbosity', 'invalid', ['1.28.0', NEWEST], ['1.27.16']],
  ['logging: {format: json, vmodule: [{filePattern: a, verbosity: 1}]}', 'logging.vmodule', 'invalid', ['1.28.0', NEWEST], ['1.27.16']],
  ['logging: {vmodule: [{filePattern: a, verbosity: 1}, {verbosity: 1}]}', 'logging.vmodule[1]', 'invalid', ['1.28.0', NEWEST], []],
  ['logging: {vmodule: [{filePattern: a, verbosity: 4294967295}]}', 'logging.vmodule[0]', 'invalid', ['1.28.0', NEWEST], []],
  ...['json', 'text'].flatMap((format): Row[] => [
    [`logging: {options: {${format}: {splitStream: true}}}`, `logging.options.${format}.splitStream`, 'invalid', ['1.30.0', NEWEST], ['1.27.16']],
    [`logging: {options: {${format}: {infoBufferSize: 1}}}`, `logging.options.${format}.infoBufferSize`, 'invalid', ['1.30.0', NEWEST], ['1.27.16']],
  ]),
  ['logging: {options: {json: {splitStream: true}}}', 'logging.options.json.splitStream', 'invalid', ['1.28.0'], ['1.27.16']],
  ['logging: {options: {json: {infoBufferSize: 1}}}', 'logging.options.json.infoBufferSize', 'invalid', ['1.28.0'], ['1.27.16']],
  ['logging: {options: {text: {splitStream: true}}}', 'logging.options.text.splitStream', 'invalid', ['1.30.0'], ['1.29.15']],
  ['logging: {options: {json: {splitStream: true}}}\nfeatureGates: {LoggingAlphaOptions: true}', 'logging.options.json.splitStream', 'invalid', [], ['1.28.0', NEWEST]],

  ['featureGates: {SupportIPVSProxyMode: true}', 'featureGates.SupportIPVSProxyMode', 'feature-gate-unknown', ['1.20.0', NEWEST], ['1.19.16', OLDEST]],
  ['featureGates: {NFTablesProxyMode: true}', 'featureGates.NFTablesProxyMode', 'feature-gate-unknown', ['1.28.15'], ['1.29.0', '1.33.7']],
  ['featureGates: {IPv6DualStack: false}', 'featureGates.IPv6DualStack', 'feature-gate-unknown', ['1.23.0', '1.25.0'], ['1.16.0', '1.22.17']],
  ['featureGates: {IPv6DualStack: true}', 'featureGates.IPv6DualStack', 'feature-gate-unknown', ['1.15.12', '1.25.0'], ['1.23.0', '1.24.17']],
  ['featureGates: {EndpointSlice: false}', 'featureGates.EndpointSlice', 'feature-gate-unknown', ['1.21.0'], ['1.20.15']],
  ['featureGates: {KubeProxyIPVS: true}', 'featureGates.KubeProxyIPVS', 'feature-gate-unknown', ['1.36.3'], [NEWEST]],
  ['featureGates: {AllBeta: false}', 'featureGates.AllBeta', 'feature-gate-unknown', ['1.16.15'], ['1.17.0']],
  ['featureGates: {toString: true}', 'featureGates.toString', 'feature-gate-unknown', EVERY, []],

  ['mode: IPVS', 'mode', 'mode-unknown', EVERY, []],
  ['mode: kernelspace', 'mode', 'mode-unknown', EVERY, []],
  ['mode: userspace', 'mode', 'mode-unknown', ['1.26.0', NEWEST], [OLDEST, '1.25.16']],
  ['mode: nftables', 'mode', 'mode-unknown', ['1.28.15', '1.30.14'], ['1.31.0', NEWEST]],
  ['mode: nftables\nfeatureGates: {NFTablesProxyMode: false}', 'mode', 'mode-unknown', ['1.29.0', '1.31.0', '1.32.11'], []],
  ['mode: nftables\nfeatureGates: {NFTablesProxyMode: true}', 'mode', 'mode-unknown', [], ['1.29.0', '1.31.0']],
  ['mode: ipvs\nfeatureGates: {KubeProxyIPVS: false}', 'mode', 'mode-unknown', [NEWEST], []],
  ['mode: ipvs', 'mode', 'mode-unknown', [], EVERY],
  ['mode: ""', 'mode', 'mode-unknown', [], EVERY],
];

test.each(BOUNDS)('%j: %s is %s for %j, not for %j', (fields, path, kind, rejects, accepts) => {
  const finds = (version: string) => problems(fields, version).some((problem) => problem.path === path && problem.kind === kind);
  expect(Object.fromEntries([...rejects, ...accepts].map((version) => [version, finds(version)])))
    .toEqual(Object.fromEntries([...rejects.map((version) => [version, true]), ...accepts.map((version) => [version, false])]));
});

test('both ends of every rule are tried', () => {
  const missing = VALIDATION_RULES.flatMap(({ path, releases: [{ from, to }] }) => {
    const tried = BOUNDS.filter((row) => row[1].replace(/\[\d+\]$|\.EndpointSlice$/, '') === path).flatMap(([, , , rejects, accepts]) => [...rejects, ...accepts]);
    const ends = [from === '1.0' ? OLDEST : from, ...(to === undefined ? [] : [to])];
    return ends.filter((end) => !tried.some((version) => KubeVersion.parse(version).compare(KubeVersion.parse(end)) === 0)).map((end) => `${path} ${end}`);
  });
  expect(missing).toEqual([]);
});

describe('a problem', () => {
  test('says what, where, the value and what is allowed', () => {
    expect(problems('mode: ipvs\nipvs:\n  scheduler: LeastConnection', '1.26.0')).toEqual([{
      kind: 'scheduler-invalid',
      path: 'ipvs.scheduler',
      reportedAs: 'KubeProxyConfiguration.KubeProxyIPVSConfiguration.Scheduler.Scheduler',
      value: '"LeastConnection"',
      message: 'must be rr, wrr, lc, wlc, lblc, lblcr, sh, dh, sed, nq or empty',
      position: { line: 5, column: 14 },
      source: expect.stringContaining('validation.go'),
    }]);
  });

  test.each<[string, string, string]>([
    ['mode: IPVS', '1.31.0', 'is no mode of kube-proxy v1.31.0 on linux; it must be iptables, ipvs, nftables or empty, in lower case: ipvs'],
    ['mode: userspace', '1.28.0', 'is no mode of kube-proxy v1.28.0 on linux; it must be iptables, ipvs or empty'],
    ['mode: nftables', '1.30.0', 'needs the feature gate NFTablesProxyMode'],
    ['featureGates: {SupportIPVSProxyMode: true}', '1.22.0', 'was removed in v1.20.0; delete it'],
    ['featureGates: {NFTablesProxyMode: true}', '1.28.0', 'comes with v1.29.0'],
    ['featureGates: {EndpointSlice: false}', '1.21.0', 'is locked to true; leave it out'],
    ['featureGates: {NFTableProxyMode: true}', '1.31.0', 'is no feature gate of any release; NFTablesProxyMode was probably meant'],
    ['featureGates: {Nonsense: true}', '1.31.0', 'is no feature gate of any release'],
  ])('%s, %s: %s', (fields, version, message) => {
    expect(problems(fields, version).map((problem) => problem.message)).toContain(message);
  });

  test('is placed at what is around a value that is not written', () => {
    expect(problems('detectLocalMode: BridgeInterface\ndetectLocal: {interfaceNamePrefix: x}', '1.31.0')[0].position).toBeUndefined();
    expect(problems('nodePortAddresses:\n- 10.0.0.0/8\n- x', '1.31.0')[0].position).toEqual({ line: 5, column: 3 });
  });
});

describe('on Windows', () => {
  test.each<[string, string, boolean]>([
    ['kernelspace', '1.25.0', true], ['userspace', '1.25.0', true], ['userspace', '1.26.0', false], ['kernelspace', '1.31.0', true],
    ['ipvs', '1.31.0', false], ['iptables', '1.31.0', false], ['""', '1.31.0', true],
  ])('mode %s, %s', (mode, version, isFine) => {
    expect(problems(`mode: ${mode}`, version, 'windows').length === 0).toBe(isFine);
  });
});

test('names a field as it is written from 1.38 on, as its log does', () => {
  expect(problems('mode: ipvs\nipvs: {excludeCIDRs: [x]}', '1.37.2')).toMatchObject([{ path: 'ipvs.excludeCIDRs[0]', reportedAs: expect.stringMatching(/ExcludeCidrs/i) }]);
  expect(problems('mode: ipvs\nipvs: {excludeCIDRs: [x]}', '1.38.0')).toMatchObject([{ path: 'ipvs.excludeCIDRs[0]', reportedAs: undefined }]);
});
