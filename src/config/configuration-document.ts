import { describeNode } from './field-value';
import { readYamlDocument, type YamlEntry, type YamlMapping } from './yaml/yaml-document';

export const CONFIGURATION_KIND = 'KubeProxyConfiguration';
export const CONFIGURATION_API_VERSION = 'kubeproxy.config.k8s.io/v1alpha1';

/** Why a text is no KubeProxyConfiguration. */
export interface DocumentFault {
  readonly offset: number;
  /** What is there instead, for a message. */
  readonly value: string;
  readonly message: string;
}

/** The fields of a KubeProxyConfiguration, apiVersion and kind checked. */
export type ConfigurationDocument =
  | {
    readonly root: YamlMapping;
    /** Where a second document starts, which kube-proxy does not read; `undefined` when there is none. */
    readonly rest: number | undefined;
    readonly fault?: undefined;
  }
  | { readonly root?: undefined; readonly fault: DocumentFault };

/** Reads the first document of a text as far as kube-proxy's decoder has to know what it is. */
export function readConfigurationDocument(text: string): ConfigurationDocument {
  const document = readYamlDocument(text);
  if (document.problem) {
    return { fault: { ...document.problem, value: '' } };
  }
  const { root, rest } = document;
  if (root.kind !== 'mapping') {
    const value = describeNode(root);
    return { fault: { offset: root.offset, value, message: `must be a map of fields with kind: ${CONFIGURATION_KIND}, and is ${value === 'null' ? 'empty' : value}` } };
  }
  const fault = headerFault(root, 'apiVersion', CONFIGURATION_API_VERSION) ?? headerFault(root, 'kind', CONFIGURATION_KIND);
  return fault ? { fault } : { root, rest };
}

/** The decoder finds apiVersion and kind whatever their case, but it compares their values exactly. */
function headerFault(root: YamlMapping, name: 'apiVersion' | 'kind', expected: string): DocumentFault | undefined {
  const entry = last(root, (key) => key === name) ?? last(root, (key) => key.toLowerCase() === name.toLowerCase());
  const node = entry?.value;
  if (node?.kind === 'scalar' && node.value === expected) {
    return undefined;
  }
  const value = node ? describeNode(node) : '';
  const seen = node ? `${name} is ${value}` : `${name} is missing`;
  return { offset: node?.offset ?? root.offset, value, message: `must have ${name}: ${expected}; ${seen}` };
}

function last({ entries }: YamlMapping, isMeant: (key: string) => boolean): YamlEntry | undefined {
  return entries.filter(({ key }) => isMeant(key)).at(-1);
}
