import { isRecord } from '../cluster/untyped';
import type { ClusterFacts } from '../cluster/define-cluster';
import type { Resource } from '../cluster/resource';
import type { UnreadableInput } from '../declaration/declaration';
import type { Writer } from '../writers/writer';
import { nodeFileKind, writersOfText, type NodeFile } from '../writers/writers-of-text';
import { isFlagsFile, kubeProxyOfFlagsFile } from './flags-files';
import type { FoundConfiguration, FoundInstance } from './found-instance';
import type { InputText, ReadDocument } from './input-text';
import { factsOfClusterConfiguration, isClusterConfiguration } from './kubeadm';
import { resourcesOf } from './resources';
import { kubeProxyOfUnit } from './systemd-units';
import { readDocuments } from './yaml-documents';

/** What one text adds to a declaration. */
export interface ReadText {
  readonly resources: readonly Resource[];
  readonly instances: readonly FoundInstance[];
  readonly configurations: readonly FoundConfiguration[];
  readonly facts: readonly ClusterFacts[];
  readonly writers: readonly Writer[];
  readonly unreadable: readonly UnreadableInput[];
  /** Documents, or the text itself, that have nothing to do with kube-proxy. */
  readonly skipped: number;
}

const NOTHING: ReadText = { resources: [], instances: [], configurations: [], facts: [], writers: [], unreadable: [], skipped: 0 };

/** Reads a text by what is in it, and by its name where that does not tell. */
export function readText(input: InputText): ReadText {
  const kind = nodeFileKind(input.file, input.text);
  if (kind !== undefined) {
    const instance = kind === 'systemd-unit' ? kubeProxyOfUnit(input, new Map()) : undefined;
    return { ...NOTHING, instances: instance ? [instance] : [], writers: writersOfText(nodeFile(input)) };
  }
  if (isStructured(input)) {
    return readStructured(input);
  }
  if (isFlagsFile(input)) {
    return { ...NOTHING, instances: [kubeProxyOfFlagsFile(input)] };
  }
  return { ...NOTHING, skipped: 1 };
}

function nodeFile({ file, text }: InputText): NodeFile {
  return { path: file, text, locate: (line, column) => ({ file, line, column }) };
}

function isStructured({ file, text }: InputText): boolean {
  return /\.(?:ya?ml|json|manifest)$/i.test(file) || /^\s*[{[]|^(?:apiVersion|kind):/m.test(text);
}

function readStructured({ file, text }: InputText): ReadText {
  const { documents, unreadable, skipped } = readDocuments(file, text);
  const clusterConfigurations = documents.filter(({ value }) => isRecord(value) && isClusterConfiguration(value));
  const isBare = ({ value }: ReadDocument) => isRecord(value) && value.kind === 'KubeProxyConfiguration';
  const alone = clusterConfigurations.length > 0 ? 'kubeadm' : 'configuration';
  return {
    ...NOTHING,
    resources: documents.filter((document) => !isBare(document)).flatMap((document) => resourcesOf(document)),
    configurations: documents.filter(isBare).map((document) => bareConfiguration(document, alone)),
    facts: clusterConfigurations.map(({ value }) => (isRecord(value) ? factsOfClusterConfiguration(value) : {})),
    unreadable,
    skipped,
  };
}

function bareConfiguration({ document }: ReadDocument, alone: FoundConfiguration['alone']): FoundConfiguration {
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
