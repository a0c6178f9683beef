import { parse } from 'yaml';
import { ipvsModules, talosModulesPatch } from '../../src/manifests/kernel-module-names';
import { moduleLoader } from '../../src/manifests/module-loader';
import { KernelRelease } from '../../src/facts/kernel/kernel-release';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';

describe('the modules of IPVS mode', () => {
  const EITHER = 'nf_conntrack_ipv4|nf_conntrack';

  test.each([
    ['v1.19.16', '5.15.0-134-generic', undefined, ['ip_vs', 'ip_vs_rr', 'ip_vs_wrr', 'ip_vs_sh', 'nf_conntrack']],
    ['v1.26.15', '5.15.0-134-generic', 'lc', ['ip_vs', 'ip_vs_rr', 'ip_vs_wrr', 'ip_vs_sh', 'ip_vs_lc', 'nf_conntrack']],
    ['v1.27.0', '5.15.0-134-generic', 'lc', ['ip_vs', 'ip_vs_lc', 'nf_conntrack']],
    ['v1.27.0', '4.19.0', '', ['ip_vs', 'ip_vs_rr', 'nf_conntrack']],
    ['v1.27.0', '4.18.0-372.9.1.el8.x86_64', 'rr', ['ip_vs', 'ip_vs_rr', 'nf_conntrack']],
    ['v1.27.0', '4.18.0-147.el8.x86_64', 'rr', ['ip_vs', 'ip_vs_rr', EITHER]],
    ['v1.27.0', '3.10.0-1160.25.1.el7.x86_64', 'rr', ['ip_vs', 'ip_vs_rr', EITHER]],
    ['v1.27.0', undefined, 'rr', ['ip_vs', 'ip_vs_rr', EITHER]],
  ])('kube-proxy %s on %s with scheduler %s', (version, kernel, scheduler, expected) => {
    expect(ipvsModules({
      kubeProxyVersion: KubeVersion.parse(version), scheduler, pool: kernel === undefined ? undefined : { kernel: KernelRelease.parse(kernel) },
    })).toEqual(expected);
  });
});

test.each([
  ['ip_vs; reboot'], ['ip_vs\nrm'], ['$(reboot)'], ['-r'], ['../ip_vs'], [''], ['a|'], ['|a'], ['a||b'], ['a|-r'], ['ip vs'], ['x'.repeat(57)],
])('%j is no module', (module) => {
  expect(() => moduleLoader({ modules: ['ip_vs', module] })).toThrow(`modules[1] is ${JSON.stringify(module)}; allowed: names of kernel modules`);
});

test('at least one module', () => {
  expect(() => moduleLoader({ modules: [] })).toThrow('modules is []; allowed: at least one kernel module');
});

test('on Talos the machine configuration loads them', () => {
  expect(parse(talosModulesPatch(['ip_vs', 'ip_vs_rr', 'ip_vs']))).toEqual({
    machine: { kernel: { modules: [{ name: 'ip_vs' }, { name: 'ip_vs_rr' }] } },
  });
  expect(() => talosModulesPatch(['ip_vs', 'a|b'])).toThrow('modules[1] is "a|b"; allowed: one name');
});
