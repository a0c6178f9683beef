import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { assess } from '../../src/assessment/assess';
import { readInput } from '../../src/reading/read-input';

const folder = join(__dirname, '../trees');

async function checked(...names: string[]) {
  async function* stdin(): AsyncGenerator<Uint8Array> {}
  const { declaration } = await readInput({ paths: [join(folder, ...names)], nodes: join(folder, 'euler.yaml'), stdin: stdin() });
  return { declaration, findings: assess(declaration).findings };
}

/** Ways to set mode ipvs that are read: on the old kernel of the inventory, old connections go to pods that are gone. */
const MODE_IS_SEEN: readonly string[] = [
  '01-kubespray', '02-kubeasz', '03-k3s-config', '04-k3s-dropin', '05-k3s-ansible', '06-k3s-ansible-official', '07-rke', '08-rancher-global',
  '09-rancher-selector', '10-talos-patch', '11-talhelper', '12-talos-json6902', '13-omni', '14-k0s', '15-k0sctl', '16-capi-kcp',
  '17-clusterclass', '18-kkp', '19-kubekey', '20-sealos', '21-eksctl', '22-cfn', '23-tfjson', '24-tf', '25-openshift', '26-kubeone', '27-microk8s-args',
  '28-microk8s-launch', '29-canonical-k8s', '30-capi-rke2', '37-systemd-dropin', '41-kustomize-generator', '42-kairos', '45-aks-bicep',
  '38-shell-heredoc',
  '39-dockerfile', '43-minikube', '44-vagrant', '46-hcloud-tf', '47-helmrelease', '49-k3s-install-env', '50-kubeadm-cmd',
];

/** Sysctls and modules that a kind without kube-proxy sets. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  '31-ansible-tasks': ['net.ipv4.vs.conn_reuse_mode=0', 'ip_vs', 'ip_vs_rr'],
  '32-salt': ['net.ipv4.vs.conn_reuse_mode=0'],
  '33-gardener-sysctls': ['net.ipv4.vs.conn_reuse_mode=1'],
  '34-gke-systemconfig': ['net.netfilter.nf_conntrack_max=200000'],
  '35-bottlerocket': ['net.ipv4.vs.conn_reuse_mode=0', 'ip_vs'],
  '36-karpenter-br': ['net.ipv4.vs.conn_reuse_mode=0'],
  '48-image-builder': ['net.ipv4.vs.conn_reuse_mode=0'],
  '51-node-exporter-sysctl-ds': ['net.ipv4.vs.conn_reuse_mode=0'],
};

/** An overlay that is not built. */
const OTHERS: readonly string[] = ['40-kustomize'];

describe('every way in which people set mode ipvs', () => {
  test.each(MODE_IS_SEEN)('%s: the mode is seen', async (name) => {
    const { declaration, findings } = await checked('kinds', name);
    expect(declaration.unreadable).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toContain('stale-real-server');
  });

  test.each(Object.entries(WRITES))('%s: what it writes is seen', async (name, writes) => {
    const { declaration } = await checked('kinds', name);
    expect(declaration.writers.flatMap(({ sysctls, modules }) => [...sysctls.map(({ key, value }) => `${key}=${value}`), ...modules.map(({ module }) => module)])).toEqual(writes);
  });
});

test('each folder has its row', () => {
  const missing = readdirSync(join(folder, 'kinds')).filter((name) => !MODE_IS_SEEN.includes(name) && !Object.hasOwn(WRITES, name));
  expect(missing).toEqual(OTHERS);
});

describe('settings in other documents', () => {
  test('a KubeProxyConfiguration inside the document of a tool', async () => {
    expect((await checked('nested-kpc')).findings.map(({ rule }) => rule)).toContain('stale-real-server');
  });

  test.each([
    ['shoot-sysctls', ['net.netfilter.nf_conntrack_max=65536', 'net.ipv4.vs.conn_reuse_mode=1']],
    ['capz-linuxos', ['net.netfilter.nf_conntrack_max=131072', 'net.ipv4.tcp_keepalive_time=7200']],
    ['talos-sysctl', ['net.netfilter.nf_conntrack_max=65536']],
  ])('%s: the sysctls of nodes', async (name, expected) => {
    const { declaration } = await checked(name);
    expect(declaration.writers.flatMap(({ sysctls }) => sysctls.map(({ key, value }) => `${key}=${value}`))).toEqual(expected);
  });

  test('a plan of Terraform', async () => {
    expect((await checked('tfplan')).declaration.kubeProxies).toMatchObject([{ kind: 'eks-add-on', platform: 'eks' }]);
  });
});
