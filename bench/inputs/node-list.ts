import * as fs from 'node:fs';

const KERNELS = [
  ['5.15.0-91-generic', 'Ubuntu 22.04.3 LTS', 'v1.28.5'],
  ['5.14.0-362.18.1.el9_3.x86_64', 'Rocky Linux 9.3 (Blue Onyx)', 'v1.28.5'],
  ['4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', 'EulerOS 2.0 (SP9x86_64)', 'v1.27.4'],
];

/** A Node object as `kubectl get nodes -o json` shows one: labels, annotations, managed fields, conditions and images. */
function madeUpNode(index: number): object {
  const [kernelVersion, osImage, kubeletVersion] = KERNELS[index % KERNELS.length];
  const name = `node-${String(index).padStart(6, '0')}`;
  const images = Array.from({ length: 24 }, (_, image) => ({
    names: [
      `registry.example/team-${image % 7}/service-${image}@sha256:${String(image).padStart(2, '0').repeat(32)}`,
      `registry.example/team-${image % 7}/service-${image}:1.${image}.${index % 10}`,
    ],
    sizeBytes: 10_000_000 + image * 1_234_567,
  }));
  const conditions = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'].map((type) => ({
    type, status: type === 'Ready' ? 'True' : 'False', lastHeartbeatTime: '2026-05-04T10:00:00Z', lastTransitionTime: '2026-05-01T10:00:00Z',
    reason: 'KubeletHasWhatItNeeds', message: `kubelet says "${type}" is fine \\ as it was`,
  }));
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      annotations: { 'node.alpha.kubernetes.io/ttl': '0', 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: {
        'kubernetes.io/arch': 'amd64', 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', 'pool': `pool-${index % KERNELS.length}`,
        'topology.kubernetes.io/zone': `zone-${index % 3}`, 'node.kubernetes.io/instance-type': 'general.large',
      },
      managedFields: Array.from({ length: 4 }, (_, field) => ({
        apiVersion: 'v1', fieldsType: 'FieldsV1', manager: `manager-${field}`, operation: 'Update', time: '2026-05-04T10:00:00Z',
        fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:kubernetes.io/arch': {}, 'f:kubernetes.io/hostname': {} } }, 'f:status': { 'f:images': {} } },
      })),
      name,
      resourceVersion: String(1_000_000 + index),
      uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    },
    spec: { podCIDR: `10.${index >> 8 & 255}.${index & 255}.0/24`, providerID: `cloud:///zone/${name}` },
    status: {
      addresses: [{ address: `172.16.${index >> 8 & 255}.${index & 255}`, type: 'InternalIP' }, { address: name, type: 'Hostname' }],
      allocatable: { cpu: '15890m', memory: '60000000Ki', pods: '110' },
      capacity: { cpu: '16', memory: '65000000Ki', pods: '110' },
      conditions,
      images,
      nodeInfo: {
        architecture: 'amd64', bootID: `boot-${index}`, containerRuntimeVersion: 'containerd://1.7.2', kernelVersion, kubeProxyVersion: kubeletVersion,
        kubeletVersion, machineID: `machine-${index}`, operatingSystem: 'linux', osImage, systemUUID: `system-${index}`,
      },
    },
  };
}

/** Writes a node list of that many nodes, laid out as kubectl does, without holding it in memory. */
export function writeNodeList(file: string, nodes: number): void {
  const descriptor = fs.openSync(file, 'w');
  fs.writeSync(descriptor, '{\n    "apiVersion": "v1",\n    "items": [\n');
  for (let index = 0; index < nodes; index++) {
    const text = JSON.stringify(madeUpNode(index), null, 4).replace(/^/gm, '        ');
    fs.writeSync(descriptor, text + (index === nodes - 1 ? '\n' : ',\n'));
  }
  fs.writeSync(descriptor, '    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n');
  fs.closeSync(descriptor);
}
