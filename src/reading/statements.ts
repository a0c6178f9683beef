import { hasPlaceholder, withoutPlaceholders } from '../kubernetes/placeholder';
import type { Resource } from '../kubernetes/resource';
import { textRecordOf } from '../kubernetes/untyped';
import { ConfigMaps } from '../pods/config-maps';
import type { UnreadableInput } from '../declaration/declaration';
import type { Workloads } from '../declaration/workloads';
import type { Writer } from '../declaration/writer';
import { writersOfResource } from '../writers/objects/writers-of-resource';
import { withoutOwned } from './documents/owned-objects';
import { SetAsideConfigMaps } from './documents/set-aside';
import { readersAmong } from './kube-proxies/configuration-lookup';
import { configurationsOfResource } from './kube-proxies/configuration-texts';
import type { FoundConfiguration, FoundInstance } from './kube-proxies/found-instance';
import { kubeProxiesOfHostFiles } from './kube-proxies/host-files';
import { kubeProxyOfResource } from './kube-proxies/kube-proxy-pods';
import { writersOfNodeFiles } from './node-files';
import type { Part } from './part';
import { readingFailure } from './reading-failure';
import { workloadsOf } from './workloads/workloads';

/** What the parts of one cluster say, before its nodes are known. */
export interface Statements {
  readonly parts: readonly Part[];
  readonly instances: readonly FoundInstance[];
  readonly configurations: readonly FoundConfiguration[];
  readonly writers: readonly Writer[];
  readonly workloads: Workloads;
  /** ConfigMaps that were read since a pod refers to them. */
  readonly referredTo: number;
  readonly unreadable: readonly UnreadableInput[];
}

/** Everything that the parts of one cluster say, held together. */
export function statementsOf(parts: readonly Part[]): Statements {
  const telling = withoutOwned(parts.flatMap((part) => part.resources));
  const setAside = setAsideOf(parts);
  const configMaps = configMapsOf(telling, setAside);
  const unreadable = new Map<Resource, UnreadableInput>();
  // One object that a reader fails on hides no other.
  const guarded = <T>(resource: Resource, read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      const { name, locate } = resource;
      unreadable.set(resource, { name, resource: name, location: locate(), message: `${name} ${readingFailure(error)}` });
      return undefined;
    }
  };
  const flagFiles = parts.flatMap((part) => part.flagFiles);
  const instances = [
    ...telling.flatMap((resource) => guarded(resource, () => kubeProxyOfResource(resource, configMaps)) ?? []),
    ...parts.flatMap((part) => part.instances),
    ...kubeProxiesOfHostFiles(parts.flatMap(({ units }) => units), flagFiles),
  ];
  const writers = [
    ...writersOfNodeFiles(parts.flatMap(({ nodeFiles }) => nodeFiles), flagFiles),
    ...parts.flatMap((part) => part.writers),
    ...telling.flatMap((resource) => guarded(resource, () => writersOfResource(resource, { configMaps })) ?? []),
  ];
  // Pods that matter refer to these.
  const resources = [...telling, ...setAside.referredTo()];
  const isRead = readersAmong(instances);
  return {
    parts,
    instances,
    configurations: [
      ...resources.flatMap((resource) => guarded(resource, () => configurationsOfResource(resource, isRead)) ?? []),
      ...parts.flatMap(({ configurations }) => configurations),
    ],
    writers: writers.map(withKnownValues),
    workloads: workloadsOf(resources, {
      virtualServers: parts.flatMap((part) => part.virtualServers),
      registries: parts.flatMap((part) => part.registries),
      policyEngines: parts.flatMap((part) => part.policyEngines),
      endpoints: parts.reduce((sum, { endpoints }) => sum + endpoints, 0),
    }),
    referredTo: resources.length - telling.length,
    unreadable: [...setAside.problems, ...unreadable.values()],
  };
}

function setAsideOf(parts: readonly Part[]): SetAsideConfigMaps {
  const setAside = new SetAsideConfigMaps();
  for (const part of parts) {
    part.setAside.forEach((document) => setAside.addDocument(document));
    part.setAsideResources.forEach((resource) => setAside.addResource(resource));
  }
  return setAside;
}

/** The ConfigMaps of the input by name; one of the very namespace goes before one that leaves it out. */
function configMapsOf(resources: readonly Resource[], setAside: SetAsideConfigMaps): ConfigMaps {
  const byName = new Map<string | undefined, Resource[]>();
  for (const resource of resources.filter(({ object }) => object.kind === 'ConfigMap')) {
    byName.set(resource.object.metadata.name, [...byName.get(resource.object.metadata.name) ?? [], resource]);
  }
  return new ConfigMaps((namespace, name) => {
    const named = [...byName.get(name) ?? [], ...setAside.named(name)];
    const inNamespace = named.filter(({ object: { metadata } }) => metadata.namespace === namespace);
    const possible = inNamespace.length > 0 ? inNamespace
      : named.filter(({ object: { metadata } }) => metadata.namespace === undefined || namespace === undefined);
    return possible.map(({ object }) => textRecordOf(object.data));
  });
}

/** A value that something else fills in is not known. */
function withKnownValues(writer: Writer): Writer {
  const isOpen = writer.sysctls.some(({ value }) => value !== undefined && hasPlaceholder(value));
  return isOpen ? { ...writer, sysctls: writer.sysctls.map((write) => ({ ...write, value: knownValue(write.value) })) } : writer;
}

function knownValue(value: string | undefined): string | undefined {
  return value === undefined || hasPlaceholder(value) ? undefined : withoutPlaceholders(value);
}
