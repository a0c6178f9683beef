import { modeSwitchResidue } from '../../../src/rules/modes/mode-switch-residue';
import { ipvsConfigMap } from '../inputs';
import { KUBEADM_COMMAND, kubeProxyDaemonSet } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string, more: object = {}) => ({
  name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion, interfaces: ['eth0', 'kube-ipvs0'], ...more,
});
const files = (mode: string) => ({ 'kube-proxy.yaml': ipvsConfigMap(`mode: ${mode}`) });

testRule(modeSwitchResidue, {
  valid: [
    { name: 'still in IPVS mode', pools: [pool('v1.28.5')], files: files('ipvs') },
    { name: 'never in IPVS mode', pools: [pool('v1.28.5', { interfaces: ['eth0'] })], files: files('iptables') },
    { name: 'interfaces are not known', pools: [pool('v1.28.5', { interfaces: undefined })], files: files('iptables') },
    { name: '1.14 cleans up after every mode', pools: [pool('v1.14.10')], files: files('iptables') },
    { name: 'to nftables, which cleans up', pools: [pool('v1.33.4')], files: files('nftables') },
    {
      name: 'an init container cleans up',
      pools: [pool('v1.28.5')],
      files: { ...files('iptables'), 'ds.yaml': kubeProxyDaemonSet(KUBEADM_COMMAND, { initCommand: ['kube-proxy', '--cleanup'] }) },
    },
    { name: 'kube-proxy does not start', pools: [pool('v1.28.5')], files: files('IPVS') },
  ],
  invalid: [
    {
      name: 'from IPVS to iptables',
      pools: [pool('v1.28.5')],
      files: files('iptables'),
      findings: [{
        severity: 'warning', pool: 'all', at: 'kube-proxy.yaml:8', message: /^pool all: the nodes keep virtual servers of IPVS mode/, because: /still have kube-ipvs0.* starts in mode iptables without/, remedy: /Reboot[^]*--cleanup/,
      }],
    },
    { name: 'the first release that does not clean up', pools: [pool('v1.15.0')], files: files('iptables'), findings: [{ severity: 'warning' }] },
    { name: 'by an emptied mode, on a release that cleans up for nftables only', pools: [pool('v1.33.4')], files: files('""'), findings: [{ severity: 'warning' }] },
    {
      name: 'once for all pools',
      pools: [pool('v1.28.5'), pool('v1.28.5', { name: 'more' })],
      files: files('iptables'),
      findings: [{ severity: 'warning', pool: undefined, message: /^pools all, more: / }],
    },
  ],
});
