import type { Evidence, EvidencedPresence, Presence } from '../evidence';
import { commitNamed, KERNEL_COMMITS, type KernelCommit } from './commits';
import { compareNumbers } from './compare-numbers';
import type { DeclaredBackport } from './declared-backport';
import type { KernelRelease } from './kernel-release';
import { picksOf } from './vendors';

/** A kernel, and what is known of it apart from its release string. A node pool is one. */
export interface KnownKernel {
  readonly kernel: KernelRelease;
  /** @default - none */
  readonly declaredBackports?: readonly DeclaredBackport[];
  /** Sysctls that were seen on nodes with this kernel. @default - none */
  readonly sysctls?: Readonly<Record<string, string>>;
  /** Name of the pool, for messages about `sysctls`. */
  readonly name?: string;
}

/**
 * Whether a kernel has a commit: by the sysctls that were seen, the backports that its user declares, what is known of its vendor's
 * builds, or its number.
 *
 * A commit is absent only where a build was checked, is older than the commit, or follows a kernel.org series that never got it;
 * everything else that is not known to have it is unknown.
 */
export function kernelHas(commit: KernelCommit, pool: KnownKernel): EvidencedPresence {
  return seen(commit, pool) ?? declared(commit, pool) ?? unknownString(pool) ?? vendorBuild(commit, pool) ?? byNumber(commit, pool);
}

/** A key that was seen on the nodes is there, whatever the release string says. */
function seen(commit: KernelCommit, { sysctls = {}, name }: KnownKernel): EvidencedPresence | undefined {
  const { sysctl } = KERNEL_COMMITS[commit];
  return sysctl === undefined || sysctls[sysctl] === undefined ? undefined : {
    state: 'present',
    evidence: { source: `sysctls of pool ${name}`, certainty: 'documented' },
    because: `${sysctl} is among the sysctls seen on pool ${name}`,
  };
}

function declared(commit: KernelCommit, { declaredBackports = [] }: KnownKernel): EvidencedPresence | undefined {
  const backport = declaredBackports.find((candidate) => commitNamed(candidate.commit) === commit);
  if (backport === undefined) {
    return undefined;
  }
  const reason = backport.reason?.trim() || 'no reason given';
  return {
    state: 'present',
    evidence: { source: `declared backport ${backport.commit}: ${reason}`, certainty: 'documented' },
    because: `${backport.commit} is declared as a backport (${reason})`,
  };
}

/** Strings that name no Linux kernel. */
function unknownString({ kernel }: KnownKernel): EvidencedPresence | undefined {
  const { id, title } = kernel.family;
  if (kernel.isReadable && id !== 'placeholder' && id !== 'windows') {
    return undefined;
  }
  const because = kernel.isReadable
    ? `${kernel.release} names no Linux kernel (${title})`
    : `${JSON.stringify(kernel.raw)} does not start with a kernel version`;
  return { state: 'unknown', evidence: NO_SOURCE, because };
}

function vendorBuild(commit: KernelCommit, { kernel }: KnownKernel): EvidencedPresence | undefined {
  const { id, title, build } = kernel.family;
  const known = picksOf(id)?.[commit];
  if (known === undefined) {
    return undefined;
  }
  const { evidence } = known;
  const present = (known.present ?? []).map(parseRange);
  const absent = (known.absent ?? []).map(parseRange);
  const subject = build.length > 0 ? `build ${build.join('.')} of ${title}` : title;
  if (present.some((range) => includes(range, build))) {
    return { state: 'present', evidence, because: `${subject} has it` };
  }
  if (absent.some((range) => includes(range, build))) {
    return { state: 'absent', evidence, because: `${subject} lacks it` };
  }
  const below = absent.filter(({ to }) => to.length > 0 && compareNumbers(to, build) < 0).at(-1);
  const above = present.find(({ from }) => compareNumbers(from, build) > 0);
  const bounds = [
    ...(below ? [`the last known without it is ${named(below.to)}`] : []),
    ...(above ? [`the first known with it is ${named(above.from)}`] : []),
  ];
  const nothing = `nothing is known of ${subject}`;
  return { state: 'unknown', evidence, because: bounds.length > 0 ? `${nothing}: ${bounds.join(', ')}` : nothing };
}

function byNumber(commit: KernelCommit, { kernel }: KnownKernel): EvidencedPresence {
  const { mainline, evidence, absentEvidence = evidence, stable, unknownStable, frozenBefore = 'unknown' } = KERNEL_COMMITS[commit];
  const { base, family } = kernel;
  if (kernel.atLeast(mainline)) {
    return compared('present', kernel, evidence, `${base} is at or past ${mainline}, the first mainline release with it`);
  }
  const series = kernel.numbers.slice(0, 2).join('.');
  if (family.numbering === 'frozen' && frozenBefore === 'absent') {
    return compared('absent', kernel, evidence, `${base} is before ${mainline}, the first mainline release with it`);
  }
  if (family.numbering === 'frozen' || unknownStable.includes(series)) {
    return { state: 'unknown', evidence: NO_SOURCE, because: `nothing is known of ${family.title} kernels numbered ${base}` };
  }
  const pick = stable.find(({ from }) => from.startsWith(`${series}.`));
  if (pick === undefined) {
    return compared('absent', kernel, absentEvidence, `${base} is before ${mainline}, and ${series}.y never got it`);
  }
  const reached = kernel.atLeast(pick.from);
  const place = reached ? 'at or past' : 'before';
  return compared(reached ? 'present' : 'absent', kernel, pick.evidence, `${base} is ${place} ${pick.from}, the first ${series}.y release with it`);
}

/** Whoever is not kernel.org itself may differ from what the number says: no more than derived. */
function compared(state: Presence, kernel: KernelRelease, evidence: Evidence, because: string): EvidencedPresence {
  const certain = kernel.family.id === 'upstream' || evidence.certainty === 'from-memory';
  return { state, evidence: certain ? evidence : { ...evidence, certainty: 'derived' }, because };
}

const NO_SOURCE: Evidence = { source: 'no changelog or source that tells', certainty: 'from-memory' };

interface BuildRange {
  readonly from: readonly number[];
  /** Empty when the range has no end. */
  readonly to: readonly number[];
}

function parseRange(range: string): BuildRange {
  const [from, to] = range.split('..').map(parseBound);
  return { from, to };
}

function parseBound(bound: string): readonly number[] {
  return bound.split('.').filter(Boolean).map((part) => (part === 'x' ? Infinity : Number(part)));
}

function named(bound: readonly number[]): string {
  return bound.map((part) => (part === Infinity ? 'x' : part)).join('.');
}

function includes({ from, to }: BuildRange, build: readonly number[]): boolean {
  return compareNumbers(build, from) >= 0 && (to.length === 0 || compareNumbers(build, to) <= 0);
}
