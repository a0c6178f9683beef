import { Construct } from 'constructs';
import type { FailOn } from '../findings/fail-on';
import type { KubeProxyConfigMapOptions } from '../manifests/kube-proxy-config-map';
import { kubeProxyLayout } from '../manifests/kube-proxy-layout';
import { planSetup, type SetupOptions } from '../setup/setup-plan';
import { acknowledge, type ConstructAcknowledgement } from './acknowledge';
import { IpvsModules, type IpvsModulesSettings } from './ipvs-modules';
import { KubeProxy, type KubeProxySettings, type ServiceAccountHandle } from './kube-proxy';
import { KubeProxyConfig } from './kube-proxy-config';
import { SysctlTuner, type SysctlTunerSettings } from './sysctl-tuner';

export interface ClusterKubeProxyProps extends SetupOptions {
  /** URL of the API server as nodes reach it without kube-proxy, `https://10.0.0.10:6443`. Needed except on EKS. @default - none */
  readonly apiServer?: string;
  /** Further settings of the ConfigMaps. @default - none */
  readonly config?: Omit<KubeProxyConfigMapOptions, 'platform' | 'configuration' | 'apiServer'>;
  /** Settings of kube-proxy's DaemonSets; `false` for a cluster that runs kube-proxy by other means. @default - a DaemonSet for each group of pools */
  readonly kubeProxy?: Omit<KubeProxySettings, 'nodes'> | false;
  /** A service account bound to `system:node-proxier`. @default - one named kube-proxy, with the binding */
  readonly serviceAccount?: ServiceAccountHandle;
  /** Settings of the module loaders; `false` for none. @default - loaders for the pools in IPVS mode */
  readonly moduleLoader?: IpvsModulesSettings | false;
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
  public readonly configs: readonly KubeProxyConfig[];
  public readonly kubeProxies: readonly KubeProxy[];
  public readonly modules: IpvsModules | undefined;
  public readonly tuner: SysctlTuner | undefined;

  public constructor(scope: Construct, id: string, props: ClusterKubeProxyProps) {
    super(scope, id);
    const { cluster, apiServer, failOn, kubeProxy = {}, moduleLoader = {}, sysctlTuner = {} } = props;
    const { kubeProxies } = planSetup(props);
    if (kubeProxy === false && kubeProxies.length > 1) {
      throw new Error(`kubeProxy is false, but ${kubeProxies.length} groups of pools need configurations of their own (${
        kubeProxies.map(({ pools }) => pools.join(', ')).join('; ')}); allowed: one configuration for all pools, or DaemonSets made here`);
    }

    let serviceAccount = props.serviceAccount;
    const configs: KubeProxyConfig[] = [];
    const daemonSets: KubeProxy[] = [];
    for (const { suffix, version, platform, configuration, nodes } of kubeProxies) {
      const config = new KubeProxyConfig(this, `config${suffix}`, {
        ...props.config, name: `${props.config?.name ?? kubeProxyLayout(platform).configMap}${suffix}`,
        cluster, platform, configuration, apiServer, failOn, version: version.raw,
      });
      configs.push(config);
      if (kubeProxy !== false) {
        const daemonSet = new KubeProxy(this, `kube-proxy${suffix}`, {
          ...kubeProxy, name: `${kubeProxy.name ?? 'kube-proxy'}${suffix}`, cluster, config, nodes, serviceAccount, failOn,
        });
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

function setupOptions({ cluster, version, configuration, poolConfigurations, connReuseMode, sysctls }: SetupOptions): SetupOptions {
  return { cluster, version, configuration, poolConfigurations, connReuseMode, sysctls };
}
