/** A kubeadm-style ConfigMap with a configuration of the given lines below kind and apiVersion. @default - `mode: ipvs` */
export function ipvsConfigMap(...lines: string[]): string {
  const configuration = ['apiVersion: kubeproxy.config.k8s.io/v1alpha1', 'kind: KubeProxyConfiguration', ...(lines.length > 0 ? lines : ['mode: ipvs'])];
  return [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata: {name: kube-proxy, namespace: kube-system}',
    'data:',
    '  config.conf: |',
    ...configuration.flatMap((line) => line.split('\n')).map((line) => `    ${line}`),
    '',
  ].join('\n');
}

/** kubeadm's documents: its own, and a KubeProxyConfiguration of the given lines. */
export function kubeadmDocuments(...lines: string[]): string {
  return [
    'apiVersion: kubeadm.k8s.io/v1beta3', 'kind: ClusterConfiguration', '---',
    'apiVersion: kubeproxy.config.k8s.io/v1alpha1', 'kind: KubeProxyConfiguration', ...lines, '',
  ].join('\n');
}
