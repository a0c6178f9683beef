import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import type { Resource } from '../../kubernetes/resource';
import { NO_CONFIG_MAPS, type ConfigMaps } from '../../pods/config-maps';
import type { ContainerFiles } from '../../pods/container-files';
import { imageTag } from '../../pods/container-settings';
import { cleansUp, kubeProxyContainer, type KubeProxyContainer } from '../../pods/kube-proxy-container';
import { podTemplateOf, type PodTemplate } from '../../pods/pod-template';
import { rollsOnChange } from './configuration-rollout';
import type { ConfigurationSource, FoundInstance } from './found-instance';
import { flagsOfAny, flagValue } from './kube-proxy-flags';
import { shipperOf } from './shipped-daemon-sets';

const CONTROLLERS = new Set(['DaemonSet', 'Pod', 'Deployment', 'StatefulSet', 'ReplicaSet']);

/** The kube-proxy that a DaemonSet or a static pod runs; `undefined` for every other object. */
export function kubeProxyOfResource(resource: Resource, configMaps: ConfigMaps = NO_CONFIG_MAPS): FoundInstance | undefined {
  const template = CONTROLLERS.has(resource.object.kind) ? podTemplateOf(resource) : undefined;
  const found = template && kubeProxyContainer(template, configMaps);
  return template && found && instanceOf(template, found, cleansUp(template, configMaps));
}

function instanceOf(template: PodTemplate, { container, calls, environment, files }: KubeProxyContainer, cleans: boolean): FoundInstance {
  const { resource } = template;
  const flags = flagsOfAny(calls);
  const configPath = flagValue(flags, 'config');
  const reads = configPath === undefined ? undefined : configurationSource(template, files, configPath);
  const isDaemonSet = resource.object.kind === 'DaemonSet';
  // kube-proxy notices by itself when a file of the node is written.
  const needsRollout = isDaemonSet && configPath !== undefined && files.hostMount(configPath) === undefined;
  return {
    reads,
    withConfiguration: (configuration) => ({
      kind: isDaemonSet ? 'daemon-set' : 'static-pod',
      name: resource.name,
      resource: resource.name,
      get location() { return resource.locate(container.path); },
      // A digest, or a tag such as `latest`, names no version.
      version: KubeVersion.tryParse(imageTag(container.container) ?? ''),
      platform: template.labels['app.kubernetes.io/managed-by'] === 'kube-proxy-kit' ? 'kube-proxy-kit' : undefined,
      shippedBy: shipperOf(template, container.container, flags),
      pools: template.pools,
      flags,
      configuration,
      readsConfiguration: configPath !== undefined,
      rollsOnChange: needsRollout ? rollsOnChange(template, reads) : undefined,
      mountsLibModules: files.hostMounts.some(({ hostPath }) => /^(?:\/usr)?\/lib(?:\/modules)?\/?$|^\/$/.test(hostPath)),
      cleansUpOnModeChange: cleans,
      environment: environment.known(),
    }),
  };
}

/** Follows `--config` through the container's mounts to a ConfigMap's key; a path that no ConfigMap is mounted at is a file. */
function configurationSource({ resource }: PodTemplate, files: ContainerFiles, path: string): ConfigurationSource {
  const mounted = files.configMapKey(path);
  return mounted ? { kind: 'config-map', namespace: resource.object.metadata.namespace, ...mounted } : { kind: 'file', path };
}
