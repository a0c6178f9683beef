import { ClusterKubeProxy } from 'kube-proxy-kit/pulumi';
import { mixedCluster } from '../../pools';

/** IPVS everywhere and nobody to tune it: refused, since three of the five pools would lose connections. */
new ClusterKubeProxy('kube-proxy', {
  cluster: mixedCluster('v1.27.4'),
  apiServer: 'https://10.0.0.10:6443',
  configuration: { mode: 'ipvs' },
  sysctlTuner: false,
});
