// Before anything that imports them.
import './peer-packages';
export { type PoolSetupOptions, type SetupOptions } from '../plan/setup-options';
export { acknowledge, type AcknowledgementScope, type ComponentAcknowledgement } from './acknowledge';
export { ClusterKubeProxy, makeClusterKubeProxy, type ClusterConfigMapSettings, type ClusterDaemonSetSettings, type ClusterKubeProxyArgs } from './cluster-kube-proxy';
export { assessmentOf, ComponentRefusedError, findingsOf, type CheckOptions } from './component-check';
export { KubeProxy, type KubeProxyArgs, type ServiceAccountHandle } from './kube-proxy';
export { KubeProxyConfig, type KubeProxyConfigArgs } from './kube-proxy-config';
export { type InputOf, type WithInputs } from './known-later';
export { makeModuleLoader, ModuleLoader, type ModuleLoaderArgs } from './module-loader';
export { type Adoption } from './part';
export { makeSysctlTuner, SysctlTuner, type SysctlTunerArgs } from './sysctl-tuner';
