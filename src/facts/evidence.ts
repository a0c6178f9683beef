/**
 * How sure a fact is.
 *
 * - `verified`: read in the source, package, tag or configuration itself, or measured on a real kernel
 * - `documented`: a vendor document, changelog, KEP, issue or pull request says so
 * - `derived`: follows by arithmetic or version comparison from facts of the two kinds above
 * - `from-memory`: not checked; good for a hint, never for a verdict of its own
 */
export type Certainty = 'verified' | 'documented' | 'derived' | 'from-memory';

/** Where a fact is from, and how sure it is. Every row of every table carries one. */
export interface Evidence {
  /** A commit, pull request, changelog, vendor document or source file at a release. */
  readonly source: string;
  /** How sure it is. */
  readonly certainty: Certainty;
}

/** What is known of a yes-or-no fact. Unknown is a value of its own and never counts as fine. */
export type Presence = 'present' | 'absent' | 'unknown';

/** A yes-or-no fact with the evidence for it. */
export interface EvidencedPresence {
  /** Whether it is there. */
  readonly state: Presence;
  /** What shows it; for `unknown`, where it was looked for. */
  readonly evidence: Evidence;
  /** One clause for a reader: why this state, with the builds compared. */
  readonly because: string;
}
