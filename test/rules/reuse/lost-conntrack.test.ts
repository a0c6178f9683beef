import { lostConntrack } from '../../../src/rules/reuse/lost-conntrack';
import { ipvsConfigMap } from '../inputs';
import { findingsOf, testRule } from '../rule-tester';
import { lastingScript } from '../writer-inputs';

const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const coreos = '4.3.6-coreos';

testRule(lostConntrack, {
  valid: [
    { name: 'a kernel that drops the SYN instead', pools: [{ name: 'old', kernelVersion: '4.9.76', kubeProxyVersion: 'v1.12.4' }], files: ipvs },
    { name: 'a kernel with every fix', pools: [{ name: 'new', kernelVersion: '6.1.0-26-amd64', kubeProxyVersion: 'v1.30.2' }], files: ipvs },
    { name: 'mode 0 where weight 0 stays with its server', pools: [{ name: 'old', kernelVersion: coreos, kubeProxyVersion: 'v1.14.10' }], files: ipvs },
    {
      name: 'iptables mode',
      pools: [{ name: 'old', kernelVersion: coreos, kubeProxyVersion: 'v1.12.4' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') },
    },
    {
      name: 'the vendor carries the drop and its cure',
      pools: [{
        name: 'old', kernelVersion: coreos, kubeProxyVersion: 'v1.12.4',
        declaredBackports: [{ commit: 'f719e3754ee2', reason: 'own build' }, { commit: 'f0a5e4d7a594', reason: 'own build' }],
      }],
      files: ipvs,
    },
    { name: 'kube-proxy does not start without the key', pools: [{ name: 'old', kernelVersion: '3.16.0-4-amd64', kubeProxyVersion: 'v1.15.3' }], files: ipvs },
  ],
  invalid: [
    {
      name: 'kube-proxy leaves the 1 of a kernel before 4.6',
      pools: [{ name: 'old', kernelVersion: coreos, kubeProxyVersion: 'v1.12.4' }],
      files: ipvs,
      findings: [{
        severity: 'error', pool: 'old', resource: 'ConfigMap kube-system/kube-proxy',
        message: /^pool old: clients that reuse a source port connect, and then get no answer$/, remedy: /Linux 5\.16[^]*iptables mode/,
      }],
    },
    {
      name: 'somebody writes 1 where kube-proxy writes 0',
      pools: [{ name: 'old', kernelVersion: coreos, kubeProxyVersion: 'v1.19.16' }],
      files: {
        ...ipvs,
        'tuner.yaml': lastingScript('while true; do sysctl -w net.ipv4.vs.conn_reuse_mode=1; sleep 5; done'),
      },
      findings: [{ severity: 'error', pool: 'old' }],
    },
    {
      name: 'no key: weight 0 is rescheduled during a rollout',
      pools: [{ name: 'old', kernelVersion: '3.16.0-4-amd64', kubeProxyVersion: 'v1.19.16' }],
      files: ipvs,
      findings: [{ severity: 'error', pool: 'old' }],
    },
  ],
});

it('says which value is in effect, which commit is missing, and that no value is right', () => {
  const because = (kernelVersion: string, kubeProxyVersion: string) =>
    findingsOf(lostConntrack, { name: '', pools: [{ name: 'old', kernelVersion, kubeProxyVersion }], files: ipvs }).map((finding) => finding.because);

  expect(because(coreos, 'v1.12.4')).toEqual([
    expect.stringMatching(/^kube-proxy v1\.12\.4 on kernel 4\.3\.6-coreos ends up with net\.ipv4\.vs\.conn_reuse_mode=1: .*lacks f719e3754ee2.*no value/),
  ]);
  expect(because('3.16.0-4-amd64', 'v1.19.16')).toEqual([expect.stringMatching(/ends up with no net\.ipv4\.vs\.conn_reuse_mode: .*during a rollout.*weight 0/)]);
});
