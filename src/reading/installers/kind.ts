import { isRecord, listOf, recordOf, textOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { imageTag } from '../../pods/container-settings';
import { splitDocuments } from '../documents/yaml-documents';
import { readYamlValue } from '../documents/yaml-values';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs } from './network-facts';

/** What kind itself writes, since v0.11.1: its nodes are containers, which may not set the global limit (kubernetes-sigs/kind#2240). */
const CONNTRACK = { maxPerCore: 0 };

/** kind: `networking.kubeProxyMode` of a Cluster, and its patches of kubeadm's KubeProxyConfiguration. */
export function readKind(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, networking, kubeadmConfigPatches, nodes } = document.value;
  if (kind !== 'Cluster' || !/^kind\.x-k8s\.io\//.test(textOf(apiVersion) ?? '')) {
    return undefined;
  }
  const { kubeProxyMode, podSubnet, serviceSubnet } = recordOf(networking);
  const patch = textsOf(kubeadmConfigPatches).flatMap(configurationFields).at(-1);
  const path = kubeProxyMode === undefined ? ['kubeadmConfigPatches'] : ['networking', 'kubeProxyMode'];
  const fields = {
    ...kubeProxyMode !== undefined && { mode: kubeProxyMode }, ...patch, conntrack: { ...CONNTRACK, ...recordOf(patch?.conntrack) },
  };
  return {
    configurations: kubeProxyMode === 'none' || (kubeProxyMode === undefined && patch === undefined) ? [] : [foundInFields(document, fields, path, 'kubeadm', 'kind')],
    facts: {
      platform: 'kubeadm',
      kubernetesVersion: listOf(nodes).flatMap((node) => KubeVersion.tryParse(imageTag(recordOf(node)) ?? '') ?? []).at(0),
      network: { ...cidrs('podCidrs', podSubnet), ...cidrs('serviceCidrs', serviceSubnet) },
    },
  };
}

function configurationFields(text: string): UntypedRecord[] {
  return splitDocuments('', text).flatMap((document) => {
    const read = readYamlValue(document.text);
    if (!('value' in read) || !isRecord(read.value) || read.value.kind !== 'KubeProxyConfiguration') {
      return [];
    }
    // By its name kind finds what the patch is for; kubeadm never gets to see it.
    const { metadata: _metadata, ...fields } = read.value;
    return [fields];
  });
}
