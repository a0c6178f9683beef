export interface DaemonSetSettings {
  /** Image tag. @default - none */
  readonly version?: string;
  /** Values of nodeSelector. @default - none */
  readonly nodeSelector?: Readonly<Record<string, string>>;
  /** @default - none */
  readonly initCommand?: readonly string[];
  /** Annotations of the pods. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Name of the ConfigMap that is mounted at /var/lib/kube-proxy. @default 'kube-proxy' */
  readonly configMap?: string;
  /** A folder of the node that is mounted there instead. @default - none */
  readonly hostPath?: string;
}

/** A DaemonSet of kube-proxy with a command, one word a line from line 17 on without further settings. */
export function kubeProxyDaemonSet(command: readonly string[], settings: DaemonSetSettings = {}): string {
  const { version, nodeSelector, initCommand, annotations, configMap = 'kube-proxy', hostPath } = settings;
  return [
    'apiVersion: apps/v1',
    'kind: DaemonSet',
    'metadata: {name: kube-proxy, namespace: kube-system}',
    'spec:',
    '  selector: {matchLabels: {k8s-app: kube-proxy}}',
    '  template:',
    '    metadata:',
    '      labels: {k8s-app: kube-proxy}',
    `      annotations: ${JSON.stringify(annotations ?? {})}`,
    '    spec:',
    '      hostNetwork: true',
    `      nodeSelector: ${JSON.stringify(nodeSelector ?? {})}`,
    '      containers:',
    '      - name: kube-proxy',
    `        image: registry.k8s.io/kube-proxy${version ? `:${version}` : ''}`,
    '        command:',
    ...command.map((word) => `        - ${JSON.stringify(word)}`),
    '        volumeMounts: [{name: config, mountPath: /var/lib/kube-proxy}]',
    `      initContainers: ${JSON.stringify(initCommand ? [{ name: 'init', image: 'registry.k8s.io/kube-proxy', command: initCommand }] : [])}`,
    `      volumes: [${hostPath ? `{name: config, hostPath: {path: ${hostPath}}}` : `{name: config, configMap: {name: ${configMap}}}`}]`,
    '',
  ].join('\n');
}

/** The command of kubeadm's DaemonSet. */
export const KUBEADM_COMMAND: readonly string[] = [
  '/usr/local/bin/kube-proxy', '--config=/var/lib/kube-proxy/config.conf', '--hostname-override=$(NODE_NAME)',
];
