import type { Evidence } from '../evidence';
import { KubeVersion, type VersionRange } from './kube-version';

/** First release line with facts of its own; older ones are taken to behave like it, at best. */
export const OLDEST_KNOWN_RELEASE = '1.11';

/** Newest release line whose source was read. */
export const NEWEST_KNOWN_RELEASE = '1.37';

const NEWEST_MINOR = minorOf(NEWEST_KNOWN_RELEASE);

/** A release line, and the pre-release of it whose source was read. */
interface Prerelease {
  readonly line: string;
  readonly read: string;
}

/** The newest pre-release that was read; it no longer counts once its line is among the known ones. */
const NEWEST_READ_PRERELEASE: Prerelease = { line: '1.38', read: 'v1.38.0-beta.0' };

/**
 * A release line of which only a pre-release was read: what is known of it has rows of its own, and may still change.
 * `undefined` while there is none.
 */
export const KNOWN_PRERELEASE: Prerelease | undefined = isAfterNewest(NEWEST_READ_PRERELEASE.line) ? NEWEST_READ_PRERELEASE : undefined;

/** Something that holds for some releases of kube-proxy. */
export interface ReleaseFact {
  readonly releases: readonly VersionRange[];
  readonly evidence: Evidence;
}

/** The row that holds for a version; the first one when several do. */
export function factAt<Fact extends ReleaseFact>(facts: readonly Fact[], version: KubeVersion): Fact | undefined {
  return facts.find(({ releases }) => version.within(releases));
}

/** The releases of which some row of a table says something, adjacent ranges joined, oldest first. */
export function releasesWhere<Fact extends ReleaseFact>(facts: readonly Fact[], says: (fact: Fact) => boolean): readonly VersionRange[] {
  const ranges = facts.filter(says).flatMap(({ releases }) => releases);
  const inOrder = [...ranges].sort((left, right) => KubeVersion.parse(left.from).compare(KubeVersion.parse(right.from)));
  return inOrder.reduce<VersionRange[]>((joined, range) => {
    const last = joined.at(-1);
    const touches = last?.to !== undefined && KubeVersion.parse(range.from).compare(KubeVersion.parse(last.to)) === 0;
    return touches ? [...joined.slice(0, -1), { from: last.from, to: range.to }] : [...joined, range];
  }, []);
}

/**
 * Evidence as it counts for one version: outside the releases that were read, a fact without a plan of its own is only
 * assumed to go on.
 */
export function evidenceAt({ evidence, releases }: ReleaseFact, version: KubeVersion): Evidence {
  if (version.before(OLDEST_KNOWN_RELEASE)) {
    return assumed(evidence, `as in v${OLDEST_KNOWN_RELEASE} (older releases were not read)`);
  }
  const isPlanned = () => releases.some(({ from }) => isAfterNewest(from) && version.atLeast(from));
  return version.minor > NEWEST_MINOR && !isPlanned() ? assumed(evidence, `unchanged after v${NEWEST_KNOWN_RELEASE}`) : evidence;
}

function assumed({ source }: Evidence, how: string): Evidence {
  return { source: `${source}; assumed ${how}`, certainty: 'derived' };
}

/** Whether a release line is one whose source was not read: what is said of it is planned or assumed. */
export function isAfterNewest(release: string): boolean {
  return minorOf(release) > NEWEST_MINOR;
}

function minorOf(release: string): number {
  return Number(release.split('.')[1]);
}
