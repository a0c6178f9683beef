import { iptablesUnavailable } from '../../../src/rules/modules/iptables-unavailable';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pool = (modules: Record<string, 'absent' | 'loaded' | 'loadable' | 'builtin'>) => [{
  name: 'all', osImage: 'Ubuntu 25.10', kernelVersion: '6.17.0-5-generic', kubeProxyVersion: 'v1.33.2', modules: { ip_vs: 'loaded' as const, ...modules },
}];
const mode = (name: string) => ({ 'kube-proxy.yaml': ipvsConfigMap(`mode: ${name}`) });
const MICROK8S = { 'var/snap/microk8s/current/args/kube-proxy': '--cluster-cidr=10.1.0.0/16\n--proxy-mode=iptables\n' };

testRule(iptablesUnavailable, {
  valid: [
    { name: 'without the legacy backend the image takes the other', pools: pool({ ip_tables: 'absent' }), files: mode('iptables') },
    { name: 'the legacy backend is there', pools: pool({ ip_tables: 'loadable', nf_tables: 'absent' }), files: mode('iptables') },
    { name: 'nothing is known of modules', pools: pool({}), files: MICROK8S },
    { name: 'nftables mode', pools: pool({ ip_tables: 'absent', nft_compat: 'absent' }), files: mode('nftables') },
  ],
  invalid: [
    {
      name: 'neither backend', pools: pool({ ip_tables: 'absent', nf_tables: 'absent' }), files: mode('iptables'),
      findings: [{ severity: 'error', pool: 'all', because: /ip_tables is stated as absent .* nf_tables is stated as absent .*: neither backend/, remedy: /mode nftables/ }],
    },
    { name: 'no nft_compat, in ipvs mode', pools: pool({ ip_tables: 'absent', nft_compat: 'absent' }), files: mode('ipvs'), findings: [{ severity: 'error' }] },
    { name: 'MicroK8s without the legacy backend', pools: pool({ ip_tables: 'absent', nf_tables: 'loaded' }), files: MICROK8S, findings: [{ severity: 'error', because: /MicroK8s brings an iptables of the legacy backend/ }] },
  ],
});
