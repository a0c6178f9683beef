/** A DaemonSet whose init container runs a script on the node, privileged; then a pause container. */
export function initScript(script: string, { libModules = true, privileged = true }: { libModules?: boolean; privileged?: boolean } = {}): string {
  return daemonSet([
    'initContainers:',
    '- name: node',
    '  image: registry.example/alpine:3',
    ...container(script, { libModules, privileged }),
    'containers: [{name: pause, image: registry.example/pause:3}]',
  ], libModules);
}

/** A DaemonSet whose container runs a script on the node, privileged. */
export function lastingScript(script: string): string {
  return daemonSet([
    'containers:',
    '- name: node',
    '  image: registry.example/alpine:3',
    ...container(script, { libModules: false, privileged: true }),
  ], false);
}

/** A systemd unit of kube-proxy with a line after its start. */
export function kubeProxyUnit(execStartPost: string): string {
  return `[Service]\nExecStart=/usr/local/bin/kube-proxy --config=/etc/kubernetes/kube-proxy.conf\nExecStartPost=${execStartPost}\n`;
}

function container(script: string, { libModules, privileged }: { libModules: boolean; privileged: boolean }): string[] {
  return [
    `  securityContext: {privileged: ${privileged}}`,
    `  command: [sh, -ec, ${JSON.stringify(script)}]`,
    ...(libModules ? ['  volumeMounts: [{name: modules, mountPath: /lib/modules, readOnly: true}]'] : []),
  ];
}

function daemonSet(podSpec: readonly string[], libModules: boolean): string {
  return [
    'apiVersion: apps/v1',
    'kind: DaemonSet',
    'metadata: {name: node-setup, namespace: kube-system}',
    'spec:',
    '  selector: {matchLabels: {app: node-setup}}',
    '  template:',
    '    metadata: {labels: {app: node-setup}}',
    '    spec:',
    '      hostNetwork: true',
    ...podSpec.map((line) => `      ${line}`),
    ...(libModules ? ['      volumes: [{name: modules, hostPath: {path: /lib/modules}}]'] : []),
    '',
  ].join('\n');
}
