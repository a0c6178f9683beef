import { join } from 'node:path';
import { assess } from '../../src/assessment/assess';
import { nodePool } from '../../src/cluster/read-node-pool';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { declarationOf } from '../../src/reading/read-declaration';
import { readInput } from '../../src/reading/read-input';

const OLD = nodePool({ name: 'old', kernelVersion: '5.4.0-42-generic', kubeProxyVersion: 'v1.15.5' });

/** Findings as `severity rule`, the mode of the pool, and what was not checked. */
function judged(texts: Record<string, string>, pool = OLD) {
  const { findings, notChecked, prediction } = assess(declarationOf({
    nodePools: [pool], texts: Object.entries(texts).map(([file, text]) => ({ file, text })),
  }));
  return {
    findings: findings.filter(({ severity }) => severity !== 'info').map(({ severity, rule }) => `${severity} ${rule}`),
    mode: prediction.pools[0].modeInForce,
    open: notChecked.map(({ reason }) => reason).filter((reason) => reason.includes('something else fills in')),
  };
}

const daemonSet = (command: string, more = '') => `
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy, namespace: kube-system}
spec:
  selector: {matchLabels: {k8s-app: kube-proxy}}
  template:
    metadata: {labels: {k8s-app: kube-proxy}}
    spec:
      hostNetwork: true
      containers:
      - {name: kube-proxy, image: 'registry.example/kube-proxy:v1.15.5', command: ${command}, securityContext: {privileged: true}${more}}
`;
const configMap = (data: string) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: kube-system}\ndata: ${data}\n`;
const unit = (start: string, more = '') => `[Service]\n${more}ExecStart=${start}\nRestart=always\n`;
const FROM_FIELD = ', env: [{name: HOST_IP, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}]';
const FROM_CONFIG_MAP = ', env: [{name: MODE, valueFrom: {configMapKeyRef: {name: settings, key: mode}}}]';

describe('what only the running pod or node knows is no finding, and is said once', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a field of the pod', { 'ds.yaml': daemonSet('[kube-proxy, "--bind-address=$(HOST_IP)"]', FROM_FIELD) }, 'bindAddress'],
    ['a ConfigMap that is not there', { 'ds.yaml': daemonSet('[kube-proxy, "--cluster-cidr=$(CIDR)"]', ', env: [{name: CIDR, valueFrom: {configMapKeyRef: {name: network, key: cidr}}}]') }, 'clusterCIDR'],
    ['a Secret', { 'ds.yaml': daemonSet('[kube-proxy, "--cluster-cidr=$(CIDR)"]', ', env: [{name: CIDR, valueFrom: {secretKeyRef: {name: network, key: cidr}}}]') }, 'clusterCIDR'],
    ['a variable of the shell', { 'ds.yaml': daemonSet('[sh, -c, "exec kube-proxy --bind-address=${HOST_IP}"]', FROM_FIELD) }, 'bindAddress'],
    ['what a command prints', { 'ds.yaml': daemonSet('[sh, -c, "exec kube-proxy --cluster-cidr=$(cat /run/cidr)"]') }, 'clusterCIDR'],
    ['an environment file elsewhere', { 'kube-proxy.service': unit('/usr/bin/kube-proxy --cluster-cidr=${CIDR}', 'EnvironmentFile=/etc/kubernetes/proxy\n') }, 'clusterCIDR'],
    ['a variable of a unit', { 'kube-proxy.service': unit('/usr/bin/kube-proxy --bind-address $NODE_IP') }, 'bindAddress'],
    ['a placeholder of sed', { 'proxy.flags': 'kube-proxy --bind-address=__NODE_IP__ --cluster-cidr=@@CIDR@@' }, 'bindAddress, clusterCIDR'],
    ['a list with a placeholder in it', { 'c.yaml': 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nnodePortAddresses: ["10.0.0.0/8", "${CIDR}"]\n' }, 'nodePortAddresses'],
    ['a number', { 'c.yaml': 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nconntrack: {maxPerCore: "{{ max }}", min: ${MIN}}\n' }, 'conntrack.maxPerCore, conntrack.min'],
  ])('%s', (_, texts, fields) => {
    const { findings, open } = judged(texts);
    expect(findings).toEqual([]);
    expect(open).toEqual([expect.stringMatching(new RegExp(`^(pool old: )?${fields.replaceAll('.', '\\.')} of `))]);
  });

  test.each<[string, Record<string, string>]>([
    ['of a unit', { 'kube-proxy.service': unit('/usr/bin/kube-proxy --proxy-mode=${MODE}', 'EnvironmentFile=/etc/kubernetes/proxy\n') }],
    ['of a DaemonSet', { 'ds.yaml': daemonSet('[kube-proxy, "--proxy-mode=${PROXY_MODE}"]') }],
    ['encrypted', { 'c.yaml': 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ENC[AES256_GCM,data:aa,type:str]\n' }],
    ['in a document with a field beside it', { 'c.yaml': 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: {{ mode }}\nipvs: {strictARP: true}\n' }],
  ])('a mode %s is not known', (_, texts) => {
    expect(judged(texts)).toMatchObject({ findings: [], mode: undefined, open: [expect.stringContaining('mode')] });
  });

  test.each<[string, Record<string, string>]>([
    ['a default of its placeholder', { 'c.yaml': 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ${MODE:-ipvs}\n' }],
    ['a ConfigMap of the input', { 'ds.yaml': daemonSet('[kube-proxy, "--proxy-mode=$(MODE)"]', FROM_CONFIG_MAP) + configMap('{mode: ipvs}') }],
    ['all of a ConfigMap of the input', { 'ds.yaml': daemonSet('[kube-proxy, "--proxy-mode=$(P_mode)"]', ', envFrom: [{prefix: P_, configMapRef: {name: settings}}]') + configMap('{mode: ipvs}') }],
    ['a variable that another one fills', { 'ds.yaml': daemonSet('[kube-proxy, "--proxy-mode=$(B)"]', ', env: [{name: A, value: ipvs}, {name: B, value: $(A)}]') }],
  ])('but %s counts', (_, texts) => {
    expect(judged(texts)).toMatchObject({ findings: expect.arrayContaining(['error stale-real-server']), mode: 'ipvs', open: [] });
  });
});

test.each<[string, Record<string, string>]>([
  ['hyperkube kube-proxy in a unit', { 'p.service': unit('/usr/bin/hyperkube kube-proxy --proxy-mode=ipvs') }],
  ['hyperkube proxy in a unit', { 'p.service': unit('/usr/bin/hyperkube proxy --proxy-mode=ipvs') }],
  ['/hyperkube kube-proxy in a DaemonSet', { 'd.yaml': daemonSet('[/hyperkube, kube-proxy, --proxy-mode=ipvs]') }],
  ['/hyperkube proxy in a DaemonSet', { 'd.yaml': daemonSet('[/hyperkube, proxy, --proxy-mode=ipvs]') }],
  ['the image of hyperkube', { 'd.yaml': daemonSet('[kube-proxy, --proxy-mode=ipvs]').replace('/kube-proxy:', '/hyperkube-amd64:') }],
  ['a static pod', {
    'p.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: kube-proxy, namespace: kube-system}\nspec:\n  hostNetwork: true\n  containers:\n'
      + '  - {name: kube-proxy, image: "x/hyperkube:v1.15.5", command: [hyperkube, kube-proxy, --proxy-mode=ipvs], securityContext: {privileged: true}}\n',
  }],
  ['a script around hyperkube', { 'd.yaml': daemonSet('[sh, -c, "modprobe ip_vs; exec /hyperkube proxy --proxy-mode=ipvs"]') }],
])('%s runs kube-proxy', (_, texts) => {
  expect(judged(texts)).toMatchObject({ findings: expect.arrayContaining(['error stale-real-server']), mode: 'ipvs' });
});

test.each(['pod-env', 'talos-pod-ip', 'placeholders'])('the tree %s has nothing that is a finding', async (tree) => {
  const { declaration } = await readInput({ paths: [join(__dirname, '../trees', tree)], facts: { kubernetesVersion: KubeVersion.parse('v1.31.2') }, stdin: nothing() });
  const { findings, notChecked } = assess(declaration);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(notChecked.some(({ reason }) => reason.includes('something else fills in'))).toBe(true);
});

async function* nothing(): AsyncGenerator<Uint8Array> {}
