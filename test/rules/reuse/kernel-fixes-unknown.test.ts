import { kernelFixesUnknown } from '../../../src/rules/reuse/kernel-fixes-unknown';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { lastingScript } from '../writer-inputs';

const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const fixedArm = '4.19.90-vhulk2103.1.0.h584.eulerosv2r9.aarch64';
const fixedX86 = '4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64';
const reconcilesOne = lastingScript(
  'while true; do v=$(sysctl -n net.ipv4.vs.conn_reuse_mode); [ "$v" = 1 ] || sysctl -w net.ipv4.vs.conn_reuse_mode=1; sleep 5; done',
);

testRule(kernelFixesUnknown, {
  valid: [
    { name: 'a sound kernel', pools: [{ name: 'new', kernelVersion: '5.10.0-182.0.0.95.r1941_123.hce2.x86_64', kubeProxyVersion: 'v1.27.4' }], files: ipvs },
    { name: 'a kernel known to lack it', pools: [{ name: 'old', kernelVersion: '4.15.0-58-generic', kubeProxyVersion: 'v1.15.3' }], files: ipvs },
    { name: 'iptables mode', pools: [{ name: 'old', kernelVersion: fixedX86, kubeProxyVersion: 'v1.27.4' }], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
    { name: 'the fix is declared', pools: [{ name: 'old', kernelVersion: fixedX86, kubeProxyVersion: 'v1.27.4', declaredBackports: ['c95c07836fa4'] }], files: ipvs },
    {
      name: 'a tuner sets the value for which the fix is known',
      pools: [{ name: 'old', kernelVersion: fixedX86, kubeProxyVersion: 'v1.27.4' }],
      files: { ...ipvs, 'tuner.yaml': reconcilesOne },
    },
    { name: 'kube-proxy does not start', pools: [{ name: 'old', kernelVersion: fixedX86, kubeProxyVersion: 'v1.27.4' }], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: IPVS') } },
    { name: 'no version of kube-proxy is known', pools: [{ name: 'old', kernelVersion: fixedX86 }], files: ipvs },
  ],
  invalid: [
    {
      name: 'the weight-0 fix, with kube-proxy writing 0',
      pools: [{ name: 'x86', kernelVersion: fixedX86, kubeProxyVersion: 'v1.27.4' }, { name: 'arm', kernelVersion: fixedArm, kubeProxyVersion: 'v1.27.4' }],
      files: ipvs,
      findings: [
        {
          severity: 'warning', pool: 'x86', resource: 'ConfigMap kube-system/kube-proxy',
          because: /ends up with net\.ipv4\.vs\.conn_reuse_mode=0, .*deleted pods; nothing is known of build 998/, message: /whether this kernel has the weight-0 fix c95c07836fa4/,
          remedy: /Ask the vendor whether 4\.18\.0-147\.5\.1\.6\.h998\.eulerosv2r9\.x86_64 carries Linux commit c95c07836fa4[^]*conn_reuse_mode=1[^]*declaredBackports/,
        },
        { severity: 'warning', pool: 'arm' },
      ],
    },
    {
      name: 'the fix for unconfirmed conntracks, with 1 left alone',
      pools: [{ name: 'azure', kernelVersion: '4.15.0-1039-azure', kubeProxyVersion: 'v1.11.2' }],
      files: ipvs,
      findings: [{ severity: 'warning', pool: 'azure', message: /f0a5e4d7a594$/, because: /a second or more for .*; 0 is no way out on this kernel: .*deleted pods/ }],
    },
    {
      name: 'whether the drop is there at all',
      pools: [{ name: 'old', kernelVersion: '4.2.0-42-generic', kubeProxyVersion: 'v1.27.4', declaredBackports: ['c95c07836fa4'] }],
      files: ipvs,
      findings: [{ severity: 'warning', pool: 'old', message: /f719e3754ee2/ }],
    },
    {
      name: 'never advises 1 where the delay is not known to be cured',
      pools: [{ name: 'kylin', kernelVersion: '4.19.90-52.39.v2207.ky10.x86_64', kubeProxyVersion: 'v1.27.4' }],
      files: ipvs,
      findings: [{ severity: 'warning', pool: 'kylin', because: /1 is no way out before it is known that this kernel carries the fix for unconfirmed conntracks f0a5e4d7a594: .* one second/ }],
    },
  ],
});
