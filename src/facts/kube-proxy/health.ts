import type { Evidence } from '../evidence';
import type { KubeVersion } from './kube-version';

/** Where `healthzBindAddress` is when nobody says otherwise. */
export const DEFAULT_HEALTH_PORT = 10256;

/**
 * The path for probes of the pod: healthy while kube-proxy starts and as long as no change waits for too long. From 1.28 on `/healthz`
 * also fails on a node that is about to be deleted; `/livez` came with that and does not.
 */
export function probePath(version: KubeVersion): string {
  return version.before(LIVEZ_SINCE.release) ? '/healthz' : '/livez';
}

/** Release that brought `/livez`. */
const LIVEZ_SINCE: { readonly release: string; readonly evidence: Evidence } = {
  release: '1.28', evidence: { source: 'https://github.com/kubernetes/kubernetes/pull/116470', certainty: 'documented' },
};
