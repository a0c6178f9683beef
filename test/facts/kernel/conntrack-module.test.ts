import { conntrackModule } from '../../../src/facts/kernel/conntrack-module';
import { KernelRelease } from '../../../src/facts/kernel/kernel-release';

it.each([
  ['4.18.20', 'nf_conntrack_ipv4'],
  ['4.19.0', 'nf_conntrack'],
  ['3.10.0-1160.el7.x86_64', 'nf_conntrack_ipv4'],
  ['4.14.88-88.76.amzn2.x86_64', 'nf_conntrack_ipv4'],
  ['4.18.0-147.el8.x86_64', 'nf_conntrack_ipv4'],
  ['4.18.0-193.el8.x86_64', 'nf_conntrack_ipv4'],
  ['4.18.0-193.14.3.el8_2.x86_64', 'nf_conntrack_ipv4'],
  ['4.18.0-194.el8.x86_64', undefined],
  ['4.18.0-239.el8.x86_64', undefined],
  ['4.18.0-240.el8.x86_64', 'nf_conntrack'],
  ['4.18.0-553.66.1.el8_10.x86_64', 'nf_conntrack'],
  ['4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', 'nf_conntrack_ipv4'],
  ['4.18.0-25-generic', 'nf_conntrack_ipv4'],
  ['6.1.0-17-amd64', 'nf_conntrack'],
  ['no kernel', undefined],
])('%s: %s', (kernelVersion, name) => {
  expect(conntrackModule({ kernel: KernelRelease.parse(kernelVersion) }).name).toBe(name);
});

it.each([
  ['a0ae2562c6c4', 'nf_conntrack'],
  ['f0a5e4d7a594', 'nf_conntrack_ipv4'],
])('a vendor kernel with %s as a declared backport: %s', (commit, name) => {
  expect(conntrackModule({ kernel: KernelRelease.parse('4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64'), declaredBackports: [{ commit }] }).name).toBe(name);
});
