import { stringify } from 'yaml';
import { isConfiguration } from '../../../src/reading/kube-proxies/configuration-texts';
import { declared, kubeProxiesIn } from '../declared';

const CONFIG = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\n';
const KUBEADM = 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.28.2\n';

test.each([CONFIG, 'kind: KubeProxyConfiguration', '"kind": "KubeProxyConfiguration"', '{"kind":"KubeProxyConfiguration"}', 'mode: ipvs\nkind: "KubeProxyConfiguration"', '  kind: KubeProxyConfiguration\n  broken: ['])(
  '%j means to be a configuration', (text) => {
    expect(isConfiguration(text)).toBe(true);
  });

test.each(['kind: Config', '# kind: KubeProxyConfiguration', 'text: see KubeProxyConfiguration', 'kind: KubeProxyConfigurationList', '{"a":1}'])('%j does not', (text) => {
  expect(isConfiguration(text)).toBe(false);
});

describe('configurations', () => {
  test('in a file of their own are found with their places', () => {
    const [instance] = kubeProxiesIn(`# proxy\n---\n${CONFIG}`, 'kube-proxy.yaml');
    expect(instance).toMatchObject({ kind: 'configuration', name: 'kube-proxy.yaml', resource: undefined, location: { file: 'kube-proxy.yaml', line: 3, column: 1 } });
    expect(instance.configuration?.locate(4, 7)).toEqual({ file: 'kube-proxy.yaml', line: 5, column: 7 });
  });

  test('in JSON are found', () => {
    expect(kubeProxiesIn('{"apiVersion":"kubeproxy.config.k8s.io/v1alpha1","kind":"KubeProxyConfiguration"}', 'a.json')).toHaveLength(1);
  });

  test('beside documents of kubeadm are kubeadm\'s', () => {
    expect(kubeProxiesIn(`${KUBEADM}---\n${CONFIG}`)).toMatchObject([{ kind: 'kubeadm', pools: { terms: [[{ values: ['linux'] }]] } }]);
  });

  test('in a ConfigMap of any name are found, and texts of other kinds are not', () => {
    const map = stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: CONFIG, b: 'kind: Config', c: `${KUBEADM}---\n${CONFIG}` } });
    expect(kubeProxiesIn(map).map(({ configuration }) => configuration?.text.replace('---\n', ''))).toEqual([CONFIG, CONFIG]);
    const [, second] = kubeProxiesIn(map);
    expect(map.split('\n')[(second.configuration?.locate(4, 1)?.line ?? 0) - 1]).toBe('    mode: ipvs');
  });

  test('in the map of kubeadm or EKS are taken for one, however broken they are', () => {
    const map = (name: string, key: string) => kubeProxiesIn(stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { [key]: 'mode: ipvs' } }));
    expect(map('kube-proxy', 'config.conf')).toHaveLength(1);
    expect(map('kube-proxy-config', 'config')).toHaveLength(1);
    expect(map('kube-proxy', 'kubeconfig.conf')).toHaveLength(0);
  });

  test('in what carries files to nodes are found', () => {
    const plane = stringify({
      apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1', kind: 'KubeadmControlPlane', metadata: { name: 'cp', namespace: 'clusters' },
      spec: { kubeadmConfigSpec: { files: [{ path: '/etc/kube-proxy.yaml', content: CONFIG }] } },
    });
    expect(kubeProxiesIn(plane)).toMatchObject([{ kind: 'configuration', resource: 'KubeadmControlPlane clusters/cp', configuration: { text: CONFIG } }]);
  });
});

describe('configurations that scripts write', () => {
  const script = (config: string, shebang = '') => `${shebang}set -e\ncat <<EOF >> /run/kubeadm/kubeadm.yaml\n---\n${config}EOF\n`;

  test('on nodes are found with their places', () => {
    const plane = stringify({
      apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1', kind: 'KubeadmControlPlane', metadata: { name: 'cp' },
      spec: { kubeadmConfigSpec: { preKubeadmCommands: ['swapoff -a', script(CONFIG)] } },
    });
    const instances = kubeProxiesIn(plane);
    expect(instances).toMatchObject([{ kind: 'configuration', resource: 'KubeadmControlPlane cp', configuration: { text: `---\n${CONFIG}` } }]);
    expect(plane.split('\n')[(instances[0].configuration?.locate(4, 1)?.line ?? 0) - 1].trim()).toBe('mode: ipvs');
  });

  test.each(['#cloud-config\n', ''])('and files that cloud-init writes are found (%j)', (header) => {
    const data = { write_files: [{ path: '/etc/kubeadm.yaml', content: `${KUBEADM}---\n${CONFIG}` }], runcmd: ['kubeadm init --config /etc/kubeadm.yaml'] };
    expect(kubeProxiesIn(`${header}${stringify(data)}`, header ? 'user-data' : 'a.yaml')).toMatchObject([{ configuration: { text: `---\n${CONFIG}` } }]);
  });

  test('in documents that set up no node are not', () => {
    expect(kubeProxiesIn(stringify({ on: ['push'], jobs: { e2e: { steps: [{ run: script(CONFIG) }] } } }))).toEqual([]);
  });

  test('with a part that only the running script knows are not', () => {
    const data = { runcmd: [script(CONFIG.replace('ipvs', '$MODE'))] };
    expect(kubeProxiesIn(`#cloud-config\n${stringify(data)}`, 'user-data')).toEqual([]);
  });

  test.each(['', '#!/bin/sh\n'])('in a pod are no matter of its nodes (%j)', (shebang) => {
    const map = stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { 'setup.sh': script(CONFIG, shebang) } });
    expect(kubeProxiesIn(map)).toEqual([]);
  });
});

test('kubeadm tells version and ranges of the cluster', () => {
  const { cluster } = declared({ 'kubeadm.yaml': `${KUBEADM}networking: {podSubnet: "10.244.0.0/16,fd00::/48", serviceSubnet: 10.96.0.0/12}\napiServer: {extraArgs: {service-node-port-range: 31000-32000}}\n` });
  expect(cluster).toMatchObject({
    platform: 'kubeadm', kubernetesVersion: { raw: 'v1.28.2' },
    network: { podCidrs: ['10.244.0.0/16', 'fd00::/48'], serviceCidrs: ['10.96.0.0/12'], nodePortRange: [31000, 32000] },
  });
});

test('so do its ConfigMap and the pods of the control plane', () => {
  const map = stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kubeadm-config', namespace: 'kube-system' }, data: { ClusterConfiguration: KUBEADM } });
  expect(declared({ 'a.yaml': map }).cluster.kubernetesVersion?.raw).toBe('v1.28.2');
  const api = stringify({
    apiVersion: 'v1', kind: 'Pod', metadata: { name: 'kube-apiserver-a', namespace: 'kube-system' },
    spec: { containers: [{ name: 'kube-apiserver', image: 'registry.k8s.io/kube-apiserver:v1.30.1', command: ['kube-apiserver', '--service-cluster-ip-range=10.96.0.0/12', '--service-node-port-range=30000-30100'] }] },
  });
  expect(declared({ 'a.yaml': api }).cluster).toMatchObject({ kubernetesVersion: { raw: 'v1.30.1' }, network: { serviceCidrs: ['10.96.0.0/12'], nodePortRange: [30000, 30100] } });
});
