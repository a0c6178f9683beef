export interface ListedNodes {
  readonly kernelVersion: string;
  readonly osImage: string;
  /** What the kubelet and, up to 1.32, kube-proxy are reported to be. */
  readonly version: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** @default 2 */
  readonly count?: number;
}

/** What `kubectl get nodes -o json` prints, as far as anybody reads it. */
export function nodeList(groups: readonly ListedNodes[]): object {
  const items = groups.flatMap(({ kernelVersion, osImage, version, labels, count = 2 }, group) => Array.from({ length: count }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `node-${group}-${index}`,
      labels: { 'kubernetes.io/arch': 'amd64', 'kubernetes.io/os': 'linux', 'kubernetes.io/hostname': `node-${group}-${index}`, ...labels },
    },
    spec: { podCIDR: `10.244.${group * 16 + index}.0/24`, podCIDRs: [`10.244.${group * 16 + index}.0/24`] },
    status: {
      addresses: [{ type: 'InternalIP', address: `10.0.${group}.${index + 10}` }, { type: 'Hostname', address: `node-${group}-${index}` }],
      capacity: { cpu: '8', memory: '32780880Ki', pods: '110' },
      nodeInfo: {
        architecture: 'amd64', containerRuntimeVersion: 'containerd://1.7.13', kernelVersion, kubeletVersion: version, kubeProxyVersion: version,
        operatingSystem: 'linux', osImage,
      },
    },
  })));
  return { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items };
}
