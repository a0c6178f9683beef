import { nodeLocalDnsAddress } from '../../../src/rules/workloads/node-local-dns-address';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool as pool, service, workload } from '../workload-inputs';

const cache = (localip: string, ...more: string[]) => workload('DaemonSet', 'node-local-dns', 'hostNetwork: true', ...more, 'containers:', '- name: node-cache',
  '  image: registry.k8s.io/dns/k8s-dns-node-cache:1.23.0', `  args: ["-localip", "${localip}", "-conf", "/etc/Corefile", "-upstreamsvc", "kube-dns-upstream"]`);
const files = (localip: string, more: Record<string, string> = {}) => ({ 'kube-proxy.yaml': ipvsConfigMap(), 'dns.yaml': cache(localip), ...more });
const kubeDns = (address: string) => service('kube-dns', `{clusterIP: ${address}, ports: [{port: 53, protocol: UDP}]}`);
const kubeadm = (subnet: string) => `apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.28.5\nnetworking: {serviceSubnet: ${subnet}}\n`;
const kubelet = (address: string) => `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nclusterDNS: [${address}]\n`;
const kops = (more: string) => `apiVersion: kops.k8s.io/v1alpha2
kind: Cluster
metadata: {name: k.example}
spec:
  kubeProxy: {proxyMode: ipvs}
  kubeDNS: {nodeLocalDNS: {enabled: true}}
  ${more}
`;

const rke2 = (...values: string[]) => ({
  'config.yaml': 'kube-proxy-arg: [proxy-mode=ipvs]\n',
  'dns.yaml': ['apiVersion: helm.cattle.io/v1', 'kind: HelmChartConfig', 'metadata: {name: rke2-coredns, namespace: kube-system}', 'spec:', '  valuesContent: |-', '    nodelocal:',
    ...values.map((value) => `      ${value}`), ''].join('\n'),
});

testRule(nodeLocalDnsAddress, {
  valid: [
    { name: 'the link-local address alone', pools: [pool()], files: files('169.254.20.10', { 'kube-dns.yaml': kubeDns('10.96.0.10') }) },
    { name: 'no cache', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'kube-dns.yaml': kubeDns('10.96.0.10') } },
    { name: 'iptables mode', pools: [pool()], files: { ...files('169.254.20.10,10.96.0.10'), 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
    { name: 'an address outside the Service range', pools: [pool()], files: files('169.254.20.10,192.0.2.10', { 'kubeadm.yaml': kubeadm('10.96.0.0/12') }) },
    { name: 'an address of its own choice', pools: [pool()], files: files('192.0.2.53') },
    { name: 'a template that nobody has filled in', pools: [pool()], files: files('169.254.20.10,__PILLAR__DNS__SERVER__') },
    { name: 'IPv6, of which nothing is known', pools: [pool()], files: files('169.254.20.10,fd00::10') },
    { name: 'kubelets that name the cache', pools: [pool()], files: files('169.254.20.10', { 'kubelet.yaml': kubelet('169.254.20.10') }) },
    { name: 'kubelets that name the DNS Service, in iptables mode', pools: [pool()], files: { ...files('169.254.20.10', { 'kubelet.yaml': kubelet('10.96.0.10') }), 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
    { name: 'kubelets that name the DNS Service, without a cache', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'kubelet.yaml': kubelet('10.96.0.10') } },
    { name: 'kops, which sets the kubelets itself', pools: [pool()], files: { 'kops.yaml': kops('') } },
    { name: 'RKE2 in its form for IPVS', pools: [pool()], files: rke2('enabled: true', 'ipvs: true') },
    { name: 'RKE2 without a cache', pools: [pool()], files: rke2('enabled: false') },
    {
      name: 'it runs elsewhere',
      pools: [pool('v1.28.5', { labels: { dns: 'none' } })],
      files: { 'kube-proxy.yaml': ipvsConfigMap(), 'dns.yaml': cache('10.96.0.10', 'nodeSelector: {dns: cache}') },
    },
  ],
  invalid: [
    {
      name: 'the address of the DNS Service beside the link-local one',
      pools: [pool()],
      files: files('169.254.20.10,10.96.0.10', { 'kube-dns.yaml': kubeDns('10.96.0.10') }),
      findings: [{
        severity: 'warning', pool: 'all', resource: 'DaemonSet apps/node-local-dns', detail: 'DaemonSet/apps/node-local-dns', at: 'dns.yaml:12',
        because: /holds 10\.96\.0\.10 \(Service apps\/kube-dns\)/, remedy: /Leave 10\.96\.0\.10 out of -localip, so that it binds 169\.254\.20\.10 alone/,
      }],
    },
    { name: 'any address of the Service range', pools: [pool()], files: files('10.96.0.3', { 'kubeadm.yaml': kubeadm('10.96.0.0/12') }), findings: [{ severity: 'warning', because: /of the Service range 10\.96\.0\.0\/12/, remedy: /^Let -localip be a link-local address/ }] },
    { name: 'the tenth address', pools: [pool()], files: files('172.20.0.10'), findings: [{ severity: 'warning', because: /by its look/ }] },
    { name: 'the pair of the documented manifest', pools: [pool()], files: files('169.254.25.10,10.233.0.3'), findings: [{ severity: 'warning' }] },
    { name: 'IPv6 of the DNS Service', pools: [pool()], files: files('fd00:10:96::a', { 'kube-dns.yaml': kubeDns('"fd00:10:96::a"') }), findings: [{ severity: 'warning' }] },
    {
      name: 'kubelets that send pods past the cache',
      pools: [pool()],
      files: files('169.254.20.10', { 'kubelet.yaml': kubelet('10.96.0.10') }),
      findings: [{
        severity: 'warning', at: 'kubelet.yaml:3', because: /clusterDNS 10\.96\.0\.10 of KubeletConfiguration.*binds 169\.254\.20\.10 only/, remedy: /clusterDNS of the kubelets to 169\.254\.20\.10/,
      }],
    },
    {
      name: 'the kubelets of kubeadm',
      pools: [pool()],
      files: files('169.254.20.10', { 'map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kubelet-config, namespace: kube-system}\ndata:\n  kubelet: |\n    clusterDNS: [10.96.0.10]\n' }),
      findings: [{ severity: 'warning', resource: 'ConfigMap kube-system/kubelet-config', at: 'map.yaml:5' }],
    },
    { name: 'the kubelets of kops', pools: [pool()], files: { 'kops.yaml': kops('kubelet: {clusterDNS: 100.64.0.10}') }, findings: [{ severity: 'warning', resource: 'Cluster k.example' }] },
    {
      name: 'RKE2 in its form for iptables',
      pools: [pool()],
      files: rke2('enabled: true', 'ip_address: 169.254.20.20'),
      findings: [{
        severity: 'warning', resource: 'HelmChartConfig kube-system/rke2-coredns', at: 'dns.yaml:5',
        because: /holds the address of the DNS Service on kube-ipvs0/, remedy: /nodelocal\.ipvs: true .* cluster-dns=169\.254\.20\.20/,
      }],
    },
    { name: 'once for all pools', pools: [pool(), pool('v1.28.5', { name: 'more' })], files: files('169.254.20.10,10.96.0.10'), findings: [{ severity: 'warning', pool: undefined }] },
  ],
});
