import type * as pulumi from '@pulumi/pulumi';
import type { KubernetesObject } from '../kubernetes/resource';
import { invalidOption } from '../kubernetes/invalid-option';
import type { JudgedObject } from './component-check';
import { urnOf, type ChildResource } from './resource-tree';

/**
 * How Pulumi comes to manage an object that may be in the cluster already.
 *
 * - `patch`: by Server-Side Apply. Makes the object if need be, changes it in place, and leaves it when the stack goes. Where somebody
 *   else (kubeadm, the EKS add-on) has set the same fields to other values, the update ends with a conflict.
 * - `take-over`: the same, but takes the fields over from whoever set them.
 * - `import`: an ordinary resource that takes the object into the stack as it is found, and leaves it when the stack goes. It must be as
 *   declared; to change it, take another adoption after that.
 * - `create`: an ordinary resource, for an object that does not exist. A ConfigMap whose data changes is deleted before the new one is
 *   made, unless the provider has `enableConfigMapMutable`.
 */
export type Adoption = 'patch' | 'take-over' | 'import' | 'create';

const ADOPTIONS: readonly Adoption[] = ['patch', 'take-over', 'import', 'create'];

/** An object that a component is about to register. */
export interface Part {
  /** With outputs where it depends on what is known later. */
  readonly manifest: KubernetesObject;
  /** As rules see it. */
  readonly judged: KubernetesObject;
  readonly adoption: Adoption;
}

export function isPatch(adoption: Adoption): boolean {
  return adoption === 'patch' || adoption === 'take-over';
}

/** @throws Error when there is no such adoption, or the object cannot be adopted in this way */
function checkAdoption({ manifest, adoption }: Part): void {
  if (!ADOPTIONS.includes(adoption)) {
    throw invalidOption('adoption', adoption, ADOPTIONS.join(', '));
  }
  if (adoption === 'import' && typeof manifest.metadata.namespace !== 'string') {
    throw new Error('namespace is an Output; allowed: plain text together with adoption "import", since Pulumi needs the id at once');
  }
}

/**
 * A part, and where it will be. Whatever is registered has been here before, so that a mistake is told in time.
 *
 *
 * @param name of the resource
 * @param above components between `component` and the resource, from above
 * @throws Error when the part cannot be adopted as it says
 */
export function judgedPart(
  component: pulumi.ComponentResource, part: Part, name: string, above: readonly ChildResource[] = [],
): JudgedObject {
  checkAdoption(part);
  const { judged, adoption } = part;
  const group = judged.apiVersion.includes('/') ? judged.apiVersion : `core/${judged.apiVersion}`;
  const type = `kubernetes:${group}:${judged.kind}${isPatch(adoption) ? 'Patch' : ''}`;
  return { object: judged, urn: urnOf(component, [...above, { type, name }]) };
}
