import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import type { Construct } from 'constructs';
import { KubeProxy, KubeProxyConfig } from 'kube-proxy-kit/cdk8s';
import { mixedCluster } from './pools';

/**
 * kube-proxy beside workloads of cdk8s-plus. The rules read them, too; a service account of cdk8s-plus is taken as it is, and the
 * ConfigMap is handed on as one.
 */
export class KubeProxyWithCdk8sPlus extends Chart {
  public readonly configMap: kplus.IConfigMap;

  public constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'kube-system' });
    const cluster = mixedCluster('v1.27.4');
    const serviceAccount = new kplus.ServiceAccount(this, 'account', { metadata: { name: 'kube-proxy' } });
    new kplus.ClusterRoleBinding(this, 'node-proxier', { role: kplus.ClusterRole.fromClusterRoleName(this, 'role', 'system:node-proxier') })
      .addSubjects(serviceAccount);

    const config = new KubeProxyConfig(this, 'config', {
      cluster, version: 'v1.27.4', apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'iptables' },
    });
    new KubeProxy(this, 'kube-proxy', { cluster, config, serviceAccount });
    this.configMap = config;

    new kplus.Deployment(this, 'config-viewer', {
      containers: [{
        image: 'docker.io/library/busybox:1.36.1',
        command: ['sh', '-c', 'cat /config/config.conf; exec sleep 86400'],
        resources: {},
        volumeMounts: [{ path: '/config', volume: kplus.Volume.fromConfigMap(this, 'volume', this.configMap) }],
      }],
    });
  }
}
