import * as pulumi from '@pulumi/pulumi';
import { isRecord } from '../kubernetes/untyped';
import { invalidOption } from '../kubernetes/invalid-option';
import { madeAlready } from '../plan/made-already';
import { brief } from './brief-error';
import { outputsIn } from './known-later';

/** The type of a component of ours. */
export function componentType(name: string): string {
  return `kube-proxy-kit:index:${name}`;
}

/**
 * Runs what a component does at construction. A mistake of the user ends the program with its message alone, at the component.
 *
 * @param props as they were given
 * @param plainOf those of them that rules read, so that none may be known only later
 * @throws ResourceError in place of any Error
 */
export function construct<P extends object, T>(component: pulumi.ComponentResource, props: P, plainOf: (props: P) => object, body: () => T): T {
  try {
    if (!isRecord(props)) {
      throw invalidOption('props', props, 'an object with the properties of the component');
    }
    // What a component gives its parts, it has been given itself.
    const outputs = madeAlready(props) === undefined ? outputsIn(plainOf(props), '') : [];
    if (outputs.length > 0) {
      throw new Error(outputs.map((path) => `${path} is an Output; allowed: a plain value, since rules read it before any resource exists`).join('\n'));
    }
    return body();
  } catch (error) {
    throw error instanceof Error && !pulumi.ResourceError.isInstance(error) ? brief(new pulumi.ResourceError(error.message, component, true)) : error;
  }
}
