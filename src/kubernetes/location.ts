/** Where something was written: a place in a file, a construct of a cdk8s app, or a Pulumi resource. */
export interface Location {
  /** File as it was named on the command line or found below a folder; `-` for standard input. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** `node.path` of a construct. */
  readonly constructPath?: string;
  /** URN of a Pulumi resource. */
  readonly urn?: string;
}
