import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { ClusterKubeProxy } from 'kube-proxy-kit/cdk8s';
import { mixedCluster } from './pools';

/** IPVS on the pools whose kernels can be made safe, iptables on the two that nothing can save. */
export class MixedCluster extends Chart {
  public constructor(scope: Construct, id: string, kubernetesVersion: string) {
    super(scope, id);
    new ClusterKubeProxy(this, 'kube-proxy', {
      cluster: mixedCluster(kubernetesVersion),
      apiServer: 'https://10.0.0.10:6443',
      configuration: { mode: 'ipvs', clusterCIDR: '10.244.0.0/16', ipvs: { scheduler: 'rr' } },
      poolConfigurations: {
        'euleros-2-5': { mode: 'iptables' },
        'euleros-2-9-h541': { mode: 'iptables' },
      },
    });
  }
}
