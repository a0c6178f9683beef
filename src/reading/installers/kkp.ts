import { recordOf, textOf } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/** Modes of the API and those of kube-proxy; `ebpf` means that Cilium is there in its place (kubermatic pkg/resources/resources.go). */
const MODES: Readonly<Record<string, string | undefined>> = { ipvs: 'ipvs', iptables: 'iptables', nftables: 'nftables' };

/** KKP: `spec.clusterNetwork` of a Cluster or of a ClusterTemplate. */
export function readKkp(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, spec } = document.value;
  if (!/^kubermatic\.k8c\.io\//.test(textOf(apiVersion) ?? '') || !/^Cluster(?:Template)?$/.test(textOf(kind) ?? '')) {
    return undefined;
  }
  const { clusterNetwork, version, componentsOverride } = recordOf(spec);
  const { proxyMode, ipvs, pods, services } = recordOf(clusterNetwork);
  const mode = MODES[textOf(proxyMode) ?? ''];
  const { strictArp } = recordOf(ipvs);
  return {
    configurations: mode === undefined ? []
      : [foundInFields(
        document, { mode, ...strictArp !== undefined && { ipvs: { strictARP: strictArp } } }, ['spec', 'clusterNetwork', 'proxyMode'], 'configuration', 'kkp',
      )],
    facts: {
      kubernetesVersion: KubeVersion.tryParse(textOf(version) ?? ''),
      network: {
        ...cidrs('podCidrs', recordOf(pods).cidrBlocks),
        ...cidrs('serviceCidrs', recordOf(services).cidrBlocks),
        ...nodePortRange(recordOf(recordOf(componentsOverride).apiserver).nodePortRange),
      },
    },
  };
}
