import { CONNTRACK_SYSCTLS, conntrackMax, conntrackWriteRule, NF_CONNTRACK_MAX, PROXIER_SYSCTLS, SETUP_ORDER } from '../../../src/facts/kube-proxy/sysctls';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

const written = (version: string, when: string) => PROXIER_SYSCTLS
  .filter((row) => row.when === when && KubeVersion.parse(version).within(row.releases))
  .map(({ key, value }) => `${key.replace(/^net\.ipv4\./, '')}=${value}`);

describe('what the proxier writes in IPVS mode', () => {
  const BASE = ['vs.conntrack=1', 'ip_forward=1'];
  const WITH_EXPIRY = ['vs.conntrack=1', 'vs.expire_nodest_conn=1', 'vs.expire_quiescent_template=1', 'ip_forward=1'];
  const LOCALNET = 'conf.all.route_localnet=1';
  const ARP = ['conf.all.arp_ignore=1', 'conf.all.arp_announce=2'];
  it.each([
    ['1.11.6', [LOCALNET, ...BASE]], ['1.11.7', [LOCALNET, ...WITH_EXPIRY]],
    ['1.12.4', [LOCALNET, ...BASE]], ['1.12.5', [LOCALNET, ...WITH_EXPIRY]],
    ['1.13.1', [LOCALNET, ...BASE, ...ARP]], ['1.13.2', [LOCALNET, ...WITH_EXPIRY, ...ARP]],
    ['1.13.5', [LOCALNET, ...WITH_EXPIRY, ...ARP]], ['1.13.6', [LOCALNET, ...WITH_EXPIRY]],
    ['1.14.1', [LOCALNET, ...WITH_EXPIRY, ...ARP]], ['1.14.2', [LOCALNET, ...WITH_EXPIRY]],
    ['1.20.15', [LOCALNET, ...WITH_EXPIRY]], ['1.21.0', WITH_EXPIRY], ['1.37.2', WITH_EXPIRY],
  ])('v%s', (version, expected) => {
    expect(written(version, 'ipvs')).toEqual(expected);
  });

  it.each([['1.12.10', []], ['1.13.5', []], ['1.13.6', ARP], ['1.14.1', []], ['1.14.2', ARP], ['1.15.0', ARP], ['1.37.2', ARP]])(
    'v%s with strictARP', (version, expected) => {
      expect(written(version, 'ipvs-strict-arp')).toEqual(expected);
    },
  );
});

describe('route_localnet in iptables mode', () => {
  it.each([['1.23.17', 'iptables'], ['1.24.0', 'iptables-loopback'], ['1.25.16', 'iptables-loopback'], ['1.26.0', 'iptables-localhost-node-ports']])(
    'v%s writes it when %s', (version, when) => {
      const conditions = PROXIER_SYSCTLS.filter((row) => row.when.startsWith('iptables') && KubeVersion.parse(version).within(row.releases));
      expect(conditions.map((row) => row.when)).toEqual([when]);
    },
  );
});

describe('conntrack', () => {
  const max = (fields: { max?: number; maxPerCore?: number; min?: number }, cores: number | undefined, version: string) =>
    conntrackMax(fields, cores, KubeVersion.parse(version));

  it.each([
    ['the greater of the two', { maxPerCore: 32768, min: 131072 }, 4, '1.30.0', 131072],
    ['the greater of the two', { maxPerCore: 32768, min: 131072 }, 5, '1.30.0', 163840],
    ['no minimum', { maxPerCore: 32768 }, 1, '1.30.0', 32768],
    ['0 leaves the limit alone, minimum or not', { maxPerCore: 0, min: 131072 }, 4, '1.30.0', undefined],
    ['null leaves it alone', { min: 131072 }, 4, '1.30.0', undefined],
    ['unknown cores', { maxPerCore: 32768, min: 131072 }, undefined, '1.30.0', undefined],
    ['a fixed size', { max: 1000000 }, undefined, '1.14.10', 1000000],
    ['no cap yet', { maxPerCore: 32768 }, 64, '1.35.1', 2097152],
    ['capped', { maxPerCore: 32768 }, 64, '1.36.0', 1048576],
    ['at the cap', { maxPerCore: 32768 }, 32, '1.36.0', 1048576],
    ['capped below its own minimum', { maxPerCore: 32768, min: 3000000 }, 64, '1.36.0', 1048576],
    ['a minimum past the cap', { maxPerCore: 32768, min: 3000000 }, 4, '1.36.0', 3000000],
  ])('%s: %j on %s cores, v%s', (_, fields, cores, version, expected) => {
    expect(max(fields, cores, version)).toBe(expected);
  });

  it.each([
    ['1.22.17', 'if-different', 'if-different'], ['1.23.0', 'if-lower', 'if-lower'], ['1.28.15', 'if-lower', 'if-lower'],
    ['1.29.0', 'if-different', 'if-different'], ['1.36.5', 'if-different', 'if-different'],
    ['1.36.6', 'if-lower', 'if-different'], ['1.37.0', 'if-different', 'if-different'], ['1.37.1', 'if-different', 'if-different'], ['1.37.2', 'if-lower', 'if-different'],
  ])('v%s writes the limit %s and the timeouts %s', (version, limit, timeouts) => {
    expect(conntrackWriteRule(NF_CONNTRACK_MAX, KubeVersion.parse(version))).toBe(limit);
    expect(conntrackWriteRule('net.netfilter.nf_conntrack_tcp_timeout_established', KubeVersion.parse(version))).toBe(timeouts);
  });

  it.each([['1.28.15', 3], ['1.29.0', 6]])('v%s has %d fields for it', (version, count) => {
    expect(CONNTRACK_SYSCTLS.filter(({ releases }) => KubeVersion.parse(version).within(releases))).toHaveLength(count);
  });

  it.each([['1.27.16', false], ['1.28.0', true]])('v%s writes it before the proxier looks at the node: %s', (version, first) => {
    const rows = SETUP_ORDER.filter(({ releases }) => KubeVersion.parse(version).within(releases));
    expect(rows.map(({ conntrackFirst }) => conntrackFirst)).toEqual([first]);
  });
});
