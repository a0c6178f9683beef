import type { KubeProxyInstance, SetupPlatform } from '../../declaration/kube-proxy-instance';
import { NFTABLES_RELEASES } from '../../facts/kube-proxy/modes';

/** The settings that a change of mode writes. */
export interface ModeSetting {
  readonly mode: string;
  /** @default - it stays as it is */
  readonly nodePortAddresses?: readonly string[] | undefined;
}

/** How the settings of kube-proxy are changed where somebody sets it up, and what brings them to the nodes. */
export interface PlatformSetting {
  /** Where they are written: follows "in". */
  readonly where: string;
  /** The text to write there. */
  readonly text: (setting: ModeSetting) => string;
  /** The mode alone in one line: `spec.kubeProxy.proxyMode: iptables`. */
  readonly inline: (mode: string) => string;
  /** What brings it to the nodes: follows "then". */
  readonly then: string;
  /** What the platform cannot set, and the limits that its documentation states. */
  readonly note?: (setting: ModeSetting) => string | undefined;
  readonly source: string;
}

const list = (addresses: readonly string[]) => `[${addresses.map((address) => JSON.stringify(address)).join(', ')}]`;
const flags = ({ mode, nodePortAddresses }: ModeSetting) =>
  [`proxy-mode=${mode}`, ...nodePortAddresses ? [`nodeport-addresses=${nodePortAddresses.join(',')}`] : []];
const lines = (path: readonly string[], last: readonly string[]) => [
  ...path.map((key, at) => `${'  '.repeat(at)}${key}:`), ...last.map((line) => '  '.repeat(path.length) + line),
].join('\n');

/** The fields of a KubeProxyConfiguration, as they stand in it. */
export function configurationFields({ mode, nodePortAddresses }: ModeSetting): string[] {
  return [`mode: ${mode}`, ...nodePortAddresses ? [`nodePortAddresses: ${list(nodePortAddresses)}`] : []];
}

/** The command line of kube-proxy. */
export function commandLine(setting: ModeSetting): string {
  return flags(setting).map((flag) => `--${flag}`).join(' ');
}

const noNodePorts = (platform: string) => ({ nodePortAddresses }: ModeSetting) =>
  nodePortAddresses && `${platform} has no setting for nodePortAddresses: NodePorts are then served at the primary address of a node only.`;

/** A platform whose document has the mode under a key of its own, and no other field of kube-proxy. */
const oneKey = (path: readonly string[], key: string, spelled: (mode: string) => string = (mode) => mode) => ({
  text: ({ mode }: ModeSetting) => lines(path, [`${key}: ${spelled(mode)}`]),
  inline: (mode: string) => `${[...path, key].join('.')}: ${spelled(mode)}`,
});
const argumentsFile = (folder: string, service: string): PlatformSetting => ({
  where: `/etc/rancher/${folder}/config.yaml of the nodes of the pool`,
  text: (setting) => lines(['kube-proxy-arg'], flags(setting).map((flag) => `- ${JSON.stringify(flag)}`)),
  inline: (mode) => `kube-proxy-arg: [proxy-mode=${mode}]`,
  then: `systemctl restart ${service}, one node at a time`, source: `https://docs.${folder}.io/`,
});
const flagsFile = (where: string, then: string, source: string): PlatformSetting =>
  ({ where, text: commandLine, inline: (mode) => commandLine({ mode }), then, source });

const GARDENER_MODES: Readonly<Record<string, string>> = { iptables: 'IPTables', ipvs: 'IPVS', nftables: 'NFTables' };

/** One row a platform; where one is missing, the object that was found is named instead. */
export const PLATFORM_SETTINGS: Readonly<Partial<Record<SetupPlatform, PlatformSetting>>> = {
  'kubeadm': {
    where: 'config.conf of the ConfigMap kube-system/kube-proxy (kubectl --namespace kube-system edit configmap kube-proxy)',
    text: (setting) => configurationFields(setting).join('\n'), inline: (mode) => `mode: ${mode}`,
    then: 'kubectl --namespace kube-system rollout restart daemonset/kube-proxy',
    source: 'https://kubernetes.io/docs/reference/setup-tools/kubeadm/kubeadm-init/',
  },
  'eks': {
    where: 'the configuration values of the add-on (aws eks update-addon --cluster-name NAME --addon-name kube-proxy --configuration-values …)',
    text: ({ mode }) => JSON.stringify({ mode }), inline: (mode) => JSON.stringify({ mode }), then: 'the add-on rolls the DaemonSet itself',
    note: ({ mode }) => mode === 'nftables' ? 'Whether the schema of the add-on takes nftables depends on its version: aws eks describe-addon-configuration says.' : undefined,
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/managing-kube-proxy.html',
  },
  'aks': {
    where: 'the file for az aks update --kube-proxy-config',
    text: ({ mode }) => JSON.stringify({ enabled: true, mode: mode.toUpperCase() }), inline: (mode) => `"mode": "${mode.toUpperCase()}"`, then: 'AKS rolls the DaemonSet',
    note: (setting) => [
      setting.mode === 'nftables' ? `NFTABLES requires Kubernetes ${NFTABLES_RELEASES.stable[0].from} and the preview feature KubeProxyConfigurationPreview.` : '',
      noNodePorts('AKS')(setting) ?? '',
    ].join(' ').trim() || undefined,
    source: 'https://learn.microsoft.com/azure/aks/configure-kube-proxy',
  },
  'k3s': argumentsFile('k3s', 'k3s (k3s-agent on agents)'),
  'rke2': argumentsFile('rke2', 'rke2-server (rke2-agent on agents)'),
  'kind': {
    where: 'the configuration of kind', ...oneKey(['networking'], 'kubeProxyMode', (mode) => JSON.stringify(mode)),
    then: 'kind create cluster: the mode of a cluster cannot change', note: noNodePorts('kind'), source: 'https://kind.sigs.k8s.io/docs/user/configuration/#kube-proxy-mode',
  },
  'k0s': {
    where: 'the ClusterConfig', text: (setting) => lines(['spec', 'network', 'kubeProxy'], configurationFields(setting)), inline: (mode) => `spec.network.kubeProxy.mode: ${mode}`,
    then: 'restart the k0s controllers', source: 'https://docs.k0sproject.io/stable/configuration/',
  },
  'kops': {
    where: 'the cluster (kops edit cluster)', ...oneKey(['spec', 'kubeProxy'], 'proxyMode'), then: 'kops update cluster --yes && kops rolling-update cluster --yes',
    note: noNodePorts('kops'), source: 'kubernetes/kops pkg/apis/kops/componentconfig.go',
  },
  'talos': {
    where: 'the machine configuration of the control planes', inline: (mode) => `cluster.proxy.mode: ${mode}`,
    text: ({ mode, nodePortAddresses }) => lines(['cluster', 'proxy'], [
      `mode: ${mode}`, ...nodePortAddresses ? ['extraArgs:', `  nodeport-addresses: ${JSON.stringify(nodePortAddresses.join(','))}`] : [],
    ]),
    then: 'talosctl apply-config, then talosctl upgrade-k8s with the same version, which writes the DaemonSet again',
    source: 'https://www.talos.dev/latest/reference/configuration/v1alpha1/config/',
  },
  'gardener': {
    where: 'the Shoot', ...oneKey(['spec', 'kubernetes', 'kubeProxy'], 'mode', (mode) => GARDENER_MODES[mode] ?? mode),
    then: 'Gardener rolls the DaemonSets', note: noNodePorts('Gardener'), source: 'gardener/gardener docs/usage',
  },
  'kubespray': {
    where: 'group_vars', inline: (mode) => `kube_proxy_mode: ${mode}`,
    text: ({ mode, nodePortAddresses }) => [`kube_proxy_mode: ${mode}`, ...nodePortAddresses ? [`kube_proxy_nodeport_addresses: ${list(nodePortAddresses)}`] : []].join('\n'),
    then: 'run cluster.yml', source: 'kubernetes-sigs/kubespray roles/kubespray_defaults/defaults/main/main.yml',
  },
  'microk8s': flagsFile('/var/snap/microk8s/current/args/kube-proxy of each node',
    'snap restart microk8s.daemon-kubelite on each node (microk8s.daemon-proxy on releases without kubelite)', 'https://microk8s.io/docs/configuring-services'),
  'canonical-k8s': flagsFile('/var/snap/k8s/common/args/kube-proxy of each node', 'snap restart k8s.kube-proxy on each node', 'https://documentation.ubuntu.com/canonical-kubernetes/'),
  'systemd': flagsFile('ExecStart of the unit, or in the file of --config', 'systemctl daemon-reload and restart the unit, one node at a time', 'kube-proxy --help'),
};

/** How the settings of a kube-proxy are changed; `undefined` where its platform is not known, or has no row. */
export function settingOf({ platform, shippedBy }: Pick<KubeProxyInstance, 'platform' | 'shippedBy'>): PlatformSetting | undefined {
  const known = platform ?? shippedBy;
  return known && PLATFORM_SETTINGS[known];
}
