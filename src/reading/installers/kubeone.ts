import { isRecord, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/** KubeOne: `clusterNetwork.kubeProxy` of a KubeOneCluster, in which the section that is there names the mode. */
export function readKubeOne(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, versions, clusterNetwork } = document.value;
  if (kind !== 'KubeOneCluster' || !/^kubeone\.(?:k8c|io|k8s)[\w.]*\//.test(textOf(apiVersion) ?? '')) {
    return undefined;
  }
  const { kubeProxy, podSubnet, serviceSubnet, nodePortRange: ports } = recordOf(clusterNetwork);
  const { ipvs, skipInstallation } = recordOf(kubeProxy);
  const path = ['clusterNetwork', 'kubeProxy', ...isRecord(ipvs) ? ['ipvs'] : []];
  return {
    configurations: skipInstallation === true ? []
      : [foundInFields(document, isRecord(ipvs) ? { mode: 'ipvs', ipvs: fieldsOf(ipvs) } : { mode: 'iptables' }, path, 'kubeadm', 'kubeone')],
    facts: {
      platform: 'kubeadm',
      kubernetesVersion: KubeVersion.tryParse(textOf(recordOf(versions).kubernetes) ?? ''),
      network: { ...cidrs('podCidrs', podSubnet), ...cidrs('serviceCidrs', serviceSubnet), ...nodePortRange(ports) },
    },
  };
}

/** As kube-proxy has them, but for the case of one, which differs between releases. */
function fieldsOf(settings: UntypedRecord): UntypedRecord {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name === 'strictArp' ? 'strictARP' : name, value]));
}
