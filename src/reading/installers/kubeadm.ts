import type { ClusterFacts } from '../../cluster/define-cluster';
import { isRecord, listOf, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/**
 * kubeadm: what ClusterConfiguration, and MasterConfiguration before 1.12, say of the cluster. Before 1.11 the configuration of
 * kube-proxy was a part of the latter.
 */
export function readKubeadm(document: InstallerDocument): InstallerSetup | undefined {
  const { value } = document;
  const isClusterWide = value.kind === 'ClusterConfiguration' || value.kind === 'MasterConfiguration';
  if (!isClusterWide || !/^kubeadm\.k8s\.io\//.test(textOf(value.apiVersion) ?? '')) {
    return undefined;
  }
  const path = ['kubeProxy', 'config'];
  const { config } = recordOf(value.kubeProxy);
  return {
    facts: factsOf(value),
    configurations: isRecord(config) ? [foundInFields(document, config, path, 'kubeadm')] : [],
  };
}

function factsOf({ kubernetesVersion, networking, apiServer, apiServerExtraArgs }: UntypedRecord): ClusterFacts {
  const { podSubnet, serviceSubnet } = recordOf(networking);
  const extraArgs = recordOf(apiServer).extraArgs ?? apiServerExtraArgs;
  return {
    platform: 'kubeadm',
    kubernetesVersion: KubeVersion.tryParse(textOf(kubernetesVersion) ?? ''),
    network: { ...cidrs('podCidrs', podSubnet), ...cidrs('serviceCidrs', serviceSubnet), ...nodePortRange(argument(extraArgs, 'service-node-port-range')) },
  };
}

/** A mapping up to v1beta3, from v1beta4 on a list of names and values. */
function argument(extraArgs: unknown, name: string): unknown {
  return isRecord(extraArgs) ? extraArgs[name] : listOf(extraArgs).map(recordOf).find((item) => item.name === name)?.value;
}
