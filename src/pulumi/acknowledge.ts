import * as pulumi from '@pulumi/pulumi';
import { acknowledgementProblems, type Acknowledgement } from '../rules/acknowledgement';
import { findingBody } from '../reports/finding-text';
import { acknowledgementUnused } from '../rules/meta/acknowledgement-unused';
import { withAncestors } from './resource-tree';

/** What is accepted, and why; it counts where it is given. */
export type ComponentAcknowledgement = Omit<Acknowledgement, 'constructPath'>;

/** Where an acknowledgement counts: at a component and below it, or in the whole stack. */
export type AcknowledgementScope = pulumi.ComponentResource | 'stack';

interface GivenAcknowledgement {
  readonly scope: AcknowledgementScope;
  readonly acknowledgement: ComponentAcknowledgement;
  used: boolean;
}

/** By the resource monitor of a program: in one process several may run, one after the other or side by side. */
const givenIn = new WeakMap<object, GivenAcknowledgement[]>();

/**
 * Accepts findings of components that are made after this call. One that nothing needs is warned of when the program has ended.
 *
 * @param scope a component, for what is made with it as parent or further below; or `stack`, for everything
 * @throws RunError when the reason is empty, or the scope, the finding id or the last day is not one
 */
export function acknowledge(scope: AcknowledgementScope, acknowledgement: ComponentAcknowledgement): void {
  const problems = acknowledgementProblems(acknowledgement);
  if (scope !== 'stack' && !pulumi.ComponentResource.isInstance(scope)) {
    problems.unshift("scope is neither a component nor 'stack'");
  }
  if (problems.length > 0) {
    throw new pulumi.RunError(`acknowledgement: ${problems.join('; ')}`);
  }
  const given = givenHere();
  if (given.length === 0) {
    warnOfUnusedAtTheEnd(given);
  }
  given.push({ scope, acknowledgement, used: false });
}

/** What has been accepted for a component by calls of `acknowledge`. */
export function acknowledgementsFor(component: pulumi.ComponentResource): ComponentAcknowledgement[] {
  const scopes: unknown[] = ['stack', ...withAncestors(component)];
  return givenHere().filter(({ scope }) => scopes.includes(scope)).map(({ acknowledgement }) => acknowledgement);
}

export function noteUse(acknowledgement: ComponentAcknowledgement): void {
  givenHere().filter((given) => given.acknowledgement === acknowledgement).forEach((given) => { given.used = true; });
}

function givenHere(): GivenAcknowledgement[] {
  const monitor = pulumi.runtime.getMonitor() ?? givenIn;
  const given = givenIn.get(monitor) ?? [];
  givenIn.set(monitor, given);
  return given;
}

/** The outputs of the stack are known when the program has ended. In unit tests there is no stack. */
function warnOfUnusedAtTheEnd(given: readonly GivenAcknowledgement[]): void {
  pulumi.runtime.getStackResource()?.outputs.apply(() => given.filter(({ used }) => !used).forEach(({ acknowledgement }) => {
    const { message, because = '', remedies } = acknowledgementUnused.finding(acknowledgement);
    void pulumi.log.warn(findingBody({ id: `${acknowledgementUnused.id}[${acknowledgement.finding}]`, message, because, remedies }));
  }));
}
