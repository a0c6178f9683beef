import { defaultMode, isProxyMode, modeAvailability, modesOf, type OperatingSystem, type ProxyMode } from '../../../src/facts/kube-proxy/modes';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

describe('modes that a kube-proxy takes', () => {
  it.each([
    ['linux', '1.11.0', ['iptables', 'ipvs', 'userspace']],
    ['linux', '1.25.16', ['iptables', 'ipvs', 'userspace']],
    ['linux', '1.26.0', ['iptables', 'ipvs']],
    ['linux', '1.28.15', ['iptables', 'ipvs']],
    ['linux', '1.30.14', ['iptables', 'ipvs']],
    ['linux', '1.31.0', ['iptables', 'ipvs', 'nftables']],
    ['linux', '1.37.0', ['iptables', 'ipvs', 'nftables']],
    ['linux', '1.39.5', ['iptables', 'ipvs', 'nftables']],
    ['linux', '1.40.0', ['iptables', 'nftables']],
    ['windows', '1.25.16', ['kernelspace', 'userspace']],
    ['windows', '1.26.0', ['kernelspace']],
  ] as [OperatingSystem, string, ProxyMode[]][])('%s v%s', (system, version, modes) => {
    expect(modesOf(KubeVersion.parse(version), system)).toEqual(modes);
  });

  it.each([
    ['nftables', '1.28.15', 'linux', {}, 'not-yet'],
    ['nftables', '1.29.0', 'linux', {}, 'gated-off'],
    ['nftables', '1.29.0', 'linux', { NFTablesProxyMode: true }, 'available'],
    ['nftables', '1.31.0', 'linux', { NFTablesProxyMode: false }, 'gated-off'],
    ['nftables', '1.33.0', 'linux', {}, 'available'],
    ['ipvs', '1.36.3', 'linux', { KubeProxyIPVS: false }, 'available'],
    ['ipvs', '1.37.0', 'linux', { KubeProxyIPVS: false }, 'gated-off'],
    ['ipvs', '1.40.0', 'linux', {}, 'gated-off'],
    ['ipvs', '1.42.9', 'linux', { KubeProxyIPVS: true }, 'available'],
    ['ipvs', '1.43.0', 'linux', { KubeProxyIPVS: true }, 'removed'],
    ['userspace', '1.25.16', 'linux', {}, 'available'],
    ['userspace', '1.26.0', 'linux', {}, 'removed'],
    ['ipvs', '1.30.0', 'windows', {}, 'other-system'],
    ['kernelspace', '1.30.0', 'linux', {}, 'other-system'],
    ['IPVS', '1.30.0', 'linux', {}, 'never'],
  ] as [string, string, OperatingSystem, Record<string, boolean>, string][])('%s in v%s on %s with %j is %s', (mode, version, system, gates, state) => {
    expect(modeAvailability(mode, KubeVersion.parse(version), system, gates).state).toBe(state);
  });

  it('says when a mode is on its way out, and how sure that is', () => {
    const ipvs = (version: string) => modeAvailability('ipvs', KubeVersion.parse(version), 'linux', {});
    expect(ipvs('1.34.9')).toMatchObject({ deprecated: false, gate: undefined });
    expect(ipvs('1.35.0')).toMatchObject({ deprecated: true, gate: undefined });
    expect(ipvs('1.37.0')).toMatchObject({ deprecated: true, gate: 'KubeProxyIPVS', evidence: { certainty: 'verified' } });
    expect(ipvs('1.40.0')).toMatchObject({ gate: 'KubeProxyIPVS', evidence: { certainty: 'documented' } });
    expect(ipvs('1.43.0').evidence).toEqual({ source: 'KEP-5495', certainty: 'documented' });
    expect(modeAvailability('userspace', KubeVersion.parse('1.23.0'), 'linux', {}).deprecated).toBe(true);
  });

  it.each([['ipvs', true], ['kernelspace', true], ['IPVS', false], ['', false]])('%j is a mode: %s', (name, expected) => {
    expect(isProxyMode(name)).toBe(expected);
  });
});

describe('an empty mode', () => {
  it.each([
    ['linux', '1.11.0', 'iptables', false], ['linux', '1.36.3', 'iptables', false],
    ['linux', '1.37.0', 'iptables', true], ['linux', '1.39.0', 'iptables', true], ['linux', '1.40.0', 'nftables', false],
    ['windows', '1.25.0', 'userspace', false], ['windows', '1.26.0', 'kernelspace', false],
  ] as [OperatingSystem, string, ProxyMode, boolean][])('is on %s v%s: %s, with a warning: %s', (system, version, mode, warns) => {
    expect(defaultMode(KubeVersion.parse(version), system)).toMatchObject({ mode, warns });
  });
});
