import { shortList } from '../../assessment/short-list';
import type { UpgradeChange, UpgradePlan, UpgradeRelease } from '../../upgrade/upgrade-plan';
import { countBySeverity, faultsInWords, plural } from '../severity-counts';

/** One change of a release in one line, without the pools. */
function changeText({ what }: UpgradeChange): string {
  switch (what.kind) {
    case 'finding-appears': return `${what.finding.severity} ${what.finding.id}: ${what.finding.message}`;
    case 'severity': return `${what.finding.id} becomes ${what.finding.severity === 'warning' ? 'a' : 'an'} ${what.finding.severity}: ${what.finding.message}`;
    case 'finding-goes': return `no longer ${what.finding.severity} ${what.finding.id}`;
    case 'startup': return `start: ${what.before} -> ${what.after}`;
    case 'mode': return `mode: ${what.before} -> ${what.after}`;
    case 'reuse': return `reused source ports: ${what.before} -> ${what.after}`;
    case 'setting': return `${what.setting.name}: ${what.setting.before ?? 'not set'} -> ${what.setting.after ?? 'not set'}`;
  }
}

/** `pools a, b: …`; nothing before what concerns the whole cluster, and what a message names itself. */
export function changeOfPools(change: UpgradeChange): string {
  const { pools, what } = change;
  const named = 'finding' in what && what.kind !== 'finding-goes' && pools.every((pool) => what.finding.message.includes(pool));
  return pools.length === 0 || named ? changeText(change) : `${pools.length === 1 ? 'pool' : 'pools'} ${shortList(pools)}: ${changeText(change)}`;
}

/** What a check says of the first release: it has to be dealt with whatever comes. */
export function today({ releases }: UpgradePlan): string[] {
  const findings = new Map([...releases[0]?.cells.values() ?? []].flatMap(({ findings: own }) => own.map((finding) => [finding.id, finding])));
  const words = faultsInWords(countBySeverity([...findings.values()]));
  return words === '' ? [] : [`At v${releases[0].dates.line} there ${/^1 (?!.* and )/.test(words) ? 'is' : 'are'} ${words} already: kube-proxy-kit check shows them.`];
}

/** ` (3 nodes)`, where it is known. */
export function nodesOf({ count }: { readonly count?: number }): string {
  return count === undefined ? '' : ` (${plural(count, 'node')})`;
}

/** What ends a blocker. */
export function remediesOf({ what }: UpgradeChange): readonly string[] {
  if (!('finding' in what)) {
    return [];
  }
  return what.finding.rule === 'mode-deprecated' ? ['Leave IPVS mode: the steps for each pool are below.'] : what.finding.remedies;
}

/** Releases in a row, of which only the last one brings changes, if any. */
export interface Stretch {
  readonly releases: readonly UpgradeRelease[];
  /** The release before the last one. */
  readonly before: UpgradeRelease;
}

/** The releases after the first: those that change nothing together, every other one alone. */
export function stretches({ releases }: UpgradePlan): Stretch[] {
  const found: UpgradeRelease[][] = [];
  for (const release of releases.slice(1)) {
    const open = found.at(-1);
    if (open && open[0].changes.length === 0 && release.changes.length === 0) {
      open.push(release);
    } else {
      found.push([release]);
    }
  }
  return found.map((stretch) => ({ releases: stretch, before: releases[releases.indexOf(stretch[stretch.length - 1]) - 1] }));
}

/** `v1.38 (pre-release, about 2026-12 to 2028-02)`, `v1.28 to v1.34`. */
export function stretchTitle(releases: readonly UpgradeRelease[]): string {
  const [first, last] = [releases[0], releases[releases.length - 1]];
  return first === last ? releaseTitle(first) : `v${first.dates.line} to ${releaseTitle(last)}`;
}

/** `v1.36.6 (2026-04-22 to 2027-06-28)`: when it came or comes out, and until when it gets patches. */
function releaseTitle({ version, dates }: Pick<UpgradeRelease, 'version' | 'dates'>): string {
  const state = dates.state === 'released' ? '' : `${dates.state}, about `;
  return `v${dates.state === 'released' ? version.toString().slice(1) : dates.line} (${state}${dates.released} to ${dates.endOfLife})`;
}

/** What can be upgraded apart from the rest. */
export function skew({ dates, oldestKubeProxy }: UpgradeRelease): string {
  return `The API server comes first; a v${dates.line} one supports kube-proxy from v${oldestKubeProxy} on.`;
}
