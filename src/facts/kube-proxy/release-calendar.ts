import type { Evidence } from '../evidence';
import { KNOWN_PRERELEASE } from './releases';
import { KubeVersion } from './kube-version';

/** When a minor release came out, and until when it gets patches. */
export interface ReleaseDates {
  /** `1.36`. */
  readonly line: string;
  /** The newest patch that was seen, `1.36.6`; `undefined` for a release that is not out. */
  readonly newestPatch: string | undefined;
  /** `2026-04-22`; the month alone, `2027-08`, where it is only planned. */
  readonly released: string;
  /** Last day with patches; the month alone where it is only planned. */
  readonly endOfLife: string;
  /** What says so. */
  readonly endOfLifeEvidence: Evidence;
  /** Whether the release is out, was seen as a pre-release, or is only planned. */
  readonly state: 'released' | 'pre-release' | 'planned';
  /** What says when it came out, or will. */
  readonly evidence: Evidence;
}

/** Release day, last patch seen, last day with patches where it is published. */
type Row = readonly [minor: number, released: string, newestPatch: number, endOfLife?: string];

const RELEASED: readonly Row[] = [
  [11, '2018-06-27', 10, '2019-05-01'], [12, '2018-09-25', 10, '2019-07-08'], [13, '2018-11-30', 12, '2019-10-15'],
  [14, '2019-03-21', 10, '2019-12-11'], [15, '2019-06-15', 12, '2020-05-06'], [16, '2019-09-13', 15, '2020-09-02'],
  [17, '2019-12-06', 17, '2021-01-13'], [18, '2020-03-25', 20, '2021-06-18'], [19, '2020-08-26', 16, '2021-10-28'],
  [20, '2020-12-08', 15, '2022-02-28'], [21, '2021-04-08', 14, '2022-06-28'], [22, '2021-08-04', 17, '2022-12-08'],
  [23, '2021-12-07', 17, '2023-02-28'], [24, '2022-05-03', 17, '2023-07-28'], [25, '2022-08-23', 16, '2023-10-28'],
  [26, '2022-12-09', 15, '2024-02-28'], [27, '2023-04-11', 16, '2024-07-16'], [28, '2023-08-15', 15, '2024-10-22'],
  [29, '2023-12-13', 15, '2025-02-28'], [30, '2024-04-17', 14, '2025-07-15'], [31, '2024-08-13', 14, '2025-11-11'],
  [32, '2024-12-11', 13], [33, '2025-04-23', 13], [34, '2025-08-27', 13], [35, '2025-12-17', 10], [36, '2026-04-22', 6], [37, '2026-08-26', 2],
];

const RELEASE_DAY: Evidence = { source: 'commit of the tag, as the Go module proxy has it for k8s.io/kubernetes', certainty: 'verified' };
const PUBLISHED_END: Evidence = { source: 'data/releases/eol.yaml of kubernetes/website', certainty: 'documented' };
const USUAL_END: Evidence = {
  source: 'https://kubernetes.io/releases/patch-releases/#support-period: fourteen months after the release, on the 28th', certainty: 'derived',
};
const USUAL_RELEASE: Evidence = { source: 'KEP-2572: three releases a year, in April, August and December', certainty: 'derived' };

const MONTHS_OF_SUPPORT = 14;

/** What is known of a minor release, written `1.36`; planned ones by the usual rhythm of three a year. `undefined` before 1.11. */
export function releaseDates(line: string): ReleaseDates | undefined {
  const { major, minor } = KubeVersion.parse(line);
  const row = major === 1 ? RELEASED.find(([known]) => known === minor) : undefined;
  if (row) {
    const [, released, patch, endOfLife] = row;
    return {
      line, released, newestPatch: `${line}.${patch}`, state: 'released', evidence: RELEASE_DAY,
      ...endOfLife === undefined
        ? { endOfLife: `${monthsAfter(released.slice(0, 7), MONTHS_OF_SUPPORT)}-28`, endOfLifeEvidence: USUAL_END }
        : { endOfLife, endOfLifeEvidence: PUBLISHED_END },
    };
  }
  const [last, lastReleased] = RELEASED[RELEASED.length - 1];
  if (major !== 1 || minor < last) {
    return undefined;
  }
  const released = monthsAfter(lastReleased.slice(0, 7), (minor - last) * 4);
  return {
    line, released, newestPatch: undefined, evidence: USUAL_RELEASE,
    endOfLife: monthsAfter(released, MONTHS_OF_SUPPORT), endOfLifeEvidence: USUAL_END,
    state: line === KNOWN_PRERELEASE?.line ? 'pre-release' : 'planned',
  };
}

function monthsAfter(month: string, months: number): string {
  const [year, at] = month.split('-').map(Number);
  const total = year * 12 + at - 1 + months;
  return `${Math.floor(total / 12)}-${String(total % 12 + 1).padStart(2, '0')}`;
}

/** The lines of all releases in the calendar, oldest first; for a test that compares it with `NEWEST_KNOWN_RELEASE`. */
export const RELEASED_LINES: readonly string[] = RELEASED.map(([minor]) => `1.${minor}`);

/** Last release for which something is planned that concerns kube-proxy (KEP-5495). */
export const LAST_PLANNED_RELEASE = '1.43';
