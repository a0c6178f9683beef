import type { PolicyResource } from '@pulumi/policy';
import type { KubernetesObject, Resource } from '../kubernetes/resource';
import { isRecord } from '../kubernetes/untyped';
import { resourceName } from '../reading/documents/resources';

/** What a policy is given of a resource, as far as it is used here. */
export type StackResource = Pick<PolicyResource, 'type' | 'urn' | 'props'>;

/** The Kubernetes objects of a stack, and what of them a preview does not know yet. */
export interface StackObjects {
  readonly resources: readonly Resource[];
  readonly unknown: readonly UnknownParts[];
}

export interface UnknownParts {
  /** `kind namespace/name`, or `kind name`. */
  readonly resource: string;
  readonly urn: string;
  /** `data.config.conf`, `spec.template`. */
  readonly paths: readonly string[];
}

/** Words in an object that rules may read. */
const CONCERNS_US = /kube-?proxy|ip_?vs|sysctl|proc\/sys|modprobe|conntrack/i;

/** Reads the Kubernetes objects of a stack, whatever program or chart made them. */
export function stackObjects(stack: readonly StackResource[]): StackObjects {
  const resources: Resource[] = [];
  const unknown: UnknownParts[] = [];
  for (const { type, urn, props } of stack) {
    if (type.startsWith('kubernetes:')) {
      const paths: string[] = [];
      const object = knownPart(props, '', paths);
      if (isKubernetesObject(object)) {
        const location = { urn };
        resources.push({ object, name: resourceName(object), locate: () => location });
        if (paths.length > 0 && CONCERNS_US.test(JSON.stringify(object))) {
          unknown.push({ resource: resourceName(object), urn, paths });
        }
      }
    }
  }
  return { resources, unknown };
}

/** A copy without what is not known. The SDK of policies throws when such a value is read. */
function knownPart(value: unknown, path: string, unknown: string[]): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const known: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    try {
      known.push([key, knownPart((value as Record<string, unknown>)[key], at, unknown)]);
    } catch {
      unknown.push(at);
    }
  }
  return Array.isArray(value) ? known.map(([, item]) => item) : Object.fromEntries(known);
}

function isKubernetesObject(value: unknown): value is KubernetesObject {
  return isRecord(value) && typeof value.kind === 'string' && typeof value.apiVersion === 'string' && isRecord(value.metadata);
}
