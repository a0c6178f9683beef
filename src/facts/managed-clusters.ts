import type { Evidence } from './evidence';
import type { KubeVersion } from './kube-proxy/kube-version';

/** A cloud that runs kube-proxy itself and offers no way to change the mode of a cluster that is there. */
export interface ManagedCluster {
  readonly product: string;
  /** What the provider adds to the versions that its nodes report: `-gke.1043002`. */
  readonly suffix: RegExp;
  /** What its interface offers instead, one clause. */
  readonly choice: string;
  readonly evidence: Evidence;
}

const AT_CREATION = 'the mode is chosen when a cluster is created, ipvs or iptables, and stays';

const MANAGED: readonly ManagedCluster[] = [
  {
    product: 'GKE', suffix: /-gke\.\d+/, choice: 'kube-proxy has no setting; GKE Dataplane V2 runs without kube-proxy',
    evidence: { source: 'https://cloud.google.com/kubernetes-engine/docs/concepts/dataplane-v2', certainty: 'documented' },
  },
  {
    product: 'Huawei Cloud CCE', suffix: /-r\d+(?:-\d|$)/, choice: AT_CREATION,
    evidence: { source: 'Terraform provider huaweicloud: cce_cluster kube_proxy_mode forces a new cluster', certainty: 'documented' },
  },
  {
    product: 'Alibaba Cloud ACK', suffix: /-aliyun\.\d+/, choice: AT_CREATION,
    evidence: { source: 'Terraform provider alicloud: cs_managed_kubernetes proxy_mode forces a new cluster', certainty: 'documented' },
  },
  {
    product: 'Tencent Cloud TKE', suffix: /-tke\.\d+/, choice: AT_CREATION,
    evidence: { source: 'Terraform provider tencentcloud: kubernetes_cluster cluster_ipvs forces a new cluster', certainty: 'documented' },
  },
];

/** The cloud whose suffix a version carries, where that cloud offers no change of mode; `undefined` for everybody else. */
export function managedCluster({ raw }: KubeVersion): ManagedCluster | undefined {
  return MANAGED.find(({ suffix }) => suffix.test(raw));
}
