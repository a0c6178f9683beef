import type { KubernetesObject } from '../../src/kubernetes/resource';
import type { DaemonSetOptions } from '../../src/manifests/daemon-set';
import { inventoryCollector } from '../../src/manifests/inventory-collector';
import { kubeProxyClusterRoleBinding, kubeProxyServiceAccount } from '../../src/manifests/kube-proxy-access';
import { kubeProxyConfigMap } from '../../src/manifests/kube-proxy-config-map';
import { kubeProxyDaemonSet } from '../../src/manifests/kube-proxy-daemon-set';
import { moduleLoader } from '../../src/manifests/module-loader';
import { sysctlTuner } from '../../src/manifests/sysctl-tuner';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';

const CONFIGURATION = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n';

/** Every kind of object that we generate, with as little as is needed. */
export function defaultManifests(options: DaemonSetOptions = {}): KubernetesObject[] {
  const configMap = kubeProxyConfigMap({ configuration: CONFIGURATION, apiServer: 'https://10.0.0.10:6443' });
  return [
    ...Object.values<KubernetesObject>({ ...moduleLoader({ ...options, modules: ['ip_vs', 'ip_vs_rr', 'nf_conntrack_ipv4|nf_conntrack'] }) }),
    ...Object.values<KubernetesObject>({ ...sysctlTuner({ ...options, sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1 } }) }),
    ...objectsOf(inventoryCollector(options)),
    configMap,
    kubeProxyServiceAccount(),
    kubeProxyClusterRoleBinding(),
    kubeProxyDaemonSet({ ...options, version: KubeVersion.parse('v1.29.4'), configMap }),
  ];
}

/** The same with every option in use. */
export function fullManifests(kubernetesVersion?: KubeVersion): KubernetesObject[] {
  const options: DaemonSetOptions = {
    kubernetesVersion,
    namespace: 'networking',
    nodes: [{ pool: 'a' }, { 'pool': 'b', 'example.com/zone': 'z1' }],
    labels: { team: 'net' },
    annotations: { 'example.com/owner': 'net' },
    image: 'registry.example.com/tools/busybox:1',
    registry: 'mirror.example.com',
    imagePullPolicy: 'Always',
    imagePullSecrets: ['mirror'],
    resources: { requests: { cpu: 1, memory: '1Gi' } },
    updateStrategy: { maxUnavailable: '25%' },
    priorityClassName: 'high',
    overrides: [{ op: 'add', path: '/spec/template/spec/runtimeClassName', value: 'crun' }],
  };
  const { configuration, ...eks } = { configuration: CONFIGURATION, platform: 'eks' } as const;
  const configMap = kubeProxyConfigMap({ ...eks, configuration, labels: { team: 'net' }, annotations: { note: 'x' } });
  const access = { serviceAccountName: 'proxy', namespace: 'networking', labels: { team: 'net' }, annotations: { note: 'x' } };
  return [
    ...Object.values<KubernetesObject>({ ...moduleLoader({ ...options, name: 'loader', modules: ['ip_vs'], persist: true, privileged: true }) }),
    ...Object.values<KubernetesObject>({
      ...sysctlTuner({ ...options, name: 'tuner', sysctls: { 'net.core.somaxconn': 4096 }, intervalSeconds: 60, privileged: true, seLinuxType: false }),
    }),
    ...objectsOf(inventoryCollector({ ...options, nodeLabels: true, updateStrategy: { type: 'OnDelete' } })),
    configMap,
    kubeProxyServiceAccount(access),
    kubeProxyClusterRoleBinding(access),
    kubeProxyDaemonSet({
      ...options, ...eks, name: 'kube-proxy-ipvs', version: KubeVersion.parse('v1.29.4'), configMap, cleanupBeforeStart: true, extraArgs: ['--v=2'],
    }),
  ];
}

function objectsOf({ access, configMap, daemonSet }: ReturnType<typeof inventoryCollector>): KubernetesObject[] {
  // The schemas of the releases at hand have no ClusterRole.
  return [...access.filter(({ kind }) => kind !== 'ClusterRole'), configMap, daemonSet];
}
