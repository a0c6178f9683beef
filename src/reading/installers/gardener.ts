import { isRecord, recordOf, textOf } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs } from './network-facts';

/** Gardener: `spec.kubernetes.kubeProxy` of a Shoot, which names the modes in words (IPTables, IPVS, NFTables). */
export function readGardener(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, spec } = document.value;
  if (kind !== 'Shoot' || !/^core\.gardener\.cloud\//.test(textOf(apiVersion) ?? '')) {
    return undefined;
  }
  const { kubernetes, networking } = recordOf(spec);
  const { version, kubeProxy } = recordOf(kubernetes);
  const { mode, featureGates, enabled } = recordOf(kubeProxy);
  const path = ['spec', 'kubernetes', 'kubeProxy'];
  const fields = { ...mode !== undefined && { mode: textOf(mode)?.toLowerCase() }, ...featureGates !== undefined && { featureGates } };
  return {
    configurations: !isRecord(kubeProxy) || enabled === false ? [] : [foundInFields(document, fields, path, 'configuration', 'gardener')],
    facts: {
      kubernetesVersion: KubeVersion.tryParse(textOf(version) ?? ''),
      network: { ...cidrs('podCidrs', recordOf(networking).pods), ...cidrs('serviceCidrs', recordOf(networking).services) },
    },
  };
}
