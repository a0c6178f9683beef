import { podTemplateOf, containersOf } from '../cluster/pod-template';
import type { ObjectPath, Resource } from '../cluster/resource';
import { recordOf, textOf } from '../cluster/untyped';
import type { LocalhostNodePortUse, ServiceDeclaration } from '../declaration/workloads';
import { textsInObject } from './object-texts';

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

/** Who relies on a NodePort of a Service at the node's loopback address. */
export function localhostNodePortUses(resources: readonly Resource[], services: readonly ServiceDeclaration[]): LocalhostNodePortUse[] {
  const owners = new Map(services.flatMap((service) => service.ports.map(({ nodePort }) => [nodePort, service] as const)));
  return resources.flatMap((resource) => [...portsInTexts(resource), ...portsInProbes(resource)].flatMap(({ path, address, port }) => {
    const service = owners.get(port);
    return service === undefined ? [] : [{
      resource: resource.name,
      get location() { return resource.locate(path); },
      nodePort: port,
      because: `${path.join('.')} of ${resource.name} names ${address}, the NodePort of ${service.resource}`,
    }];
  }));
}

function portsInTexts({ object }: Resource): LoopbackPort[] {
  return textsInObject(object).flatMap(({ text, path }) =>
    [...text.matchAll(ON_LOOPBACK)].map((match) => ({ path, address: match[0], port: Number(match[1]) })));
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
