import { modeUnknown } from '../../../src/rules/modes/mode-unknown';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string, more: object = {}) => ({ name: 'all', kernelVersion: '6.6.47-1.azl3', kubeProxyVersion, ...more });
const mode = (text: string) => ({ 'kube-proxy.yaml': ipvsConfigMap(`mode: ${text}`) });

testRule(modeUnknown, {
  valid: [
    { name: 'ipvs', pools: [pool('v1.31.3')], files: mode('ipvs') },
    { name: 'empty', pools: [pool('v1.31.3')], files: mode('""') },
    { name: 'a mode that the release does not have any more is another fault', pools: [pool('v1.31.3')], files: mode('userspace') },
    { name: 'a mode that the release does not have yet is another fault', pools: [pool('v1.28.3')], files: mode('nftables') },
    { name: 'no version is known', pools: [{ ...pool(''), kubeProxyVersion: undefined }], files: mode('IPVS') },
    {
      name: 'a flag beside --config is not read', pools: [pool('v1.31.3')], files: {
        'kube-proxy.service': '[Service]\nExecStart=/usr/bin/kube-proxy --config=/etc/config.conf --proxy-mode=IPVS\n', ...mode('ipvs'),
      },
    },
  ],
  invalid: [
    {
      name: 'in capitals',
      pools: [pool('v1.31.3')],
      files: mode('IPVS'),
      findings: [{
        severity: 'error', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy', detail: 'mode', at: 'kube-proxy.yaml:8',
        message: /^ConfigMap kube-system\/kube-proxy: kube-proxy v1\.31\.3 exits on startup: there is no mode "IPVS"$/, because: /one of iptables, ipvs, nftables/, remedy: /^Write mode: ipvs\.$/,
      }],
    },
    {
      name: 'in capitals, where the release does not have the mode even in lower case',
      pools: [pool('v1.27.3')],
      files: mode('NFTables'),
      findings: [{ severity: 'error', detail: 'mode', because: /one of iptables, ipvs$/, remedy: /^Write one of iptables, ipvs/ }],
    },
    {
      name: 'by a flag',
      pools: [pool('v1.31.3')],
      files: { 'kube-proxy.flags': '--v=2\n--proxy-mode=ebpf\n' },
      findings: [{ severity: 'error', detail: 'mode', at: 'kube-proxy.flags:2', remedy: /^Write one of/ }],
    },
    {
      name: 'once for all pools of one release',
      pools: [pool('v1.31.3'), pool('v1.31.3', { name: 'more' })],
      files: mode('Ipvs'),
      findings: [{ severity: 'error', pool: undefined, message: /^ConfigMap kube-system\/kube-proxy: / }],
    },
    {
      name: 'without nodes',
      pools: [],
      kubernetesVersion: 'v1.31.3',
      files: mode('IPVS'),
      findings: [{ severity: 'error', pool: undefined, resource: 'ConfigMap kube-system/kube-proxy' }],
    },
  ],
});
