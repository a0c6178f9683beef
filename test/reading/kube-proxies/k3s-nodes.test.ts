import { nodePool } from '../../../src/cluster/read-node-pool';
import { declarationOf } from '../../../src/reading/read-declaration';
import { claimantsOf } from '../../../src/declaration/governance';
import { flagTexts, K3S_ADDS, declared } from '../declared';

const CONFIG = 'etc/rancher/k3s/config.yaml';
const own = (files: Readonly<Record<string, string>>) => declared(files).kubeProxies
  .map((instance) => flagTexts(instance).filter((flag) => !K3S_ADDS.includes(flag)));

describe('the files of one k3s node', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['a drop-in adds', { [CONFIG]: 'kube-proxy-arg: [proxy-mode=ipvs]\n', [`${CONFIG}.d/10.yaml`]: 'kube-proxy-arg+: [ipvs-strict-arp=true]\n' }, ['proxy-mode=ipvs', 'ipvs-strict-arp=true']],
    ['a drop-in replaces', { [CONFIG]: 'kube-proxy-arg: [proxy-mode=ipvs]\n', [`${CONFIG}.d/10.yaml`]: 'kube-proxy-arg: [proxy-mode=nftables]\n' }, ['proxy-mode=nftables']],
    ['drop-ins are read by name', { [`${CONFIG}.d/20.yaml`]: 'kube-proxy-arg: [proxy-mode=nftables]\n', [`${CONFIG}.d/10.yaml`]: 'kube-proxy-arg: [proxy-mode=ipvs]\n' }, ['proxy-mode=nftables']],
    ['a file that says nothing of it leaves defaults', { [CONFIG]: 'write-kubeconfig-mode: "0644"\n' }, ['proxy-mode=iptables']],
    ['the command line replaces', { [CONFIG]: 'kube-proxy-arg: [proxy-mode=nftables]\n', 'etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server --kube-proxy-arg=proxy-mode=ipvs\n' }, ['proxy-mode=ipvs']],
    ['a command line without arguments leaves what files say', { [CONFIG]: 'kube-proxy-arg: [proxy-mode=nftables]\n', 'etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server\n' }, ['proxy-mode=nftables']],
    ['a unit alone runs defaults', { 'k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server\n' }, ['proxy-mode=iptables']],
  ])('%s', (_, files, flags) => expect(own(files)).toEqual([flags]));

  test('a cluster without kube-proxy has none on agents either', () => {
    expect(own({ [`server/${CONFIG}`]: 'disable-kube-proxy: true\n', [`agent/${CONFIG}`]: 'server: https://192.0.2.1:6443\n' })).toEqual([]);
  });
});

describe('servers and agents', () => {
  const files = { [`server/${CONFIG}`]: 'tls-san: [a]\nkube-proxy-arg: [proxy-mode=ipvs]\n', [`agent/${CONFIG}`]: 'server: https://192.0.2.1:6443\n' };
  const texts = Object.entries(files).map(([file, text]) => ({ file, text }));
  const pool = (name: string, labels: Readonly<Record<string, string>>) =>
    nodePool({ name, kernelVersion: '5.15.0-105-generic', operatingSystem: 'linux', labels });
  const modeOf = (nodePools: ReturnType<typeof pool>[], index: number) =>
    claimantsOf(declarationOf({ texts, nodePools }), nodePools[index])[0]?.flags.find(({ name }) => name === 'proxy-mode')?.value;

  test('what servers are given does not count for agents', () => {
    const pools = [pool('servers', { 'node-role.kubernetes.io/control-plane': 'true' }), pool('agents', { 'node-role.kubernetes.io/control-plane': 'false' })];
    expect(modeOf(pools, 0)).toBe('ipvs');
    expect(declarationOf({ texts, nodePools: pools }).kubeProxies.map(({ pools: { terms } }) => terms)).toMatchObject([
      [[{}, { operator: 'Exists' }]], [[{}, { operator: 'DoesNotExist' }]],
    ]);
  });

  test('one kind that is set up counts for all nodes where nothing tells them apart', () => {
    const [only] = declarationOf({ texts: texts.slice(0, 1), nodePools: [pool('all', {})] }).kubeProxies;
    expect(only.pools.terms).toEqual([[{ key: 'kubernetes.io/os', operator: 'In', values: ['linux'] }]]);
  });

  test.each([
    ['rke2', false, 'etc/rancher/rke2/config.yaml'],
    ['k3s', undefined, CONFIG],
  ])('%s: whether its kube-proxy loads modules', (platform, mountsLibModules, file) => {
    expect(declared({ [file]: 'kube-proxy-arg: [proxy-mode=ipvs]\n' }).kubeProxies).toMatchObject([{ platform, mountsLibModules }]);
  });
});
