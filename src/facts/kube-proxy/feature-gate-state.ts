import type { Evidence } from '../evidence';
import { KubeVersion } from './kube-version';
import table from './feature-gates.json';

/** The minor releases of Kubernetes 1.x that know a feature gate, and from which one on it can no longer be changed. */
export interface FeatureGateLife {
  /** 11 for gates that are older than the releases that were read. */
  readonly from: number;
  /** First minor without it. */
  readonly to?: number;
  /** The value that it has to keep. kube-proxy exits over the other one. */
  readonly locked?: { readonly from: number; readonly at: boolean };
}

/**
 * Every gate that kube-proxy takes in its `featureGates`: all of Kubernetes' gates, most of which mean nothing to it. The table is made by
 * tools/feature-gate-lives.ts from one late patch release of each minor, and was compared with what the registries of v1.22.17, v1.28.15,
 * v1.31.0 and v1.36.3 accept. A gate that came with a patch release counts for its whole minor.
 */
export const FEATURE_GATE_LIVES: Readonly<Record<string, FeatureGateLife>> = table.gates;

/** The releases that were read, oldest first. */
const READ = table.read.map((release) => KubeVersion.parse(release));
const [OLDEST, NEWEST] = [READ[0], READ[READ.length - 1]].map(({ minor }) => minor);

/** What a release makes of a feature gate. */
export type FeatureGateState =
  | { readonly state: 'known' }
  /** It has to keep its value. */
  | { readonly state: 'locked'; readonly at: boolean }
  /** No release has it, or not this one: `bound` is the first that has it, or the first without it. */
  | { readonly state: 'never' }
  | { readonly state: 'not-yet' | 'removed'; readonly bound: string };

/** Where the gates of a release are from. What only a pre-release shows may still change. */
export function featureGateEvidence(version: KubeVersion): Evidence {
  const prerelease = READ.find(({ line, raw }) => line === version.line && raw.includes('-'));
  return prerelease
    ? { source: `pkg/features/kube_features.go of ${prerelease.raw}, a pre-release`, certainty: 'documented' }
    : {
      source: `pkg/features/kube_features.go and the feature gates of apiserver, client-go and component-base, ${table.read[0]} to ${table.read[table.read.length - 1]}`,
      certainty: 'verified',
    };
}

/** Looks a gate up for a release. Names are compared exactly. Releases that were not read count as their nearest neighbour. */
export function featureGateState(name: string, version: KubeVersion): FeatureGateState {
  const life: FeatureGateLife | undefined = Object.hasOwn(FEATURE_GATE_LIVES, name) ? FEATURE_GATE_LIVES[name] : undefined;
  if (!life) {
    return { state: 'never' };
  }
  const minor = Math.min(Math.max(version.minor, OLDEST), NEWEST);
  if (minor < life.from) {
    return { state: 'not-yet', bound: `1.${life.from}.0` };
  }
  if (life.to !== undefined && minor >= life.to) {
    return { state: 'removed', bound: `1.${life.to}.0` };
  }
  return life.locked && minor >= life.locked.from ? { state: 'locked', at: life.locked.at } : { state: 'known' };
}

/** The gates that a release takes, sorted. */
export function featureGatesOf(version: KubeVersion): string[] {
  return Object.keys(FEATURE_GATE_LIVES).filter((name) => ['known', 'locked'].includes(featureGateState(name, version).state)).sort();
}
