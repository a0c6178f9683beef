import type { ObjectPath, Resource } from '../cluster/resource';
import { isRecord } from '../cluster/untyped';
import type { LocalhostNodePortUse, ServiceDeclaration } from '../declaration/workloads';

/** An address of the loopback interface with a port, anywhere in a text. */
const ON_LOOPBACK = /(?:\b127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\blocalhost|\[::1\]):(\d{4,5})(?!\d)/g;

/** A text that names a port at a loopback address. */
export interface LoopbackAddress {
  readonly resource: Resource;
  readonly path: ObjectPath;
  readonly address: string;
  readonly port: number;
}

/** Every loopback address with a port in the texts of an object, wherever they are. */
export function loopbackAddresses(resource: Resource): LoopbackAddress[] {
  const found: LoopbackAddress[] = [];
  const pending: { readonly value: unknown; readonly path: ObjectPath }[] = [{ value: resource.object, path: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      for (const match of value.matchAll(ON_LOOPBACK)) {
        found.push({ resource, path, address: match[0], port: Number(match[1]) });
      }
    } else if (Array.isArray(value)) {
      pending.push(...value.map((item: unknown, index) => ({ value: item, path: [...path, index] })));
    } else if (isRecord(value)) {
      pending.push(...Object.entries(value).map(([key, item]) => ({ value: item, path: [...path, key] })));
    }
  }
  return found.reverse();
}

/** Those of the addresses whose port is a NodePort of a Service. */
export function localhostNodePortUses(addresses: readonly LoopbackAddress[], services: readonly ServiceDeclaration[]): LocalhostNodePortUse[] {
  const owners = new Map(services.flatMap((service) => service.ports.map(({ nodePort }) => [nodePort, service] as const)));
  return addresses.flatMap(({ resource, path, address, port }) => {
    const service = owners.get(port);
    return service === undefined ? [] : [{
      resource: resource.name,
      get location() { return resource.locate(path); },
      nodePort: port,
      because: `${path.join('.')} of ${resource.name} names ${address}, the NodePort of ${service.resource}`,
    }];
  });
}
