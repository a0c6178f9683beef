import type { ObjectPath } from '../../kubernetes/resource';
import { isRecord, listOf, recordOf, textOf } from '../../kubernetes/untyped';
import type { Writer } from '../../declaration/writer';
import { writersOfProvisioning } from '../../writers/objects/provisioning-writers';
import { readYamlValue } from '../documents/yaml-values';
import { isConfiguration } from '../kube-proxies/configuration-texts';
import { foundInFields, recordsIn, type InstallerDocument, type InstallerSetup } from './installer-document';

/** Cluster API: the JSON patches of a ClusterClass that add files and commands to the bootstrap of nodes, their values written or as templates. */
export function readClusterClass(document: InstallerDocument): InstallerSetup | undefined {
  const { kind, spec } = document.value;
  if (kind !== 'ClusterClass') {
    return undefined;
  }
  const patches = listOf(recordOf(spec).patches).map(recordOf).flatMap(({ definitions }, patch) =>
    listOf(definitions).map(recordOf).flatMap(({ jsonPatches }, definition) => listOf(jsonPatches).map(recordOf).flatMap((operation, index) => {
      const path: ObjectPath = ['spec', 'patches', patch, 'definitions', definition, 'jsonPatches', index];
      const part = Object.keys(PARTS).find((name) => new RegExp(`/${name}(?:/|$)`).test(textOf(operation.path) ?? ''));
      const value = valueOf(operation);
      return part === undefined || value === undefined ? [] : [{ part, path, list: Array.isArray(value) ? value as unknown[] : [value] }];
    })));
  return {
    writers: patches.flatMap(({ part, list, path }): readonly Writer[] => writersOfProvisioning({
      value: { kind: 'KubeadmConfig', spec: { [part]: list } }, name: document.name, resource: document.resource, locate: () => document.locate(path),
    })),
    configurations: patches.filter(({ part }) => part === 'files').flatMap(({ list, path }) => list.flatMap((file) => {
      const content = textOf(recordOf(file).content) ?? '';
      const read = isConfiguration(content) ? readYamlValue(content.replace(/^---\s*\n/, '')) : { value: undefined };
      const found = 'value' in read ? recordsIn(read.value).find(({ value }) => value.kind === 'KubeProxyConfiguration') : undefined;
      return found ? [foundInFields(document, found.value, path, 'configuration')] : [];
    })),
  };
}

/** Lists of the bootstrap configuration that patches add to. */
const PARTS = { files: true, preKubeadmCommands: true, postKubeadmCommands: true };

/** A value as it is written, or what a template gives; a value of a variable is unknown. */
function valueOf({ value, valueFrom }: Readonly<Record<string, unknown>>): unknown {
  const template = isRecord(valueFrom) ? textOf(valueFrom.template) : undefined;
  if (value !== undefined || template === undefined) {
    return value;
  }
  const read = readYamlValue(template);
  return 'value' in read ? read.value : undefined;
}
