import * as fc from 'fast-check';
import type { Flag } from '../../src/config/configuration';
import { decodeConfiguration } from '../../src/config/decode';
import { configurationFromFlags } from '../../src/config/flags';
import { valueAt } from '../../src/config/release-schema';
import type { OperatingSystem } from '../../src/facts/kube-proxy/modes';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';

const flags = (line: string): Flag[] => line.split(/ (?=--)/).filter((word) => word !== '').map((word) => {
  const [name, ...value] = word.replace(/^-+/, '').split('=');
  return { name, value: value.length === 0 ? 'true' : value.join('='), location: undefined };
});

const read = (line: string, version = '1.31.0', operatingSystem: OperatingSystem = 'linux') =>
  configurationFromFlags(flags(line), KubeVersion.parse(version), { operatingSystem });

describe('without --config', () => {
  test.each<[string, string, string, unknown]>([
    ['--proxy-mode=ipvs', '1.31.0', 'mode', 'ipvs'],
    ['--proxy_mode=ipvs', '1.31.0', 'mode', 'ipvs'],
    ['--proxy-mode=ipvs --proxy-mode=iptables', '1.31.0', 'mode', 'iptables'],
    ['--ipvs-scheduler=lc', '1.31.0', 'ipvs.scheduler', 'lc'],
    ['--ipvs-strict-arp', '1.31.0', 'ipvs.strictARP', true],
    ['--ipvs-strict-arp=T', '1.31.0', 'ipvs.strictARP', true],
    ['--ipvs-exclude-cidrs=10.0.0.0/8,fd00::/8', '1.31.0', 'ipvs.excludeCIDRs', ['10.0.0.0/8', 'fd00::/8']],
    ['--ipvs-exclude-cidrs=10.0.0.0/8 --ipvs-exclude-cidrs=11.0.0.0/8', '1.31.0', 'ipvs.excludeCIDRs', ['10.0.0.0/8', '11.0.0.0/8']],
    ['--feature-gates=AllAlpha=false,AllBeta=true --feature-gates=AllBeta=false', '1.31.0', 'featureGates', { AllAlpha: false, AllBeta: false }],
    ['--conntrack-max-per-core=0', '1.31.0', 'conntrack.maxPerCore', 0],
    ['--conntrack-min=0x10', '1.31.0', 'conntrack.min', 16],
    ['--conntrack-min=010', '1.31.0', 'conntrack.min', 8],
    ['--conntrack-tcp-timeout-established=0s', '1.31.0', 'conntrack.tcpEstablishedTimeout', 0],
    ['--iptables-min-sync-period=0s', '1.30.0', 'iptables.minSyncPeriod', 0],
    ['--metrics-bind-address=0.0.0.0', '1.31.0', 'metricsBindAddress', '0.0.0.0:10249'],
    ['--metrics-bind-address=0.0.0.0 --metrics-port=9000', '1.31.0', 'metricsBindAddress', '0.0.0.0:9000'],
    ['--metrics-port=9000', '1.31.0', 'metricsBindAddress', '127.0.0.1:10249'],
    ['--metrics-port=9000', '1.14.10', 'metricsBindAddress', '127.0.0.1:9000'],
    ['--healthz-port=0', '1.31.0', 'healthzBindAddress', ''],
    ['--healthz-bind-address=', '1.31.0', 'healthzBindAddress', '0.0.0.0:10256'],
    ['--bind-address=::', '1.31.0', 'metricsBindAddress', '127.0.0.1:10249'],
    ['--hostname-override=Node-1', '1.31.0', 'hostnameOverride', 'node-1'],
    ['--hostname-override=$(NODE_NAME)', '1.31.0', 'hostnameOverride', '$(NODE_NAME)'],
    ['--detect-local-mode=', '1.31.0', 'detectLocalMode', 'ClusterCIDR'],
    ['--proxy-mode=ipvs', '1.30.0', 'ipvs.minSyncPeriod', 0],
    ['--proxy-mode=ipvs', '1.31.0', 'ipvs.minSyncPeriod', 1],
    ['--proxy-mode=nftables --iptables-sync-period=5s', '1.31.0', 'nftables.syncPeriod', 5],
    ['--proxy-mode=nftables --masquerade-all', '1.31.0', 'nftables.masqueradeAll', true],
    ['--proxy-mode=ipvs --masquerade-all', '1.31.0', 'iptables.masqueradeAll', true],
    ['--conntrack-max=5', '1.14.10', 'conntrack.max', 5],
    ['--udp-timeout=1s', '1.25.0', 'udpIdleTimeout', 1],
    ['--v=4', '1.28.0', 'logging.verbosity', 4],
    ['--log-json-info-buffer-size=64Ki', '1.31.0', 'logging.options.json.infoBufferSize', 65536],
  ])('%s, %s: %s', (line, version, path, value) => {
    const { effective, problems } = read(line, version);
    expect(problems.filter(({ path: at }) => at.startsWith('--'))).toEqual([]);
    expect(valueAt(effective, path)).toEqual(value);
  });

  test('written has the fields of the flags, and no place', () => {
    expect([...read('--proxy-mode=ipvs --ipvs-scheduler=lc --v=2', '1.27.0').written]).toEqual([['mode', undefined], ['ipvs.scheduler', undefined]]);
  });

  test.each<[string, string, string]>([
    ['--proxy-mode=ipvs --ipvs-scheduler=mh', '1.26.0', 'ipvs.scheduler'],
    ['--proxy-mode=IPVS', '1.31.0', 'mode'],
    ['--feature-gates=SupportIPVSProxyMode=true', '1.22.0', 'featureGates.SupportIPVSProxyMode'],
    ['--metrics-port=0', '1.31.0', 'metricsBindAddress'],
    ['--nodeport-addresses=10.0.0.0', '1.31.0', 'nodePortAddresses[0]'],
  ])('what they come to is validated: %s, %s', (line, version, path) => {
    expect(read(line, version)).toMatchObject({ starts: false, problems: [{ path }] });
  });
});

describe('a flag that kube-proxy exits over', () => {
  test.each<[string, string, string, OperatingSystem?]>([
    ['--ipvs-schedular=lc', '1.31.0', 'is no flag of kube-proxy v1.31.0; --ipvs-scheduler was probably meant'],
    ['--frobnicate', '1.31.0', 'is no flag of kube-proxy v1.31.0'],
    ['--constructor', '1.31.0', 'is no flag of kube-proxy v1.31.0'],
    ['--logtostderr=true', '1.26.0', 'was removed in v1.26; delete it'],
    ['--proxy-port-range=1-2', '1.31.0', 'was removed in v1.31; delete it'],
    ['--conntrack-max=5', '1.15.0', 'was removed in v1.15; delete it'],
    ['--cleanup-iptables', '1.15.0', 'was removed in v1.15; delete it'],
    ['--ipvs-strict-arp', '1.14.1', 'comes with v1.14.2'],
    ['--init-only', '1.28.0', 'comes with v1.29'],
    ['--enable-dsr', '1.31.0', 'is a flag of kube-proxy on windows only'],
    ['--conntrack-min=many', '1.31.0', 'must be a whole number from -2147483648 to 2147483647'],
    ['--conntrack-min=08', '1.31.0', 'must be a whole number from -2147483648 to 2147483647'],
    ['--ipvs-sync-period=30', '1.31.0', 'must be a duration with its unit, such as 30s or 1h15m'],
    ['--ipvs-strict-arp=yes', '1.31.0', 'must be true or false'],
    ['--bind-address=node', '1.31.0', 'must be an IP address'],
    ['--metrics-bind-address=0.0.0.0:1', '1.17.0', 'must be an IP address'],
    ['--metrics-bind-address=host:1', '1.31.0', 'must be an IP address, with or without a port'],
    ['--feature-gates=AllAlpha', '1.31.0', 'must be pairs such as NFTablesProxyMode=true, with commas between them'],
    ['--vmodule=4', '1.31.0', 'must be pairs such as proxier=4, with commas between them'],
    ['--cluster-cidr=', '1.31.0', 'must not be empty from v1.31 on; leave the flag out'],
  ])('%s, %s', (...[line, version, message, operatingSystem]) => {
    const [{ name }] = flags(line);
    expect(read(line, version, operatingSystem).problems).toEqual([expect.objectContaining({ kind: 'invalid', path: `--${name}`, message })]);
  });

  test.each<[string, string, OperatingSystem?]>([
    ['--logtostderr=true --stderrthreshold=2 --log_dir=/tmp', '1.25.16'],
    ['--v=2 --vmodule=proxier=4', '1.11.10'],
    ['--config=/x --kubeconfig=/y --master=https://10.0.0.1 --cleanup --write-config-to=/z --version --help', '1.37.2'],
    ['--init-only', '1.29.0'],
    ['--cluster-cidr=', '1.30.0'],
    ['--cluster-cidr= --detect-local-mode=NodeCIDR', '1.31.0'],
    ['--metrics-bind-address=0.0.0.0:1', '1.18.0'],
    ['--ipvs-strict-arp', '1.13.6'],
    ['--enable-dsr', '1.31.0', 'windows'],
    ['--windows-service', '1.20.0', 'windows'],
  ])('not %s, %s', (...[line, version, operatingSystem]) => {
    expect(read(line, version, operatingSystem).problems).toEqual([]);
  });
});

describe('beside --config', () => {
  const beside = (line: string, fields = 'mode: iptables\n', version = '1.31.0') =>
    decodeConfiguration(`apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n${fields}`, KubeVersion.parse(version), { flags: flags(line) });

  test.each<[string, string, string, string, boolean]>([
    ['--proxy-mode=ipvs', 'mode: iptables', 'mode', 'iptables', true],
    ['--proxy-mode=ipvs', 'mode: ipvs', 'mode', 'ipvs', false],
    ['--ipvs-scheduler=lc', '', 'ipvs.scheduler', '', true],
    ['--ipvs-sync-period=60s', 'ipvs: {syncPeriod: 1m}', 'ipvs.syncPeriod', '1m', false],
    ['--ipvs-exclude-cidrs=10.0.0.0/8', 'ipvs: {excludeCIDRs: [10.0.0.0/8]}', 'ipvs.excludeCIDRs', '10.0.0.0/8', false],
    ['--feature-gates=AllAlpha=false', 'featureGates: {AllAlpha: false}', 'featureGates', 'AllAlpha=false', false],
    ['--metrics-bind-address=0.0.0.0', 'metricsBindAddress: 0.0.0.0:10249', 'metricsBindAddress', '0.0.0.0:10249', false],
    ['--metrics-port=9000', '', 'metricsBindAddress', '127.0.0.1:10249', true],
    ['--healthz-port=10256', '', 'healthzBindAddress', '0.0.0.0:10256', false],
    ['--conntrack-max-per-core=0', '', 'conntrack.maxPerCore', '32768', true],
    ['--kubeconfig=/x', '', 'clientConnection.kubeconfig', '', true],
  ])('%s with %j is ignored', (line, fields, path, inForce, differs) => {
    const [{ name, value }] = flags(line);
    const { ignoredFlags, problems, effective } = beside(line, fields);
    expect(ignoredFlags).toEqual([{ name, value, path, inForce, differs }]);
    expect([problems, effective]).toEqual([[], beside('', fields).effective]);
  });

  test.each<[string, string, string, unknown, boolean]>([
    ['--hostname-override=B', '1.12.10', 'hostnameOverride', 'a', false],
    ['--hostname-override=B', '1.13.0', 'hostnameOverride', 'b', true],
    ['--v=4', '1.28.0', 'logging.verbosity', 4, true],
    ['--logging-format=json', '1.28.0', 'logging.format', 'json', true],
  ])('%s wins from a release on: %s', (line, version, path, value, wins) => {
    const { effective, ignoredFlags, written } = beside(line, 'hostnameOverride: a\n', version);
    expect(valueAt(effective, path)).toBe(value);
    expect([ignoredFlags.length === 0, written.get(path) === undefined]).toEqual([wins, wins]);
  });

  test('flags of the process are not ignored, and unknown ones are fatal all the same', () => {
    expect(beside('--config=/x --v=2 --master=https://10.0.0.1', 'mode: ipvs\n', '1.20.0').ignoredFlags).toEqual([]);
    expect(beside('--frobnicate')).toMatchObject({ starts: false, problems: [{ path: '--frobnicate' }] });
  });
});

test('never throws, whatever the flags', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('proxy-mode', 'feature-gates', 'ipvs-sync-period', 'conntrack-min', 'metrics-bind-address', 'metrics-port', 'v'));
  const version = fc.constantFrom('1.11.10', '1.14.1', '1.22.17', '1.28.0', '1.37.2').map((text) => KubeVersion.parse(text));
  fc.assert(fc.property(fc.array(fc.record({ name, value: fc.string(), location: fc.constant(undefined) })), version, (given, release) => {
    const { starts, problems } = configurationFromFlags(given, release);
    expect(starts).toBe(problems.length === 0);
  }), { numRuns: 300 });
});
