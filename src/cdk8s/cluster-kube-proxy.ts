import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { withMade } from '../plan/made-already';
import type { ModuleLoaderSettings, SharedConfigMapSettings, SharedKubeProxySettings, SysctlTunerSettings } from '../plan/kube-proxy-settings';
import { planObjects, type ObjectRole } from '../plan/plan-objects';
import { setupOptions, type SetupOptions } from '../plan/setup-options';
import type { FailOn } from '../rules/fail-on';
import type { Rule } from '../rules/rule';
import { acknowledge, type ConstructAcknowledgement } from './acknowledge';
import { checkCluster } from './app-check';
import { KubeProxy, type ServiceAccountHandle } from './kube-proxy';
import { KubeProxyConfig } from './kube-proxy-config';
import { ModuleLoader } from './module-loader';
import { plannedApiObject } from './planned-api-object';
import { SysctlTuner } from './sysctl-tuner';

/** Options of a ClusterKubeProxy. */
export interface ClusterKubeProxyProps extends SetupOptions {
  /** URL of the API server as nodes reach it without kube-proxy, `https://10.0.0.10:6443`. Needed except on EKS. @default - none */
  readonly apiServer?: string;
  /** Further settings of the ConfigMaps. Their namespace is that of `kubeProxy`. @default - none */
  readonly config?: SharedConfigMapSettings;
  /** Settings of kube-proxy's DaemonSets; `false` for a cluster that runs kube-proxy by other means. @default - DaemonSets without further settings */
  readonly kubeProxy?: SharedKubeProxySettings | false;
  /** A service account bound to `system:node-proxier`: an `IServiceAccount` of cdk8s-plus, or its name. @default - one named kube-proxy, with the binding */
  readonly serviceAccount?: ServiceAccountHandle;
  /** Settings of the module loader; `false` for none. @default - a loader for the nodes in IPVS mode */
  readonly moduleLoader?: ModuleLoaderSettings | false;
  /** Settings of the sysctl tuner; `false` for none. @default - a tuner for the nodes in IPVS mode */
  readonly sysctlTuner?: SysctlTunerSettings | false;
  /** Findings that are accepted, each with its reason. @default - none */
  readonly acknowledgements?: readonly ConstructAcknowledgement[];
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
 * kube-proxy for a cluster of mixed node pools: a ConfigMap and a DaemonSet `kube-proxy` for every Linux node, apart from pools whose
 * configuration or version differs, which get their own (`kube-proxy-<pool>`); and for nodes in IPVS mode a loader of modules and a
 * tuner of sysctls. The synth fails when any pool would be unsafe.
 */
export class ClusterKubeProxy extends Construct {
  /** The ConfigMap of the base, then those of pools with their own, by name. */
  public readonly configs: readonly KubeProxyConfig[];
  /** The DaemonSets that read them, in the same order; empty with `kubeProxy: false`. */
  public readonly kubeProxies: readonly KubeProxy[];
  /** The module loader; `undefined` with `moduleLoader: false`. */
  public readonly moduleLoader: ModuleLoader | undefined;
  /** The sysctl tuner; `undefined` with `sysctlTuner: false`. */
  public readonly sysctlTuner: SysctlTuner | undefined;
  /** The service account that kube-proxy runs as; `undefined` with `kubeProxy: false`. */
  public readonly serviceAccount: ServiceAccountHandle | undefined;

  public constructor(scope: Construct, id: string, props: ClusterKubeProxyProps) {
    super(scope, id);
    const { cluster, failOn, moduleLoader = {}, sysctlTuner = {}, serviceAccount: given } = props;
    const plan = planObjects({ ...props, serviceAccountName: given?.name });
    const made = (...roles: ObjectRole[]) => plan.objects.filter(({ role }) => roles.includes(role));
    const [account] = made('service-account', 'cluster-role-binding').map((planned): ApiObject => plannedApiObject(this, planned.role, planned.object));
    const serviceAccount: ServiceAccountHandle | undefined = given ?? account;

    const configs: KubeProxyConfig[] = [];
    const daemonSets: KubeProxy[] = [];
    for (const { suffix, config, daemonSet } of plan.instances) {
      const { version, platform } = config;
      const construct = new KubeProxyConfig(this, `config${suffix}`, withMade({ cluster, configuration: {}, version: version.raw, platform, failOn }, config));
      configs.push(construct);
      if (daemonSet) {
        daemonSets.push(new KubeProxy(this, `kube-proxy${suffix}`, withMade({ cluster, config: construct, serviceAccount, failOn }, daemonSet)));
      }
    }
    this.configs = configs;
    this.kubeProxies = daemonSets;
    this.serviceAccount = serviceAccount;
    this.moduleLoader = moduleLoader === false ? undefined
      : new ModuleLoader(this, 'module-loader', withMade({ ...setupOptions(props), failOn }, made('module-loader-script', 'module-loader')));
    this.sysctlTuner = sysctlTuner === false ? undefined
      : new SysctlTuner(this, 'sysctl-tuner', withMade({ ...setupOptions(props), failOn }, made('sysctl-tuner-script', 'sysctl-tuner')));
    checkCluster(this, cluster, { failOn, rules: props.rules, pools: plan.setup.judgedPools, notChecked: plan.notChecked });
    props.acknowledgements?.forEach((acknowledgement) => acknowledge(this, acknowledgement));
  }
}
