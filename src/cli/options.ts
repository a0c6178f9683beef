import type { FailOn } from '../rules/fail-on';

export const FORMATS = ['text', 'json', 'sarif', 'junit', 'html'] as const;

export const PLAN_FORMATS = ['text', 'json', 'html', 'markdown'] as const;

export const PLAN_MODES = ['auto', 'nftables', 'iptables'] as const;

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** What `check` is told besides the paths. */
export interface CheckOptions {
  readonly nodes?: readonly string[];
  readonly kubernetesVersion?: string;
  readonly ack?: string;
  readonly exclude?: readonly string[];
  /** Whether it is one cluster although files contradict each other. */
  readonly oneCluster?: boolean;
  readonly format: (typeof FORMATS)[number];
  readonly output?: string;
  readonly failOn: FailOn;
  /** Whether it is fine that nothing was judged. */
  readonly allowEmpty?: boolean;
}

/** What `plan` is told besides the paths. */
export interface PlanOptions {
  readonly nodes?: readonly string[];
  /** The release to begin with. */
  readonly from?: string;
  /** The release to end with. */
  readonly to?: string;
  /** Where pools in IPVS mode go. */
  readonly mode: (typeof PLAN_MODES)[number];
  readonly ack?: string;
  readonly exclude?: readonly string[];
  /** Whether it is one cluster although files contradict each other. */
  readonly oneCluster?: boolean;
  readonly format: (typeof PLAN_FORMATS)[number];
  readonly output?: string;
}

/** 0: nothing at or above `--fail-on`; 1: findings; 2: usage error, nothing could be read, or nothing was judged although nodes were given. */
export type ExitCode = 0 | 1 | 2;
