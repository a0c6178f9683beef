import { podTemplateOf, containersOf } from '../../pods/pod-template';
import type { ObjectPath, Resource } from '../../kubernetes/resource';
import { recordOf, textOf } from '../../kubernetes/untyped';
import { TextPositions } from '../../config/yaml/text-positions';
import type { LocalhostNodePortUse, ServiceDeclaration } from '../../declaration/workloads';
import type { InputText } from '../documents/input-text';
import { textsInObject } from '../documents/object-texts';

/** A loopback address with a port, anywhere in a text. */
const ON_LOOPBACK = /(?<![\w.])(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|\[::1\]):(\d{4,5})(?!\d)/g;

/** Probes that name a port, which the kubelet asks from the node. */
const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe']
  .flatMap((probe) => [[probe, 'httpGet'], [probe, 'tcpSocket']] as const);

interface LoopbackPort {
  readonly path: ObjectPath;
  /** As it is written. */
  readonly address: string;
  readonly port: number;
}

/** A registry or mirror at a loopback port, in a file of a container runtime. */
export interface LoopbackRegistry {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly address: string;
  readonly port: number;
}

/** The registries at loopback ports that a file names, such as hosts.toml, registries.yaml or a Talos machine configuration. */
export function loopbackRegistries({ file, text }: InputText): LoopbackRegistry[] {
  if (!/\.(?:toml|ya?ml|json)$/i.test(file) || !/mirror|registr|\[host\./i.test(text)) {
    return [];
  }
  const positions = new TextPositions(text);
  return [...text.matchAll(ON_LOOPBACK)].flatMap((match) => {
    const { line, column } = positions.at(match.index);
    const isComment = text.slice(match.index - column + 1, match.index).includes('#');
    return isComment ? [] : [{ file, line, column, address: match[0], port: Number(match[1]) }];
  });
}

/** Who relies on a NodePort of a Service at the node's loopback address. */
export function localhostNodePortUses(
  resources: readonly Resource[], services: readonly ServiceDeclaration[], registries: readonly LoopbackRegistry[],
): LocalhostNodePortUse[] {
  const owners = new Map(services.flatMap((service) => service.ports.flatMap(({ nodePort }) => (nodePort ? [[nodePort, service] as const] : []))));
  if (owners.size === 0) {
    return [];
  }
  const inResources = resources.flatMap((resource) => [...portsInTexts(resource), ...portsInProbes(resource)].flatMap(({ path, address, port }) => {
    const service = owners.get(port);
    return service === undefined ? [] : [{
      resource: resource.name,
      get location() { return resource.locate(path); },
      nodePort: port,
      because: `${path.join('.')} of ${resource.name} names ${address}, the NodePort of ${service.resource}`,
    }];
  }));
  const inFiles = registries.flatMap(({ address, port, ...location }) => {
    const service = owners.get(port);
    return service === undefined ? [] : [{
      resource: location.file, location, nodePort: port, because: `${location.file} names ${address}, the NodePort of ${service.resource}`,
    }];
  });
  return [...inResources, ...inFiles];
}

function portsInTexts(resource: Resource): LoopbackPort[] {
  const template = podTemplateOf(resource);
  const inside = template && template.spec.hostNetwork !== true ? containersOf(template).map(({ path }) => path) : [];
  return textsInObject(resource.object)
    .filter(({ path }) => !inside.some((container) => isBelow(container, path) && path[container.length] !== 'image'))
    .flatMap(({ text, path }) => [...text.matchAll(ON_LOOPBACK)].map((match) => ({ path, address: match[0], port: Number(match[1]) })));
}

/** A container's own loopback address is not the node's, unless it has the node's network; its image is pulled by the node. */
function isBelow(container: ObjectPath, path: ObjectPath): boolean {
  return container.every((key, index) => key === path[index]);
}

/** A probe's host is that of the node's network namespace, whatever the pod's is. */
function portsInProbes(resource: Resource): LoopbackPort[] {
  const template = podTemplateOf(resource);
  return (template ? containersOf(template) : []).flatMap(({ container, path }) => PROBES.flatMap(([probe, kind]) => {
    const { host, port } = recordOf(recordOf(container[probe])[kind]);
    const onLoopback = /^(?:127\.|localhost$|::1$)/.test(textOf(host) ?? '');
    return onLoopback && typeof port === 'number' ? [{ path: [...path, probe, kind, 'port'], address: `${textOf(host)}:${port}`, port }] : [];
  }));
}
