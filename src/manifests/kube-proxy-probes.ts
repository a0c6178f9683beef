import { isIPv6 } from 'node:net';
import { DEFAULT_HEALTH_PORT, probePath } from '../facts/kube-proxy/health';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { invalidOption } from '../kubernetes/invalid-option';

/** How often and how patiently the kubelet asks, as Kubernetes has it. */
export interface ProbeTiming {
  /** Seconds after the start of the container before the first time. @default - 0 for readiness, 30 for liveness */
  readonly initialDelaySeconds?: number;
  /** Seconds between two times. @default 10 */
  readonly periodSeconds?: number;
  /** Seconds to wait for an answer. @default 5 */
  readonly timeoutSeconds?: number;
  /** Failures in a row that count. @default - 3 for readiness, 12 for liveness */
  readonly failureThreshold?: number;
}

/** How kube-proxy's health server is asked. */
export interface KubeProxyProbeOptions {
  /** Whether a node counts as served: the rollout of the DaemonSet waits for it. `false` for no probe. @default {} */
  readonly readinessProbe?: ProbeTiming | false;
  /** When a kube-proxy that no longer applies changes is restarted. `false` for no probe. @default {} */
  readonly livenessProbe?: ProbeTiming | false;
  /** `healthzBindAddress` of the configuration. @default '0.0.0.0:10256' */
  readonly healthzBindAddress?: string;
}

/** Readiness and liveness probe of kube-proxy's container, on the path that its release has for probes. */
export function kubeProxyProbes(
  version: KubeVersion, options: KubeProxyProbeOptions,
): { readonly readinessProbe?: object; readonly livenessProbe?: object } {
  const httpGet = { path: probePath(version), ...healthEndpoint(options.healthzBindAddress) };
  const probe = (property: 'readinessProbe' | 'livenessProbe', defaults: ProbeTiming) => {
    const timing = options[property];
    return timing === false ? {} : { [property]: { httpGet, ...checkedTiming({ ...defaults, ...timing }, property) } };
  };
  return {
    ...probe('readinessProbe', { periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }),
    // Patient: a restart does not help against an API server that is slow, and writes all sysctls again.
    ...probe('livenessProbe', { initialDelaySeconds: 30, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 12 }),
  };
}

/** On all addresses the kubelet takes the node's, which is the pod's on the node's network; any other has to be named. */
function healthEndpoint(address = ''): { readonly host?: string; readonly port: number } {
  const match = /^(?:\[(?<ipv6>[^\]]*)\]|(?<host>[^:]*))(?::(?<port>\d+))?$/.exec(isIPv6(address) ? `[${address}]` : address);
  if (!match?.groups) {
    throw invalidOption('healthzBindAddress', address, 'an address with a port, such as 0.0.0.0:10256');
  }
  const { ipv6, host = ipv6 ?? '', port } = match.groups;
  return { ...(['', '0.0.0.0', '::'].includes(host) ? {} : { host }), port: port === undefined ? DEFAULT_HEALTH_PORT : Number(port) };
}

function checkedTiming(timing: ProbeTiming, property: string): ProbeTiming {
  for (const [name, value] of Object.entries(timing)) {
    const lowest = name === 'initialDelaySeconds' ? 0 : 1;
    if (!['initialDelaySeconds', 'periodSeconds', 'timeoutSeconds', 'failureThreshold'].includes(name)) {
      throw invalidOption(`${property}.${name}`, value, 'initialDelaySeconds, periodSeconds, timeoutSeconds, failureThreshold');
    }
    if (!Number.isInteger(value) || Number(value) < lowest) {
      throw invalidOption(`${property}.${name}`, value, `a whole number from ${lowest}`);
    }
  }
  return timing;
}
