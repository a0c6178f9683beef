import { Construct } from 'constructs';
import type { FailOn } from '../rules/fail-on';
import { kubeProxyParts, type KubeProxySettings, type SharedConfigMapSettings } from '../plan/kube-proxies';
import type { ModuleLoaderSettings, SysctlTunerSettings } from '../plan/node-agents';
import { setupOptions, type SetupOptions } from '../plan/setup-options';
import { acknowledge, type ConstructAcknowledgement } from './acknowledge';
import { IpvsModules } from './ipvs-modules';
import { KubeProxy, type ServiceAccountHandle } from './kube-proxy';
import { KubeProxyConfig } from './kube-proxy-config';
import { SysctlTuner } from './sysctl-tuner';

/** What a ClusterKubeProxy is made of. */
export interface ClusterKubeProxyProps extends SetupOptions {
  /** URL of the API server as nodes reach it without kube-proxy, `https://10.0.0.10:6443`. Needed except on EKS. @default - none */
  readonly apiServer?: string;
  /** Further settings of the ConfigMaps. @default - none */
  readonly config?: SharedConfigMapSettings;
  /** Settings of kube-proxy's DaemonSets; `false` for a cluster that runs kube-proxy by other means. @default - a DaemonSet for each group of pools */
  readonly kubeProxy?: Omit<KubeProxySettings, 'nodes'> | false;
  /** A service account bound to `system:node-proxier`. @default - one named kube-proxy, with the binding */
  readonly serviceAccount?: ServiceAccountHandle;
  /** Settings of the module loaders; `false` for none. @default - loaders for the pools in IPVS mode */
  readonly moduleLoader?: ModuleLoaderSettings | false;
  /** Settings of the sysctl tuners; `false` for none. @default - tuners for the pools in IPVS mode */
  readonly sysctlTuner?: SysctlTunerSettings | false;
  /** Findings that are accepted, each with its reason. @default - none */
  readonly acknowledgements?: readonly ConstructAcknowledgement[];
  /** From which severity on findings fail the synth. @default 'error' */
  readonly failOn?: FailOn;
}

/**
 * kube-proxy for a cluster of mixed node pools: a ConfigMap and a DaemonSet for each group of pools with equal settings, and for the
 * pools in IPVS mode the loading of modules and the tuning of sysctls that their kernels need. The synth fails when any pool would be
 * unsafe.
 */
export class ClusterKubeProxy extends Construct {
  /** One ConfigMap for each group of pools with equal settings. */
  public readonly configs: readonly KubeProxyConfig[];
  /** The DaemonSets that read them, in the same order; empty with `kubeProxy: false`. */
  public readonly kubeProxies: readonly KubeProxy[];
  /** The module loaders; `undefined` with `moduleLoader: false`. */
  public readonly modules: IpvsModules | undefined;
  /** The sysctl tuners; `undefined` with `sysctlTuner: false`. */
  public readonly tuner: SysctlTuner | undefined;

  public constructor(scope: Construct, id: string, props: ClusterKubeProxyProps) {
    super(scope, id);
    const { cluster, apiServer, failOn, moduleLoader = {}, sysctlTuner = {} } = props;
    let { serviceAccount } = props;
    const configs: KubeProxyConfig[] = [];
    const daemonSets: KubeProxy[] = [];
    for (const { suffix, config: configProps, kubeProxy } of kubeProxyParts(props)) {
      const config = new KubeProxyConfig(this, `config${suffix}`, { ...configProps, apiServer, failOn });
      configs.push(config);
      if (kubeProxy) {
        const daemonSet = new KubeProxy(this, `kube-proxy${suffix}`, { ...kubeProxy, cluster, config, serviceAccount, failOn });
        serviceAccount ??= daemonSet.serviceAccount;
        daemonSets.push(daemonSet);
      }
    }
    this.configs = configs;
    this.kubeProxies = daemonSets;
    this.modules = moduleLoader === false ? undefined : new IpvsModules(this, 'modules', { ...setupOptions(props), ...moduleLoader, failOn });
    this.tuner = sysctlTuner === false ? undefined : new SysctlTuner(this, 'tuner', { ...setupOptions(props), ...sysctlTuner, failOn });
    props.acknowledgements?.forEach((acknowledgement) => acknowledge(this, acknowledgement));
  }
}
