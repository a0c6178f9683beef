// Before anything that imports them.
import './peer-packages';
export type * from '../plan/public-types';
export { acknowledge, type ConstructAcknowledgement } from './acknowledge';
export { assessmentsOf, findingsOf } from './app-check';
export { ClusterKubeProxy, type ClusterKubeProxyProps } from './cluster-kube-proxy';
export { KubeProxy, type KubeProxyProps, type ServiceAccountHandle } from './kube-proxy';
export { KubeProxyConfig, type KubeProxyConfigProps } from './kube-proxy-config';
export { KubeProxyMonitoring, type KubeProxyMonitoringProps } from './kube-proxy-monitoring';
export { ModuleLoader, type ModuleLoaderProps } from './module-loader';
export { SysctlTuner, type SysctlTunerProps } from './sysctl-tuner';
