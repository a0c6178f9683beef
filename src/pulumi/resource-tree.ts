import * as pulumi from '@pulumi/pulumi';

/** What the SDK keeps in every resource besides its public properties; its own type tests rest on the first of them. */
interface ResourceInternals {
  readonly __pulumiType?: string;
  readonly __name?: string;
  readonly __parentResource?: pulumi.Resource;
}

const STACK = 'pulumi:pulumi:Stack';

/** Type and name of a resource below a component. */
export interface ChildResource {
  readonly type: string;
  readonly name: string;
}

/** A resource and what stands above it, the nearest first. */
export function withAncestors(resource: pulumi.Resource): pulumi.Resource[] {
  const parent = (resource as ResourceInternals).__parentResource;
  return parent ? [resource, ...withAncestors(parent)] : [resource];
}

/**
 * The URN that a resource below a component has or will have. Its `urn` is an output, which tells it too late.
 *
 * @param path from the child of the component downwards; empty for the component itself
 * @returns undefined when it cannot be told, since a parent is in another process
 */
export function urnOf(component: pulumi.ComponentResource, path: readonly ChildResource[]): string | undefined {
  const above = (withAncestors(component) as ResourceInternals[]).filter(({ __pulumiType }) => __pulumiType !== STACK).reverse();
  const types = [...above.map(({ __pulumiType }) => __pulumiType), ...path.map(({ type }) => type)];
  const name = path.length > 0 ? path[path.length - 1].name : (component as ResourceInternals).__name;
  return types.every(Boolean) && name
    ? `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${types.join('$')}::${name}`
    : undefined;
}
