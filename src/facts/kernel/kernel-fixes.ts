import type { Evidence, EvidencedPresence, Presence } from '../evidence';
import { compareNumbers } from './compare-numbers';
import type { KernelRelease } from './kernel-release';
import type { DeclaredBackport } from './declared-backport';
import { fixOfCommit, UPSTREAM_FIXES, type KernelFix } from './kernel-fixes-upstream';
import { picksOf } from './vendors';

/** What a kernel has of the commits that decide how IPVS treats a reused source port. */
export interface KernelFixes {
  /** f719e3754ee2: the SYN of a reused port is dropped at all (F0). */
  readonly synDrop: EvidencedPresence;
  /** f0a5e4d7a594: no drop for an unconfirmed conntrack (F1). */
  readonly unconfirmedConntrack: EvidencedPresence;
  /** c95c07836fa4: weight 0 is rescheduled in mode 0 (F2). */
  readonly weightZero: EvidencedPresence;
  /** 35dfb013149f: connections of a removed server are flushed (F3). */
  readonly removedServer: EvidencedPresence;
  /** d752c3645717: net.ipv4.vs.conn_reuse_mode exists. */
  readonly reuseModeKey: EvidencedPresence;
  /** dc7b3eb900aa: weight 0 is rescheduled; without the key, in every case, with it where conn_reuse_mode is not 0. */
  readonly deadServer: EvidencedPresence;
}

/**
 * What is known of each fix in a kernel, from its release string and the backports that its user declares.
 *
 * A fix is absent only where a build was checked, is older than the commit, or follows a kernel.org series that never got it;
 * everything else that is not known to have it is unknown.
 */
export function kernelFixes(kernel: KernelRelease, declaredBackports: readonly DeclaredBackport[] = []): KernelFixes {
  const presence = (fix: KernelFix): EvidencedPresence =>
    declared(fix, declaredBackports) ?? unknownString(kernel) ?? vendorBuild(fix, kernel) ?? byNumber(fix, kernel);
  return {
    synDrop: presence('synDrop'),
    unconfirmedConntrack: presence('unconfirmedConntrack'),
    weightZero: presence('weightZero'),
    removedServer: presence('removedServer'),
    reuseModeKey: presence('reuseModeKey'),
    deadServer: presence('deadServer'),
  };
}

function declared(fix: KernelFix, backports: readonly DeclaredBackport[]): EvidencedPresence | undefined {
  const backport = backports.find(({ commit }) => fixOfCommit(commit) === fix);
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
function unknownString(kernel: KernelRelease): EvidencedPresence | undefined {
  const { id, title } = kernel.family;
  if (kernel.isReadable && id !== 'placeholder' && id !== 'windows') {
    return undefined;
  }
  const because = kernel.isReadable
    ? `${kernel.release} names no Linux kernel (${title})`
    : `${JSON.stringify(kernel.raw)} does not start with a kernel version`;
  return { state: 'unknown', evidence: NO_SOURCE, because };
}

function vendorBuild(fix: KernelFix, kernel: KernelRelease): EvidencedPresence | undefined {
  const { id, title, build } = kernel.family;
  const known = picksOf(id)?.[fix];
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

function byNumber(fix: KernelFix, kernel: KernelRelease): EvidencedPresence {
  const { mainline, evidence, absentEvidence = evidence, stable, unknownStable } = UPSTREAM_FIXES[fix];
  const { base, family } = kernel;
  if (kernel.atLeast(mainline)) {
    return compared('present', kernel, evidence, `${base} is at or past ${mainline}, the first mainline release with it`);
  }
  const series = kernel.numbers.slice(0, 2).join('.');
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
