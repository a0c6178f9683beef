import type { KubernetesObject } from '../../src/kubernetes/resource';

/** The parts of a container that tests look at. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy: string;
  readonly command: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly resources?: { readonly limits?: object; readonly requests?: object };
  readonly readinessProbe?: { readonly exec: { readonly command: readonly string[] } };
  readonly livenessProbe?: object;
  readonly securityContext: {
    readonly privileged?: boolean;
    readonly runAsUser?: number;
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly capabilities?: { readonly drop: readonly string[]; readonly add?: readonly string[] };
  };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

/** The parts of a pod's specification that tests look at. */
export interface PodSpec extends Readonly<Record<string, unknown>> {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string; readonly hostPath?: object; readonly configMap?: object }[];
}

interface Spec extends Readonly<Record<string, unknown>> {
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly template: { readonly metadata: KubernetesObject['metadata']; readonly spec: PodSpec };
}

export const specOf = (daemonSet: KubernetesObject) => daemonSet.spec as Spec;
export const podOf = (daemonSet: KubernetesObject) => specOf(daemonSet).template.spec;
export const containersOf = (daemonSet: KubernetesObject) => [...podOf(daemonSet).initContainers ?? [], ...podOf(daemonSet).containers];

/** For snapshots: a changed script is not a changed object. */
export const CHECKSUM_APART = {
  spec: { template: { metadata: { annotations: { 'kube-proxy-kit/config-checksum': expect.stringMatching(/^[0-9a-f]{64}$/) } } } },
};
