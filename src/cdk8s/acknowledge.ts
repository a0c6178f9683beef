import type { IConstruct } from 'constructs';
import { acknowledgementProblems, type Acknowledgement } from '../rules/acknowledgement';

const ACKNOWLEDGEMENT = 'kube-proxy-kit:acknowledgement';

/** What is accepted, and why; its place in the tree is that of the construct it is given to. */
export type ConstructAcknowledgement = Omit<Acknowledgement, 'constructPath'>;

/**
 * Accepts findings at a construct and below it. Give the app or a chart for a wider scope.
 *
 * @throws Error when the reason is empty, or the finding id or the last day is not one
 */
export function acknowledge(scope: IConstruct, acknowledgement: ConstructAcknowledgement): void {
  const problems = acknowledgementProblems(acknowledgement);
  if (problems.length > 0) {
    throw new Error(`acknowledgement at ${scope.node.path || 'the app'}: ${problems.join('; ')}`);
  }
  scope.node.addMetadata(ACKNOWLEDGEMENT, acknowledgement);
}

/** An acknowledgement, and the construct that it was given to. */
export interface ScopedAcknowledgement {
  readonly scope: IConstruct;
  readonly acknowledgement: Acknowledgement;
}

export function acknowledgementsIn(root: IConstruct): ScopedAcknowledgement[] {
  return root.node.findAll().flatMap((scope) => scope.node.metadata
    .filter(({ type }) => type === ACKNOWLEDGEMENT)
    .map(({ data }) => ({ scope, acknowledgement: { ...data as ConstructAcknowledgement, ...(scope === root ? {} : placeOf(scope)) } })));
}

function placeOf({ node: { path } }: IConstruct): Pick<Acknowledgement, 'constructPath' | 'location'> {
  return { constructPath: path, location: { constructPath: path } };
}
