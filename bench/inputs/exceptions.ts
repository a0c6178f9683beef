import { defineCluster, type Cluster } from 'kube-proxy-kit';

/** Of several vendors, one of which needs its value of conn_reuse_mode tuned. */
const KERNELS = ['5.15.0-91-generic', '6.8.0-45-generic', '5.14.0-427.13.1.el9_4.x86_64', '6.1.0-18-amd64'];

let made = 0;

/** What sets up a cluster of that many pools, each with a configuration that no other has, nor any cluster that was made before. */
export function clusterWithExceptions(count: number) {
  const nodePools = Array.from({ length: count }, (_, i) => ({
    name: `pool-${i}`, kernelVersion: KERNELS[i % KERNELS.length], labels: { pool: `pool-${i}` },
  }));
  const cluster: Cluster = defineCluster({ kubernetesVersion: 'v1.29.4', nodePools });
  const poolConfigurations = Object.fromEntries(nodePools.map(({ name }) => [name, { conntrack: { min: 100_000 + made++ } }]));
  return { cluster, apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'ipvs' as const }, poolConfigurations };
}
