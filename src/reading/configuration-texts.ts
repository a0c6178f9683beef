import { isOwnKindOfKubernetes, type ObjectPath, type Resource } from '../cluster/resource';
import { textRecordOf } from '../cluster/untyped';
import type { FoundConfiguration } from './found-instance';
import type { ReadDocument } from './input-text';
import { textsInObject } from './object-texts';
import type { TextDocument } from './text-document';
import { splitDocuments } from './yaml-documents';

/** Whether a text means to be a KubeProxyConfiguration, however broken it is. */
export function isConfiguration(text: string): boolean {
  return /^[\s{"']*(?:kind["']?\s*:\s*["']?KubeProxyConfiguration\b|apiVersion["']?\s*:\s*["']?kubeproxy\.config\.k8s\.io\/)/m.test(text)
    || (/^\s*\{/.test(text) && /"KubeProxyConfiguration"/.test(text));
}

/** A configuration in a file of its own. */
export function configurationOfDocument({ document }: ReadDocument, alone: FoundConfiguration['alone']): FoundConfiguration {
  return {
    configuration: {
      text: document.text,
      name: document.file,
      resource: undefined,
      locate: (line = 1, column = 1) => document.inFile(line, column),
    },
    configMap: undefined,
    get location() { return document.locate(); },
    alone,
  };
}

/** The kube-proxy configurations in the data of a ConfigMap, and in the texts of what carries files to nodes (Cluster API, machine configs). */
export function configurationsOfResource(resource: Resource): FoundConfiguration[] {
  const { kind, apiVersion } = resource.object;
  return kind === 'ConfigMap' ? inConfigMap(resource) : isOwnKindOfKubernetes(apiVersion) ? [] : inTexts(resource);
}

function inConfigMap(resource: Resource): FoundConfiguration[] {
  const { name = '', namespace } = resource.object.metadata;
  return Object.entries(textRecordOf(resource.object.data)).flatMap(([key, text]) => {
    const isMeant = isConfiguration(text) || (/^kube-proxy(?:-config)?$/.test(name) && /^config(?:\.conf)?$/.test(key));
    return isMeant ? partsOf(text).map((part) => found(resource, ['data', key], part, { namespace, name, key })) : [];
  });
}

function inTexts(resource: Resource): FoundConfiguration[] {
  return textsInObject(resource.object)
    .filter(({ text }) => text.includes('\n') && isConfiguration(text))
    .flatMap(({ text, path }) => partsOf(text).map((part) => found(resource, path, part, undefined)));
}

/** kube-proxy reads the first document only; among others, as in a file for kubeadm, it is the one of the right kind. */
function partsOf(text: string): TextDocument[] {
  const documents = splitDocuments('', text);
  const meant = documents.filter((document) => isConfiguration(document.text));
  return meant.length > 0 ? meant.slice(0, 1) : documents.slice(0, 1);
}

function found(resource: Resource, path: ObjectPath, part: TextDocument, configMap: FoundConfiguration['configMap']): FoundConfiguration {
  return {
    configuration: {
      text: part.text,
      name: resource.name,
      resource: resource.name,
      locate: (line, column = 1) => {
        const whole = line === undefined ? undefined : part.inFile(line, column);
        return (whole && resource.locateInside?.(path, whole.line, whole.column)) ?? resource.locate(path);
      },
    },
    configMap,
    get location() { return resource.locate(path); },
    alone: 'configuration',
  };
}
