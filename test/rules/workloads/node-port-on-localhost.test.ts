import { nodePortOnLocalhost } from '../../../src/rules/workloads/node-port-on-localhost';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool as pool, service, workload } from '../workload-inputs';

const REGISTRY = service('registry', '{type: NodePort, ports: [{port: 5000, nodePort: 30338}]}');
const ANNOTATED = service('registry', '{type: NodePort, ports: [{port: 5000, nodePort: 30338}]}', 'example/expected-at: "127.0.0.1:30338"');
const app = (image: string) => workload('Deployment', 'app', 'containers:', '- name: app', `  image: ${image}`);
const PULLED = app('localhost:30338/app:1');
const config = (...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap(...lines) });
const GATE = 'featureGates: {KubeProxyNFTablesLocalhostNodePorts: true}';

testRule(nodePortOnLocalhost, {
  valid: [
    { name: 'nobody wants it', pools: [pool()], files: { ...config(), 'registry.yaml': REGISTRY } },
    { name: 'iptables mode serves it', pools: [pool()], files: { ...config('mode: iptables'), 'registry.yaml': ANNOTATED } },
    { name: 'iptables mode serves it alone', pools: [pool()], files: config('mode: iptables', 'nodePortAddresses: ["127.0.0.0/8"]') },
    { name: 'iptables mode serves one of two families', pools: [pool()], files: config('mode: iptables', 'nodePortAddresses: ["127.0.0.0/8", "::1/128"]') },
    { name: 'v1.25 has no way to turn it off', pools: [pool('v1.25.16')], files: { ...config('mode: iptables', 'iptables: {localhostNodePorts: false}'), 'registry.yaml': ANNOTATED } },
    { name: 'addresses of nodes', pools: [pool()], files: config('mode: ipvs', 'nodePortAddresses: [192.0.2.0/24]') },
    { name: 'every address does not ask for loopback in particular', pools: [pool()], files: config('mode: ipvs', 'nodePortAddresses: [0.0.0.0/0]') },
    { name: 'nftables mode, and nobody wants it', pools: [pool('v1.33.4')], files: { ...config('mode: nftables'), 'registry.yaml': REGISTRY } },
    { name: 'nftables mode with its gate', pools: [pool('v1.37.0')], files: { ...config('mode: nftables', GATE, 'nodePortAddresses: [primary, localhost]'), 'registry.yaml': ANNOTATED } },
    { name: 'nftables mode of 1.38, whose gate is on', pools: [pool('v1.38.0-beta.0')], files: { ...config('mode: nftables', 'nodePortAddresses: [primary, localhost]'), 'registry.yaml': ANNOTATED } },
    { name: 'nftables mode with its gate and a range', pools: [pool('v1.37.0')], files: config('mode: nftables', GATE, 'nodePortAddresses: ["127.0.0.0/8", "::1/128"]') },
    { name: 'no NodePort has that number', pools: [pool()], files: { ...config(), 'registry.yaml': REGISTRY, 'app.yaml': app('localhost:30339/app:1') } },
    { name: 'userspace mode', pools: [pool('v1.20.7')], files: { ...config('mode: userspace'), 'registry.yaml': ANNOTATED } },
  ],
  invalid: [
    {
      name: 'IPVS mode with loopback alone, which a Service relies on',
      pools: [pool()],
      files: { ...config('mode: ipvs', 'nodePortAddresses: ["127.0.0.0/8"]'), 'registry.yaml': ANNOTATED },
      findings: [{
        severity: 'error', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy', detail: 'nodePortAddresses', at: 'kube-proxy.yaml:9',
        because: /no NodePort at loopback addresses in ipvs mode, but nodePortAddresses has 127\.0\.0\.0\/8 and metadata\.annotations.* names 127\.0\.0\.1:30338/,
        remedy: /let nodePortAddresses have the ranges of these addresses.*\n.*iptables mode/,
      }],
    },
    { name: 'IPVS mode with loopback among others', pools: [pool()], files: config('mode: ipvs', 'nodePortAddresses: [192.0.2.0/24, 127.0.0.1/32]'), findings: [{ severity: 'error', because: /has 127\.0\.0\.1\/32:/ }] },
    { name: 'by flag', pools: [pool()], files: { 'kube-proxy.flags': '--proxy-mode=ipvs\n--nodeport-addresses=127.0.0.0/8\n' }, findings: [{ severity: 'error', at: 'kube-proxy.flags:2' }] },
    {
      name: 'IPVS mode, and an image is pulled there',
      pools: [pool()],
      files: { ...config(), 'registry.yaml': REGISTRY, 'app.yaml': PULLED },
      findings: [{ severity: 'error', resource: 'Deployment apps/app', detail: 'Deployment/apps/app', at: 'app.yaml:12', because: /image of Deployment apps\/app names localhost:30338, the NodePort of Service apps\/registry/ }],
    },
    {
      name: 'IPVS mode, and containerd pulls there',
      pools: [pool()],
      files: { ...config(), 'registry.yaml': REGISTRY, 'etc/containerd/certs.d/docker.io/hosts.toml': 'server = "https://docker.io"\n\n[host."http://127.0.0.1:30338"]\n' },
      findings: [{ severity: 'error', resource: undefined, detail: 'etc/containerd/certs.d/docker.io/hosts.toml', at: 'etc/containerd/certs.d/docker.io/hosts.toml:3' }],
    },
    {
      name: 'two places of one workload, and another workload',
      pools: [pool(), pool('v1.28.5', { name: 'more' })],
      files: { ...config(), 'registry.yaml': ANNOTATED, 'app.yaml': `${PULLED}---\n${app('127.0.0.1:30338/app:1').replaceAll('name: app', 'name: other')}` },
      findings: [{ severity: 'error', resource: 'Service apps/registry', pool: undefined }, { severity: 'error', resource: 'Deployment apps/app' }, { severity: 'error', resource: 'Deployment apps/other' }],
    },
    { name: 'nftables mode', pools: [pool('v1.33.4')], files: { ...config('mode: nftables'), 'registry.yaml': ANNOTATED }, findings: [{ severity: 'error', because: /in nftables mode, but/, remedy: /iptables mode/ }] },
    { name: 'nftables mode with loopback', pools: [pool('v1.36.2')], files: config('mode: nftables', 'nodePortAddresses: ["127.0.0.0/8"]'), findings: [{ severity: 'error', detail: 'nodePortAddresses' }] },
    { name: 'nftables mode without its gate', pools: [pool('v1.37.0')], files: { ...config('mode: nftables', 'nodePortAddresses: [primary, localhost]'), 'registry.yaml': REGISTRY }, findings: [{ severity: 'error', because: /without the feature gate/, remedy: /KubeProxyNFTablesLocalhostNodePorts: true/ }] },
    { name: 'nftables mode of 1.38 with the gate off', pools: [pool('v1.38.0')], files: { ...config('mode: nftables', 'featureGates: {KubeProxyNFTablesLocalhostNodePorts: false}', 'nodePortAddresses: [primary, localhost]'), 'registry.yaml': ANNOTATED }, findings: [{ severity: 'error', because: /without the feature gate/ }] },
    { name: 'ipvs mode of 1.38', pools: [pool('v1.38.0')], files: { ...config('mode: ipvs'), 'registry.yaml': ANNOTATED }, findings: [{ severity: 'error', remedy: /nftables mode with nodePortAddresses: \[primary, localhost\]/ }] },
    { name: 'nftables mode with its gate, but loopback is not asked for', pools: [pool('v1.37.0')], files: { ...config('mode: nftables', GATE), 'registry.yaml': ANNOTATED }, findings: [{ severity: 'error', because: /nodePortAddresses \(unset\) does not ask/, remedy: /\[primary, localhost\]/ }] },
    { name: 'iptables mode with it turned off', pools: [pool('v1.26.0')], files: { ...config('mode: iptables', 'iptables: {localhostNodePorts: false}'), 'registry.yaml': ANNOTATED }, findings: [{ severity: 'error', because: /localhostNodePorts is false/, remedy: /localhostNodePorts: true/ }] },
    { name: 'iptables mode with addresses of nodes', pools: [pool()], files: { ...config('mode: iptables', 'nodePortAddresses: [192.0.2.0/24]'), 'registry.yaml': ANNOTATED }, findings: [{ severity: 'error', because: /\(192\.0\.2\.0\/24\) does not ask/, remedy: /Or add 127\.0\.0\.0\/8/ }] },
    { name: 'iptables mode with IPv6 loopback alone', pools: [pool()], files: config('mode: iptables', 'nodePortAddresses: ["::1/128"]'), findings: [{ severity: 'error', because: /no NodePort at \[::1\] in iptables mode/ }] },
    {
      name: 'only the pools in IPVS mode',
      pools: [pool('v1.28.5', { name: 'a', labels: { mode: 'ipvs' } }), pool('v1.28.5', { name: 'b', labels: { mode: 'iptables' } })],
      files: {
        'kube-proxy.yaml': ['ipvs', 'iptables'].map((mode) => workload('DaemonSet', `kube-proxy-${mode}`, `nodeSelector: {mode: ${mode}}`, 'containers:', '- name: kube-proxy', '  image: registry.k8s.io/kube-proxy', `  command: [kube-proxy, --proxy-mode=${mode}]`)).join('---\n'),
        'registry.yaml': ANNOTATED,
      },
      findings: [{ severity: 'error', pool: 'a' }],
    },
  ],
});
