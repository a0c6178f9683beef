import { moduleAvailability, schedulerAvailability } from '../../../src/facts/kernel/module-availability';
import { operatingSystemOf } from '../../../src/facts/kernel/operating-systems';
import { SCHEDULERS } from '../../../src/facts/kernel/schedulers';
import { KernelRelease } from '../../../src/facts/kernel/kernel-release';

function node(kernelVersion: string, osImage?: string) {
  return { kernel: KernelRelease.parse(kernelVersion), osImage };
}

const TALOS_1_8 = node('6.6.58-talos', 'Talos (v1.8.2)');
const TALOS_1_13 = node('6.18.20-talos', 'Talos (v1.13.6)');
const TALOS_1_14 = node('6.18.44-talos', 'Talos (v1.14.0)');
const BOTTLEROCKET = node('5.15.59', 'Bottlerocket OS 1.11.1 (aws-k8s-1.24)');
const MINIKUBE = node('5.10.57', 'Buildroot 2021.02.12');

describe('schedulers by operating system', () => {
  // From rr to nq: rr wrr lc wlc lblc lblcr dh sh sed nq; then fo ovf mh twos. m: module, y: built in, -: not there, ?: not known.
  it.each([
    ['RHEL 7', node('3.10.0-1160.el7.x86_64'), 'mmmmmmmmmm ----'],
    ['RHEL 8', node('4.18.0-372.9.1.el8.x86_64'), 'mmmmmmmmmm mmm-'],
    ['RHEL 9', node('5.14.0-284.25.1.el9_2.x86_64'), 'mmmmmmmmmm mmm-'],
    ['RHEL 10', node('6.12.0-55.9.1.el10_0.x86_64'), '?????????? ????'],
    ['Debian 11', node('5.10.0-46-amd64'), 'mmmmmmmmmm mmm-'],
    ['Debian 12', node('6.1.0-17-amd64'), 'mmmmmmmmmm mmm-'],
    ['Debian 13', node('6.12.43+deb13-amd64'), 'mmmmmmmmmm mmmm'],
    ['Ubuntu', node('5.15.0-60-generic'), 'mmmmmmmmmm mmm?'],
    ['Ubuntu 18.04', node('4.15.0-72-generic'), 'mmmmmmmmmm mm--'],
    ['Ubuntu kvm', node('5.15.0-1050-kvm'), '---------- ----'],
    ['Talos 1.8', TALOS_1_8, 'yyy----y-- --?-'],
    ['Talos 1.8 by its kernel', node('6.6.58-talos'), 'yyy----y-- --?-'],
    ['Talos 1.13', TALOS_1_13, 'yyy----y-- --?-'],
    ['Talos 1.14', TALOS_1_14, 'mmm----m-- --m-'],
    ['Talos of unknown release', node('6.18.44-talos'), '???----?-- --?-'],
    ['Bottlerocket', BOTTLEROCKET, 'mmmmmmmmmm mmm?'],
    ['minikube', MINIKUBE, 'mmmmmmmmmm mm?-'],
    ['Flatcar', node('5.10.84-flatcar'), 'mmmmmmmmmm m?m-'],
    ['Photon 3', node('4.19.126-1.ph3'), 'mmmmmmmmmm ----'],
    ['Photon 3 for AWS', node('4.19.126-1.ph3-aws'), 'mmmmmmmmmm mm--'],
    ['Photon 3 for ESX', node('4.19.104-1.ph3-esx'), '?????????? ???-'],
    ['CBL-Mariner 1', node('5.4.72-1.cm1'), 'mmmmmmmmmm ----'],
    ['CBL-Mariner 2', node('5.15.55.1-2.cm2'), 'mmmmmmmmmm --m-'],
    ['Amazon Linux 2', node('5.10.173-154.642.amzn2.x86_64'), 'mmmmmmmmmm ???-'],
    ['a plain kernel', node('6.6.1'), '?????????? ????'],
    ['a plain kernel of old', node('3.16.0'), '?????????? ----'],
    ['a container on RHEL 9', node('5.14.0-284.25.1.el9_2.x86_64', 'Talos (v1.8.2)'), 'mmmmmmmmmm mmm-'],
    ['a container on Bottlerocket\'s kernel', node('5.15.59', 'Debian GNU/Linux 12 (bookworm)'), '?????????? ????'],
  ])('%s', (_title, system, expected) => {
    const letters = { loadable: 'm', builtin: 'y', absent: '-', unknown: '?' };
    const seen = SCHEDULERS.map(({ name }) => letters[moduleAvailability(`ip_vs_${name}`, system).state]).join('');

    expect(`${seen.slice(0, 10)} ${seen.slice(10)}`).toBe(expected);
  });
});

describe('moduleAvailability', () => {
  it.each([
    ['ip_vs', TALOS_1_13, 'builtin'],
    ['ip_vs', TALOS_1_14, 'loadable'],
    ['ip_vs', node('5.4.0-1040-kvm'), 'absent'],
    ['ip-vs', node('6.1.0-17-amd64'), 'loadable'],
    ['nf_conntrack', TALOS_1_8, 'builtin'],
    ['nf_conntrack_ipv4', TALOS_1_8, 'absent'],
    ['nf_conntrack_ipv4', node('3.10.0-1160.el7.x86_64'), 'loadable'],
    ['nf_conntrack_ipv4', node('4.18.0-147.el8.x86_64'), 'loadable'],
    ['nf_conntrack_ipv4', node('4.18.0-200.el8.x86_64'), 'unknown'],
    ['nf_conntrack_ipv4', node('4.18.0-240.el8.x86_64'), 'absent'],
    ['nf_conntrack_ipv4', node('4.14.40-custom'), 'unknown'],
    ['nf_conntrack_ipv4', node('4.19.0-coreos'), 'absent'],
    ['nf_conntrack_ipv4', node('4.19.1-coreos'), 'loadable'],
    ['nf_conntrack_ipv4', node('4.19.140-flatcar'), 'loadable'],
    ['nf_conntrack_ipv4', node('5.4.66-flatcar'), 'loadable'],
    ['nf_conntrack_ipv4', node('5.4.92-flatcar'), 'unknown'],
    ['nf_conntrack_ipv4', node('5.10.84-flatcar'), 'absent'],
    ['dummy', TALOS_1_8, 'unknown'],
    ['ip_vs', node('no kernel'), 'unknown'],
  ])('%s on %s', (module, system, state) => {
    expect(moduleAvailability(module, system).state).toBe(state);
  });

  it('says why, and what else decides', () => {
    expect(moduleAvailability('ip_vs_wlc', TALOS_1_8).because).toBe('Talos up to 1.13 does not build ip_vs_wlc');
    expect(moduleAvailability('ip_vs', node('6.12.0-55.9.1.el10_0.x86_64'))).toMatchObject({
      because: 'nothing is known of ip_vs on RHEL 10 (the cloud images of Rocky Linux 10 come without the package kernel-modules-extra)',
    });
  });
});

describe('schedulerAvailability', () => {
  it.each([
    ['rr', TALOS_1_8, 'present'],
    ['wlc', TALOS_1_8, 'absent'],
    ['mh', node('5.15.0-60-generic'), 'present'],
    ['mh', node('4.15.0-72-generic'), 'absent'],
    ['twos', node('5.11.0'), 'absent'],
    ['twos', node('5.12.0'), 'unknown'],
    ['LeastConnection', node('5.15.0-60-generic'), 'absent'],
    ['RR', node('5.15.0-60-generic'), 'absent'],
  ])('%s on %s: %s', (scheduler, system, state) => {
    expect(schedulerAvailability(scheduler, system).state).toBe(state);
  });
});

describe('operatingSystemOf', () => {
  it.each([
    ['RHEL 8', node('4.18.0-147.el8.x86_64'), true, false],
    ['Debian 12', node('6.1.0-17-amd64'), false, false],
    ['Debian 13', node('6.12.43+deb13-amd64'), true, false],
    ['Ubuntu 22.04', node('5.15.0-60-generic', 'Ubuntu 22.04.5 LTS'), undefined, false],
    ['Ubuntu 24.04', node('6.8.0-31-generic', 'Ubuntu 24.04.2 LTS'), true, false],
    ['Bottlerocket', BOTTLEROCKET, true, false],
    ['Fedora', node('5.15.7-200.fc35.x86_64'), true, false],
    ['Talos', TALOS_1_14, undefined, true],
  ])('%s: what a loader meets', (_title, system, compressed, refusesPods) => {
    const found = operatingSystemOf(system);

    expect(found?.compressedModules?.compressed).toBe(compressed);
    expect(found?.refusesPodLoaders !== undefined).toBe(refusesPods);
  });

  it.each([node('6.6.1'), node('6.6.87.2-microsoft-standard-WSL2', 'Ubuntu 24.04.2 LTS'), node('')])('$kernel.raw names none', (system) => {
    expect(operatingSystemOf(system)).toBeUndefined();
  });
});
