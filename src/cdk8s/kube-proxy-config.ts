import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { Platform } from '../cluster/cluster';
import type { KubernetesObject } from '../kubernetes/resource';
import type { FailOn } from '../rules/fail-on';
import type { Rule } from '../rules/rule';
import { planConfigMap, type ConfigMapOptions, type PlannedConfigMap } from '../plan/config-map';
import { madeAlready, withMade } from '../plan/made-already';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { judgeInstead } from './api-object-resources';
import { checkCluster, checkWithoutCluster } from './app-check';
import { plannedApiObject } from './planned-api-object';

/** Options of a KubeProxyConfig. */
export interface KubeProxyConfigProps extends ConfigMapOptions {
  /** From which severity on findings fail the synth. @default 'error' */
  readonly failOn?: FailOn;
  /**
   * The rules to apply: `[...builtInRules, mine]` adds one of your own. What several constructs of one cluster ask for is applied together.
   *
   * @default - the built-in rules
   */
  readonly rules?: readonly Rule[];
}

/**
 * The ConfigMap with a KubeProxyConfiguration, reduced to what the release knows and does not default to. In an app without a cluster
 * it is judged for its version alone.
 *
 * It is an `IConfigMap` of cdk8s-plus as it stands: `kplus.Volume.fromConfigMap(scope, id, config)`.
 */
export class KubeProxyConfig extends Construct {
  /** The ConfigMap. */
  public readonly apiObject: ApiObject;
  /** The ConfigMap as a plain object. */
  public readonly manifest: KubernetesObject;
  /** Name of the ConfigMap. */
  public readonly name: string;
  /** `v1`. */
  public readonly apiVersion = 'v1';
  /** Empty: the group of ConfigMaps. */
  public readonly apiGroup = '';
  /** `ConfigMap`. */
  public readonly kind = 'ConfigMap';
  /** `configmaps`, as rules of access have it. */
  public readonly resourceType = 'configmaps';
  /** Version of the kube-proxy that reads it. */
  public readonly version: KubeVersion;
  /** Who set the cluster up; decides the names of the ConfigMap and its keys. */
  public readonly platform: Platform;

  public constructor(scope: Construct, id: string, props: KubeProxyConfigProps) {
    super(scope, id);
    const planned = madeAlready<PlannedConfigMap>(props) ?? planConfigMap(props);
    const { manifest, version, platform, judgedInstead } = planned;
    withMade(this, planned);
    this.manifest = manifest;
    this.version = version;
    this.platform = platform;
    this.apiObject = plannedApiObject(this, 'config-map', manifest);
    this.name = this.apiObject.name;
    if (judgedInstead) {
      judgeInstead(this.apiObject, judgedInstead);
    }
    if (props.cluster) {
      checkCluster(this, props.cluster, props);
    } else {
      checkWithoutCluster(this, version, props);
    }
  }

  /** Name of the ConfigMap, as rules of access have it. */
  public get resourceName(): string {
    return this.name;
  }

  /** What a role of cdk8s-plus lets somebody read. */
  public asApiResource(): this {
    return this;
  }

  /** None: it is no address that is not a resource. */
  public asNonApiResource(): undefined {
    return undefined;
  }
}
