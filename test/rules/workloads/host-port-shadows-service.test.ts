import { hostPortShadowsService } from '../../../src/rules/workloads/host-port-shadows-service';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool, service, workload } from '../workload-inputs';

const old = (kubeProxyVersion = 'v1.11.0', name = 'all', labels?: Record<string, string>) =>
  linuxPool(kubeProxyVersion, { name, labels, kernelVersion: '4.15.0-29-generic', osImage: 'Ubuntu 16.04' });
const ingress = (ports: string, ...more: string[]) => workload('DaemonSet', 'ingress', ...more, 'containers:', '- name: nginx', '  image: registry.example/ingress:1', `  ports: ${ports}`);
const HTTPS = '[{containerPort: 443, hostPort: 443}]';
const HTTP = '[{containerPort: 80, hostPort: 80}]';
const files = (ports: string, more: Record<string, string> = {}) => ({ 'kube-proxy.yaml': ipvsConfigMap(), 'ingress.yaml': ingress(ports), ...more });

testRule(hostPortShadowsService, {
  valid: [
    { name: 'no Service has the port', pools: [old()], files: files(HTTP) },
    { name: 'a Service has it with another protocol', pools: [old()], files: files('[{containerPort: 53, hostPort: 53}]', { 'dns.yaml': service('dns', '{ports: [{port: 53, protocol: UDP}]}') }) },
    { name: 'the API server has TCP only', pools: [old()], files: files('[{containerPort: 443, hostPort: 443, protocol: UDP}]') },
    { name: 'a headless Service has no address', pools: [old()], files: files(HTTP, { 'web.yaml': service('web', '{clusterIP: None, ports: [{port: 80}]}') }) },
    { name: 'an ExternalName has none either', pools: [old()], files: files(HTTP, { 'web.yaml': service('web', '{type: ExternalName, externalName: example.com, ports: [{port: 80}]}') }) },
    { name: 'hostIP', pools: [old()], files: files('[{containerPort: 443, hostPort: 443, hostIP: 192.0.2.7}]') },
    { name: 'hostNetwork needs no portmap', pools: [old()], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'ingress.yaml': ingress(HTTPS, 'hostNetwork: true') } },
    { name: 'a port of the container alone', pools: [old()], files: files('[{containerPort: 443}]') },
    { name: 'iptables mode', pools: [old()], files: { ...files(HTTPS), 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
    {
      name: 'it runs where IPVS mode does not',
      pools: [old('v1.11.0', 'workers', { role: 'worker' }), old('v1.11.0', 'edge', { role: 'edge' })],
      files: {
        'kube-proxy.yaml': [['worker', 'ipvs'], ['edge', 'iptables']].map(([role, mode]) => workload('DaemonSet', `kube-proxy-${role}`,
          `nodeSelector: {role: ${role}}`, 'containers:', '- name: kube-proxy', '  image: registry.k8s.io/kube-proxy', `  command: [kube-proxy, --proxy-mode=${mode}]`)).join('---\n'),
        'ingress.yaml': ingress(HTTPS, 'nodeSelector: {role: edge}'),
      },
    },
  ],
  invalid: [
    {
      name: 'the port of the API server',
      pools: [old()],
      files: files(HTTPS),
      findings: [{
        severity: 'error', pool: 'all', resource: 'DaemonSet apps/ingress', detail: 'DaemonSet/apps/ingress', at: 'ingress.yaml:13',
        because: /hostPort 443\/TCP of DaemonSet apps\/ingress is also a port of Service default\/kubernetes: /, remedy: /Set hostIP/,
      }],
    },
    { name: 'hostIP of every address', pools: [old()], files: files('[{containerPort: 443, hostPort: 443, hostIP: 0.0.0.0}]'), findings: [{ severity: 'error' }] },
    {
      name: 'several ports and Services of one workload, said once',
      pools: [old()],
      files: files('[{containerPort: 80, hostPort: 80}, {containerPort: 443, hostPort: 443}, {containerPort: 9, hostPort: 9}]', {
        'a.yaml': [1, 2, 3].map((n) => service(`web-${n}`, '{ports: [{port: 80}]}')).join('---\n'),
        'kubernetes.yaml': service('kubernetes', '{ports: [{port: 443}]}').replace('namespace: apps', 'namespace: default'),
      }),
      findings: [{ severity: 'error', because: /hostPorts 80\/TCP, 443\/TCP .* Services default\/kubernetes, apps\/web-1, apps\/web-2 and 1 more: / }],
    },
    ...['v1.11.8', 'v1.12.6', 'v1.13.4'].map((version) => ({
      name: `last of its line without the remedy: ${version}`, pools: [old(version)], files: files(HTTPS), findings: [{ severity: 'error' as const }],
    })),
    ...['v1.11.9', 'v1.12.7', 'v1.13.5', 'v1.14.0', 'v1.28.5'].map((version) => ({
      name: `mended: ${version}`, pools: [linuxPool(version)], files: files(HTTPS), findings: [{ severity: 'info' as const, remedy: /CNI plugins v0\.7\.5/ }],
    })),
    {
      name: 'by release of the pool',
      pools: [old('v1.13.4', 'a'), old('v1.13.5', 'b')],
      files: files(HTTPS),
      findings: [{ severity: 'error', pool: 'a' }, { severity: 'info', pool: 'b' }],
    },
    {
      name: 'only on the pools that it selects',
      pools: [old('v1.11.0', 'workers', { role: 'worker' }), old('v1.11.0', 'edge', { role: 'edge' })],
      files: { ...files(HTTPS), 'ingress.yaml': ingress(HTTPS, 'nodeSelector: {role: edge}') },
      findings: [{ severity: 'error', pool: 'edge', message: /^ConfigMap kube-system\/kube-proxy on pool edge: / }],
    },
    {
      name: 'somewhere, when labels are not known',
      pools: [old('v1.11.0', 'a'), old('v1.11.0', 'b')],
      files: { ...files(HTTPS), 'ingress.yaml': ingress(HTTPS, 'nodeSelector: {role: edge}') },
      findings: [{ severity: 'error', pool: undefined }],
    },
    { name: 'nodes are not known', pools: [], kubernetesVersion: '1.13.4', files: files(HTTPS), findings: [{ severity: 'error', pool: undefined }] },
  ],
});
