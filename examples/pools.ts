import { defineCluster, type Cluster, type NodePoolProps } from 'kube-proxy-kit';

/** The node pools of a cluster that has grown over the years. Each has a label of its own, as node pools of clouds do. */
export const pools: readonly NodePoolProps[] = [
  pool('euleros-2-5', '3.10.0-862.14.1.5.h591.eulerosv2r7.x86_64', 'EulerOS 2.0 (SP5)'),
  pool('euleros-2-9-h541', '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', 'EulerOS 2.0 (SP9x86_64)'),
  pool('euleros-2-9-h998', '4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', 'EulerOS 2.0 (SP9x86_64)'),
  pool('hce-2-0', '5.10.0-182.0.0.95.r1941_123.hce2.x86_64', 'Huawei Cloud EulerOS 2.0 (x86_64)'),
  pool('ubuntu-22-04', '5.15.0-91-generic', 'Ubuntu 22.04.3 LTS'),
];

function pool(name: string, kernelVersion: string, osImage: string): NodePoolProps {
  return { name, kernelVersion, osImage, labels: { 'example.com/pool': name } };
}

/** That cluster at a version of Kubernetes. */
export function mixedCluster(kubernetesVersion: string): Cluster {
  return defineCluster({ kubernetesVersion, nodePools: pools, network: { podCidrs: ['10.244.0.0/16'], serviceCidrs: ['10.96.0.0/12'] } });
}
