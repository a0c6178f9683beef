/** A mistake of the user that leaves nothing to check: the message says what is wrong and what to do, and needs no stack. */
export class UsageError extends Error {
  public override readonly name = 'UsageError';
}
