import type * as pulumi from '@pulumi/pulumi';
import type { KubernetesObject } from '../cluster/resource';
import type { JudgedObject } from './component-check';
import { urnOf, type ChildResource } from './resource-tree';

/**
 * How Pulumi comes to manage an object that may be in the cluster already.
 *
 * - `patch`: by Server-Side Apply. Makes the object if need be, changes it in place, and leaves it when the stack goes. Where somebody
 *   else (kubeadm, the EKS add-on) has set the same fields to other values, the update ends with a conflict.
 * - `take-over`: the same, but takes the fields over from whoever set them.
 * - `import`: an ordinary resource that takes the object into the stack as it is found; it must be as declared.
 * - `create`: an ordinary resource. Where the object exists, it depends on the provider (`upsertExistingObjects`).
 */
export type Adoption = 'patch' | 'take-over' | 'import' | 'create';

export const ADOPTIONS: readonly Adoption[] = ['patch', 'take-over', 'import', 'create'];

/** An object that a component is about to register. */
export interface Part {
  /** With outputs where it hangs on what is known later. */
  readonly manifest: KubernetesObject;
  /** As rules see it. */
  readonly judged: KubernetesObject;
  readonly adoption: Adoption;
}

export function isPatch(adoption: Adoption): boolean {
  return adoption === 'patch' || adoption === 'take-over';
}

/**
 * A part, and where it will be.
 *
 * @param name of the resource
 * @param above components between `component` and the resource, from above
 */
export function judgedPart(
  component: pulumi.ComponentResource, { judged, adoption }: Part, name: string, above: readonly ChildResource[] = [],
): JudgedObject {
  const group = judged.apiVersion.includes('/') ? judged.apiVersion : `core/${judged.apiVersion}`;
  const type = `kubernetes:${group}:${judged.kind}${isPatch(adoption) ? 'Patch' : ''}`;
  return { object: judged, urn: urnOf(component, [...above, { type, name }]) };
}
