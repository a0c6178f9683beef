import type { Evidence } from '../../evidence';
import type { KernelCommit } from '../commits';
import type { KnownKernel } from '../kernel-has';
import { SCHEDULERS } from '../schedulers';

/**
 * What the leading number of a family's release strings means: the kernel.org release that it is built from, or a
 * number at which the vendor stays for years while it adds fixes of its own choice.
 */
export type KernelNumbering = 'kernel.org' | 'frozen';

/** Builds that one pattern tells from all others, and that are ordered among themselves. */
export interface KernelFamily {
  readonly id: string;
  readonly title: string;
  readonly numbering: KernelNumbering;
  /** The group `build` holds what orders the builds of the family: integers with dots between them. */
  readonly pattern: RegExp;
}

/** What orders the builds of most families. */
export const NUMBERS = String.raw`(?<build>\d+(?:\.\d+)*)`;

/**
 * What is known of one commit in the builds of one vendor. Ranges are written `from..to`, both included, each side open when left
 * out; `240.x` stands for every build of 240. A build in no range is unknown, even between one known without and one known with
 * it.
 */
export interface VendorPick {
  readonly present?: readonly string[];
  readonly absent?: readonly string[];
  readonly evidence: Evidence;
}

export type VendorPicks = Readonly<Partial<Record<KernelCommit, VendorPick>>>;

/** What a node shows of its operating system, and what its user knows of the kernel. */
export interface NodeSystem extends KnownKernel {
  readonly osImage?: string;
}

/** What an operating system ships of the modules that IPVS needs, and how modules get loaded there. */
export interface OperatingSystem {
  readonly title: string;
  /** Modules compiled into the kernel. */
  readonly builtin?: readonly string[];
  /** Modules that are there to be loaded. */
  readonly loadable?: readonly string[];
  /** Modules that it does not build. Nothing is known of modules that no list names. */
  readonly absent?: readonly string[];
  /** Evidence for the three lists. */
  readonly evidence: Evidence;
  /** Whether module files are compressed; a loader with a kmod of its own may not be able to read those. @default - not known */
  readonly compressedModules?: { readonly compressed: boolean; readonly evidence: Evidence };
  /** Set where no pod may load modules, whatever its rights. */
  readonly refusesPodLoaders?: Evidence;
  /** Whether modules have to be listed for boot, since nothing loads them on demand. @default false */
  readonly listedModulesOnly?: boolean;
  /** What else decides whether a module is there; one clause. */
  readonly note?: string;
}

/** What an operating system brings, and the nodes that run it. */
export interface VendorSystem {
  readonly is: (node: NodeSystem) => boolean;
  readonly system: OperatingSystem;
}

/** Everything that one vendor's kernels and operating systems are known for. */
export interface Vendor {
  /** In the order of matching: the first whose pattern fits a release string is its family. */
  readonly families?: readonly KernelFamily[];
  /** Commits that were picked, or are missing, apart from what the leading number says; by the id of the family. */
  readonly picks?: Readonly<Record<string, VendorPicks>>;
  /** In the order of matching. */
  readonly systems?: readonly VendorSystem[];
}

/** Every build. */
export const ALL = ['..'];

const ENDED_EARLY = 'Debian 8 ended in 2020-06 and Ubuntu 14.04 in 2019-04; what came later are security fixes';
/** Debian 8 follows 3.16.y, Ubuntu 14.04 the series 3.13 to 3.19: the sysctl is in none of them, nor what it turns on. */
export const BEFORE_4_1: VendorPicks = {
  synDrop: { absent: ALL, evidence: { source: 'Linux f719e3754ee2 drops in the branch that d752c3645717 (v4.1) added', certainty: 'derived' } },
  reuseModeKey: { absent: ALL, evidence: { source: 'Linux d752c3645717 (v4.1) was picked to no stable series', certainty: 'derived' } },
  unconfirmedConntrack: { absent: ALL, evidence: { source: ENDED_EARLY, certainty: 'derived' } },
  weightZero: { absent: ALL, evidence: { source: ENDED_EARLY, certainty: 'derived' } },
  removedServer: { absent: ALL, evidence: { source: ENDED_EARLY, certainty: 'derived' } },
};

export const CLASSIC = ['rr', 'wrr', 'lc', 'wlc', 'lblc', 'lblcr', 'dh', 'sh', 'sed', 'nq'];
export const IPVS = ipvs(SCHEDULERS.map(({ name }) => name));

export function ipvs(schedulers: readonly string[]): string[] {
  return ['ip_vs', ...modules(schedulers)];
}

export function modules(schedulers: readonly string[]): string[] {
  return schedulers.map((name) => `ip_vs_${name}`);
}

/** One family, with its pattern as text. */
export function family(id: string, title: string, numbering: KernelNumbering, pattern: string): KernelFamily {
  return { id, title, numbering, pattern: new RegExp(pattern) };
}
