// Every type that a user of the constructs meets beside their own; a test holds the list complete.
export type * from '../assessment/public-types';
export type { ImageOptions, ImagePullPolicy } from '../manifests/container-image';
export type { DaemonSetOptions, Quantities, ResourceRequirements, UpdateStrategy } from '../manifests/daemon-set';
export type { JsonPatchOperation } from '../manifests/json-patch';
export type { KubeProxyConfigMapOptions } from '../manifests/kube-proxy-config-map';
export type { KubeProxyDaemonSetOptions } from '../manifests/kube-proxy-daemon-set';
export type { KubeProxyProbeOptions, ProbeTiming } from '../manifests/kube-proxy-probes';
export type { AlertName, KubeProxyScraping, MonitoringOptions, MonitoringOverrides } from '../manifests/monitoring';
export type { ModuleLoaderOptions } from '../manifests/module-loader';
export type { NodeAgentOptions } from '../manifests/node-agent';
export type { Labels } from '../manifests/node-selection';
export type { KernelSysctls, SysctlTunerOptions } from '../manifests/sysctl-tuner';
export type { ConfigMapOptions } from './config-map';
export type {
  KubeProxySettings,
  ModuleLoaderSettings,
  SharedConfigMapSettings,
  SharedKubeProxySettings,
  SysctlTunerSettings,
} from './kube-proxy-settings';
export type { MonitoringSettings } from './plan-monitoring';
export type { ConnReuseMode, PoolSetupOptions, SetupOptions } from './setup-options';
export type { AutoTuning } from '../prediction/auto-tuning';
