import type { KubernetesObject } from '../kubernetes/resource';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { invalidOption } from '../kubernetes/invalid-option';
import type { ImageOptions } from './container-image';
import { applyJsonPatch, type JsonPatchOperation } from './json-patch';
import { nodeSelection, type Labels } from './node-selection';

/** Kubernetes quantities: `{ cpu: '10m', memory: '16Mi' }`. */
export type Quantities = Readonly<Record<string, string | number>>;

/** CPU and memory of a container, as Kubernetes has them. */
export interface ResourceRequirements {
  /** What the scheduler sets aside. @default - none */
  readonly requests?: Quantities;
  /** What a container may use at most. @default - none */
  readonly limits?: Quantities;
}

/** How pods are replaced when their template changes. */
export interface UpdateStrategy {
  /** Whether pods are replaced at once or when somebody deletes them. @default 'RollingUpdate' */
  readonly type?: 'RollingUpdate' | 'OnDelete';
  /** On how many nodes, as a number or a percentage, pods may be missing during an update. @default - 1 for kube-proxy, 10% for others */
  readonly maxUnavailable?: number | string;
}

/** What every generated DaemonSet can be told. */
export interface DaemonSetOptions extends ImageOptions {
  /** Name of the DaemonSet. @default - `kube-proxy`, `kube-proxy-module-loader`, `kube-proxy-sysctl-tuner` */
  readonly name?: string;
  /** Namespace of the objects. @default 'kube-system' */
  readonly namespace?: string;
  /** Version of the API server that gets the object; older ones lack fields. @default - 1.19 or later */
  readonly kubernetesVersion?: KubeVersion;
  /** Labels of nodes: the pods run on Linux nodes that have all labels of one set. @default - on every Linux node */
  readonly nodes?: readonly Labels[];
  /** Labels of nodes, each by itself: the pods do not run on nodes that have one of them. @default - on all nodes otherwise selected */
  readonly excludedNodes?: readonly Labels[];
  /** Further labels of objects and pods. @default - none */
  readonly labels?: Labels;
  /** Further annotations of objects and pods. @default - none */
  readonly annotations?: Labels;
  /** CPU and memory instead of the default; `{}` for none. @default - none for kube-proxy; 5m of CPU and up to 64Mi for others */
  readonly resources?: ResourceRequirements;
  /** How pods are replaced when their template changes. @default - rolling update */
  readonly updateStrategy?: UpdateStrategy;
  /** Priority class of the pods. @default 'system-node-critical' */
  readonly priorityClassName?: string;
  /** Changes to the finished DaemonSet, applied as they are. @default - none */
  readonly overrides?: readonly JsonPatchOperation[];
}

/** What a particular DaemonSet is made of. */
export interface DaemonSetParts {
  readonly name: string;
  readonly labels: Labels;
  /** Labels that never change, since a selector cannot. */
  readonly selector: Labels;
  readonly podAnnotations: Labels;
  readonly maxUnavailable: number | string;
  readonly podSpec: object;
  readonly spec?: object;
}

/** A DaemonSet that runs in the network of the node, on every node that is selected, whatever its taints. */
export function daemonSet(options: DaemonSetOptions, parts: DaemonSetParts): KubernetesObject {
  const labels = { ...options.labels, ...parts.labels };
  const object: KubernetesObject = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: objectMetadata(options, parts.name, labels),
    spec: {
      selector: { matchLabels: parts.selector },
      updateStrategy: updateStrategy({ maxUnavailable: parts.maxUnavailable, ...options.updateStrategy }),
      ...parts.spec,
      template: {
        metadata: { labels: { ...labels, ...parts.selector }, ...nonEmpty('annotations', { ...options.annotations, ...parts.podAnnotations }) },
        spec: {
          priorityClassName: options.priorityClassName ?? 'system-node-critical',
          hostNetwork: true,
          ...nodeSelection(checkedNodes(options.nodes), checkedExclusions(options.excludedNodes ?? []), options.kubernetesVersion),
          tolerations: [{ operator: 'Exists' }],
          ...imagePullSecrets(options.imagePullSecrets ?? []),
          ...parts.podSpec,
        },
      },
    },
  };
  return applyJsonPatch(object, options.overrides ?? []);
}

function imagePullSecrets(names: readonly string[]): object {
  if (!Array.isArray(names)) {
    throw invalidOption('imagePullSecrets', names, 'a list of names of Secrets');
  }
  return names.length === 0 ? {} : { imagePullSecrets: names.map((name: string) => ({ name })) };
}

function updateStrategy({ type = 'RollingUpdate', maxUnavailable }: UpdateStrategy): object {
  if (typeof maxUnavailable === 'string' ? !/^(100|[1-9]?\d)%$/.test(maxUnavailable) : !Number.isInteger(maxUnavailable) || Number(maxUnavailable) < 1) {
    throw invalidOption('updateStrategy.maxUnavailable', maxUnavailable, 'a whole number from 1, or a percentage such as 10%');
  }
  return type === 'OnDelete' ? { type } : { type, rollingUpdate: { maxUnavailable } };
}

/** Name, namespace, labels and annotations of an object. */
export function objectMetadata(
  options: { readonly namespace?: string; readonly annotations?: Labels }, name: string, labels: Labels,
): KubernetesObject['metadata'] {
  return {
    name: checkedName(name, 'name'),
    namespace: checkedName(options.namespace ?? 'kube-system', 'namespace'),
    labels,
    ...nonEmpty('annotations', { ...options.annotations }),
  };
}

/** Names end up in label values and in names of pods: DNS labels fit everywhere. */
export function checkedName(name: string, property: string): string {
  if (typeof name !== 'string' || !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
    throw invalidOption(property, name, 'up to 63 lower-case letters, digits and -, with a letter or digit at both ends');
  }
  return name;
}

function checkedNodes(nodes: readonly Labels[] | undefined): readonly Labels[] | undefined {
  if (nodes !== undefined && (nodes.length === 0 || nodes.some((labels) => Object.keys(labels).length === 0))) {
    throw invalidOption('nodes', nodes, 'one or more sets of at least one label; leave it out for every Linux node');
  }
  return nodes;
}

function checkedExclusions(excluded: readonly Labels[]): readonly Labels[] {
  if (!excluded.every((labels) => Object.keys(labels).length === 1)) {
    throw invalidOption('excludedNodes', excluded, 'sets of one label each');
  }
  return excluded;
}

function nonEmpty(field: string, values: Labels): object {
  return Object.keys(values).length === 0 ? {} : { [field]: values };
}
