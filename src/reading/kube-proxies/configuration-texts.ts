import { CONFIGURATION_FIELDS } from '../../facts/kube-proxy/fields';
import { isOwnKindOfKubernetes, type ObjectPath, type Resource } from '../../kubernetes/resource';
import { isRecord, textRecordOf } from '../../kubernetes/untyped';
import { filesOfScript } from '../../writers/script/script-writers';
import type { ReadDocument } from '../documents/input-text';
import type { InstallerDocument } from '../installers/installer-document';
import { textsInObject } from '../documents/object-texts';
import { countNewlines, TextDocument } from '../documents/text-document';
import { splitDocuments } from '../documents/yaml-documents';
import type { ConfigMapKey, FoundConfiguration } from './found-instance';

/** Whether a text means to be a KubeProxyConfiguration, however broken it is. */
export function isConfiguration(text: string): boolean {
  return /^[ \t{"']*(?:kind["']?\s*:\s*["']?KubeProxyConfiguration\b|apiVersion["']?\s*:\s*["']?kubeproxy\.config\.k8s\.io\/)/m.test(text)
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

/** A document that says it is something else, or nothing, and is a configuration only if a kube-proxy is given this very file. */
export function mayBeGiven({ document, value }: ReadDocument): boolean {
  return document.text.length <= LONGEST_GIVEN && isRecord(value) && value.metadata === undefined
    && Object.keys(value).some((name) => FIELD_NAMES.has(name));
}

/** No configuration comes near it. */
const LONGEST_GIVEN = 100_000;

/** The fields at the top of a KubeProxyConfiguration; other components have some of them, too. */
const FIELD_NAMES: ReadonlySet<string> = new Set(CONFIGURATION_FIELDS.map(({ path }) => path).filter((path) => !path.includes('.')));

/**
 * The kube-proxy configurations in the data of a ConfigMap, and in the texts of what carries files to nodes (Cluster API, machine configs).
 * `isRead` tells the keys that a kube-proxy certainly reads, whatever is in them.
 */
export function configurationsOfResource(resource: Resource, isRead: (key: ConfigMapKey) => boolean = () => false): FoundConfiguration[] {
  const { name, object, locate, locateInside } = resource;
  return object.kind === 'ConfigMap' ? inConfigMap(resource, isRead)
    : isOwnKindOfKubernetes(object.apiVersion) || object.kind === 'ClusterClass' ? []
      : configurationsInTexts({ value: object, name, resource: name, locate, locateInside });
}

/** Those in the texts of a document that carries files to nodes, such as cloud-init's, and those that its scripts write. */
export function configurationsInTexts(document: InstallerDocument): FoundConfiguration[] {
  return textsInObject(document.value)
    .filter(({ text }) => text.includes('\n') && isConfiguration(text))
    .flatMap(({ text, path }) => {
      const parts = isScript(text) ? writtenBy(text) : partsOf(text);
      return parts.map((part) => found(document, path, part, undefined, document.resource));
    });
}

function inConfigMap(resource: Resource, isRead: (key: ConfigMapKey) => boolean): FoundConfiguration[] {
  const { name = '', namespace } = resource.object.metadata;
  return Object.entries(textRecordOf(resource.object.data)).flatMap(([key, text]) => {
    const configMap = { namespace, name, key };
    const isGiven = isRead(configMap) || (/^kube-proxy(?:-config)?$/.test(name) && /^config(?:\.conf)?$/.test(key));
    const parts = isGiven ? firstOf(text) : isConfiguration(text) && !isScript(text) ? partsOf(text) : [];
    return parts.map((part) => found(resource, ['data', key], part, configMap, resource.name));
  });
}

/** What kube-proxy makes of a text that it is given: the first document, whatever it is; comments alone are none. */
function firstOf(text: string): TextDocument[] {
  const documents = splitDocuments('', text);
  const first = documents.find((document) => /^(?:---)?[ \t]*[^#\s]/m.test(document.text.replace(/^---/, ''))) ?? documents[0];
  return first === undefined ? [] : [first];
}

/** Whether a text begins as a script does, or has a here-document. */
function isScript(text: string): boolean {
  return /^#!|<<-?\s*["'\\]?[A-Za-z_]/.test(text);
}

/** The configurations among the files that a script writes. */
function writtenBy(script: string): TextDocument[] {
  return [...filesOfScript(script).values()].filter(isConfiguration).flatMap((text) => {
    const at = script.indexOf(text);
    const line = at < 0 ? 1 : countNewlines(script.slice(0, at)) + 1;
    return partsOf(text).map((part) => new TextDocument('', part.text, { line: line + part.inFile(1, 1).line - 1, column: 1 }));
  });
}

/** Among others, as in a file for kubeadm, the configuration is the document of the right kind. */
function partsOf(text: string): TextDocument[] {
  const documents = splitDocuments('', text);
  const meant = documents.filter((document) => isConfiguration(document.text));
  return meant.length > 0 ? meant.slice(0, 1) : documents.slice(0, 1);
}

function found(
  { name, locate, locateInside }: Pick<Resource, 'name' | 'locate' | 'locateInside'>, path: ObjectPath, part: TextDocument,
  configMap: ConfigMapKey | undefined, resource: string | undefined,
): FoundConfiguration {
  return {
    configuration: {
      text: part.text,
      name,
      resource,
      locate: (line, column = 1) => {
        const whole = line === undefined ? undefined : part.inFile(line, column);
        return (whole && locateInside?.(path, whole.line, whole.column)) ?? locate(path);
      },
    },
    configMap,
    get location() { return locate(path); },
    alone: 'configuration',
  };
}
