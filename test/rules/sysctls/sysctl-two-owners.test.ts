import { sysctlTwoOwners } from '../../../src/rules/sysctls/sysctl-two-owners';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { initScript, lastingScript } from '../writer-inputs';

const MAX = 'net.netfilter.nf_conntrack_max';
const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const noMax = { 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', 'conntrack:', '  maxPerCore: 0') };
const loaded = { 'modules-load.d/ipvs.conf': 'ip_vs\n' };
const pool = (kubeProxyVersion: string, cpu?: number) => [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion, cpu }];
const boot = (...lines: string[]) => ({ 'sysctl.d/90-net.conf': `${lines.join('\n')}\n`, ...loaded });

testRule(sysctlTwoOwners, {
  valid: [
    { name: 'kube-proxy leaves the limit alone', pools: pool('v1.30.4', 4), files: { ...noMax, ...boot(`${MAX} = 1048576`) } },
    { name: 'the same value', pools: pool('v1.30.4', 4), files: { ...ipvs, ...boot(`${MAX} = 131072`) } },
    { name: 'kube-proxy 1.23 to 1.28 does not lower it', pools: pool('v1.28.5', 4), files: { ...ipvs, ...boot(`${MAX} = 1048576`) } },
    { name: 'nor does it where the cores are not known', pools: pool('v1.28.5'), files: { ...ipvs, ...boot(`${MAX} = 1048576`) } },
    { name: 'a key that kube-proxy does not write', pools: pool('v1.30.4', 4), files: { ...ipvs, ...boot('net.ipv4.tcp_keepalive_time = 600') } },
    { name: 'conn_reuse_mode has a rule of its own', pools: [{ name: 'old', kernelVersion: '4.15.0-58-generic', kubeProxyVersion: 'v1.15.3' }], files: { ...noMax, ...boot('net.ipv4.vs.conn_reuse_mode = 1') } },
    {
      name: 'a writer that cannot write, for its /proc/sys is read-only',
      pools: pool('v1.30.4', 4),
      files: { ...ipvs, 'tune.yaml': initScript(`sysctl -w ${MAX}=1048576`, { libModules: false, privileged: false }) },
    },
    { name: 'strictARP is off, and kube-proxy leaves arp_ignore alone', pools: pool('v1.30.4'), files: { ...noMax, ...boot('net.ipv4.conf.all.arp_ignore = 2') } },
  ],
  invalid: [
    {
      name: 'a limit at boot that kube-proxy lowers',
      pools: pool('v1.30.4', 4),
      files: { ...ipvs, ...boot(`${MAX} = 1048576`) },
      findings: [{
        severity: 'warning', pool: 'all', detail: MAX, at: 'sysctl.d/90-net.conf:1',
        because: /sets net\.netfilter\.nf_conntrack_max=1048576 once at boot, and kube-proxy v1\.30\.4 writes 131072 on startup: 1048576 is lost as soon as kube-proxy starts/,
        remedy: /conntrack\.min: 1048576[^]*conntrack\.maxPerCore: 0/,
      }],
    },
    {
      name: 'a limit below what kube-proxy 1.28 raises it to',
      pools: pool('v1.28.5', 8),
      files: { ...ipvs, ...boot(`${MAX} = 131072`) },
      findings: [{ severity: 'warning', detail: MAX, because: /writes 262144/ }],
    },
    {
      name: 'the cores are not known, so the two agree by chance at best',
      pools: pool('v1.30.4'),
      files: { ...ipvs, ...boot(`${MAX} = 1048576`) },
      findings: [{ severity: 'warning', detail: MAX, because: /writes 32768 for each core, at least 131072, on startup: 1048576 is lost as soon as kube-proxy starts/ }],
    },
    {
      name: 'a finding for each key, on all pools at once',
      pools: [...pool('v1.30.4', 4), { ...pool('v1.30.4', 4)[0], name: 'more' }],
      files: { ...ipvs, ...boot(`${MAX} = 1048576`, 'net.netfilter.nf_conntrack_tcp_timeout_established = 3600') },
      findings: [
        { severity: 'warning', pool: undefined, detail: MAX },
        {
          severity: 'warning', pool: undefined, detail: 'net.netfilter.nf_conntrack_tcp_timeout_established', at: 'sysctl.d/90-net.conf:2',
          because: /.*writes 86400/, remedy: /conntrack\.tcpEstablishedTimeout/,
        },
      ],
    },
    {
      name: 'a key that IPVS mode needs',
      pools: pool('v1.30.4'),
      files: { ...noMax, ...boot('net.ipv4.vs.conntrack = 0') },
      findings: [{ severity: 'warning', detail: 'net.ipv4.vs.conntrack', remedy: /Let kube-proxy own net\.ipv4\.vs\.conntrack/ }],
    },
    {
      name: 'arp_announce with strictARP',
      pools: pool('v1.30.4'),
      files: { 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', 'ipvs: {strictARP: true}', 'conntrack: {maxPerCore: 0}'), ...boot('net.ipv4.conf.all.arp_announce = 1') },
      findings: [{ severity: 'warning', detail: 'net.ipv4.conf.all.arp_announce', because: /writes 2 on startup/ }],
    },
    {
      name: 'the same script with the right to write',
      pools: pool('v1.30.4', 4),
      files: { ...ipvs, 'tune.yaml': initScript(`sysctl -w ${MAX}=1048576`, { libModules: false }) },
      findings: [{ severity: 'warning', detail: MAX }],
    },
    {
      name: 'one that writes again and again wins',
      pools: pool('v1.30.4', 4),
      files: { ...ipvs, 'tune.yaml': lastingScript(`while true; do sysctl -w ${MAX}=1048576; sleep 60; done`) },
      findings: [{ severity: 'warning', detail: MAX, because: /: 1048576 is back some time after each start of kube-proxy/ }],
    },
  ],
});
