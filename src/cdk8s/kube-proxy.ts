import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { Cluster } from '../cluster/cluster';
import type { KubernetesObject } from '../kubernetes/resource';
import { kubeProxyClusterRoleBinding, kubeProxyServiceAccount } from '../manifests/kube-proxy-access';
import { kubeProxyDaemonSet } from '../manifests/kube-proxy-daemon-set';
import type { PlannedConfigMap } from '../plan/config-map';
import { checkFindsConfigMap, type KubeProxySettings } from '../plan/kube-proxy-settings';
import { madeAlready } from '../plan/made-already';
import type { FailOn } from '../rules/fail-on';
import type { Rule } from '../rules/rule';
import { checkCluster } from './app-check';
import type { KubeProxyConfig } from './kube-proxy-config';
import { plannedApiObject } from './planned-api-object';

/** A handle on a service account: an `IServiceAccount` of cdk8s-plus (made there or by `fromServiceAccountName`), or any object with a name. */
export interface ServiceAccountHandle {
  /** Name of the service account, which the pods run as. */
  readonly name: string;
}

/** Options of a KubeProxy. */
export interface KubeProxyProps extends KubeProxySettings {
  /** The configuration that it reads; a changed one rolls the pods. Without `namespace`, the pods are where it is. */
  readonly config: KubeProxyConfig;
  /** A service account bound to `system:node-proxier`. @default - one of its own, named kube-proxy, with the binding */
  readonly serviceAccount?: ServiceAccountHandle;
  /** The cluster whose pools it is judged on. @default - not judged on pools */
  readonly cluster?: Cluster;
  /** From which severity on findings fail the synth. @default 'error' */
  readonly failOn?: FailOn;
  /**
   * The rules to apply: `[...builtInRules, mine]` adds one of your own. What several constructs of one cluster ask for is applied together.
   *
   * @default - the built-in rules
   */
  readonly rules?: readonly Rule[];
}

/** kube-proxy as a DaemonSet, as kubeadm runs it. */
export class KubeProxy extends Construct {
  /** The DaemonSet. */
  public readonly apiObject: ApiObject;
  /** The service account that the pods run as. */
  public readonly serviceAccount: ServiceAccountHandle;

  public constructor(scope: Construct, id: string, props: KubeProxyProps) {
    super(scope, id);
    const { config, serviceAccount, cluster, failOn, rules, ...given } = props;
    const settings = { ...given, namespace: given.namespace ?? config.manifest.metadata.namespace };
    this.serviceAccount = serviceAccount ?? this.createServiceAccount(settings);
    this.apiObject = plannedApiObject(this, 'daemon-set', madeAlready<KubernetesObject>(props) ?? makeDaemonSet(settings, props, this.serviceAccount));
    if (cluster) {
      checkCluster(this, cluster, { failOn, rules });
    }
  }

  private createServiceAccount({ namespace, labels, annotations }: KubeProxySettings): ServiceAccountHandle {
    const access = { namespace, labels, annotations };
    const account = plannedApiObject(this, 'service-account', kubeProxyServiceAccount(access));
    plannedApiObject(this, 'cluster-role-binding', kubeProxyClusterRoleBinding(access));
    return account;
  }
}

function makeDaemonSet(settings: KubeProxySettings, { config, cluster }: KubeProxyProps, account: ServiceAccountHandle): KubernetesObject {
  const { version, platform, manifest: configMap, healthzBindAddress } = madeAlready<PlannedConfigMap>(config)!;
  const daemonSet = kubeProxyDaemonSet({
    ...settings, version, platform, configMap, healthzBindAddress, serviceAccountName: account.name, kubernetesVersion: cluster?.kubernetesVersion,
  });
  checkFindsConfigMap(daemonSet, configMap);
  return daemonSet;
}
