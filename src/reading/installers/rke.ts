import { EVERY_POOL, LINUX_POOLS } from '../../cluster/pool-selector';
import { isRecord, recordOf, textOf } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { hostKubeProxy } from '../kube-proxies/host-kube-proxies';
import { flagsOfMapping, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/** RKE 1: `services.kubeproxy` of cluster.yml. */
export function readRke(document: InstallerDocument): InstallerSetup | undefined {
  const { value } = document;
  const { kubeproxy, 'kube-api': api } = recordOf(value.services);
  if (value.kind !== undefined || !isRecord(kubeproxy)) {
    return undefined;
  }
  const path = ['services', 'kubeproxy'];
  return {
    instances: [hostKubeProxy({
      kind: 'flags-file',
      platform: 'rke',
      name: document.name,
      locate: () => document.locate(path),
      flags: flagsOfMapping(recordOf(kubeproxy.extra_args), (name) => document.locate([...path, 'extra_args', name])),
      // Windows nodes get the same arguments unless they have their own (rancher/rke cluster/plan.go).
      pools: isRecord(kubeproxy.win_extra_args) ? LINUX_POOLS : EVERY_POOL,
    })],
    facts: {
      kubernetesVersion: KubeVersion.tryParse(textOf(value.kubernetes_version) ?? ''),
      network: {
        ...cidrs('serviceCidrs', recordOf(api).service_cluster_ip_range),
        ...nodePortRange(recordOf(api).service_node_port_range),
      },
    },
  };
}
