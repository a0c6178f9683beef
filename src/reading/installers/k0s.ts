import { isRecord, recordOf, textOf } from '../../kubernetes/untyped';
import type { ObjectPath } from '../../kubernetes/resource';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs } from './network-facts';

/** Fields of `spec.network.kubeProxy` that go into kube-proxy's configuration as they are (k0sproject/k0s pkg/component/controller/kubeproxy.go). */
const FIELDS = ['mode', 'iptables', 'ipvs', 'nftables', 'nodePortAddresses', 'metricsBindAddress', 'featureGates'];

/**
 * k0s: `spec.network` of a ClusterConfig, alone, in the Cluster of k0sctl (`spec.k0s.config`), or in a K0sControlPlane of Cluster API
 * (`spec.k0sConfigSpec.k0s`).
 */
export function readK0s(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, spec } = document.value;
  const api = textOf(apiVersion) ?? '';
  if (kind === 'ClusterConfig' && /^k0s\.k0sproject\.io\//.test(api)) {
    return setupOf(document, [], undefined);
  }
  if (kind === 'Cluster' && /^k0sctl\.k0sproject\.io\//.test(api)) {
    return setupOf(document, ['spec', 'k0s', 'config'], recordOf(recordOf(spec).k0s).version);
  }
  return kind === 'K0sControlPlane' ? setupOf(document, ['spec', 'k0sConfigSpec', 'k0s'], recordOf(spec).version) : undefined;
}

function setupOf(document: InstallerDocument, at: ObjectPath, version: unknown): InstallerSetup {
  const { spec } = at.reduce((value, key) => recordOf(value[key]), document.value);
  const { kubeProxy, podCIDR, serviceCIDR } = recordOf(recordOf(spec).network);
  const path = [...at, 'spec', 'network', 'kubeProxy'];
  const fields = Object.fromEntries(Object.entries(recordOf(kubeProxy)).filter(([field]) => FIELDS.includes(field)));
  return {
    configurations: !isRecord(kubeProxy) || kubeProxy.disabled === true ? [] : [foundInFields(document, fields, path, 'configuration', 'k0s')],
    facts: {
      kubernetesVersion: KubeVersion.tryParse(textOf(version) ?? ''),
      network: { ...cidrs('podCidrs', podCIDR), ...cidrs('serviceCidrs', serviceCIDR) },
    },
  };
}
