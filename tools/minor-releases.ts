import { KNOWN_PRERELEASE, NEWEST_KNOWN_RELEASE, OLDEST_KNOWN_RELEASE } from '../src/facts/kube-proxy/releases';
import { KubeVersion, type VersionRange } from '../src/facts/kube-proxy/kube-version';

const [oldest, newest] = [OLDEST_KNOWN_RELEASE, KNOWN_PRERELEASE?.line ?? NEWEST_KNOWN_RELEASE].map((release) => KubeVersion.parse(release).minor);

/** `1.11 to 1.37 and v1.38.0-beta.0, a pre-release`. */
export const KNOWN_RELEASES = `${OLDEST_KNOWN_RELEASE} to ${NEWEST_KNOWN_RELEASE}${KNOWN_PRERELEASE ? ` and ${KNOWN_PRERELEASE.read}, a pre-release` : ''}`;

/** `1.38 (v1.38.0-beta.0, a pre-release)`; a released minor by its number alone. */
export function minorName(minor: number): string {
  const line = `1.${minor}`;
  return line === KNOWN_PRERELEASE?.line ? `${line} (${KNOWN_PRERELEASE.read}, a pre-release)` : line;
}

/** Minor releases whose source was read, that of a pre-release included: 11 for 1.11. */
export const MINORS: readonly number[] = Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index);

/** The last patch release of a minor, whichever it is. */
export const lastPatch = (minor: number) => KubeVersion.parse(`1.${minor}.9999`);

/** `1.18 and later`, `until 1.25`, `1.13.6, 1.14.2 and later`; empty for what every release has. */
export function describeReleases(ranges: readonly VersionRange[]): string {
  const [first] = ranges;
  const isOld = KubeVersion.parse(first.from).minor <= oldest;
  const last = ranges.at(-1)!;
  const starts = ranges.filter(({ from }) => KubeVersion.parse(from).minor > oldest).map(({ from }) => short(from));
  if (last.to === undefined) {
    return starts.length === 0 ? '' : `${starts.join(', ')} and later`;
  }
  const end = before(last.to);
  return isOld ? `until ${end}` : starts.at(-1) === end ? starts.join(', ') : `${starts.join(', ')} until ${end}`;
}

/** `1.18` for 1.18.0, `1.13.6` for itself. */
export function short(release: string): string {
  return release.replace(/^(\d+\.\d+)\.0$/, '$1');
}

/** The release before one: `1.25` for 1.26.0. */
function before(release: string): string {
  const { major, minor, patch = 0 } = KubeVersion.parse(release);
  return patch === 0 ? `${major}.${minor - 1}` : `${major}.${minor}.${patch - 1}`;
}
