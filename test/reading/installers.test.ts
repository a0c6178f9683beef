import { declared, flagTexts, K3S_ADDS, kubeProxiesIn } from './declared';

const configurationOf = (text: string, file?: string) => JSON.parse(kubeProxiesIn(text, file)[0].configuration?.text ?? 'null') as unknown;

describe('Talos', () => {
  const machine = `version: v1alpha1
machine:
  sysctls: {net.ipv4.vs.conn_reuse_mode: "1"}
  kernel: {modules: [{name: ip_vs}]}
cluster:
  network: {podSubnets: [10.244.0.0/16], serviceSubnets: [10.96.0.0/12]}
  apiServer: {image: "registry.k8s.io/kube-apiserver:v1.31.2"}
  proxy:
    image: registry.k8s.io/kube-proxy:v1.31.1
    mode: ipvs
    extraArgs:
      ipvs-strict-arp: true
`;

  test('tells kube-proxy, cluster and writers by its machine configuration', () => {
    const { kubeProxies, cluster, writers } = declared({ 'controlplane.yaml': machine });
    expect(kubeProxies).toMatchObject([{ kind: 'talos-machine-config', name: 'controlplane.yaml', version: { raw: 'v1.31.1' }, location: { line: 8 } }]);
    expect(flagTexts(kubeProxies[0])).toEqual(['proxy-mode=ipvs', 'ipvs-strict-arp=true']);
    expect(kubeProxies[0].flags.map(({ location }) => location?.line)).toEqual([10, 12]);
    expect(cluster).toMatchObject({ kubernetesVersion: { raw: 'v1.31.2' }, network: { podCidrs: ['10.244.0.0/16'], serviceCidrs: ['10.96.0.0/12'] } });
    expect(writers).toMatchObject([{ kind: 'talos-machine-config', sysctls: [{ key: 'net.ipv4.vs.conn_reuse_mode' }], modules: [{ module: 'ip_vs' }] }]);
  });

  test('has patches and a document of its own', () => {
    expect(flagTexts(kubeProxiesIn('cluster:\n  proxy:\n    mode: nftables\n')[0])).toEqual(['proxy-mode=nftables']);
    const own = 'apiVersion: v1alpha1\nkind: KubeProxyConfig\nenabled: true\nmode: ipvs\nconfig:\n  ipvs: {strictARP: true}\n';
    expect(configurationOf(own)).toMatchObject({ kind: 'KubeProxyConfiguration', mode: 'ipvs', ipvs: { strictARP: true } });
  });

  test('can do without kube-proxy', () => {
    expect(kubeProxiesIn('cluster: {proxy: {disabled: true, mode: ipvs}}')).toEqual([]);
    expect(kubeProxiesIn('apiVersion: v1alpha1\nkind: KubeProxyConfig\nenabled: false\n')).toEqual([]);
  });
});

describe('k3s and RKE', () => {
  test('take arguments in config.yaml', () => {
    const { kubeProxies, cluster } = declared({ 'config.yaml': 'cluster-cidr: 10.42.0.0/16\nkube-proxy-arg:\n  - proxy-mode=ipvs\n  - "--ipvs-strict-arp"\n' });
    expect(kubeProxies).toMatchObject([{ kind: 'k3s-config', name: 'config.yaml' }]);
    expect(flagTexts(kubeProxies[0])).toEqual(['proxy-mode=ipvs', 'ipvs-strict-arp=true', ...K3S_ADDS]);
    expect(kubeProxies[0].flags.slice(0, 2).map(({ location }) => location?.line)).toEqual([3, 4]);
    expect(cluster.network.podCidrs).toEqual(['10.42.0.0/16']);
  });

  test.each([
    ['one argument', 'kube-proxy-arg: proxy-mode=ipvs\n', ['proxy-mode=ipvs', ...K3S_ADDS]],
    ['added arguments', 'kube-proxy-arg+: [proxy-mode=ipvs]\n', ['proxy-mode=ipvs', ...K3S_ADDS]],
    ['a Rancher cluster', 'apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nmetadata: {name: c}\nspec:\n  kubernetesVersion: v1.28.9+rke2r1\n  rkeConfig: {machineGlobalConfig: {kube-proxy-arg: [proxy-mode=ipvs]}}\n', ['proxy-mode=ipvs', ...K3S_ADDS]],
    ['RKE 1', 'kubernetes_version: v1.20.15-rancher1-1\nservices:\n  kubeproxy:\n    extra_args: {proxy-mode: ipvs}\n', ['proxy-mode=ipvs']],
  ])('%s is read', (_, text, flags) => {
    expect(flagTexts(kubeProxiesIn(text)[0])).toEqual(flags);
  });

  test('can do without kube-proxy', () => {
    expect(kubeProxiesIn('disable-kube-proxy: true\nkube-proxy-arg: [proxy-mode=ipvs]\n')).toEqual([]);
  });
});

describe('kops', () => {
  const cluster = (kubeProxy: string) => `apiVersion: kops.k8s.io/v1alpha2
kind: Cluster
metadata: {name: example.com}
spec:
  kubernetesVersion: 1.28.4
  nonMasqueradeCIDR: 100.64.0.0/10
  kubeProxy: ${kubeProxy}
`;

  test('turns fields into flags, and sets what it sets itself', () => {
    const { kubeProxies, cluster: found } = declared({ 'cluster.yaml': cluster('{proxyMode: ipvs, ipvsExcludeCidrs: [10.0.0.1/32, 10.0.0.2/32], ipvsSyncPeriod: 10s, featureGates: {A: "true"}, cpuRequest: 100m}') });
    expect(kubeProxies).toMatchObject([{ kind: 'kops-cluster', resource: 'Cluster example.com' }]);
    expect(flagTexts(kubeProxies[0]).sort()).toEqual([
      'conntrack-max-per-core=131072', 'feature-gates=A=true', 'ipvs-exclude-cidrs=10.0.0.1/32,10.0.0.2/32', 'ipvs-sync-period=10s', 'proxy-mode=ipvs',
    ]);
    expect(found.kubernetesVersion?.raw).toBe('1.28.4');
  });

  test('keeps what the owner sets, and can do without kube-proxy', () => {
    expect(flagTexts(kubeProxiesIn(cluster('{conntrackMaxPerCore: 0}'))[0])).toEqual(['conntrack-max-per-core=0']);
    expect(kubeProxiesIn(cluster('{enabled: false, proxyMode: ipvs}'))).toEqual([]);
  });
});

describe('the EKS add-on', () => {
  const values = { mode: 'ipvs', ipvs: { scheduler: 'lc' } };
  const text = JSON.stringify({ ...values, resources: { requests: { cpu: '100m' } } });

  test.each([
    ['a file of values', text, undefined],
    ['ACK', `apiVersion: eks.services.k8s.aws/v1alpha1\nkind: Addon\nmetadata: {name: kp}\nspec:\n  name: kube-proxy\n  addonVersion: v1.29.0-eksbuild.1\n  configurationValues: '${text}'\n`, 'v1.29.0'],
    ['eksctl', 'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c}\naddons:\n- name: coredns\n- name: kube-proxy\n  version: v1.29.0-eksbuild.1\n  configurationValues: |-\n    mode: ipvs\n    ipvs: {scheduler: lc}\n', 'v1.29.0'],
    ['CloudFormation', `Resources:\n  KubeProxy:\n    Type: AWS::EKS::Addon\n    Properties: {AddonName: kube-proxy, AddonVersion: v1.29.0-eksbuild.1, ConfigurationValues: '${text}'}\n`, 'v1.29.0'],
  ])('is configured by %s', (_, input, version) => {
    const [instance, ...others] = kubeProxiesIn(input, 'values.yaml');
    expect(others).toEqual([]);
    expect(instance).toMatchObject({ kind: 'eks-add-on', shippedBy: 'eks', readsConfiguration: true });
    expect(instance.version?.toString()).toBe(version);
    expect(configurationOf(input, 'values.yaml')).toEqual({ apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration', ...values });
    expect(declared({ 'values.yaml': input }).cluster.platform).toBe('eks');
  });

  test('may be misspelt', () => expect(configurationOf('mode: IPVSs\n', 'values.yaml')).toMatchObject({ mode: 'IPVSs' }));

  test.each(['mode: ipvs\nreplicas: 3\n', 'mode: daemonset\nimage: {tag: a}\nresources: {}\n', 'ipvs: true\n', 'Resources: {A: {AddonName: coredns, ConfigurationValues: "{}"}}'])('is not %j', (input) => {
    expect(kubeProxiesIn(input)).toEqual([]);
  });
});

describe('k0s', () => {
  const k0s = (kubeProxy: string) => `apiVersion: k0s.k0sproject.io/v1beta1\nkind: ClusterConfig\nmetadata: {name: k0s}\nspec:\n  network:\n    serviceCIDR: 10.96.0.0/12\n    kubeProxy: ${kubeProxy}\n`;

  test('has the fields of kube-proxy, and some of its own', () => {
    expect(configurationOf(k0s('{mode: ipvs, disabled: false, ipvs: {strictARP: true}}'))).toEqual({
      apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration', mode: 'ipvs', ipvs: { strictARP: true },
    });
    expect(declared({ 'k0s.yaml': k0s('{mode: ipvs}') })).toMatchObject({ kubeProxies: [{ location: { line: 7 } }], cluster: { network: { serviceCidrs: ['10.96.0.0/12'] } } });
  });

  test('can do without kube-proxy', () => {
    expect(kubeProxiesIn(k0s('{disabled: true}'))).toEqual([]);
  });
});

const configuration = { apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration' };

describe('AKS', () => {
  const settings = '{"enabled": true, "mode": "IPVS", "ipvsConfig": {"scheduler": "LeastConnection", "TCPTimeoutSeconds": 1200, "udpTimeoutSeconds": 300, "other": 1}}';
  const fields = { ...configuration, mode: 'ipvs', ipvs: { scheduler: 'lc', tcpTimeout: '1200s', udpTimeout: '300s' } };

  test.each([
    ['the file for the CLI', settings],
    ['an operator', `apiVersion: containerservice.azure.com/v1api20240402preview\nkind: ManagedCluster\nmetadata: {name: aks}\nspec: {networkProfile: {kubeProxyConfig: ${settings}}}\n`],
    ['a template', `{"resources": [{"type": "Microsoft.ContainerService/managedClusters", "properties": {"networkProfile": {"kubeProxyConfig": ${settings}}}}]}`],
  ])('has names of its own in %s', (_, text) => {
    expect(configurationOf(text, 'aks.json')).toEqual(fields);
  });

  test.each([
    ['{"enabled": true, "mode": "NFTABLES"}', { mode: 'nftables' }],
    ['{"enabled": true, "mode": "ipvs", "ipvsConfig": {"scheduler": "sh"}}', { mode: 'ipvs', ipvs: { scheduler: 'sh' } }],
    ['{"enabled": true, "ipvsConfig": {}}', { ipvs: {} }],
  ])('%s', (text, expected) => expect(configurationOf(text)).toEqual({ ...configuration, ...expected }));

  test.each(['{"enabled": false, "mode": "IPVS"}', '{"enabled": true, "mode": "fast"}', '{"mode": 1, "enabled": true}'])('is not concerned by %s', (text) => {
    expect(kubeProxiesIn(text)).toEqual([]);
  });
});

describe('Gardener', () => {
  const shoot = (kubeProxy: string) => `apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: s, namespace: garden}\nspec:\n  networking: {pods: 100.96.0.0/11, services: 100.64.0.0/13}\n  kubernetes:\n    version: 1.31.2\n    kubeProxy: ${kubeProxy}\n`;

  test('writes modes as words', () => {
    expect(configurationOf(shoot('{mode: IPTables, featureGates: {A: true}}'))).toEqual({ ...configuration, mode: 'iptables', featureGates: { A: true } });
    expect(declared({ 'shoot.yaml': shoot('{mode: IPVS}') })).toMatchObject({
      kubeProxies: [{ resource: 'Shoot garden/s', location: { line: 8 } }],
      cluster: { kubernetesVersion: { raw: '1.31.2' }, network: { podCidrs: ['100.96.0.0/11'], serviceCidrs: ['100.64.0.0/13'] } },
    });
  });

  test.each(['{enabled: false}', 'null'])('may leave it out: %s', (kubeProxy) => expect(kubeProxiesIn(shoot(kubeProxy))).toEqual([]));
});

describe('kubespray', () => {
  test('has variables', () => {
    const text = 'kube_version: 1.31.2\nkube_pods_subnet: 10.233.64.0/18\nkube_proxy_mode: ipvs\nkube_proxy_strict_arp: true\nkube_proxy_scheduler: lc\nkube_proxy_exclude_cidrs: [192.0.2.0/24]\n';
    expect(configurationOf(text)).toEqual({ ...configuration, mode: 'ipvs', ipvs: { strictARP: true, scheduler: 'lc', excludeCIDRs: ['192.0.2.0/24'] } });
    expect(declared({ 'k8s-cluster.yml': text })).toMatchObject({
      kubeProxies: [{ kind: 'kubeadm', location: { line: 3 } }],
      cluster: { platform: 'kubeadm', kubernetesVersion: { raw: '1.31.2' }, network: { podCidrs: ['10.233.64.0/18'] } },
    });
  });

  test('is in IPVS mode by default, and works out the rest when it runs', () => {
    expect(configurationOf('kube_proxy_strict_arp: "{{ metallb }}"\nkube_proxy_masquerade_all: false\n'))
      .toEqual({ ...configuration, mode: 'ipvs', iptables: { masqueradeAll: false } });
  });

  test.each(['kube_version: 1.31.2\n', 'kind: Config\nkube_proxy_mode: ipvs\n'])('is not concerned by %j', (text) => expect(kubeProxiesIn(text)).toEqual([]));
});

describe('k3d', () => {
  const k3d = (args: string[]) => `apiVersion: k3d.io/v1alpha5\nkind: Simple\nmetadata: {name: dev}\nimage: rancher/k3s:v1.31.2-k3s1\noptions: {k3s: {extraArgs: [${args.map((arg) => `{arg: ${arg}, nodeFilters: ["server:*"]}`).join(', ')}]}}\n`;

  test('hands arguments on to k3s', () => {
    const text = k3d(['--disable=traefik', '--kube-proxy-arg=proxy-mode=ipvs', '--kube-proxy-arg=ipvs-scheduler=lc', '--kube-proxy-arg=proxy-mode=ipvs']);
    expect(flagTexts(kubeProxiesIn(text)[0])).toEqual(['proxy-mode=ipvs', 'ipvs-scheduler=lc', ...K3S_ADDS]);
    expect(declared({ 'k3d.yaml': text }).cluster.kubernetesVersion?.raw).toBe('v1.31.2-k3s1');
  });

  test('runs kube-proxy with defaults, or none', () => {
    expect(flagTexts(kubeProxiesIn(k3d(['--disable=traefik']))[0])).toEqual(['proxy-mode=iptables', ...K3S_ADDS]);
    expect(kubeProxiesIn(k3d(['--kube-proxy-arg=proxy-mode=ipvs', '--disable-kube-proxy']))).toEqual([]);
  });
});

describe('kind', () => {
  test('has a mode, and patches for the rest', () => {
    const text = `kind: Cluster
apiVersion: kind.x-k8s.io/v1alpha4
nodes: [{role: control-plane, image: "kindest/node:v1.27.3@sha256:0123"}]
networking: {kubeProxyMode: ipvs, podSubnet: 10.244.0.0/16}
kubeadmConfigPatches:
- |
  kind: KubeProxyConfiguration
  ipvs: {strictARP: true}
`;
    expect(configurationOf(text)).toMatchObject({ mode: 'ipvs', ipvs: { strictARP: true }, conntrack: { maxPerCore: 0 } });
    expect(configurationOf(`${text}  conntrack: {maxPerCore: 5, min: 6}\n`)).toMatchObject({ conntrack: { maxPerCore: 5, min: 6 } });
    expect(declared({ 'kind.yaml': text })).toMatchObject({ kubeProxies: [{ kind: 'kubeadm' }], cluster: { platform: 'kubeadm', kubernetesVersion: { raw: 'v1.27.3' } } });
  });

  test('can do without kube-proxy', () => {
    expect(kubeProxiesIn('kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nnetworking: {kubeProxyMode: none}\n')).toEqual([]);
  });
});

test.each(['v1alpha3', 'v1beta1', 'v1beta2', 'v1beta3', 'v1beta4'])('kubeadm drops the section kubeProxy of a ClusterConfiguration (%s), and sets kube-proxy up with defaults', (version) => {
  const text = `apiVersion: kubeadm.k8s.io/${version}\nkind: ClusterConfiguration\nkubeProxy:\n  config: {mode: ipvs}\n`;
  expect(declared({ 'kubeadm.yaml': text })).toMatchObject({
    kubeProxies: [{ kind: 'kubeadm', location: { line: 3 } }],
    droppedSections: [{ path: 'kubeProxy', mode: 'ipvs', document: `ClusterConfiguration (kubeadm.k8s.io/${version})`, location: { file: 'kubeadm.yaml', line: 3 } }],
  });
  expect(configurationOf(text)).toEqual({ apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration' });
  expect(declared({ 'kubeadm.yaml': `${text}---\napiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: nftables\n` }).kubeProxies)
    .toMatchObject([{ kind: 'kubeadm', location: { line: 6 } }]);
});

test('old kubeadm has the configuration in its own document', () => {
  const text = 'apiVersion: kubeadm.k8s.io/v1alpha1\nkind: MasterConfiguration\nkubernetesVersion: v1.10.2\nkubeProxy:\n  config: {mode: ipvs, featureGates: {SupportIPVSProxyMode: true}}\n';
  expect(kubeProxiesIn(text)).toMatchObject([{ kind: 'kubeadm' }]);
  expect(configurationOf(text)).toMatchObject({ mode: 'ipvs' });
});
