import { reuseModeNeedlessZero } from '../../../src/rules/reuse/reuse-mode-needless-zero';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { lastingScript } from '../writer-inputs';

const KEY = 'net.ipv4.vs.conn_reuse_mode';
const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const jammy = { name: 'jammy', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.28.5' };
const zeroAtBoot = { 'sysctl.d/90-ipvs.conf': `${KEY} = 0\n`, 'modules-load.d/ipvs.conf': 'ip_vs\n' };

testRule(reuseModeNeedlessZero, {
  valid: [
    { name: 'the kernel\'s 1', pools: [jammy], files: ipvs },
    { name: '1 seen on the nodes', pools: [{ ...jammy, sysctls: { [KEY]: 1 } }], files: ipvs },
    { name: 'iptables mode', pools: [{ ...jammy, sysctls: { [KEY]: 0 } }], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables'), ...zeroAtBoot } },
    {
      name: 'a kernel on which 1 delays',
      pools: [{ name: 'old', kernelVersion: '4.15.0-58-generic', kubeProxyVersion: 'v1.15.3' }],
      files: { ...ipvs, ...zeroAtBoot },
    },
    {
      name: 'kube-proxy writes 0 on a kernel where that is the fault of stale-real-server',
      pools: [{ name: 'el8', kernelVersion: '4.18.0-348.el8.x86_64', kubeProxyVersion: 'v1.28.5' }],
      files: ipvs,
    },
    {
      name: '0 seen on the nodes comes from this kube-proxy',
      pools: [{ name: 'el8', kernelVersion: '4.18.0-348.el8.x86_64', kubeProxyVersion: 'v1.28.5', sysctls: { [KEY]: 0 } }],
      files: ipvs,
    },
  ],
  invalid: [
    {
      name: 'sysctl.d',
      pools: [jammy],
      files: { ...ipvs, ...zeroAtBoot },
      findings: [{ severity: 'warning', pool: 'jammy', at: 'sysctl.d/90-ipvs.conf:1', because: / writes 0 to net\.ipv4\.vs\.conn_reuse_mode once at boot/, message: /sets conn_reuse_mode=0, although 1 is safe on this kernel$/ }],
    },
    {
      name: 'sysctl.d on a kernel where kube-proxy would write 0 anyway',
      pools: [{ name: 'el8', kernelVersion: '4.18.0-348.el8.x86_64', kubeProxyVersion: 'v1.28.5' }],
      files: { ...ipvs, ...zeroAtBoot },
      findings: [{ severity: 'warning', pool: 'el8', because: /this kube-proxy writes 0 on startup itself/, remedy: /^Let a SysctlTuner / }],
    },
    {
      name: 'a DaemonSet on two pools is one finding',
      pools: [jammy, { ...jammy, name: 'other' }],
      files: { ...ipvs, 'tune.yaml': lastingScript(`while true; do sysctl -w ${KEY}=0; sleep 60; done`) },
      findings: [{ severity: 'warning', pool: undefined, resource: 'DaemonSet kube-system/node-setup', message: /^pools jammy, other: / }],
    },
    {
      name: 'left over on the nodes from an older kube-proxy',
      pools: [{ ...jammy, sysctls: { [KEY]: 0 } }],
      files: ipvs,
      findings: [{ severity: 'warning', pool: 'jammy', resource: 'ConfigMap kube-system/kube-proxy', because: /something that is not in the input set .*=0/, remedy: /reboot/ }],
    },
    {
      name: 'seen on the nodes and written at boot is one finding',
      pools: [{ ...jammy, sysctls: { [KEY]: 0 } }],
      files: { ...ipvs, ...zeroAtBoot },
      findings: [{ severity: 'warning', pool: 'jammy', at: 'sysctl.d/90-ipvs.conf:1' }],
    },
    {
      name: 'kube-proxy itself, because it cannot see the vendor\'s backports',
      pools: [{ name: 'focal', kernelVersion: '5.4.0-122-generic', kubeProxyVersion: 'v1.28.5' }],
      files: ipvs,
      findings: [{
        severity: 'info', pool: 'focal',
        because: /^this release writes 0 .* below 5\.9, and 5\.4\.0-122-generic is safe with 1.*35dfb013149f each connection to a removed server also costs one SYN retry/,
        remedy: /SysctlTuner/,
      }],
    },
    {
      name: 'kube-proxy itself, for it is too old for a recent kernel',
      pools: [{ ...jammy, kubeProxyVersion: 'v1.21.8' }],
      files: ipvs,
      findings: [{ severity: 'info', pool: 'jammy', remedy: /^Run kube-proxy v1\.21\.9 or later here \(v1\.20\.15 suffices\).*reboot/ }],
    },
    {
      name: 'kube-proxy itself, on a kernel that flushes removed servers',
      pools: [{ name: 'el8', kernelVersion: '4.18.0-553.66.1.el8_10.x86_64', kubeProxyVersion: 'v1.28.5' }],
      files: ipvs,
      findings: [{ severity: 'info', pool: 'el8', because: /no share of such clients; where an uneven/ }],
    },
  ],
});
