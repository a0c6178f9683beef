import { modeDeprecated } from '../../../src/rules/modes/mode-deprecated';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string, more: object = {}) => ({ name: 'all', kernelVersion: '6.15.4-200.fc42.x86_64', kubeProxyVersion, ...more });
const files = (...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap(...lines) });
const gate = (isOn: boolean) => files('mode: ipvs', `featureGates: {KubeProxyIPVS: ${isOn}}`);

testRule(modeDeprecated, {
  valid: [
    { name: 'ipvs up to 1.34', pools: [pool('v1.34.9')], files: files('mode: ipvs') },
    { name: 'iptables on 1.36', pools: [pool('v1.36.2')], files: files('mode: iptables') },
    { name: 'a leftover ipvs section in another mode', pools: [pool('v1.36.2')], files: files('mode: nftables', 'ipvs: {scheduler: rr}') },
    { name: 'userspace before its notice', pools: [pool('v1.22.17')], files: files('mode: userspace') },
    { name: 'ipvs on Windows is another fault', pools: [pool('v1.36.2', { operatingSystem: 'windows' })], files: files('mode: ipvs') },
  ],
  invalid: [
    {
      name: 'ipvs from 1.35 on',
      pools: [pool('v1.35.0')],
      files: files('mode: ipvs'),
      findings: [{
        severity: 'warning', pool: 'all', detail: 'mode', at: 'kube-proxy.yaml:8',
        because: /.*v1\.40 .*v1\.43/, remedy: /^Move to mode nftables.*5\.13 or later and serves NodePorts/,
      }],
    },
    {
      name: 'by the command of a DaemonSet',
      pools: [pool('v1.36.2')],
      files: { 'kube-proxy.flags': 'kube-proxy --proxy-mode=ipvs\n' },
      findings: [{ severity: 'warning', at: 'kube-proxy.flags:1' }],
    },
    {
      name: 'a pool whose kernel cannot do nftables',
      pools: [pool('v1.36.2'), pool('v1.36.2', { name: 'old', kernelVersion: '5.10.0-8-amd64' })],
      files: files('mode: ipvs'),
      findings: [{ severity: 'warning', pool: undefined, remedy: /\(pool old: not yet\)/ }],
    },
    { name: 'on 1.37 with its gate on', pools: [pool('v1.37.0')], files: files('mode: ipvs'), findings: [{ severity: 'warning' }] },
    {
      name: 'on 1.37 with its gate off',
      pools: [pool('v1.37.0')],
      files: gate(false),
      findings: [{ severity: 'error', detail: 'mode', because: /requires the feature gate KubeProxyIPVS, which is off/, remedy: /KubeProxyIPVS: true/ }],
    },
    { name: 'on 1.40 as planned, without the gate', pools: [pool('v1.40.0')], files: files('mode: ipvs'), findings: [{ severity: 'error', because: /feature gate/ }] },
    { name: 'on 1.40 as planned, with the gate', pools: [pool('v1.40.0')], files: gate(true), findings: [{ severity: 'warning' }] },
    {
      name: 'gone in 1.43 as planned, gate or not',
      pools: [pool('v1.43.0')],
      files: gate(true),
      findings: [{ severity: 'error', message: /mode ipvs is gone/, remedy: /^Move to mode nftables/ }],
    },
    { name: 'userspace on notice', pools: [pool('v1.25.16')], files: files('mode: userspace'), findings: [{ severity: 'warning', remedy: /^Move to mode iptables or ipvs/ }] },
    { name: 'userspace gone', pools: [pool('v1.26.0')], files: files('mode: userspace'), findings: [{ severity: 'error', message: /mode userspace is gone/ }] },
    {
      name: 'one of two releases, and only there',
      pools: [pool('v1.34.3'), pool('v1.35.1', { name: 'new' })],
      files: files('mode: ipvs'),
      findings: [{ severity: 'warning', pool: 'new', message: /^ConfigMap kube-system\/kube-proxy on pool new: kube-proxy v1\.35\.1 / }],
    },
    {
      name: 'without nodes',
      pools: [],
      kubernetesVersion: 'v1.35.1',
      files: files('mode: ipvs'),
      findings: [{ severity: 'warning', pool: undefined }],
    },
  ],
});
