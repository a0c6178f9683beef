import { cidrFamily } from '../../config/ip-address';
import { dualStackSupport, type DualStackSupport } from '../../facts/kube-proxy/dual-stack';
import type { ConfigurationPrediction } from '../../prediction/prediction';

/** The gate that keeps this kube-proxy from serving two address families; `undefined` when none is off. kubeadm turns it on where its own is on. */
export function missingDualStackGate({ instance, kubeProxy, decoded }: ConfigurationPrediction): DualStackSupport['gate'] {
  const { gate } = dualStackSupport(kubeProxy.version);
  const byDefault = instance.kind === 'kubeadm' || gate?.default;
  return gate && !(decoded.effective.featureGates[gate.name] ?? byDefault) ? gate : undefined;
}

/** Whether the pods have ranges of two families and this kube-proxy takes one only: its validation rejects them then. */
export function hasRangeTooMany(configuration: ConfigurationPrediction): boolean {
  const takesOne = dualStackSupport(configuration.kubeProxy.version).modes.length === 0 || missingDualStackGate(configuration) !== undefined;
  return takesOne && clusterCidrFamilies(configuration).size > 1;
}

/** Address families of `clusterCIDR`; none when it is empty. */
export function clusterCidrFamilies({ decoded }: ConfigurationPrediction): ReadonlySet<string> {
  return new Set(decoded.effective.clusterCIDR.split(',').flatMap((cidr) => cidrFamily(cidr.trim()) ?? []));
}
