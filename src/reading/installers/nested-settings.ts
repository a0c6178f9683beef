import type { ObjectPath } from '../../kubernetes/resource';
import { isOwnKindOfKubernetes } from '../../kubernetes/resource';
import { textOf } from '../../kubernetes/untyped';
import { k3sInstance } from '../kube-proxies/k3s-nodes';
import { textsInObject } from '../documents/object-texts';
import { readYamlValue } from '../documents/yaml-values';
import type { FoundConfiguration, FoundInstance } from '../kube-proxies/found-instance';
import { foundInFields, recordsIn, type InstallerDocument, type InstallerSetup } from './installer-document';
import { k3sSettings, roleInName } from './k3s';
import { k3sArgumentsIn } from './k3s-arguments';

/**
 * What stands inside the document of a tool that is not known: a KubeProxyConfiguration as a mapping, settings of k3s or RKE2 nodes as a
 * mapping or as text, and arguments for their command lines. Nothing in the kinds of Kubernetes, which have their own readers.
 */
export function readNestedSettings(document: InstallerDocument): InstallerSetup | undefined {
  if (isOwnKindOfKubernetes(textOf(document.value.apiVersion))) {
    return undefined;
  }
  const configurations = nestedConfigurations(document);
  const instances = [...nestedK3s(document), ...k3sInTexts(document)];
  return configurations.length + instances.length === 0 ? undefined : { configurations, instances };
}

function nestedConfigurations(document: InstallerDocument): FoundConfiguration[] {
  return recordsIn(document.value)
    .filter(({ value, path }) => path.length > 0 && value.kind === 'KubeProxyConfiguration')
    .map(({ value, path }) => foundInFields(document, value, path, 'configuration'));
}

function nestedK3s(document: InstallerDocument): FoundInstance[] {
  return recordsIn(document.value)
    .filter(({ value }) => 'kube-proxy-arg' in value || 'kube-proxy-arg+' in value)
    .map(({ value, path }) => k3sInstance(k3sSettings(document, value, path, nodeAt(path))));
}

function k3sInTexts(document: InstallerDocument): FoundInstance[] {
  return textsInObject(document.value).filter(({ text }) => text.includes('kube-proxy-arg')).flatMap(({ text, path }) => {
    const args = k3sArgumentsIn(text, () => document.locate(path));
    if (args.length > 0) {
      return args.map(({ role, product, flags }) => k3sInstance({
        ...nodeAt(path), ...product && { product }, ...role && { role }, args: flags, appends: false, disabled: false,
        name: document.name, resource: document.resource, locate: () => document.locate(path),
      }));
    }
    const read = readYamlValue(text);
    const inside = 'value' in read ? recordsIn(read.value) : [];
    return inside.filter(({ value }) => 'kube-proxy-arg' in value || 'kube-proxy-arg+' in value)
      .map(({ value }) => k3sInstance(k3sSettings({ ...document, locate: () => document.locate(path) }, value, [], nodeAt(path))));
  });
}

/** Whose settings they are is told by the nearest name on the way to them that tells. */
function nodeAt(path: ObjectPath) {
  const names = path.filter((key): key is string => typeof key === 'string').reverse();
  return {
    product: names.some((name) => /rke2/i.test(name)) ? 'rke2' as const : 'k3s' as const,
    role: names.flatMap((name) => roleInName(name) ?? []).at(0),
    node: undefined,
    order: '',
  };
}
