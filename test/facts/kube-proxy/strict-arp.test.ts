import { antreaEgressUnderStrictArp, isStrictArpKey, STRICT_ARP_SYSCTLS, strictArpSupport } from '../../../src/facts/kube-proxy/strict-arp';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

it.each([
  ['1.11.0', 'never'], ['1.12.10', 'never'], ['1.13.0', 'always'], ['1.13.5', 'always'], ['1.13.6', 'by-field'],
  ['1.14.0', 'always'], ['1.14.1', 'always'], ['1.14.2', 'by-field'], ['1.15.0', 'by-field'], ['1.37.2', 'by-field'],
])('kube-proxy v%s makes ARP strict: %s', (version, support) => {
  expect(strictArpSupport(KubeVersion.parse(version))).toBe(support);
});

it.each([
  ['net.ipv4.conf.all.arp_ignore', true], ['net.ipv4.conf.eth0.arp_ignore', true], ['net.ipv4.conf.eth0/100.arp_ignore', true],
  ['net.ipv4.conf.lo.arp_ignore', false], ['net.ipv4.conf.kube-ipvs0.arp_ignore', false], ['net.ipv4.conf.lo1.arp_ignore', true],
  ['net.ipv4.conf.all.arp_announce', false], ['net.ipv6.conf.all.arp_ignore', false],
])('%s has a part in it: %s', (key, has) => {
  expect(isStrictArpKey(key, STRICT_ARP_SYSCTLS[0])).toBe(has);
});

it('takes what kube-proxy writes for strict', () => {
  for (const { value, strict } of STRICT_ARP_SYSCTLS) {
    expect(strict).toContain(value);
  }
});

it.each([
  ['v1.6.1', 'absent'], ['v1.7.0', 'present'], ['v1.13.2', 'present'], ['2.0.0', 'present'], ['v0.13.1', 'absent'], ['latest', 'unknown'], [undefined, 'unknown'],
])('Egress of Antrea %s works with it: %s', (tag, presence) => {
  expect(antreaEgressUnderStrictArp(tag)).toBe(presence);
});
