import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import type { ConfigMapPatch } from '@pulumi/kubernetes/core/v1/configMapPatch';
import * as pulumi from '@pulumi/pulumi';
import type { Platform } from '../cluster/cluster';
import { clusterOf } from '../cluster/define-cluster';
import type { KubernetesObject } from '../kubernetes/resource';
import { checksum } from '../manifests/canonical-json';
import { asJudged, planConfigMap, type ConfigMapOptions, type PlannedConfigMap } from '../plan/config-map';
import { madeAlready } from '../plan/made-already';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { componentType, construct } from './component';
import { check, type CheckOptions, type JudgedObject } from './component-check';
import { isKnownLater, splitInputs, type WithInputs } from './known-later';
import { configMap } from './kubernetes-objects';
import { judgedPart, type Adoption, type Part } from './part';
import { StandIns } from './stand-ins';

/** Properties of a ConfigMap that may be known later: no rule reads them. */
export type ConfigMapInput = 'namespace' | 'apiServer' | 'labels' | 'annotations';

const CONFIG_MAP_INPUTS: readonly ConfigMapInput[] = ['namespace', 'apiServer', 'labels', 'annotations'];

/** Properties of what has a ConfigMap, apart from those that may be known later. */
export function plainConfigMapArgs<P extends object>(args: P): object {
  return splitInputs(args as Partial<Record<ConfigMapInput, unknown>>, CONFIG_MAP_INPUTS).plain;
}

/** Properties of a KubeProxyConfig. */
export interface KubeProxyConfigArgs extends WithInputs<ConfigMapOptions, ConfigMapInput>, CheckOptions {
  /** How Pulumi comes to manage a ConfigMap that may exist. @default 'patch' */
  readonly adoption?: Adoption;
}

/** The constructor of a component sees only what has been made before. */
export const DECLARE_FIRST = 'ModuleLoader and SysctlTuner count if the program makes them first';

/** A ConfigMap that was rendered, as rules see it and as it is registered. */
export interface ConfigMapPart extends Part {
  readonly planned: PlannedConfigMap;
  readonly standIns: StandIns;
}

const parts = new WeakMap<KubeProxyConfig, ConfigMapPart>();

/** What the ConfigMap of a component was made of. */
export function configMapPartOf(config: KubeProxyConfig): ConfigMapPart {
  return parts.get(config)!;
}

/**
 * The ConfigMap with a KubeProxyConfiguration, reduced to what the release knows and does not default to. Without a cluster it is judged
 * for its version alone.
 *
 * By default it is a patch. An ordinary ConfigMap resource with a fixed name is deleted by the provider before its replacement is made,
 * at each change of its data, and no kube-proxy starts without it.
 */
export class KubeProxyConfig extends pulumi.ComponentResource {
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

  public constructor(name: string, args: KubeProxyConfigArgs, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('KubeProxyConfig'), name, {}, opts);
    const made = construct(this, args, plainConfigMapArgs, () => {
      const part = madeAlready<ConfigMapPart>(args) ?? makeConfigMapPart(args);
      const judged = judgedPart(this, part, name);
      const cluster = args.cluster ?? clusterOf([], { kubernetesVersion: part.planned.version });
      check(this, { objects: [judged], ifRefused: DECLARE_FIRST }, { ...args, cluster });
      return { part, judged, resource: configMap(name, part, { parent: this }) };
    });
    parts.set(this, made.part);
    this.manifest = made.part.manifest;
    this.name = made.judged.object.metadata.name!;
    this.version = made.part.planned.version;
    this.platform = made.part.planned.platform;
    this.judged = made.judged;
    this.configMap = made.resource;
    this.registerOutputs({ name: this.name });
  }
}

function makeConfigMapPart({ adoption, ...args }: KubeProxyConfigArgs): ConfigMapPart {
  const standIns = new StandIns();
  return configMapPart(planConfigMap(standIns.of(args) as ConfigMapOptions), standIns, adoption);
}

/** A ConfigMap that was rendered with stand-ins. */
export function configMapPart(planned: PlannedConfigMap, standIns: StandIns, adoption: Adoption = 'patch'): ConfigMapPart {
  const manifest = standIns.realized(planned.manifest);
  if (isKnownLater(manifest.data)) {
    // By which a DaemonSet rolls its pods.
    standIns.bind(checksum(planned.manifest.data), pulumi.output(manifest.data as object).apply((data) => checksum(data)));
  }
  return { planned, standIns, manifest, judged: asJudged(planned.manifest, planned.judgedInstead), adoption };
}
