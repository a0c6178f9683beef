import { clusterOf } from '../../src/cluster/define-cluster';
import type { NodePoolProps } from '../../src/cluster/node-pool';
import { EVERY_POOL } from '../../src/cluster/pool-selector';
import { nodePool } from '../../src/cluster/read-node-pool';
import type { KubeProxyInstance } from '../../src/declaration/kube-proxy-instance';
import type { Workloads } from '../../src/declaration/workloads';
import { predict } from '../../src/prediction/predict';
import type { PoolPrediction } from '../../src/prediction/prediction';
import type { Writer } from '../../src/declaration/writer';


export const NO_WORKLOADS: Workloads = {
  services: [], hostPorts: [], arpAnnouncers: [], foreignVirtualServers: [], addressPools: [], nodeLocalDns: [], kubeletDns: [], strictArpVictims: [],
  ipvsIncompatiblePolicies: [], localhostNodePortUses: [], endpoints: 0,
};

export interface PoolSetup extends Partial<NodePoolProps> {
  /** The KubeProxyConfiguration without its kind; `false` for an input that has none. @default - IPVS mode */
  readonly configuration?: Readonly<Record<string, unknown>> | false;
  readonly writers?: readonly Writer[];
  readonly instance?: Partial<KubeProxyInstance>;
}

/** What becomes of the one pool of a cluster with the one kube-proxy given. */
export function predictedPool(kubeProxyVersion: string | undefined, kernelVersion: string, setup: PoolSetup = {}): PoolPrediction {
  const { configuration = { mode: 'ipvs' }, writers = [], instance = {}, ...pool } = setup;
  const { pools } = predict({
    cluster: clusterOf([nodePool({ name: 'workers', kernelVersion, kubeProxyVersion, ...pool })]),
    kubeProxies: configuration === false ? [] : [{ ...madeInstance(configuration), ...instance }],
    writers,
    workloads: NO_WORKLOADS,
    droppedSections: [],
    unreadable: [],
  });
  return pools[0];
}

function madeInstance(configuration: Readonly<Record<string, unknown>>): KubeProxyInstance {
  return {
    kind: 'daemon-set', name: 'DaemonSet kube-system/kube-proxy', resource: 'DaemonSet kube-system/kube-proxy', location: undefined,
    version: undefined, shippedBy: undefined, pools: EVERY_POOL, flags: [], readsConfiguration: true, rollsOnChange: true,
    mountsLibModules: true, cleansUpOnModeChange: false, environment: {},
    configuration: {
      text: JSON.stringify({ apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration', ...configuration }),
      name: 'ConfigMap kube-system/kube-proxy', resource: 'ConfigMap kube-system/kube-proxy', locate: () => undefined,
    },
  };
}
