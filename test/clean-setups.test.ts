import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { stringify } from 'yaml';
import { assess } from '../src/assessment/assess';
import { ClusterKubeProxy } from '../src/cdk8s';
import { clusterFromNodeList } from '../src/cluster/node-list';
import { declarationOf } from '../src/reading/read-declaration';
import { nodeList } from './node-list';
import { KUBEADM_COMMAND, kubeProxyDaemonSet } from './rules/kube-proxy-daemon-set';

/** Sound setups on sound nodes: whatever is found there at warning or error is a false alarm. */
const UBUNTU = { kernelVersion: '5.15.0-91-generic', osImage: 'Ubuntu 22.04.3 LTS', labels: { pool: 'ubuntu' } };
const RHEL = { kernelVersion: '5.14.0-427.26.1.el9_4.x86_64', osImage: 'Red Hat Enterprise Linux 9.4 (Plow)', labels: { pool: 'rhel' } };

const APPLICATION = `---
# Source: shop/templates/serviceaccount.yaml
apiVersion: v1
kind: ServiceAccount
metadata: {name: shop, namespace: shop}
---
# Source: shop/templates/configmap.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: shop, namespace: shop}
data:
  application.yaml: |
    server: {port: 8080}
    mode: production
---
# Source: shop/templates/service.yaml
apiVersion: v1
kind: Service
metadata: {name: shop, namespace: shop}
spec: {type: LoadBalancer, selector: {app: shop}, ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: v1
kind: Service
metadata: {name: shop-database, namespace: shop}
spec: {clusterIP: None, selector: {app: database}, ports: [{port: 5432}]}
---
apiVersion: v1
kind: Service
metadata: {name: shop-admin, namespace: shop}
spec: {type: NodePort, selector: {app: shop}, ports: [{port: 8081, nodePort: 30081}]}
---
# Source: shop/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      containers:
      - {name: shop, image: 'registry.example/shop:1.2', ports: [{containerPort: 8080}], readinessProbe: {httpGet: {path: /ready, port: 8080}}}
---
# Source: shop/templates/ingress.yaml
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: shop, namespace: shop}
spec: {rules: [{host: shop.example, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: shop, port: {number: 80}}}}]}}]}
`;

function alarms(version: string, texts: Readonly<Record<string, string>>): string[] {
  const cluster = clusterFromNodeList(nodeList([UBUNTU, RHEL].map((nodes) => ({ ...nodes, version }))));
  const { findings } = assess(declarationOf({ nodePools: cluster.nodePools, texts: Object.entries(texts).map(([file, text]) => ({ file, text })) }));
  return findings.filter(({ severity }) => severity !== 'info').map(({ id, severity, message }) => `${severity} ${id}: ${message}`);
}

describe.each([['v1.27.4', '1.27', ['', 'iptables', 'ipvs']], ['v1.30.4', '1.30', ['', 'iptables', 'ipvs']], ['v1.35.1', '1.35', ['', 'iptables', 'nftables']]] as const)(
  'kubeadm of %s', (version, minor, modes) => {
    const document = readFileSync(join(__dirname, `config/kubeadm/config-${minor}.yaml`), 'utf8');

    it.each(modes)('is clean in mode "%s"', (mode) => {
      const configMap = stringify({
        apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-proxy', namespace: 'kube-system', labels: { app: 'kube-proxy' } },
        data: { 'config.conf': document.replace('mode: ""', `mode: "${mode}"`) },
      });
      expect(configMap).toContain(`mode: "${mode}"`);
      expect(alarms(version, {
        'kube-proxy.yaml': configMap, 'daemon-set.yaml': kubeProxyDaemonSet(KUBEADM_COMMAND, { version }), 'shop.yaml': APPLICATION,
      })).toEqual([]);
    });
  },
);

describe.each([['v1.27.4', ['iptables', 'ipvs']], ['v1.30.4', ['iptables', 'ipvs']], ['v1.35.1', ['iptables', 'nftables']]] as const)(
  'the manifests of ClusterKubeProxy for %s', (version, modes) => {
    it.each(modes)('are clean in mode %s', (mode) => {
      const app = new App();
      new ClusterKubeProxy(new Chart(app, 'kube-proxy'), 'kube-proxy', {
        cluster: clusterFromNodeList(nodeList([UBUNTU, RHEL].map((nodes) => ({ ...nodes, version })))),
        version, apiServer: 'https://10.0.0.10:6443', configuration: { mode, clusterCIDR: '10.244.0.0/16' },
      });
      expect(alarms(version, { 'kube-proxy.k8s.yaml': app.synthYaml(), 'shop.yaml': APPLICATION })).toEqual([]);
    });
  },
);

/** What kubeadm writes: the document of a release with the same fields, with the mode that it writes from 1.37 on. */
function kubeadmConfigMap(minor: number): string {
  const like = minor < 26 ? 19 : minor < 30 ? 27 : minor < 35 ? 30 : 35;
  const document = readFileSync(join(__dirname, `config/kubeadm/config-1.${like}.yaml`), 'utf8');
  return stringify({
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-proxy', namespace: 'kube-system', labels: { app: 'kube-proxy' } },
    data: { 'config.conf': minor >= 37 ? document.replace('mode: ""', 'mode: iptables') : document },
  });
}

const EKS_CONFIG = `apiVersion: v1
kind: ConfigMap
metadata: {name: kube-proxy-config, namespace: kube-system, labels: {eks.amazonaws.com/component: kube-proxy, k8s-app: kube-proxy}}
data:
  config: |
    apiVersion: kubeproxy.config.k8s.io/v1alpha1
    bindAddress: 0.0.0.0
    clientConnection: {acceptContentTypes: "", burst: 10, contentType: application/vnd.kubernetes.protobuf, kubeconfig: /var/lib/kube-proxy/kubeconfig, qps: 5}
    clusterCIDR: ""
    configSyncPeriod: 15m0s
    conntrack: {maxPerCore: 32768, min: 131072, tcpCloseWaitTimeout: 1h0m0s, tcpEstablishedTimeout: 24h0m0s}
    enableProfiling: false
    healthzBindAddress: 0.0.0.0:10256
    hostnameOverride: ""
    iptables: {masqueradeAll: false, masqueradeBit: 14, minSyncPeriod: 0s, syncPeriod: 30s}
    ipvs: {excludeCIDRs: null, minSyncPeriod: 0s, scheduler: "", syncPeriod: 30s}
    kind: KubeProxyConfiguration
    metricsBindAddress: 0.0.0.0:10249
    mode: "iptables"
    nodePortAddresses: null
    oomScoreAdj: -998
    portRange: ""
`;

const MINORS = [19, 21, 22, 24, 26, 27, 28, 29, 30, 31, 33, 34, 35, 36, 37, 38];

describe.each(MINORS)('default clusters of 1.%d', (minor) => {
  const version = `v1.${minor}.1`;

  it('of kubeadm are clean', () => {
    const daemonSet = kubeProxyDaemonSet(KUBEADM_COMMAND, { version });
    expect(alarms(version, { 'kube-proxy.yaml': kubeadmConfigMap(minor), 'daemon-set.yaml': daemonSet, 'shop.yaml': APPLICATION })).toEqual([]);
  });

  it('of k3s are clean', () => {
    expect(alarms(`${version}+k3s1`, { 'etc/rancher/k3s/config.yaml': 'write-kubeconfig-mode: "0644"\n', 'shop.yaml': APPLICATION })).toEqual([]);
  });

  it('of EKS are clean', () => {
    expect(alarms(`${version}-eks-0123456`, { 'kube-proxy.yaml': EKS_CONFIG, 'shop.yaml': APPLICATION })).toEqual([]);
  });
});

it('an application by itself is clean', () => {
  expect(alarms('v1.30.4', { 'shop.yaml': APPLICATION })).toEqual([]);
});

it('what is not sound gives an alarm here', () => {
  const texts = { 'config.yaml': 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: IPVS\n', 'shop.yaml': APPLICATION };
  expect(alarms('v1.30.4', texts)).toEqual([expect.stringMatching(/^error mode-unknown\[mode\]/)]);
});
