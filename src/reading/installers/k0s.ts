import { isRecord, recordOf, textOf } from '../../kubernetes/untyped';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs } from './network-facts';

/** Fields of `spec.network.kubeProxy` that go into kube-proxy's configuration as they are (k0sproject/k0s pkg/component/controller/kubeproxy.go). */
const FIELDS = ['mode', 'iptables', 'ipvs', 'nftables', 'nodePortAddresses', 'metricsBindAddress', 'featureGates'];

/** k0s: `spec.network` of a ClusterConfig. */
export function readK0s(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, spec } = document.value;
  if (kind !== 'ClusterConfig' || !/^k0s\.k0sproject\.io\//.test(textOf(apiVersion) ?? '')) {
    return undefined;
  }
  const { kubeProxy, podCIDR, serviceCIDR } = recordOf(recordOf(spec).network);
  const path = ['spec', 'network', 'kubeProxy'];
  const fields = Object.fromEntries(Object.entries(recordOf(kubeProxy)).filter(([field]) => FIELDS.includes(field)));
  return {
    configurations: !isRecord(kubeProxy) || kubeProxy.disabled === true ? [] : [foundInFields(document, fields, path, 'configuration', 'k0s')],
    facts: { network: { ...cidrs('podCidrs', podCIDR), ...cidrs('serviceCidrs', serviceCIDR) } },
  };
}
