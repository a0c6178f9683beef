import { load } from 'js-yaml';
import { nodePool } from '../../src/cluster/read-node-pool';
import type { KubeProxyInstance, SetupPlatform } from '../../src/declaration/kube-proxy-instance';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { declarationOf } from '../../src/reading/read-declaration';
import { PLATFORM_SETTINGS } from '../../src/rules/wording/platform-settings';
import { platformChange } from '../../src/upgrade/platform-change';

const pool = nodePool({ name: 'old', kernelVersion: '6.1.0-18-amd64', kubeProxyVersion: 'v1.33.4' });
const version = KubeVersion.parse('v1.33.4');
const document = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\n';
const [plain] = declarationOf({ nodePools: [pool], texts: [{ file: 'kube-proxy.yaml', text: document }] }).kubeProxies;
const on = (platform: SetupPlatform): KubeProxyInstance => ({ ...plain, platform });
const moved = { mode: 'nftables', nodePortAddresses: ['0.0.0.0/0'] } as const;
const textOn = (platform: SetupPlatform) => platformChange(on(platform), pool, version, moved, false).find(({ id }) => id === 'mode')!.text!;

describe('the change of mode is written as the platform has it', () => {
  it.each<[SetupPlatform, string]>([
    ['kubeadm', 'mode: nftables\nnodePortAddresses: ["0.0.0.0/0"]'],
    ['k3s', 'kube-proxy-arg:\n  - "proxy-mode=nftables"\n  - "nodeport-addresses=0.0.0.0/0"'],
    ['kops', 'spec:\n  kubeProxy:\n    proxyMode: nftables'],
    ['k0s', 'spec:\n  network:\n    kubeProxy:\n      mode: nftables\n      nodePortAddresses: ["0.0.0.0/0"]'],
    ['talos', 'cluster:\n  proxy:\n    mode: nftables\n    extraArgs:\n      nodeport-addresses: "0.0.0.0/0"'],
    ['gardener', 'spec:\n  kubernetes:\n    kubeProxy:\n      mode: NFTables'],
    ['microk8s', '--proxy-mode=nftables --nodeport-addresses=0.0.0.0/0'],
    ['canonical-k8s', '--proxy-mode=nftables --nodeport-addresses=0.0.0.0/0'],
    ['aks', '{"enabled":true,"mode":"NFTABLES"}'],
  ])('%s', (platform, text) => expect(textOn(platform)).toBe(text));

  it.each(Object.keys(PLATFORM_SETTINGS) as SetupPlatform[])('%s: a YAML that the same mode can be read from', (platform) => {
    const text = textOn(platform);
    expect(text.startsWith('--') || typeof load(text) === 'object').toBe(true);
    expect(text.toLowerCase()).toContain('nftables');
  });

  it('what has no setting for NodePort addresses says what follows', () => {
    const note = platformChange(on('kind'), pool, version, moved, false)[0].because;
    expect(note).toBe('kind has no setting for nodePortAddresses: NodePorts are then served at the primary address of a node only.');
  });
});

it('a cloud without a choice is a step that blocks', () => {
  const steps = platformChange(on('kubeadm'), pool, KubeVersion.parse('v1.27.4-r0'), { mode: 'iptables', nodePortAddresses: undefined }, false);
  expect(steps).toMatchObject([{ id: 'managed', blocks: true, what: 'Move the workloads to a new cluster in iptables mode, or ask the provider.' }]);
  expect(steps[0].because).toBe('Huawei Cloud CCE offers no change of mode: the mode is chosen when a cluster is created, ipvs or iptables, and stays');
});
