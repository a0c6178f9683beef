import type { KubeProxyInstance, SetupPlatform } from '../../declaration/kube-proxy-instance';

/** How the setting of a kube-proxy is changed where somebody sets it up, and what brings the change to the nodes. */
interface PlatformSteps {
  /** Where a field of the KubeProxyConfiguration is set: one phrase that follows "set mode: iptables". */
  readonly where: (field: string, value: string, flag: string) => string;
  readonly then: string;
}

const STEPS: Readonly<Partial<Record<SetupPlatform, PlatformSteps>>> = {
  'kubeadm': {
    where: (field, value) => `${field}: ${value} in config.conf of the ConfigMap kube-system/kube-proxy (kubectl --namespace kube-system edit configmap kube-proxy)`,
    then: 'kubectl --namespace kube-system rollout restart daemonset/kube-proxy',
  },
  'eks': {
    where: (field, value) => `${field} ${value} in the configuration values of the add-on (aws eks update-addon --addon-name kube-proxy --configuration-values …)`,
    then: 'the add-on rolls the DaemonSet itself',
  },
  'k3s': { where: (_field, value, flag) => `kube-proxy-arg: [${flag}=${value}] in /etc/rancher/k3s/config.yaml of these nodes`, then: 'systemctl restart k3s (k3s-agent on agents)' },
  'rke2': { where: (_field, value, flag) => `kube-proxy-arg: [${flag}=${value}] in /etc/rancher/rke2/config.yaml of these nodes`, then: 'systemctl restart rke2-server (rke2-agent on agents)' },
  'kind': { where: (_field, value) => `networking.kubeProxyMode: "${value}" in the configuration of kind`, then: 'make the cluster anew' },
  'k0s': { where: (field, value) => `spec.network.kubeProxy.${field}: ${value} in the ClusterConfig`, then: 'restart the k0s controllers' },
  'kops': { where: (_field, value) => `spec.kubeProxy.proxyMode: ${value} in the cluster (kops edit cluster)`, then: 'kops update cluster --yes and kops rolling-update cluster --yes' },
  'talos': { where: (_field, value) => `cluster.proxy.mode: ${value} in the machine configuration`, then: 'talosctl apply-config on the control planes' },
  'gardener': { where: (_field, value) => `spec.kubernetes.kubeProxy.mode: ${value === 'iptables' ? 'IPTables' : value} in the Shoot`, then: 'Gardener rolls the DaemonSets' },
  'kubespray': { where: (_field, value) => `kube_proxy_mode: ${value} in group_vars`, then: 'run cluster.yml' },
  'microk8s': {
    where: (_field, value, flag) => `--${flag}=${value} in /var/snap/microk8s/current/args/kube-proxy of each node`,
    then: 'snap restart microk8s.daemon-kubelite on each node (microk8s.daemon-proxy on releases without kubelite)',
  },
  'canonical-k8s': {
    where: (_field, value, flag) => `--${flag}=${value} in /var/snap/k8s/common/args/kube-proxy of each node`, then: 'snap restart k8s.kube-proxy on each node',
  },
  'systemd': { where: (_field, value, flag) => `--${flag}=${value} in ExecStart of the unit, or in the file of --config`, then: 'systemctl daemon-reload and restart the unit on each node' },
};

/** Whether kube-proxy-kit's own constructs and components make it. */
export function isOwn({ platform }: Pick<KubeProxyInstance, 'platform'>): boolean {
  return platform === 'kube-proxy-kit';
}

/** `poolConfigurations: { 'old': { mode: 'iptables' } }`: the property of a construct that gives one pool a mode. */
export function poolModeProperty(pool: string, mode: string): string {
  return `poolConfigurations: { '${pool}': { mode: '${mode}' } }`;
}

/**
 * How a kube-proxy gets another mode, on its platform and with the object that was found: ` (set …, then …)`; nothing where neither the
 * platform nor an object is known.
 */
export function howToSetMode(instance: KubeProxyInstance | undefined, pool: string, mode: string): string {
  if (instance === undefined) {
    return '';
  }
  if (isOwn(instance)) {
    return `: ${poolModeProperty(pool, mode)}, with kubeProxy: { cleanupBeforeStart: true } for the change`;
  }
  const platform = instance.platform ?? instance.shippedBy;
  const steps = platform && STEPS[platform];
  if (steps) {
    return `: set ${steps.where('mode', mode, 'proxy-mode')}, then ${steps.then}`;
  }
  return /^DaemonSet /.test(instance.resource ?? '')
    ? `: change what ${instance.configuration?.name ?? instance.name} says, then ${rolloutRestart(instance)}` : '';
}

/** The command that starts the pods of a DaemonSet anew. */
export function rolloutRestart({ resource }: Pick<KubeProxyInstance, 'resource'>): string {
  const [, namespace, name] = /^DaemonSet (?:([^/]+)\/)?([^/]+)$/.exec(resource ?? '') ?? [undefined, 'kube-system', 'kube-proxy'];
  return `kubectl${namespace === undefined ? '' : ` --namespace ${namespace}`} rollout restart daemonset/${name}`;
}
