import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import type { Cluster } from '../cluster/cluster';
import type { FailOn } from '../rules/fail-on';
import { kubeProxyClusterRoleBinding, kubeProxyServiceAccount } from '../manifests/kube-proxy-access';
import { kubeProxyDaemonSet } from '../manifests/kube-proxy-daemon-set';
import type { KubeProxySettings } from '../plan/kube-proxies';
import { checkCluster } from './app-check';
import type { KubeProxyConfig } from './kube-proxy-config';

/** A handle on a service account: that of cdk8s-plus, or any object with a name. */
export interface ServiceAccountHandle {
  readonly name: string;
}

/** What a KubeProxy is made of. */
export interface KubeProxyProps extends KubeProxySettings {
  /** The configuration that it reads; a changed one rolls the pods. */
  readonly config: KubeProxyConfig;
  /** A service account bound to `system:node-proxier`. @default - one of its own, named kube-proxy, with the binding */
  readonly serviceAccount?: ServiceAccountHandle;
  /** The cluster whose pools it is judged on. @default - not judged on pools */
  readonly cluster?: Cluster;
  /** From which severity on findings fail the synth. @default 'error' */
  readonly failOn?: FailOn;
}

/** kube-proxy as a DaemonSet, as kubeadm runs it. */
export class KubeProxy extends Construct {
  /** The DaemonSet. */
  public readonly apiObject: ApiObject;
  /** The service account that the pods run as. */
  public readonly serviceAccount: ServiceAccountHandle;

  public constructor(scope: Construct, id: string, props: KubeProxyProps) {
    super(scope, id);
    const { config, serviceAccount, cluster, failOn, ...settings } = props;
    this.serviceAccount = serviceAccount ?? this.createServiceAccount(props);
    this.apiObject = new ApiObject(this, 'daemon-set', kubeProxyDaemonSet({
      ...settings,
      version: config.version,
      platform: config.platform,
      configMap: config.manifest,
      serviceAccountName: this.serviceAccount.name,
      kubernetesVersion: cluster?.kubernetesVersion,
    }));
    if (cluster) {
      checkCluster(this, cluster, failOn);
    }
  }

  private createServiceAccount({ namespace, labels, annotations }: KubeProxyProps): ServiceAccountHandle {
    const access = { namespace, labels, annotations };
    const account = new ApiObject(this, 'service-account', kubeProxyServiceAccount(access));
    const binding = new ApiObject(this, 'cluster-role-binding', kubeProxyClusterRoleBinding(access));
    if (Chart.of(this).namespace !== undefined) {
      // cdk8s gives the namespace of the chart to every object, those without one included.
      binding.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
    }
    return account;
  }
}
