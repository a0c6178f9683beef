import { isRecord, recordOf, textOf } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs } from './network-facts';

/** What KubeKey sets where nothing is said (kubesphere/kubekey, roles/defaults and cmd/kk/apis/kubekey/v1alpha2/default.go). */
const DEFAULT_MODE = 'ipvs';

/** KubeKey up to v3: `spec.kubernetes` of a Cluster, with fields of a KubeProxyConfiguration; from v4 on `kube_proxy` in a Config or in variables. */
export function readKubeKey(document: InstallerDocument): InstallerSetup | undefined {
  const { value } = document;
  const isOwn = /^kubekey\.kubesphere\.io\//.test(textOf(value.apiVersion) ?? '');
  if (isOwn && (value.kind === 'Cluster' || value.kind === 'Config')) {
    return setupOf(document, ['spec', 'kubernetes']);
  }
  const { kubernetes } = value;
  return value.kind === undefined && isRecord(kubernetes) && isRecord(kubernetes.kube_proxy) ? setupOf(document, ['kubernetes']) : undefined;
}

function setupOf(document: InstallerDocument, path: readonly string[]): InstallerSetup {
  const outer = path.slice(0, -1).reduce((value, key) => recordOf(value[key]), document.value);
  const kubernetes = recordOf(outer.kubernetes);
  const { kube_proxy: newer, proxyMode, kubeProxyConfiguration, disableKubeProxy, masqueradeAll } = kubernetes;
  const { mode, config, enabled } = recordOf(newer);
  const fields = {
    mode: textOf(mode ?? proxyMode) ?? DEFAULT_MODE,
    ...masqueradeAll === true && { iptables: { masqueradeAll } },
    ...recordOf(kubeProxyConfiguration ?? config),
  };
  const network = recordOf(outer.network);
  return {
    configurations: disableKubeProxy === true || enabled === false ? []
      : [foundInFields(document, fields, [...path, newer === undefined ? 'proxyMode' : 'kube_proxy'], 'kubeadm', 'kubekey')],
    facts: {
      platform: 'kubeadm',
      kubernetesVersion: KubeVersion.tryParse(textOf(kubernetes.version ?? kubernetes.kube_version) ?? ''),
      network: { ...cidrs('podCidrs', network.kubePodsCIDR), ...cidrs('serviceCidrs', network.kubeServiceCIDR) },
    },
  };
}
