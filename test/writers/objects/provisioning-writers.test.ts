import { parse } from 'yaml';
import { writersOfProvisioning } from '../../../src/writers/objects/provisioning-writers';
import { summary } from '../writer-summary';

function writersOf(yaml: string) {
  return writersOfProvisioning({ value: parse(yaml) as unknown, name: 'nodes.yaml', resource: undefined, locate: (path) => ({ constructPath: path.join('.') }) });
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

it.each<[string, string, string[]]>([
  ['cloud-init files', `
    write_files:
    - {path: /etc/modules-load.d/ipvs.conf, content: "ip_vs\\n"}
    - {path: /etc/sysctl.d/1.conf, encoding: b64, content: ${base64('net.ipv4.vs.conntrack=1\n')}}
    - {path: /etc/sysctl.d/2.conf, encoding: gz+b64, content: H4sI}
    - {path: /usr/local/bin/unused.sh, content: modprobe ip_vs}`,
  ['boot once: ip_vs?', 'boot-before-modules once: net.ipv4.vs.conntrack=1 (blind)']],
  ['cloud-init commands', `
    write_files: [{path: /opt/load.sh, content: "modprobe ip_vs_rr"}]
    bootcmd: [[modprobe, ip_vs]]
    runcmd: [sh /opt/load.sh, "sysctl -w net.ipv4.ip_forward=1", [sh, -c, "echo ip_vs > /etc/modules-load.d/a.conf"]]`,
  ['boot once: ip_vs', 'any-time once: ip_vs_rr', 'any-time once: net.ipv4.ip_forward=1', 'boot once: ip_vs?']],
  ['Cluster API', `
    kind: KubeadmConfigTemplate
    spec: {template: {spec: {
      files: [{path: /etc/sysctl.d/k.conf, content: net.ipv4.vs.conntrack=1}],
      preKubeadmCommands: [modprobe ip_vs], postKubeadmCommands: [sysctl -w net.ipv4.vs.conn_reuse_mode=1]}}}`,
  ['boot-before-modules once: net.ipv4.vs.conntrack=1 (blind)', 'before-kube-proxy once: ip_vs', 'any-time once: net.ipv4.vs.conn_reuse_mode=1']],
  ['commands in the wrong order', 'runcmd: [sysctl -w net.ipv4.vs.conntrack=1, modprobe ip_vs]', ['any-time once: net.ipv4.vs.conntrack=1 (blind)', 'any-time once: ip_vs']],
  ["Cluster API's control plane", 'kind: KubeadmControlPlane\nspec: {kubeadmConfigSpec: {preKubeadmCommands: [modprobe ip_vs]}}', ['before-kube-proxy once: ip_vs']],
  ['Ignition', `
    ignition: {version: 3.4.0}
    storage: {files: [{path: /etc/modules-load.d/a.conf, contents: {source: "data:,ip_vs%0Aip_vs_rr%0A"}},
      {path: /etc/sysctl.d/a.conf, contents: {source: "data:text/plain;base64,${base64('net.ipv4.ip_forward=1')}"}},
      {path: /etc/sysctl.d/b.conf, contents: {source: "data:,%"}}, {path: /etc/sysctl.d/c.conf, contents: {source: "https://example.com/c"}}]}
    systemd: {units: [{name: load.service, contents: "[Service]\\nType=oneshot\\nExecStart=/sbin/modprobe ip_vs_sh\\n"},
      {name: kube-proxy.service, dropins: [{name: 10.conf, contents: "[Service]\\nExecStartPost=/sbin/sysctl -w net.ipv4.vs.conn_reuse_mode=1\\n"}]}]}`,
  ['boot once: ip_vs? ip_vs_rr?', 'boot-before-modules once: net.ipv4.ip_forward=1 (blind)', 'any-time once: ip_vs_sh',
    'kube-proxy-start-unordered every-kube-proxy-start: net.ipv4.vs.conn_reuse_mode=1 (blind)']],
  ['Butane', 'variant: fcos\nstorage: {files: [{path: /etc/modules-load.d/a.conf, contents: {inline: ip_vs}}]}', ['boot once: ip_vs?']],
  ['a MachineConfig', 'kind: MachineConfig\nspec: {config: {storage: {files: [{path: /etc/modules-load.d/a.conf, contents: {source: "data:,ip_vs"}}]}}}', ['boot once: ip_vs?']],
  ['kops', `
    kind: Cluster
    spec:
      sysctlParameters: [net.ipv4.vs.conn_reuse_mode=1]
      fileAssets: [{name: ipvs, path: /etc/modules-load.d/ipvs.conf, content: ip_vs}]
      hooks: [{name: load.service, before: [kubelet.service], manifest: "Type=oneshot\\nExecStart=/sbin/modprobe ip_vs_rr"}]`,
  ['boot-before-modules once: net.ipv4.vs.conn_reuse_mode=1 (blind)', 'boot once: ip_vs?', 'before-kube-proxy once: ip_vs_rr']],
  ['eksctl', `
    apiVersion: eksctl.io/v1alpha5
    kind: ClusterConfig
    nodeGroups: [{name: a, preBootstrapCommands: [modprobe ip_vs, sysctl -w net.ipv4.vs.conn_reuse_mode=1]}]
    managedNodeGroups: [{name: b, preBootstrapCommands: [modprobe ip_vs_rr]}]`,
  ['before-kube-proxy once: ip_vs', 'before-kube-proxy once: net.ipv4.vs.conn_reuse_mode=1', 'before-kube-proxy once: ip_vs_rr']],
  ["a script as Karpenter's user data", 'kind: EC2NodeClass\nspec: {userData: "#!/bin/sh\\nmodprobe ip_vs\\n"}', ['before-kube-proxy once: ip_vs']],
  ["an archive as Karpenter's user data", `
    kind: EC2NodeClass
    spec:
      userData: |
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary="BOUNDARY"

        --BOUNDARY
        Content-Type: application/node.eks.aws

        kind: NodeConfig
        --BOUNDARY
        Content-Type: text/x-shellscript

        #!/bin/bash
        modprobe ip_vs
        --BOUNDARY--`,
  ['before-kube-proxy once: ip_vs']],
  ['a Tuned object', 'kind: Tuned\nspec: {profile: [{name: ipvs, data: "[sysctl]\\nnet.ipv4.vs.conn_reuse_mode=1\\n"}]}',
    ['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)']],
])('%s', (_, yaml, expected) => expect(writersOf(yaml).map(summary)).toEqual(expected));

it.each(['kind: Deployment\nspec: {template: {spec: {containers: []}}}', 'spec: {files: 3}', 'write_files: x', 'storage: []', 'systemd: {units: [null, {}]}', 'null', '[]'])(
  'nobody: %s', (yaml) => expect(writersOf(yaml)).toEqual([]),
);

it('acts on the nodes of its group', () => {
  const [writer] = writersOf('kind: ClusterConfig\nmanagedNodeGroups: [{name: ipvs, preBootstrapCommands: [modprobe ip_vs]}]');
  expect(writer).toMatchObject({
    name: 'nodes.yaml, managedNodeGroups.0.preBootstrapCommands.0', pools: { terms: [[{ key: 'alpha.eksctl.io/nodegroup-name', values: ['ipvs'] }]] },
  });
});

it('names the place', () => {
  const [writer] = writersOf('runcmd: [ls, modprobe ip_vs]');
  expect(writer).toMatchObject({ kind: 'script', name: 'nodes.yaml, runcmd.1', location: { constructPath: 'runcmd.1' } });
});
