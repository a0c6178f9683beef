import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { ClusterKubeProxy } from 'kube-proxy-kit/cdk8s';
import { mixedCluster } from './pools';

/** IPVS everywhere and nobody to tune it: refused, since three of the five pools would lose connections. */
export class NaiveCluster extends Chart {
  public constructor(scope: Construct, id: string) {
    super(scope, id);
    new ClusterKubeProxy(this, 'kube-proxy', {
      cluster: mixedCluster('v1.27.4'),
      apiServer: 'https://10.0.0.10:6443',
      configuration: { mode: 'ipvs' },
      sysctlTuner: false,
    });
  }
}
