// Before anything that imports them.
import './peer-packages';
export type * from '../plan/public-types';
export { acknowledge, type AcknowledgementScope, type ComponentAcknowledgement } from './acknowledge';
export { ClusterKubeProxy, makeClusterKubeProxy, type ClusterConfigMapSettings, type ClusterDaemonSetSettings, type ClusterKubeProxyArgs } from './cluster-kube-proxy';
export { assessmentOf, ComponentRefusedError, findingsOf, type CheckOptions, type JudgedObject } from './component-check';
export { KubeProxy, type DaemonSetInput, type KubeProxyArgs, type ServiceAccountHandle } from './kube-proxy';
export { KubeProxyConfig, type ConfigMapInput, type KubeProxyConfigArgs } from './kube-proxy-config';
export { type InputOf, type WithInputs } from './known-later';
export { KubeProxyMonitoring, makeKubeProxyMonitoring, type KubeProxyMonitoringArgs, type MonitoringInput, type MonitoringResources } from './kube-proxy-monitoring';
export { makeModuleLoader, ModuleLoader, type ModuleLoaderArgs } from './module-loader';
export { type AgentResources } from './node-agents';
export { type Adoption } from './part';
export { makeSysctlTuner, SysctlTuner, type SysctlTunerArgs } from './sysctl-tuner';
