// Before anything that imports them.
import './peer-packages';
export { type SetupOptions } from '../plan/setup-options';
export { acknowledge, type AcknowledgementScope, type ComponentAcknowledgement } from './acknowledge';
export { ClusterKubeProxy, makeClusterKubeProxy, type ClusterConfigMapSettings, type ClusterDaemonSetSettings, type ClusterKubeProxyProps } from './cluster-kube-proxy';
export { assessmentOf, ComponentRefusedError, findingsOf, type CheckOptions } from './component-check';
export { IpvsModules, makeIpvsModules, type IpvsModulesProps } from './ipvs-modules';
export { KubeProxy, type KubeProxyProps, type ServiceAccountHandle } from './kube-proxy';
export { KubeProxyConfig, type KubeProxyConfigProps } from './kube-proxy-config';
export { type InputOf, type WithInputs } from './known-later';
export { type Adoption } from './part';
export { makeSysctlTuner, SysctlTuner, type SysctlTunerProps } from './sysctl-tuner';
