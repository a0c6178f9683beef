import type { KubeProxyInstance, SetupPlatform } from '../declaration/kube-proxy-instance';
import type { NodePool } from '../cluster/node-pool';
import { isOwn, rolloutRestart } from '../rules/wording/platform-remedies';
import { step, type MigrationStep } from './migration-step';
import type { ModeChange } from './with-mode';

/** How a kube-proxy gets another mode where somebody sets it up. */
interface PlatformChange {
  readonly where: string;
  /** The text to write there. */
  readonly text: (change: ModeChange) => string;
  /** What brings it to the nodes. */
  readonly then: string;
  /** What the platform cannot set, and the limits that its documentation states. */
  readonly note?: (change: ModeChange) => string | undefined;
  readonly source: string;
}

const list = (addresses: readonly string[]) => `[${addresses.map((address) => JSON.stringify(address)).join(', ')}]`;
const fields = ({ mode, nodePortAddresses }: ModeChange, indent = '') =>
  [`mode: ${mode}`, ...nodePortAddresses ? [`nodePortAddresses: ${list(nodePortAddresses)}`] : []].map((line) => indent + line).join('\n');
const flags = ({ mode, nodePortAddresses }: ModeChange) =>
  [`proxy-mode=${mode}`, ...nodePortAddresses ? [`nodeport-addresses=${nodePortAddresses.join(',')}`] : []];
const noNodePorts = (platform: string) => ({ nodePortAddresses }: ModeChange) =>
  nodePortAddresses && `${platform} has no setting for nodePortAddresses: NodePorts are then served at the primary address of a node only.`;
const argumentsFile = (folder: string, service: string): PlatformChange => ({
  where: `/etc/rancher/${folder}/config.yaml of the nodes of the pool`,
  text: (change) => ['kube-proxy-arg:', ...flags(change).map((flag) => `  - ${JSON.stringify(flag)}`)].join('\n'),
  then: `systemctl restart ${service}, one node at a time`,
  source: `https://docs.${folder}.io/`,
});

const CHANGES: Readonly<Partial<Record<SetupPlatform, PlatformChange>>> = {
  kubeadm: {
    where: 'config.conf in the ConfigMap kube-system/kube-proxy (kubectl --namespace kube-system edit configmap kube-proxy)',
    text: (change) => fields(change), then: 'kubectl --namespace kube-system rollout restart daemonset/kube-proxy',
    source: 'https://kubernetes.io/docs/reference/setup-tools/kubeadm/kubeadm-init/',
  },
  eks: {
    where: 'the configuration values of the add-on (aws eks update-addon --cluster-name NAME --addon-name kube-proxy --configuration-values)',
    text: ({ mode }) => JSON.stringify({ mode }), then: 'the add-on rolls the DaemonSet itself',
    note: ({ mode }) => mode === 'nftables' ? 'Whether the schema of the add-on takes nftables depends on its version: aws eks describe-addon-configuration says.' : undefined,
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/managing-kube-proxy.html',
  },
  aks: {
    where: 'the file for az aks update --kube-proxy-config',
    text: ({ mode }) => JSON.stringify({ enabled: true, mode: mode.toUpperCase() }), then: 'AKS rolls the DaemonSet',
    note: (change) => [change.mode === 'nftables' ? 'NFTABLES requires Kubernetes 1.33 and the preview feature KubeProxyConfigurationPreview.' : '', noNodePorts('AKS')(change) ?? ''].join(' ').trim() || undefined,
    source: 'https://learn.microsoft.com/azure/aks/configure-kube-proxy',
  },
  k3s: argumentsFile('k3s', 'k3s (k3s-agent on agents)'),
  rke2: argumentsFile('rke2', 'rke2-server (rke2-agent on agents)'),
  kind: {
    where: 'the configuration of kind', text: ({ mode }) => `networking:\n  kubeProxyMode: ${JSON.stringify(mode)}`, then: 'kind create cluster: the mode of a cluster cannot change',
    note: noNodePorts('kind'), source: 'https://kind.sigs.k8s.io/docs/user/configuration/#kube-proxy-mode',
  },
  k0s: {
    where: 'the ClusterConfig', text: (change) => `spec:\n  network:\n    kubeProxy:\n${fields(change, '      ')}`, then: 'restart the k0s controllers',
    source: 'https://docs.k0sproject.io/stable/configuration/',
  },
  kops: {
    where: 'the cluster (kops edit cluster)', text: ({ mode }) => `spec:\n  kubeProxy:\n    proxyMode: ${mode}`,
    then: 'kops update cluster --yes && kops rolling-update cluster --yes', note: noNodePorts('kops'), source: 'kubernetes/kops pkg/apis/kops/componentconfig.go',
  },
  talos: {
    where: 'the machine configuration of the control planes',
    text: ({ mode, nodePortAddresses }) => [
      'cluster:', '  proxy:', `    mode: ${mode}`, ...nodePortAddresses ? ['    extraArgs:', `      nodeport-addresses: ${JSON.stringify(nodePortAddresses.join(','))}`] : [],
    ].join('\n'),
    then: 'talosctl apply-config, then talosctl upgrade-k8s with the same version, which writes the DaemonSet again',
    source: 'https://www.talos.dev/latest/reference/configuration/v1alpha1/config/',
  },
  gardener: {
    where: 'the Shoot', text: ({ mode }) => `spec:\n  kubernetes:\n    kubeProxy:\n      mode: ${mode === 'nftables' ? 'NFTables' : 'IPTables'}`, then: 'Gardener rolls the DaemonSets',
    note: noNodePorts('Gardener'), source: 'gardener/gardener docs/usage',
  },
  kubespray: {
    where: 'group_vars',
    text: ({ mode, nodePortAddresses }) => [`kube_proxy_mode: ${mode}`, ...nodePortAddresses ? [`kube_proxy_nodeport_addresses: ${list(nodePortAddresses)}`] : []].join('\n'),
    then: 'run cluster.yml', source: 'kubernetes-sigs/kubespray roles/kubespray_defaults/defaults/main/main.yml',
  },
  systemd: {
    where: 'ExecStart of the unit, where it has no --config', text: (change) => flags(change).map((flag) => `--${flag}`).join(' '),
    then: 'systemctl daemon-reload and restart the unit, one node at a time', source: 'kube-proxy --help',
  },
};

/** The change of mode itself, ready to be written where the platform has it. */
export function platformChange(instance: KubeProxyInstance, pool: NodePool, change: ModeChange, isShared: boolean): MigrationStep[] {
  if (isOwn(instance)) {
    const { mode, nodePortAddresses } = change;
    const text = `poolConfigurations: { '${pool.name}': ${JSON.stringify({ mode, ...nodePortAddresses && { nodePortAddresses } })} }`;
    return [step('mode', 'Set this on ClusterKubeProxy, and apply.', 'the pool gets a ConfigMap and a DaemonSet of its own', ['docs/cdk8s.md'], { text })];
  }
  const platform = instance.platform ?? instance.shippedBy;
  const known = platform && CHANGES[platform];
  const where = known?.where ?? instance.configuration?.name ?? instance.name;
  const then = known?.then ?? (/^DaemonSet /.test(instance.resource ?? '') ? rolloutRestart(instance) : 'restart kube-proxy on each node of the pool');
  const text = known?.text(change) ?? (instance.configuration ? fields(change) : flags(change).map((flag) => `--${flag}`).join(' '));
  const note = known?.note?.(change);
  return [
    ...isShared ? [step('own-configuration', 'Give the pool a configuration and a DaemonSet of its own, selected by a label of the pool.',
      'other pools that share this configuration need another mode', ['https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#running-pods-on-select-nodes'])] : [],
    step('mode', `Write this into ${where}.`, note ?? '', [known?.source ?? 'KubeProxyConfiguration (kubeproxy.config.k8s.io/v1alpha1)'], { text }),
    step('roll', `Bring it to the nodes: ${then}.`, 'kube-proxy reads its configuration once, on startup', []),
  ];
}
