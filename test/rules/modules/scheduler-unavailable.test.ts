import type { Declaration } from '../../../src/declaration/declaration';
import { predict } from '../../../src/prediction/predict';
import { schedulerUnavailable } from '../../../src/rules/modules/scheduler-unavailable';
import { declarationOfTexts } from '../declaration-of-texts';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const scheduler = (name: string) => ({ 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', 'ipvs:', `  scheduler: ${name}`) });
const jammy = (kubeProxyVersion: string) => ({ name: 'jammy', kernelVersion: '5.15.0-60-generic', osImage: 'Ubuntu 22.04.2 LTS', kubeProxyVersion });
const talos = { name: 'talos', kernelVersion: '6.1.45-talos', osImage: 'Talos (v1.5)', kubeProxyVersion: 'v1.28.2' };

testRule(schedulerUnavailable, {
  valid: [
    { name: 'rr', pools: [jammy('v1.27.1'), talos], files: scheduler('rr') },
    { name: 'empty', pools: [jammy('v1.26.1'), talos], files: scheduler('""') },
    { name: 'mh from 1.27 on', pools: [jammy('v1.27.0')], files: scheduler('mh') },
    { name: 'lc, which 1.27 has the kernel load', pools: [jammy('v1.27.0')], files: scheduler('lc') },
    { name: 'lc, loaded at boot for 1.26', pools: [jammy('v1.26.1')], files: { ...scheduler('lc'), 'modules-load.d/ipvs.conf': 'ip_vs_lc\n' } },
    { name: 'another mode does not read the field', pools: [jammy('v1.27.1')], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables', 'ipvs: {scheduler: LeastConnection}') } },
    { name: 'nothing is known of the module', pools: [{ name: 'own', kernelVersion: '6.6.1-own', kubeProxyVersion: 'v1.28.2' }], files: scheduler('wlc') },
  ],
  invalid: [
    {
      name: 'the word of the AKS API, refused by the kernel',
      pools: [jammy('v1.27.1')],
      files: scheduler('LeastConnection'),
      findings: [{
        severity: 'error', pool: 'jammy', detail: 'ipvs.scheduler', resource: 'ConfigMap kube-system/kube-proxy', at: 'kube-proxy.yaml:10',
        because: /no Linux kernel has/, remedy: /^Write scheduler: lc .*AKS/,
      }],
    },
    {
      name: 'the word of the AKS API, refused by validation',
      pools: [jammy('v1.26.1')],
      files: scheduler('RoundRobin'),
      findings: [{ severity: 'error', pool: 'jammy', detail: 'ipvs.scheduler', at: 'kube-proxy.yaml:10', remedy: /^Write scheduler: rr/ }],
    },
    {
      name: 'mh before 1.27',
      pools: [jammy('v1.26.1')],
      files: scheduler('mh'),
      findings: [{ severity: 'error', detail: 'ipvs.scheduler', message: /"mh"/, remedy: /^Run kube-proxy v1\.27 or later/ }],
    },
    {
      name: 'not built by this system, and only there',
      pools: [jammy('v1.28.2'), talos],
      files: scheduler('wlc'),
      findings: [{ severity: 'error', pool: 'talos', because: /does not find ip_vs_wlc/, remedy: /rr, wrr, lc, sh/ }],
    },
    {
      name: 'stated as absent',
      pools: [{ ...jammy('v1.28.2'), modules: { ip_vs_lc: 'absent' } }],
      files: scheduler('lc'),
      findings: [{ severity: 'error', pool: 'jammy' }],
    },
    {
      name: 'a word that no kernel knows is one fault on all pools',
      pools: [jammy('v1.28.2'), { ...jammy('v1.28.2'), name: 'more' }],
      files: scheduler('fastest'),
      findings: [{ severity: 'error', pool: undefined, detail: 'ipvs.scheduler' }],
    },
    {
      name: 'a word that two releases refuse, each in its way, is one fault',
      pools: [jammy('v1.26.1'), { ...jammy('v1.27.1'), name: 'more' }],
      files: scheduler('WRR'),
      findings: [{ severity: 'error', pool: undefined, detail: 'ipvs.scheduler', message: /kube-proxy v1\.26\.1, v1\.27\.1 exits/, remedy: /^Write scheduler: wrr \(weighted round robin\)\.$/m }],
    },
    {
      name: 'without nodes',
      pools: [],
      kubernetesVersion: 'v1.28.2',
      files: scheduler('fastest'),
      findings: [{ severity: 'error', pool: undefined, detail: 'ipvs.scheduler', at: 'kube-proxy.yaml:10' }],
    },
    {
      name: 'lc, which 1.26 neither loads nor finds',
      pools: [{ ...jammy('v1.26.1'), modules: { ip_vs_lc: 'loadable' } }],
      files: scheduler('lc'),
      findings: [{ severity: 'error', pool: 'jammy', detail: undefined, because: /does not find ip_vs_lc/, remedy: /^Load ip_vs_lc at boot/ }],
    },
    {
      name: 'by a flag',
      pools: [jammy('v1.28.2')],
      files: { 'kube-proxy.flags': '--proxy-mode=ipvs --ipvs-scheduler=least-connection\n' },
      findings: [{ severity: 'error', pool: 'jammy', at: 'kube-proxy.flags:1', remedy: /^Write scheduler: lc/ }],
    },
  ],
});

it('says what is open where kube-proxy wants a module loaded and the input does not tell', () => {
  const input = (kubeProxyVersion: string, name = 'lc') => declarationOfTexts({ name, pools: [jammy(kubeProxyVersion)], files: scheduler(name) });
  const judge = (declaration: Declaration) => schedulerUnavailable.judge({ declaration, prediction: predict(declaration) });
  expect(judge(input('v1.26.1'))).toEqual([{ pool: 'jammy', notChecked: expect.stringMatching(/^whether ip_vs_lc is loaded .*; state it under modules of the pool$/) }]);
  expect(judge(input('v1.27.0'))).toEqual([]);
  expect(judge(input('v1.26.1', 'mh'))).toEqual([expect.objectContaining({ detail: 'ipvs.scheduler' })]);
});
