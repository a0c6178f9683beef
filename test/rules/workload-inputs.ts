import type { NodePoolProps } from '../../src/cluster/node-pool';

/** A pool on which IPVS mode comes up. */
export function linuxPool(kubeProxyVersion = 'v1.28.5', more: Partial<NodePoolProps> = {}): NodePoolProps {
  return { name: 'all', kernelVersion: '5.15.0-91-generic', osImage: 'Ubuntu 22.04.3 LTS', kubeProxyVersion, ...more };
}

/** A workload with a line for each field of its pods' specification, from line 10 on. */
export function workload(kind: string, name: string, ...podSpec: string[]): string {
  return [
    'apiVersion: apps/v1',
    `kind: ${kind}`,
    `metadata: {name: ${name}, namespace: apps}`,
    'spec:',
    `  selector: {matchLabels: {app: ${name}}}`,
    '  template:',
    '    metadata:',
    `      labels: {app: ${name}}`,
    '    spec:',
    ...podSpec.map((line) => `      ${line}`),
    '',
  ].join('\n');
}

/** A Service in the namespace `apps`, its specification in one line, its annotations one a line from line 7 on. */
export function service(name: string, spec: string, ...annotations: string[]): string {
  return [
    'apiVersion: v1',
    'kind: Service',
    'metadata:',
    `  name: ${name}`,
    '  namespace: apps',
    `  annotations:${annotations.length === 0 ? ' {}' : ''}`,
    ...annotations.map((annotation) => `    ${annotation}`),
    `spec: ${spec}`,
    '',
  ].join('\n');
}
