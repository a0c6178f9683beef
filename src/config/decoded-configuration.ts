/**
 * The configuration that kube-proxy runs with: decoded, defaults applied. Durations in seconds; `undefined` for null where a
 * field can be null. A field that the release does not have is at zero, empty, false or `undefined`.
 */
export interface EffectiveConfiguration {
  /** As written; gates at their default are not here. */
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly clientConnection: {
    readonly kubeconfig: string;
    readonly acceptContentTypes: string;
    readonly contentType: string;
    readonly qps: number;
    readonly burst: number;
  };
  readonly logging: {
    readonly format: string;
    readonly flushFrequency: number;
    readonly verbosity: number;
    readonly vmodule: readonly { readonly filePattern: string; readonly verbosity: number }[];
    readonly options: { readonly text: LogStreamOptions; readonly json: LogStreamOptions };
  };
  readonly hostnameOverride: string;
  readonly bindAddress: string;
  readonly healthzBindAddress: string;
  readonly metricsBindAddress: string;
  readonly bindAddressHardFail: boolean;
  readonly enableProfiling: boolean;
  readonly showHiddenMetricsForVersion: string;
  readonly windowsRunAsService: boolean;
  /** As written; `''` when unset. */
  readonly mode: string;
  readonly iptables: {
    readonly masqueradeBit: number | undefined;
    readonly masqueradeAll: boolean;
    readonly localhostNodePorts: boolean | undefined;
    readonly syncPeriod: number;
    readonly minSyncPeriod: number;
  };
  readonly ipvs: {
    readonly syncPeriod: number;
    readonly minSyncPeriod: number;
    /** As written; `''` means rr. */
    readonly scheduler: string;
    readonly excludeCIDRs: readonly string[];
    readonly strictARP: boolean;
    readonly tcpTimeout: number;
    readonly tcpFinTimeout: number;
    readonly udpTimeout: number;
  };
  readonly nftables: {
    readonly masqueradeBit: number | undefined;
    readonly masqueradeAll: boolean;
    readonly syncPeriod: number;
    readonly minSyncPeriod: number;
  };
  readonly winkernel: {
    readonly networkName: string;
    readonly sourceVip: string;
    readonly enableDSR: boolean;
    readonly rootHnsEndpointName: string;
    readonly forwardHealthCheckVip: boolean;
  };
  readonly detectLocalMode: string;
  readonly detectLocal: { readonly bridgeInterface: string; readonly interfaceNamePrefix: string };
  readonly clusterCIDR: string;
  readonly nodePortAddresses: readonly string[];
  readonly oomScoreAdj: number | undefined;
  readonly conntrack: {
    /** Up to 1.14. */
    readonly max: number | undefined;
    readonly maxPerCore: number | undefined;
    readonly min: number | undefined;
    readonly tcpEstablishedTimeout: number | undefined;
    readonly tcpCloseWaitTimeout: number | undefined;
    readonly tcpBeLiberal: boolean;
    readonly udpTimeout: number;
    readonly udpStreamTimeout: number;
  };
  readonly configSyncPeriod: number;
  readonly portRange: string;
  /** Up to 1.15. */
  readonly resourceContainer: string;
  /** Up to 1.25. */
  readonly udpIdleTimeout: number;
}

/** Settings of one log format. */
export interface LogStreamOptions {
  readonly splitStream: boolean;
  /** In bytes. */
  readonly infoBufferSize: number;
}

/** A place in the document, from 1. */
export interface TextPosition {
  readonly line: number;
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
  readonly reason: DropReason;
  /** The value as it is written, shortened. */
  readonly value: string;
  /** Whether it, and everything below it, is null, zero, false or empty, as generated documents have it for what is not set. */
  readonly isZero: boolean;
  /** The known path that was probably meant. */
  readonly suggestion: string | undefined;
  /** First release that has the field (`too-new`) or the first without it (`removed`): `1.18.0`. */
  readonly bound: string | undefined;
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
  readonly kind: ConfigurationProblemKind;
  /** `ipvs.syncPeriod`, or `--ipvs-sync-period` for a flag; `''` for the whole document. */
  readonly path: string;
  /** The whole path as kube-proxy's own message has it (`KubeProxyConfiguration.KubeProxyIPVSConfiguration.SyncPeriod`); `undefined` where it names none. */
  readonly reportedAs: string | undefined;
  /** The value seen, as text. */
  readonly value: string;
  /** What is wrong and what is allowed; one clause without the path. */
  readonly message: string;
  readonly position: TextPosition | undefined;
  /** Pull request, source file at a release. */
  readonly source: string;
}

/** A flag beside `--config`, which kube-proxy ignores. */
export interface IgnoredFlag {
  readonly name: string;
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
