import { cleansUpAfter } from '../../../src/facts/kube-proxy/mode-switch';
import type { ProxyMode } from '../../../src/facts/kube-proxy/modes';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

describe('rules that another mode left', () => {
  it.each([
    ['1.14.10', 'iptables', 'ipvs', true], ['1.15.0', 'iptables', 'ipvs', false], ['1.28.15', 'ipvs', 'iptables', false],
    ['1.29.0', 'ipvs', 'iptables', false], ['1.29.0', 'ipvs', 'nftables', true], ['1.37.0', 'nftables', 'iptables', true], ['1.20.0', 'ipvs', 'ipvs', true],
  ] as [string, ProxyMode, ProxyMode, boolean][])('v%s from %s to %s: cleaned %s', (version, previous, next, cleans) => {
    expect(cleansUpAfter(previous, next, KubeVersion.parse(version)).cleans).toBe(cleans);
  });
});
