import type { Cluster } from '../cluster/cluster';
import type { KubernetesObject, Resource } from '../kubernetes/resource';
import { kubeProxyConfigMap } from '../manifests/kube-proxy-config-map';
import { kubeProxyDaemonSet } from '../manifests/kube-proxy-daemon-set';
import { predict } from '../prediction/predict';
import type { Prediction } from '../prediction/prediction';
import { declarationOf } from '../reading/read-declaration';
import { resourceName } from '../reading/documents/resources';
import { platformConfiguration } from './platform-configuration';
import type { PlannedKubeProxy } from './setup-plan';

/** What the planned kube-proxies would do on the cluster's pools with nobody to tune them. */
export function predictSetup(cluster: Cluster, kubeProxies: readonly PlannedKubeProxy[]): Prediction {
  const objects = kubeProxies.flatMap(({ suffix, version, platform, configuration, nodes }) => {
    const name = `kube-proxy${suffix}`;
    const { text } = platformConfiguration(configuration, version, platform);
    const configMap = kubeProxyConfigMap({ platform, name, configuration: text, apiServer: 'https://kubernetes.invalid' });
    return [configMap, kubeProxyDaemonSet({ version, platform, name, configMap, nodes, image: `kube-proxy:${version}` })];
  });
  return predict(declarationOf({ resources: objects.map(resource), nodePools: cluster.nodePools, facts: [cluster] }));
}

function resource(object: KubernetesObject): Resource {
  return { object, name: resourceName(object), locate: () => undefined };
}
