import { declared, kubeProxiesIn } from '../declared';

/** The mode that a set-up asks for, by flag or configuration. */
function modeIn(text: string, file = 'input.yaml'): (string | undefined)[] {
  return kubeProxiesIn(text, file).map(({ flags, configuration }) =>
    flags.find(({ name }) => name === 'proxy-mode')?.value ?? (JSON.parse(configuration?.text ?? '{}') as { readonly mode?: string }).mode);
}

const writesIn = (text: string, file = 'input.yaml') => declared({ [file]: text }).writers.flatMap(({ sysctls, modules }) =>
  [...sysctls.map(({ key, value }) => `${key}=${value}`), ...modules.map(({ module }) => module)]);

const KKP = (proxyMode: string) => `apiVersion: kubermatic.k8c.io/v1\nkind: Cluster\nmetadata: {name: c}\nspec:\n  version: 1.29.4\n  clusterNetwork: {proxyMode: ${proxyMode}}\n`;
const KUBEONE = (kubeProxy: string) => `apiVersion: kubeone.k8c.io/v1beta3\nkind: KubeOneCluster\nname: c\nclusterNetwork:\n  kubeProxy: ${kubeProxy}\n`;
const KUBEKEY = (kubernetes: string) => `apiVersion: kubekey.kubesphere.io/v1alpha2\nkind: Cluster\nmetadata: {name: c}\nspec:\n  kubernetes: ${kubernetes}\n`;
const OPENSHIFT = (spec: string) => `apiVersion: operator.openshift.io/v1\nkind: Network\nmetadata: {name: cluster}\nspec: ${spec}\n`;
const OMNI = (patch: string) => `kind: ControlPlane\npatches:\n  - inline: ${patch}\n`;
const RANCHER = (config: string) => `apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nmetadata: {name: c}\nspec:\n  kubernetesVersion: v1.29.4+rke2r1\n  rkeConfig: ${config}\n`;

describe('the mode that an installer is told', () => {
  test.each([
    ['KKP', KKP('ipvs'), ['ipvs']],
    ['KKP with Cilium in place of kube-proxy', KKP('ebpf'), []],
    ['KubeOne, by the section that is there', KUBEONE('{ipvs: {scheduler: rr}}'), ['ipvs']],
    ['KubeOne without one', KUBEONE('{iptables: {}}'), ['iptables']],
    ['KubeOne without kube-proxy', KUBEONE('{skipInstallation: true, ipvs: {}}'), []],
    ['KubeKey', KUBEKEY('{version: v1.29.4, proxyMode: iptables}'), ['iptables']],
    ['KubeKey without a mode: its own default', KUBEKEY('{version: v1.29.4}'), ['ipvs']],
    ['KubeKey without kube-proxy', KUBEKEY('{disableKubeProxy: true}'), []],
    ['KubeKey 4', 'apiVersion: kubekey.kubesphere.io/v1\nkind: Config\nspec:\n  kubernetes: {kube_version: v1.33.1, kube_proxy: {mode: ipvs}}\n', ['ipvs']],
    ['variables of KubeKey 4', 'kubernetes:\n  kube_proxy:\n    mode: iptables\n', ['iptables']],
    ['OpenShift', OPENSHIFT('{deployKubeProxy: true, kubeProxyConfig: {proxyArguments: {proxy-mode: [iptables]}}}'), ['iptables']],
    ['OpenShift, where the operator runs none', OPENSHIFT('{defaultNetwork: {type: OVNKubernetes}, kubeProxyConfig: {proxyArguments: {proxy-mode: [ipvs]}}}'), []],
    ['Cluster API with k0s', 'apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: K0sControlPlane\nmetadata: {name: c}\nspec:\n  version: v1.29.4\n  k0sConfigSpec:\n    k0s:\n      spec: {network: {kubeProxy: {mode: ipvs}}}\n', ['ipvs']],
    ['microk8s, a flag that is taken out', 'version: 0.1.0\nextraKubeProxyArgs:\n  --proxy-mode: ipvs\n  --v: null\n', ['ipvs']],
    ['Cluster API with microk8s', 'apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: MicroK8sConfig\nmetadata: {name: c}\nspec:\n  extraKubeProxyArgs: {--proxy-mode: ipvs}\n', ['ipvs']],
    ['Omni', OMNI('{cluster: {proxy: {mode: nftables}}}'), ['nftables']],
    ['Omni without kube-proxy', OMNI('{cluster: {proxy: {disabled: true}}}'), []],
    ['talhelper, a JSON patch of a node', 'clusterName: c\ntalosVersion: v1.9.1\nnodes:\n  - hostname: a\n    patches:\n      - op: replace\n        path: /cluster/proxy\n        value: {mode: ipvs}\n', ['ipvs']],
    ['Rancher, other settings for some machines', RANCHER('{machineSelectorConfig: [{config: {kube-proxy-arg: [proxy-mode=ipvs]}, machineLabelSelector: {matchLabels: {rke.cattle.io/worker-role: "true"}}}]}'), ['iptables', 'ipvs']],
    ['Rancher without kube-proxy', RANCHER('{machineGlobalConfig: {disable-kube-proxy: true}}'), []],
    ['Cluster API with k3s', 'apiVersion: bootstrap.cluster.x-k8s.io/v1beta2\nkind: KThreesConfigTemplate\nmetadata: {name: c}\nspec:\n  template:\n    spec:\n      agentConfig: {kubeProxyArgs: [proxy-mode=ipvs]}\n', ['ipvs']],
    ['RKE2ControlPlane without kube-proxy', 'apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: RKE2ControlPlane\nmetadata: {name: c}\nspec:\n  serverConfig: {disableComponents: {kubernetesComponents: [kubeProxy]}}\n', []],
    ['variables of a role for k3s', 'k3s_server:\n  kube-proxy-arg: [proxy-mode=ipvs]\n', ['ipvs']],
    ['variables with a command line for agents', 'extra_agent_args: >-\n  --kubelet-arg=v=2 --kube-proxy-arg=proxy-mode=ipvs\n', ['ipvs']],
  ])('%s', (_, text, modes) => expect(modeIn(text)).toEqual(modes));

  test.each([
    ['kubeasz', '[all:vars]\nPROXY_MODE="ipvs"\nSERVICE_CIDR="10.68.0.0/16"\n', ['ipvs']],
    ['a template of its inventory', '[all:vars]\nPROXY_MODE="{{ mode }}"\n', []],
  ])('%s', (_, text, modes) => expect(modeIn(text, 'clusters/a/hosts')).toEqual(modes));
});

test('who sets it up is told', () => {
  expect([KKP('ipvs'), KUBEONE('{}'), KUBEKEY('{}'), RANCHER('{}')].map((text) => kubeProxiesIn(text)[0].platform)).toEqual(['kkp', 'kubeone', 'kubekey', 'rke2']);
});

describe('sysctls and modules that are stated', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['a play, its blocks and loops', 'play.yml', '- hosts: all\n  tasks:\n    - block:\n        - ansible.posix.sysctl: {name: "{{ item.name }}", value: "{{ item.value }}"}\n          loop: [{name: net.ipv4.vs.conn_reuse_mode, value: 1}]\n', ['net.ipv4.vs.conn_reuse_mode=1']],
    ['a value that is a variable', 'tasks.yml', '- name: a\n  sysctl: {name: net.ipv4.vs.conn_reuse_mode, value: "{{ mode }}"}\n', ['net.ipv4.vs.conn_reuse_mode=undefined']],
    ['arguments in short', 'tasks.yml', '- name: a\n  modprobe: name=ip_vs state=present\n', ['ip_vs']],
    ['a name that is tried', 'tasks.yml', '- name: a\n  modprobe: {name: nf_conntrack_ipv4}\n  ignore_errors: true\n', []],
    ['what is taken away', 'tasks.yml', '- name: a\n  modprobe: {name: ip_vs, state: absent}\n', []],
    ['a file that is copied', 'tasks.yml', '- name: a\n  copy:\n    dest: /etc/sysctl.d/90.conf\n    content: |\n      net.ipv4.vs.conn_reuse_mode = 0\n', ['net.ipv4.vs.conn_reuse_mode=0']],
    ['a line in a file', 'tasks.yml', '- name: a\n  lineinfile: {path: /etc/modules-load.d/ipvs.conf, line: ip_vs}\n', ['ip_vs']],
    ['variables for a role', 'vars.yml', 'additional_sysctl:\n  - {name: net.ipv4.vs.conn_reuse_mode, value: 0}\n', ['net.ipv4.vs.conn_reuse_mode=0']],
    ['Salt, states with names of their own', 'a.sls', 'reuse:\n  sysctl.present:\n    - name: net.ipv4.vs.conn_reuse_mode\n    - value: 1\nmods:\n  kmod.present:\n    - mods: [ip_vs, ip_vs_rr]\n', ['net.ipv4.vs.conn_reuse_mode=1', 'ip_vs', 'ip_vs_rr']],
    ['Salt with Jinja', 'a.sls', "{% if grains['os'] == 'Ubuntu' %}\nnet.ipv4.vs.conn_reuse_mode:\n  sysctl.present:\n    - value: {{ pillar['mode'] }}\n{% endif %}\n", ['net.ipv4.vs.conn_reuse_mode=undefined']],
    ['GKE in Config Connector', 'pool.yaml', 'apiVersion: container.cnrm.cloud.google.com/v1beta1\nkind: ContainerNodePool\nmetadata: {name: p}\nspec:\n  nodeConfig:\n    linuxNodeConfig:\n      sysctls: {net.netfilter.nf_conntrack_max: "1000"}\n', ['net.netfilter.nf_conntrack_max=1000']],
    ['AKS', 'linuxos.json', '{"agentPoolProfiles": [{"linuxOSConfig": {"sysctls": {"netNetfilterNfConntrackMax": 1000}}}]}', ['net.netfilter.nf_conntrack_max=1000']],
    ['eksctl with Bottlerocket', 'c.yaml', 'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c, region: r}\nnodeGroups:\n  - name: g\n    amiFamily: Bottlerocket\n    bottlerocket:\n      settings: {kernel: {sysctl: {net.ipv4.vs.conn_reuse_mode: "0"}}}\n', ['net.ipv4.vs.conn_reuse_mode=0']],
    ['Bottlerocket, a module that is only allowed', 'u.toml', '[settings.kernel.modules.ip_vs]\nallowed = true\n', []],
    ['Kairos, commands', 'c.yaml', '#cloud-config\nstages:\n  boot:\n    - commands: ["modprobe ip_vs"]\n', ['ip_vs']],
  ])('%s', (_, file, text, expected) => expect(writesIn(text, file)).toEqual(expected));

  test('have their places, and the nodes that they are for', () => {
    const shoot = 'apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: s}\nspec:\n  provider:\n    workers:\n      - name: w\n        sysctls:\n          net.ipv4.vs.conn_reuse_mode: "1"\n';
    expect(declared({ 'shoot.yaml': shoot }).writers).toMatchObject([{ location: { line: 9 }, pools: { terms: [[{ key: 'worker.gardener.cloud/pool', values: ['w'] }]] } }]);
    expect(declared({ 'u.toml': '[settings.kernel.sysctl]\n"net.ipv4.vs.conn_reuse_mode" = "0"\n' }).writers).toMatchObject([{ location: { line: 2 } }]);
  });
});
