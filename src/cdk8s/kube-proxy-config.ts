import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { Cluster, Platform } from '../cluster/cluster';
import type { KubernetesObject } from '../cluster/resource';
import type { KubeProxyConfigurationProps } from '../config/kube-proxy-configuration';
import type { FailOn } from '../findings/fail-on';
import type { JsonPatchOperation } from '../manifests/json-patch';
import { kubeProxyConfigMap } from '../manifests/kube-proxy-config-map';
import type { Labels } from '../manifests/node-selection';
import { platformConfiguration } from '../setup/platform-configuration';
import { KubeVersion } from '../versions/kube-version';
import { judgeInstead } from './api-object-resources';
import { checkCluster } from './app-check';

export interface KubeProxyConfigProps {
  readonly configuration: KubeProxyConfigurationProps;
  /** Version of the kube-proxy that reads it. */
  readonly version: string;
  /** The cluster whose pools it is judged on. @default - judged by its version alone */
  readonly cluster?: Cluster;
  /** @default - the cluster's, else kubeadm */
  readonly platform?: Platform;
  /** @default - as the platform has it: `kube-proxy`, or `kube-proxy-config` on EKS */
  readonly name?: string;
  /** @default 'kube-system' */
  readonly namespace?: string;
  /** URL of the API server as nodes reach it without kube-proxy, `https://10.0.0.10:6443`. Needed except on EKS. @default - none */
  readonly apiServer?: string;
  /** @default - none */
  readonly labels?: Labels;
  /** @default - none */
  readonly annotations?: Labels;
  /** Changes to the finished ConfigMap, applied as they are. @default - none */
  readonly overrides?: readonly JsonPatchOperation[];
  /** @default 'error' */
  readonly failOn?: FailOn;
}

/** The ConfigMap with a KubeProxyConfiguration, reduced to what the release knows and does not default to. */
export class KubeProxyConfig extends Construct {
  public readonly apiObject: ApiObject;
  /** The ConfigMap as a plain object. */
  public readonly manifest: KubernetesObject;
  /** Name of the ConfigMap, for handles such as `kplus.ConfigMap.fromConfigMapName`. */
  public readonly name: string;
  /** Version of the kube-proxy that reads it. */
  public readonly version: KubeVersion;
  public readonly platform: Platform;

  public constructor(scope: Construct, id: string, props: KubeProxyConfigProps) {
    super(scope, id);
    this.version = KubeVersion.parse(props.version);
    this.platform = props.platform ?? props.cluster?.platform ?? 'kubeadm';
    const { text, askedFor } = platformConfiguration(props.configuration, this.version, this.platform);
    this.manifest = kubeProxyConfigMap({ ...props, platform: this.platform, configuration: text });
    this.apiObject = new ApiObject(this, 'config-map', this.manifest);
    this.name = this.apiObject.name;
    if (askedFor !== undefined) {
      judgeInstead(this.apiObject, text, askedFor);
    }
    if (props.cluster) {
      checkCluster(this, props.cluster, props.failOn);
    }
  }
}
