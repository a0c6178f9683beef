import type { Evidence } from '../evidence';
import type { KubeVersion } from './kube-version';

/** Why a kube-proxy does not go with another component. */
export type VersionSkew = 'newer-than-api-server' | 'too-old-for-api-server' | 'too-far-from-kubelet';

export const VERSION_SKEW_POLICY: Evidence = { source: 'https://kubernetes.io/releases/version-skew-policy/', certainty: 'documented' };

/** Minors that kube-proxy may lie away from the API server and the kubelet: 3, and 2 before v1.25. */
export function allowedMinorSkew(kubeProxy: KubeVersion): number {
  return kubeProxy.before('1.25') ? 2 : 3;
}

/** The oldest minor of kube-proxy that goes with an API server, `1.27`. */
export function oldestAllowedLine({ major, minor }: KubeVersion): string {
  return `${major}.${minor - 3 >= 25 ? minor - 3 : minor - 2}`;
}

/** What is wrong between a kube-proxy and the API server, by minors. With several API servers ask for the oldest and for the newest. */
export function skewFromApiServer(kubeProxy: KubeVersion, apiServer: KubeVersion): VersionSkew | undefined {
  const behind = minorsBehind(kubeProxy, apiServer);
  if (behind < 0) {
    return 'newer-than-api-server';
  }
  return behind > allowedMinorSkew(kubeProxy) ? 'too-old-for-api-server' : undefined;
}

/** What is wrong between a kube-proxy and the kubelet of its node. */
export function skewFromKubelet(kubeProxy: KubeVersion, kubelet: KubeVersion): VersionSkew | undefined {
  return Math.abs(minorsBehind(kubeProxy, kubelet)) > allowedMinorSkew(kubeProxy) ? 'too-far-from-kubelet' : undefined;
}

function minorsBehind(kubeProxy: KubeVersion, other: KubeVersion): number {
  return kubeProxy.major === other.major ? other.minor - kubeProxy.minor : (other.major - kubeProxy.major) * Infinity;
}
