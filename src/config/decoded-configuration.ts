import type { EffectiveConfiguration } from './effective-configuration-type';

export type { EffectiveConfiguration } from './effective-configuration-type';

/** A place in the document, from 1. */
export interface TextPosition {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/**
 * Why a field is not in force.
 *
 * - `unknown`: no release ever had it
 * - `removed`, `too-new`: another release has it
 * - `misplaced`, `wrong-case`, `misspelt`: near misses of a field this release knows (`suggestion` names it)
 * - `duplicate`: written again further down, where the last one wins
 * - `later-document`: in a second document of the text, of which kube-proxy reads the first
 */
export type DropReason = 'unknown' | 'removed' | 'too-new' | 'misplaced' | 'wrong-case' | 'misspelt' | 'duplicate' | 'later-document';

/** A field that kube-proxy of this version drops with at most a log line. */
export interface DroppedField {
  /** `ipvs.strictArp`, `logging.vmodule[0].level`; `(second document)` for everything in it. */
  readonly path: string;
  /** Why kube-proxy does not use it. */
  readonly reason: DropReason;
  /** The value as it is written, shortened. */
  readonly value: string;
  /** Whether it, and everything below it, is null, zero, false or empty, as generated documents have it for what is not set. */
  readonly isZero: boolean;
  /** The known path that was probably meant. */
  readonly suggestion: string | undefined;
  /** First release that has the field (`too-new`) or the first without it (`removed`): `1.18.0`. */
  readonly bound: string | undefined;
  /** Where it stands in the document; `undefined` when that cannot be told. */
  readonly position: TextPosition | undefined;
}

/**
 * What keeps kube-proxy from starting with a configuration.
 *
 * - `undecodable`: not YAML, wrong type, wrong kind or apiVersion
 * - `invalid`: its own validation rejects a value
 * - `mode-unknown`, `feature-gate-unknown`, `scheduler-invalid`: its validation too; told apart because other rules speak for them
 */
export type ConfigurationProblemKind = 'undecodable' | 'invalid' | 'mode-unknown' | 'feature-gate-unknown' | 'scheduler-invalid';

/** One reason why kube-proxy does not start with a configuration. */
export interface ConfigurationProblem {
  /** What rejects it. */
  readonly kind: ConfigurationProblemKind;
  /** `ipvs.syncPeriod`, or `--ipvs-sync-period` for a flag; `''` for the whole document. */
  readonly path: string;
  /** The whole path as kube-proxy's own message has it (`KubeProxyConfiguration.KubeProxyIPVSConfiguration.SyncPeriod`); `undefined` where it names none. */
  readonly reportedAs: string | undefined;
  /** The value seen, as text. */
  readonly value: string;
  /** What is wrong and what is allowed; one clause without the path. */
  readonly message: string;
  /** Where the value stands in the document; `undefined` for a flag, and when that cannot be told. */
  readonly position: TextPosition | undefined;
  /** Pull request, source file at a release. */
  readonly source: string;
}

/** A flag beside `--config`, which kube-proxy ignores. */
export interface IgnoredFlag {
  /** Without the dashes: `proxy-mode`. */
  readonly name: string;
  /** The value that it gives, as text. */
  readonly value: string;
  /** Path of the field that it would have set. */
  readonly path: string;
  /** Value that is in force instead, as text. */
  readonly inForce: string;
  /** Whether it asks for something else than what is in force. */
  readonly differs: boolean;
}

/** What kube-proxy of one version makes of a document and flags. */
export interface DecodedConfiguration {
  /** In force, as far as it can be told; for an undecodable document the defaults. */
  readonly effective: EffectiveConfiguration;
  /** Paths that the document or a flag sets to something, with the place; fields in force by default are not here. */
  readonly written: ReadonlyMap<string, TextPosition | undefined>;
  /**
   * Paths of fields and sections whose value something else fills in: a placeholder without a default, a variable that only the running
   * pod knows. In `effective` they are at their defaults, which say nothing.
   */
  readonly unknown: readonly string[];
  /** Fields that are not in force. */
  readonly dropped: readonly DroppedField[];
  /** What keeps kube-proxy from starting. */
  readonly problems: readonly ConfigurationProblem[];
  /** Flags that lose against the document. */
  readonly ignoredFlags: readonly IgnoredFlag[];
  /** False when any problem keeps it from starting. */
  readonly starts: boolean;
}

/** Whether the value of a field is known: neither it nor a section that it is in is left open. */
export function isFieldKnown({ unknown }: Pick<DecodedConfiguration, 'unknown'>, path: string): boolean {
  return !unknown.some((open) => path === open || path.startsWith(`${open}.`) || open.startsWith(`${path}.`));
}
