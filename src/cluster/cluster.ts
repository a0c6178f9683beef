import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { NodePool } from './node-pool';

/** Who set the cluster up; decides names (`kube-proxy` or `kube-proxy-config`) and defaults. */
export type Platform = 'kubeadm' | 'eks' | 'generic';

export const PLATFORMS: readonly Platform[] = ['kubeadm', 'eks', 'generic'];

/** What is known of the cluster's network, apart from what manifests say. */
export interface ClusterNetwork {
  /** Service ranges, one for each family. */
  readonly serviceCidrs: readonly string[];
  /** Pod ranges, one for each family. */
  readonly podCidrs: readonly string[];
  /** First and last NodePort. @default 30000-32767 */
  readonly nodePortRange: readonly [number, number];
  /** New connections per second that a node is expected to see. */
  readonly connectionsPerSecond: number | undefined;
  /** Number of Services in the cluster, where it is known apart from manifests. */
  readonly services: number | undefined;
  /** Number of endpoints in the cluster, where it is known apart from manifests. */
  readonly endpoints: number | undefined;
}

/** A cluster, read and checked. */
export interface Cluster {
  /** Version of the API server; `undefined` when not known. */
  readonly kubernetesVersion: KubeVersion | undefined;
  /** Who set it up. */
  readonly platform: Platform;
  /** Its pools, in their order. */
  readonly nodePools: readonly NodePool[];
  /** What is known of its network. */
  readonly network: ClusterNetwork;
}
