import type { Resource } from '../cluster/resource';
import { textRecordOf } from '../cluster/untyped';
import type { ConfigurationText } from '../config/configuration';
import type { FoundConfiguration } from './found-instance';

/** The kube-proxy configurations in the data of a ConfigMap. */
export function configurationsOfConfigMap(resource: Resource): FoundConfiguration[] {
  const { kind, metadata } = resource.object;
  if (kind !== 'ConfigMap' || metadata.name === undefined) {
    return [];
  }
  const { name, namespace } = metadata;
  return Object.entries(textRecordOf(resource.object.data))
    .filter(([key, text]) => isConfiguration(text) || (/^kube-proxy(?:-config)?$/.test(name) && /^config(?:\.conf)?$/.test(key)))
    .map(([key, text]) => ({
      configuration: configurationText(resource, key, text),
      configMap: { namespace, name, key },
      get location() { return resource.locate(['data', key]); },
      alone: 'configuration',
    }));
}

/** Whether a text means to be a KubeProxyConfiguration, however broken it is. */
export function isConfiguration(text: string): boolean {
  return /^\s*["'{]*(?:kind["']?\s*:\s*["']?KubeProxyConfiguration|apiVersion["']?\s*:\s*["']?kubeproxy\.config\.k8s\.io)/m.test(text)
    || (/^\s*\{/.test(text) && text.includes('KubeProxyConfiguration'));
}

function configurationText(resource: Resource, key: string, text: string): ConfigurationText {
  const path = ['data', key];
  return {
    text,
    name: resource.name,
    resource: resource.name,
    locate: (line, column) => (line === undefined ? undefined : resource.locateInside?.(path, line, column ?? 1)) ?? resource.locate(path),
  };
}
