import type { Evidence } from '../evidence';
import type { KubeVersion } from './kube-version';
import { FEATURE_GATE_LIVES, type FeatureGateLife } from './feature-gate-lives';

/** What a release makes of a feature gate. */
export type FeatureGateState =
  | { readonly state: 'known' }
  /** It has to keep its value. */
  | { readonly state: 'locked'; readonly at: boolean }
  /** No release has it, or not this one: `bound` is the first that has it, or the first without it. */
  | { readonly state: 'never' }
  | { readonly state: 'not-yet' | 'removed'; readonly bound: string };

export const FEATURE_GATE_EVIDENCE: Evidence = {
  source: 'pkg/features/kube_features.go and the feature gates of apiserver, client-go and component-base, v1.11.10 to v1.37.2',
  certainty: 'verified',
};

/** Looks a gate up for a release. Names are compared exactly. Releases that were not read count as their nearest neighbour. */
export function featureGateState(name: string, version: KubeVersion): FeatureGateState {
  const life: FeatureGateLife | undefined = Object.hasOwn(FEATURE_GATE_LIVES, name) ? FEATURE_GATE_LIVES[name] : undefined;
  if (!life) {
    return { state: 'never' };
  }
  const minor = Math.min(Math.max(version.minor, 11), 37);
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
