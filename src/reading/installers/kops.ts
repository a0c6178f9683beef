import { isRecord, recordOf, textOf } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { imageTag } from '../../pods/container-settings';
import { hostKubeProxy } from '../kube-proxies/host-kube-proxies';
import { flagsOfMapping, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/** Fields of `spec.kubeProxy` and the flags that nodeup makes of them (kubernetes/kops pkg/apis/kops/componentconfig.go). */
const FLAGS: Readonly<Record<string, string>> = {
  bindAddress: 'bind-address',
  clusterCIDR: 'cluster-cidr',
  conntrackMaxPerCore: 'conntrack-max-per-core',
  conntrackMin: 'conntrack-min',
  featureGates: 'feature-gates',
  hostnameOverride: 'hostname-override',
  ipvsExcludeCIDRs: 'ipvs-exclude-cidrs',
  ipvsExcludeCidrs: 'ipvs-exclude-cidrs',
  ipvsMinSyncPeriod: 'ipvs-min-sync-period',
  ipvsScheduler: 'ipvs-scheduler',
  ipvsSyncPeriod: 'ipvs-sync-period',
  logLevel: 'v',
  metricsBindAddress: 'metrics-bind-address',
  proxyMode: 'proxy-mode',
};

/** What kops itself sets where the field is left out. */
const DEFAULTS = { conntrackMaxPerCore: 131072 };

/** kops: `spec.kubeProxy` of a Cluster. */
export function readKops(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, spec } = document.value;
  if (kind !== 'Cluster' || !/^kops\.k8s\.io\//.test(textOf(apiVersion) ?? '')) {
    return undefined;
  }
  const { kubeProxy, kubernetesVersion, kubeAPIServer, networking, podCIDR, nonMasqueradeCIDR, serviceClusterIPRange } = recordOf(spec);
  const path = ['spec', 'kubeProxy'];
  const written = isRecord(kubeProxy) ? { ...DEFAULTS, ...kubeProxy } : {};
  const fields = Object.entries(written).filter(([field]) => Object.hasOwn(FLAGS, field));
  const fieldOf = (flag: string) => fields.find(([field]) => FLAGS[field] === flag)?.[0] ?? '';
  return {
    instances: isRecord(kubeProxy) && kubeProxy.enabled !== false ? [hostKubeProxy({
      kind: 'kops-cluster',
      platform: 'kops',
      name: document.name,
      resource: document.resource,
      locate: () => document.locate(path),
      flags: flagsOfMapping(
        Object.fromEntries(fields.map(([field, value]) => [FLAGS[field], value])),
        (flag) => document.locate([...path, fieldOf(flag)]),
      ),
      version: KubeVersion.tryParse(imageTag(kubeProxy) ?? ''),
    })] : [],
    facts: {
      kubernetesVersion: KubeVersion.tryParse(textOf(kubernetesVersion) ?? ''),
      network: {
        ...cidrs('podCidrs', podCIDR ?? recordOf(networking).podCIDR ?? nonMasqueradeCIDR),
        ...cidrs('serviceCidrs', serviceClusterIPRange ?? recordOf(networking).serviceClusterIPRange),
        ...nodePortRange(recordOf(kubeAPIServer).serviceNodePortRange),
      },
    },
  };
}
