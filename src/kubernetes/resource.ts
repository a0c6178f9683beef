import type { Location } from './location';

/** A plain Kubernetes object, as it stands in YAML or JSON. */
export interface KubernetesObject {
  /** `apps/v1`. */
  readonly apiVersion: string;
  /** `DaemonSet`. */
  readonly kind: string;
  /** What identifies the object. */
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  /** `spec`, `data` and whatever else the kind has. */
  readonly [field: string]: unknown;
}

/** A path into an object: `['spec', 'template', 0]`. */
export type ObjectPath = readonly (string | number)[];

/** An object and where it was declared. */
export interface Resource {
  /** The object as it was written. */
  readonly object: KubernetesObject;
  /** `kind namespace/name`, or `kind name`. */
  readonly name: string;
  /** The place of a field, as near as it can be told; without a path, of the object. Costly: call it only for findings. */
  readonly locate: (path?: ObjectPath) => Location | undefined;
  /**
   * The place of a line and column (from 1) inside a text of several lines, such as a file in a ConfigMap's data.
   * @default - where the text as a whole is
   */
  readonly locateInside?: (path: ObjectPath, line: number, column: number) => Location | undefined;
}

/** Whether an API group is one that Kubernetes itself has (`v1`, `apps/v1`, `networking.k8s.io/v1`), rather than one of a custom resource. */
export function isOwnKindOfKubernetes(apiVersion: string | undefined): boolean {
  return apiVersion !== undefined && /^(?:[a-z0-9]+|[a-z0-9]+\/[a-z0-9]+|[a-z.]+\.k8s\.io\/[a-z0-9]+)$/.test(apiVersion);
}
