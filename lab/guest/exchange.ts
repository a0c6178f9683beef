/** What the host tells the guest. */
export interface GuestInput {
  /** Ids of experiments, run one after the other. */
  readonly experiments: readonly string[];
  /** An ip_vs module that is loaded in place of the kernel's own. */
  readonly ipVsModule?: string;
  /** What an experiment needs from the host, by its id. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What the guest brings back. */
export interface GuestOutput {
  /** As `uname -r` prints it. */
  readonly release: string;
  readonly results: readonly {
    readonly experiment: string;
    readonly seconds: number;
    readonly measured?: unknown;
    /** Why there is nothing measured. */
    readonly error?: string;
  }[];
}
