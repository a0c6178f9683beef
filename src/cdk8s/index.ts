// Before anything that imports them.
import './peer-packages';
export { acknowledge, type ConstructAcknowledgement } from './acknowledge';
export { assessmentsOf, findingsOf } from './app-check';
export { ClusterKubeProxy, type ClusterKubeProxyProps } from './cluster-kube-proxy';
export { IpvsModules, type IpvsModulesProps } from './ipvs-modules';
export { KubeProxy, type KubeProxyProps, type ServiceAccountHandle } from './kube-proxy';
export { KubeProxyConfig, type KubeProxyConfigProps } from './kube-proxy-config';
export { SysctlTuner, type SysctlTunerProps } from './sysctl-tuner';
