import type { ClusterFacts } from '../../cluster/define-cluster';
import { isRecord, listOf, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { DroppedSection } from '../../declaration/declaration';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/**
 * kubeadm: what ClusterConfiguration, and MasterConfiguration before 1.12, say of the cluster. Up to 1.11 the configuration of
 * kube-proxy was a part of the latter; ClusterConfiguration never had it, and kubeadm drops it there with a warning: kube-proxy
 * gets the defaults then, unless a KubeProxyConfiguration is a document of its own.
 */
export function readKubeadm(document: InstallerDocument): InstallerSetup | undefined {
  const { value } = document;
  const isClusterWide = value.kind === 'ClusterConfiguration' || value.kind === 'MasterConfiguration';
  if (!isClusterWide || !/^kubeadm\.k8s\.io\//.test(textOf(value.apiVersion) ?? '')) {
    return undefined;
  }
  const path = ['kubeProxy', 'config'];
  const { config } = recordOf(value.kubeProxy);
  if (!isRecord(config)) {
    return { facts: factsOf(value), configurations: [] };
  }
  if (value.kind === 'MasterConfiguration') {
    return { facts: factsOf(value), configurations: [foundInFields(document, config, path, 'kubeadm')] };
  }
  const otherwise = foundInFields(document, {}, ['kubeProxy'], 'kubeadm');
  return { facts: factsOf(value), configurations: [], droppedSections: [sectionOf(document, config)], otherwise };
}

function sectionOf({ value, name, resource, locate }: InstallerDocument, config: UntypedRecord): DroppedSection {
  return {
    name,
    resource,
    get location() { return locate(['kubeProxy']); },
    path: 'kubeProxy',
    document: `${textOf(value.kind)} (${textOf(value.apiVersion)})`,
    mode: textOf(config.mode),
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
