import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { releaseDates, type ReleaseDates } from '../facts/kube-proxy/release-calendar';

/** One minor release on the way. */
export interface ReleaseStep {
  /** The version that is judged: today's on the first step, then the newest patch that was seen, or patch 0 of what is not out. */
  readonly version: KubeVersion;
  /** When it came out, and until when it gets patches. */
  readonly dates: ReleaseDates;
}

/** Every minor release from one to another, both included; none when the second is before the first. */
export function releaseSteps(from: KubeVersion, to: KubeVersion): ReleaseStep[] {
  return Array.from({ length: Math.max(to.minor - from.minor + 1, 0) }, (_, index) => {
    const line = `${from.major}.${from.minor + index}`;
    const dates = releaseDates(line);
    return dates === undefined ? [] : [{ version: index === 0 ? from : KubeVersion.parse(`v${dates.newestPatch ?? `${line}.0`}`), dates }];
  }).flat();
}
