import { recordOf, textOf, textsOf } from '../../kubernetes/untyped';
import { hostKubeProxy } from '../kube-proxies/host-kube-proxies';
import { flagsOfMapping, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs } from './network-facts';

/** OpenShift's network operator: `spec.kubeProxyConfig`, which counts where the operator runs kube-proxy. */
export function readOpenShift(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, spec } = document.value;
  if (kind !== 'Network' || !/^(?:operator|config)\.openshift\.io\//.test(textOf(apiVersion) ?? '')) {
    return undefined;
  }
  const { deployKubeProxy, kubeProxyConfig, defaultNetwork, serviceNetwork } = recordOf(spec);
  const { proxyArguments, bindAddress, iptablesSyncPeriod } = recordOf(kubeProxyConfig);
  const path = ['spec', 'kubeProxyConfig'];
  const args = Object.fromEntries(Object.entries(recordOf(proxyArguments)).map(([flag, values]) => [flag, textsOf(values).at(-1) ?? values]));
  // openshift-sdn ran kube-proxy in its own process; OVN-Kubernetes runs none unless it is asked to.
  const runs = deployKubeProxy === true || (deployKubeProxy !== false && recordOf(defaultNetwork).type === 'OpenShiftSDN');
  return {
    instances: runs ? [hostKubeProxy({
      kind: 'flags-file', platform: 'openshift', name: document.name, resource: document.resource, locate: () => document.locate(path),
      flags: [
        ...flagsOfMapping({ 'bind-address': bindAddress, 'iptables-sync-period': iptablesSyncPeriod }, () => document.locate(path)),
        ...flagsOfMapping(args, (flag) => document.locate([...path, 'proxyArguments', flag])),
      ],
    })] : [],
    facts: { network: cidrs('serviceCidrs', serviceNetwork) },
  };
}
