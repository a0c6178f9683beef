import { Config } from '@pulumi/pulumi';
import { ClusterKubeProxy } from 'kube-proxy-kit/pulumi';
import { mixedCluster } from '../../pools';

/** IPVS on the pools whose kernels can be made safe, iptables on the two that nothing can save. */
const kubeProxy = new ClusterKubeProxy('kube-proxy', {
  cluster: mixedCluster(new Config().require('kubernetesVersion')),
  apiServer: 'https://10.0.0.10:6443',
  configuration: { mode: 'ipvs', clusterCIDR: '10.244.0.0/16', ipvs: { scheduler: 'rr' } },
  poolConfigurations: {
    'euleros-2-5': { mode: 'iptables' },
    'euleros-2-9-h541': { mode: 'iptables' },
  },
});

export const configMaps = kubeProxy.configs.map(({ name }) => name);
