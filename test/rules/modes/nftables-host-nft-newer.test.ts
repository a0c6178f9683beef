import { nftablesHostNftNewer } from '../../../src/rules/modes/nftables-host-nft-newer';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pool = (osImage: string, kernelVersion: string, kubeProxyVersion = 'v1.35.1') => ({ name: 'all', osImage, kernelVersion, kubeProxyVersion });
const ALMA = ['AlmaLinux 10.1 (Heliotrope Lion)', '6.12.0-124.40.1.el10_1.x86_64'] as const;
const files = { 'kube-proxy.yaml': ipvsConfigMap('mode: nftables') };

testRule(nftablesHostNftNewer, {
  valid: [
    ...['v1.33.11', 'v1.34.7', 'v1.35.4', 'v1.36.0'].map((version) => ({ name: `${version} lists only its own`, pools: [pool(...ALMA, version)], files })),
    { name: 'another mode', pools: [pool(...ALMA)], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
    { name: 'RHEL 10.0', pools: [pool('Red Hat Enterprise Linux 10.0 (Coughlan)', '6.12.0-55.9.1.el10_0.x86_64')], files },
    { name: 'RHEL 9', pools: [pool('Rocky Linux 9.5 (Blue Onyx)', '5.14.0-503.14.1.el9_5.x86_64')], files },
    { name: 'Debian 12', pools: [pool('Debian GNU/Linux 12 (bookworm)', '6.1.0-18-amd64')], files },
    { name: 'Fedora 42', pools: [pool('Fedora Linux 42 (Server Edition)', '6.14.4-300.fc42.x86_64')], files },
    { name: 'a kube-proxy with the nft of the node', pools: [pool(...ALMA)], files: { 'kube-proxy.service': '[Service]\nExecStart=/usr/bin/kube-proxy --proxy-mode=nftables\n' } },
  ],
  invalid: [
    {
      name: 'AlmaLinux 10.1', pools: [pool(...ALMA)], files,
      findings: [{ severity: 'warning', pool: 'all', message: /kube-proxy v1\.35\.1 in mode nftables may crash on RHEL 10\.1 or later, whose own nft is newer$/, remedy: /v1\.35\.4/ }],
    },
    { name: 'Debian 13', pools: [pool('Debian GNU/Linux 13 (trixie)', '6.12.43+deb13-amd64', 'v1.34.6')], files, findings: [{ severity: 'warning' }] },
    { name: 'Fedora 43', pools: [pool('Fedora Linux 43 (Cloud Edition)', '6.17.1-300.fc43.x86_64', 'v1.33.10')], files, findings: [{ severity: 'warning' }] },
    {
      name: 'one of two pools', pools: [pool(...ALMA), { ...pool('Ubuntu 22.04.3 LTS', '5.15.0-91-generic'), name: 'other' }], files,
      findings: [{ severity: 'warning', pool: 'all', message: /on pool all:/ }],
    },
  ],
});
