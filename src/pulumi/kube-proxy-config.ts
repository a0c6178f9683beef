import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import type { ConfigMapPatch } from '@pulumi/kubernetes/core/v1/configMapPatch';
import * as pulumi from '@pulumi/pulumi';
import type { Platform } from '../cluster/cluster';
import { clusterOf } from '../cluster/define-cluster';
import type { KubernetesObject } from '../kubernetes/resource';
import { asJudged, planConfigMap, type ConfigMapOptions } from '../plan/config-map';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { componentType, construct } from './component';
import { check, type CheckOptions, type JudgedObject } from './component-check';
import { makeOf, splitInputs, type WithInputs } from './known-later';
import { configMap } from './kubernetes-objects';
import { judgedPart, type Adoption, type Part } from './part';

/** Properties of a ConfigMap that no rule reads. */
const CONFIG_MAP_INPUTS = ['namespace', 'apiServer', 'labels', 'annotations'] as const;

export type ConfigMapInput = typeof CONFIG_MAP_INPUTS[number];

/** Properties of what has a ConfigMap, apart from those that may be known later. */
export function plainConfigMapProps<P extends object>(props: P): object {
  return splitInputs(props as Partial<Record<ConfigMapInput, unknown>>, CONFIG_MAP_INPUTS).plain;
}

/** What a ConfigMap is made of. */
export interface ConfigMapProps extends WithInputs<ConfigMapOptions, ConfigMapInput> {
  /** How Pulumi comes to manage a ConfigMap that may exist. @default 'patch' */
  readonly adoption?: Adoption;
}

/** What a KubeProxyConfig is made of. */
export interface KubeProxyConfigProps extends ConfigMapProps, CheckOptions {}

/** The constructor of a component sees only what has been made before. */
export const DECLARE_FIRST = 'IpvsModules and SysctlTuner count if the program makes them first';

/** What a DaemonSet must know of the ConfigMap that it reads. */
export interface ConfigMapHandle {
  /** The ConfigMap as a plain object, with outputs where it depends on what is known later. */
  readonly manifest: KubernetesObject;
  /** Version of the kube-proxy that reads it. */
  readonly version: KubeVersion;
  readonly platform: Platform;
}

/**
 * The ConfigMap with a KubeProxyConfiguration, reduced to what the release knows and does not default to. Without a cluster it is judged
 * for its version alone.
 *
 * By default it is a patch. An ordinary ConfigMap resource with a fixed name is deleted by the provider before its replacement is made,
 * at each change of its data, and no kube-proxy starts without it.
 */
export class KubeProxyConfig extends pulumi.ComponentResource implements ConfigMapHandle {
  /** The ConfigMap; a patch by the adoptions `patch` and `take-over`. */
  public readonly configMap: ConfigMap | ConfigMapPatch;
  /** The ConfigMap as a plain object, with outputs where it depends on what is known later. */
  public readonly manifest: KubernetesObject;
  /** Name of the ConfigMap. */
  public readonly name: string;
  /** Version of the kube-proxy that reads it. */
  public readonly version: KubeVersion;
  /** Who set the cluster up; decides the names of the ConfigMap and its keys. */
  public readonly platform: Platform;
  /** The ConfigMap as rules see it. */
  public readonly judged: JudgedObject;

  public constructor(name: string, props: KubeProxyConfigProps, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('KubeProxyConfig'), name, {}, opts);
    const made = construct(this, props, plainConfigMapProps, () => {
      const part = configMapPart(props);
      const judged = judgedPart(this, part, name);
      const cluster = props.cluster ?? clusterOf([], { kubernetesVersion: part.version });
      check(this, { objects: [judged], ifRefused: DECLARE_FIRST }, { ...props, cluster });
      return { ...part, judged, resource: configMap(name, part, { parent: this }) };
    });
    this.manifest = made.manifest;
    this.name = made.judged.object.metadata.name!;
    this.version = made.version;
    this.platform = made.platform;
    this.judged = made.judged;
    this.configMap = made.resource;
    this.registerOutputs({ name: this.name });
  }
}

export function configMapPart({ adoption = 'patch', ...props }: ConfigMapProps): ConfigMapHandle & Part {
  const { inputs, plain } = splitInputs(props, CONFIG_MAP_INPUTS);
  const { value, judged } = makeOf(inputs, (known) => planConfigMap({ ...plain, ...known } as ConfigMapOptions));
  return { ...value, judged: asJudged(judged.manifest, judged.judgedInstead), adoption };
}
