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
  '01-kubespray', '03-k3s-config', '04-k3s-dropin', '07-rke', '08-rancher-global', '09-rancher-selector', '10-talos-patch', '14-k0s', '16-capi-kcp',
  '20-sealos', '21-eksctl', '22-cfn', '23-tfjson', '27-microk8s-args', '30-capi-rke2', '33-gardener-sysctls', '37-systemd-dropin', '41-kustomize-generator',
  '45-aks-bicep', '47-helmrelease',
];

/** Sysctls and modules that a kind without kube-proxy sets. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  '35-bottlerocket': ['net.ipv4.vs.conn_reuse_mode=0', 'ip_vs'],
  '36-karpenter-br': ['net.ipv4.vs.conn_reuse_mode=0'],
  '51-node-exporter-sysctl-ds': ['net.ipv4.vs.conn_reuse_mode=0'],
};

/** Neither yet. */
const NOT_YET: readonly string[] = [
  '02-kubeasz', '05-k3s-ansible', '06-k3s-ansible-official', '11-talhelper', '12-talos-json6902', '13-omni', '15-k0sctl',
  '17-clusterclass', '18-kkp', '19-kubekey', '24-tf', '25-openshift', '26-kubeone', '28-microk8s-launch', '29-canonical-k8s', '31-ansible-tasks',
  '32-salt', '34-gke-systemconfig', '38-shell-heredoc', '39-dockerfile', '40-kustomize', '42-kairos', '43-minikube', '44-vagrant', '46-hcloud-tf',
  '48-image-builder', '49-k3s-install-env', '50-kubeadm-cmd',
];

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
  expect(missing).toEqual(NOT_YET);
});
