import { listedConntrackModule, REQUIREMENT_CHECKS, requirementCheck, UNMET_REQUIREMENTS, unmetRequirements } from '../../../src/facts/kube-proxy/requirements';
import { KernelRelease } from '../../../src/facts/kernel/kernel-release';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

describe('how a release finds out whether the node can do IPVS', () => {
  it.each([
    ['1.10.2', { method: 'module-list', seesBuiltIn: false, noticesMissingConntrack: true, wantsSchedulerLoaded: false }],
    ['1.11.0', { method: 'module-list', seesBuiltIn: true, noticesMissingConntrack: true, wantsSchedulerLoaded: false }],
    ['1.11.8', { noticesMissingConntrack: true }], ['1.11.9', { noticesMissingConntrack: false }],
    ['1.12.6', { noticesMissingConntrack: true }], ['1.12.7', { noticesMissingConntrack: false }],
    ['1.19.16', { method: 'module-list', wantsSchedulerLoaded: false, noticesMissingConntrack: false }],
    ['1.20.0', { method: 'module-list', wantsSchedulerLoaded: true }], ['1.26.15', { method: 'module-list', wantsSchedulerLoaded: true }],
    ['1.27.0', { method: 'probe', wantsSchedulerLoaded: false }], ['1.37.2', { method: 'probe' }],
  ])('v%s', (version, expected) => {
    expect(requirementCheck(KubeVersion.parse(version))).toMatchObject(expected);
  });

  it.each([
    ['1.12.10', '4.18.20', 'nf_conntrack_ipv4'], ['1.12.10', '4.19.0', 'nf_conntrack_ipv4'],
    ['1.13.0', '4.18.20', 'nf_conntrack_ipv4'], ['1.13.0', '4.19.0', 'nf_conntrack'],
    ['1.26.15', '4.18.0-553.el8_10.x86_64', 'nf_conntrack_ipv4'], ['1.26.15', '6.1.0-26-amd64', 'nf_conntrack'],
    ['1.27.0', '6.1.0-26-amd64', undefined],
  ])('v%s on %s lists %s', (version, kernel, module) => {
    expect(listedConntrackModule(requirementCheck(KubeVersion.parse(version)), KernelRelease.parse(kernel))).toBe(module);
  });

  it.each([['1.18.20', 'falls-back-to-iptables'], ['1.25.16', 'falls-back-to-iptables'], ['1.26.0', 'exits'], ['1.37.2', 'exits']])('when the node cannot, v%s %s', (version, outcome) => {
    expect(unmetRequirements(KubeVersion.parse(version)).outcome).toBe(outcome);
  });

  it('has one row for every release', () => {
    for (let minor = 8; minor < 45; minor++) {
      for (let patch = 0; patch < 20; patch++) {
        const version = KubeVersion.parse(`1.${minor}.${patch}`);
        const rows = [REQUIREMENT_CHECKS, UNMET_REQUIREMENTS].map((table) => table.filter(({ releases }) => version.within(releases)).length);
        expect([version.raw, ...rows]).toEqual([version.raw, 1, 1]);
      }
    }
  });
});
