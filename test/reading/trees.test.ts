import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { assess, type Assessment } from '../../src/assessment/assess';
import { nodePool } from '../../src/cluster/read-node-pool';
import { declarationOf } from '../../src/reading/read-declaration';
import { readInput } from '../../src/reading/read-input';

const TREES = path.join(__dirname, '../trees');

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function checked(...paths: string[]): Promise<Assessment> {
  return assess((await readInput({ paths, stdin: nothing() })).declaration);
}

const faults = ({ findings }: Assessment) => findings.filter(({ severity }) => severity !== 'info').map(({ severity, rule, location }) =>
  `${severity} ${rule} ${path.relative(TREES, location?.file ?? '')}`);
const notes = ({ findings }: Assessment) => findings.filter(({ severity }) => severity === 'info').map(({ rule }) => rule);

test.each(['tmpl', 'not-json', 'pipfile', 'jsonc', 'node-labels', 'yaml-indent', 'tab-fold', 'kind-metadata', 'two-shoots', 'kustomize-overlay-first', 'same-cm'])(
  'the tree %s has no fault', async (tree) => {
    expect(faults(await checked(path.join(TREES, tree)))).toEqual([]);
  },
);

test('a chart that has nothing to do with kube-proxy is told once', async () => {
  expect(notes(await checked(path.join(TREES, 'tmpl')))).toEqual(['input-not-read']);
});

test('a link that leads nowhere is passed over; a file behind a link has its real place', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trees-'));
  try {
    fs.cpSync(path.join(TREES, 'dangling'), path.join(folder, 'dangling'), { recursive: true });
    fs.symlinkSync('nowhere.yaml', path.join(folder, 'dangling/link.yaml'));
    expect(faults(await checked(path.join(folder, 'dangling')))).toEqual([]);

    fs.cpSync(path.join(TREES, 'symlink-dir'), path.join(folder, 'tree'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'tree/alias-parent'), { recursive: true });
    fs.symlinkSync('../real', path.join(folder, 'tree/alias-parent/link'));
    const { prediction } = await checked(path.join(folder, 'tree'));
    prediction.configurations.forEach(({ instance }) => expect(instance.location?.file ?? '').not.toContain('alias-parent'));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

const kops = (name: string, version: string, pods: string) => JSON.stringify({
  apiVersion: 'kops.k8s.io/v1alpha2', kind: 'Cluster', metadata: { name },
  spec: { kubernetesVersion: version, nonMasqueradeCIDR: pods, podCIDR: pods, kubeProxy: { proxyMode: 'iptables', clusterCIDR: pods } },
});
const kubeadm = (version: string, pods: string) => `apiVersion: kubeadm.k8s.io/v1beta3
kind: ClusterConfiguration
kubernetesVersion: ${version}
networking: {podSubnet: ${pods}}
`;
const configMap = (mode: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: kube-proxy, namespace: kube-system}
data: {config.conf: "apiVersion: kubeproxy.config.k8s.io/v1alpha1\\nkind: KubeProxyConfiguration\\nmode: ${mode}\\n"}
`;
const daemonSet = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy, namespace: kube-system}
spec: {template: {spec: {hostNetwork: true, containers: [{name: kube-proxy, image: "kube-proxy:v1.29.4", command: [kube-proxy, --config=/c/config.conf],
  volumeMounts: [{name: c, mountPath: /c}]}], volumes: [{name: c, configMap: {name: kube-proxy}}]}}}
`;
const dualStack = JSON.stringify({
  apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack', ports: [{ port: 80 }] },
});

describe('several clusters in one tree', () => {
  const errors = (texts: Readonly<Record<string, string>>) => assess(declarationOf({
    texts: Object.entries(texts).map(([file, text]) => ({ file, text })),
  }));
  const ofClusters = (texts: Readonly<Record<string, string>>) =>
    declarationOf({ texts: Object.entries(texts).map(([file, text]) => ({ file, text })) }).clusters?.map(({ name }) => name);

  test('each is judged by itself, as if its folder were checked alone', async () => {
    const alone = [await checked(path.join(TREES, 'two-clusters/east')), await checked(path.join(TREES, 'two-clusters/west'))];
    const together = await checked(path.join(TREES, 'two-clusters'));
    expect(faults(together).sort()).toEqual(alone.flatMap(faults).sort());
    expect(together.findings.map(({ cluster }) => path.relative(TREES, cluster ?? ''))).toEqual(['two-clusters/east/kubeadm.yaml']);
    expect(together.notChecked.filter(({ reason }) => reason.includes('describes 2 clusters'))).toHaveLength(1);
  });

  test('a Service of one asks nothing of the kube-proxy of another', () => {
    const clusters = { 'a/cluster.yaml': kops('a.example', 'v1.24.0', '10.1.0.0/16'), 'b/cluster.yaml': kops('b.example', 'v1.31.0', '10.2.0.0/16') };
    const findings = (file: string) => errors({ ...clusters, [file]: dualStack }).findings.map(({ rule, cluster }) => `${rule} ${cluster}`);
    expect(findings('web.yaml')).toEqual([]);
    expect(findings('b/apps/web.yaml')).toEqual(['dual-stack-mismatch b']);
  });

  test.each<[string, Readonly<Record<string, string>>, readonly string[] | undefined]>([
    ['versions', { 'a/k.yaml': kubeadm('v1.29.0', '10.1.0.0/16') + '---\n' + configMap('ipvs'), 'b/k.yaml': kubeadm('v1.30.0', '10.1.0.0/16') + '---\n' + configMap('ipvs') }, ['a/k.yaml', 'b/k.yaml']],
    ['patch releases of one version', { 'a.yaml': kubeadm('v1.29.0', '10.1.0.0/16'), 'b.yaml': `${kubeadm('v1.29.4', '10.1.0.0/16')}---\n${configMap('ipvs')}` }, undefined],
    ['an object twice', { 'a/cm.yaml': configMap('ipvs'), 'b/cm.yaml': configMap('iptables') }, ['a/cm.yaml', 'b/cm.yaml']],
    ['an object twice that is the same', { 'a/cm.yaml': configMap('ipvs'), 'b/cm.yaml': configMap('ipvs') }, undefined],
    ['objects that each describe a cluster, in one file', { 'all.yaml': `${kops('a', 'v1.31.0', '10.1.0.0/16')}\n---\n${kops('b', 'v1.31.0', '10.1.0.0/16')}` }, ['all.yaml: Cluster a', 'all.yaml: Cluster b']],
    ['facts that nothing with a kube-proxy shares', { 'cm.yaml': configMap('ipvs'), 'a.yaml': kubeadm('v1.29.0', '10.1.0.0/16'), 'b.yaml': kubeadm('v1.30.0', '10.2.0.0/16') }, undefined],
  ])('%s', (_, texts, expected) => {
    expect(ofClusters(texts)).toEqual(expected);
  });

  test('a DaemonSet uses the ConfigMap beside it', () => {
    const { clusters = [] } = declarationOf({
      texts: ['a', 'b'].flatMap((folder) => [
        { file: `${folder}/z.yaml`, text: daemonSet }, { file: `${folder}/cm.yaml`, text: configMap(folder === 'a' ? 'ipvs' : 'iptables') },
      ]),
    });
    expect(clusters.map(({ name, declaration }) => [name, /mode: \w+/.exec(declaration.kubeProxies[0].configuration?.text ?? '')?.[0], declaration.kubeProxies.length]))
      .toEqual([['a', 'mode: ipvs', 1], ['b', 'mode: iptables', 1]]);
  });

  test('what has no kube-proxy belongs to the nearest folder that has one', () => {
    const { clusters = [] } = declarationOf({
      texts: [
        { file: 'x/kube-proxy.yaml', text: configMap('ipvs') }, { file: 'x/apps/web.yaml', text: dualStack }, { file: 'x/old/kube-proxy.yaml', text: configMap('iptables') },
      ],
    });
    expect(clusters.map(({ name, declaration: { workloads } }) => [name, workloads.services.length])).toEqual([['x', 1], ['x/old/kube-proxy.yaml', 0]]);
  });

  test('nodes go to the cluster whose release they run, or to none', () => {
    const versions = (kubeProxyVersion: string | undefined) => {
      const { clusters = [], cluster } = declarationOf({
        texts: [{ file: 'a/c.yaml', text: kops('a', 'v1.24.0', '10.1.0.0/16') }, { file: 'b/c.yaml', text: kops('b', 'v1.31.0', '10.2.0.0/16') }],
        nodePools: [nodePool({ name: 'pool', kernelVersion: '5.15.0-91-generic', kubeProxyVersion })],
      });
      return [...clusters.map(({ declaration }) => declaration.cluster.nodePools.length), cluster.nodePools.length];
    };
    expect(versions('v1.31.2')).toEqual([0, 1, 0]);
    expect(versions('v1.29.2')).toEqual([0, 0, 1]);
    expect(versions(undefined)).toEqual([0, 0, 1]);
  });

  test('nodes of no known cluster leave the verdict open', async () => {
    const { declaration } = await readInput({ paths: [path.join(TREES, 'two-clusters')], nodes: path.join(TREES, 'two-clusters-nodes.yaml'), stdin: nothing() });
    const { notChecked, findings } = assess(declaration);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(notChecked.filter(({ pool }) => pool === 'jammy').map(({ leavesVerdictOpen }) => leavesVerdictOpen)).toEqual([true]);
  });

  test('--one-cluster takes them for one, of the later version', async () => {
    const { declaration } = await readInput({ paths: [path.join(TREES, 'two-clusters')], oneCluster: true, stdin: nothing() });
    expect(declaration.clusters).toBeUndefined();
    expect(declaration.cluster.kubernetesVersion?.raw).toBe('v1.30.4');
  });
});

test('a DaemonSet whose values are bare templates runs with the ConfigMap beside it, whatever the release', () => {
  const { findings } = assess(declarationOf({
    texts: [
      {
        file: 'proxy/configmap.yaml',
        text: configMap('{{ .Mode }}\\nresourceContainer: /kube-proxy').replace('config.conf', 'kube-proxy.yaml').replace('name: kube-proxy,', 'name: kube-proxy-config,'),
      },
      {
        file: 'proxy/daemonset.yaml', isNamed: false,
        text: `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy, namespace: kube-system}
spec:
  template:
    metadata:
      annotations:
        config/hash: {{"configmap.yaml" | manifestHash}}
    spec:
      containers:
      - name: kube-proxy
        image: registry.example/kube-proxy:fixed
        args: [--config=/config/kube-proxy.yaml]
        resources:
          requests:
            cpu: {{ .Cpu }}
        volumeMounts: [{name: config, mountPath: /config}]
      volumes: [{name: config, configMap: {name: kube-proxy-config}}]
`,
      },
    ],
  }));
  expect(findings.map(({ severity, rule, location }) => `${severity} ${rule} ${location?.file}`)).toContain('warning config-field-unknown proxy/configmap.yaml');
});

test('a template that runs the image of kube-proxy is named', () => {
  const { notRead } = declarationOf({
    texts: [{ file: 'proxy/daemonset.yaml', isNamed: false, text: '{{ if .Enabled }}\nkind: DaemonSet\nspec: [image: "x/kube-proxy:v1.29.4"]\n    image: x/kube-proxy:v1\n{{ end }}\n' }],
  });
  expect(notRead?.map(({ name }) => name)).toEqual(['proxy/daemonset.yaml']);
});
