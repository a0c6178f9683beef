import { isRecord, recordOf, type UntypedRecord } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { imageTag } from '../../pods/container-settings';
import { hostKubeProxy } from '../kube-proxies/host-kube-proxies';
import { configurationOfFields, flagsOfMapping, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/**
 * Talos: `cluster.proxy` of a machine configuration or of a patch for one, or the document of kind `KubeProxyConfig` that newer
 * releases have.
 */
export function readTalos(document: InstallerDocument): InstallerSetup | undefined {
  const { value } = document;
  if (value.kind === 'KubeProxyConfig' && value.apiVersion === 'v1alpha1') {
    return value.enabled === false ? {} : { instances: [instanceOf(document, value, [])] };
  }
  if (value.kind !== undefined || !(isRecord(value.cluster) || isRecord(value.machine))) {
    return undefined;
  }
  const { proxy, network, apiServer } = recordOf(value.cluster);
  const { podSubnets, serviceSubnets } = recordOf(network);
  const extraArgs = recordOf(recordOf(apiServer).extraArgs);
  return {
    instances: isRecord(proxy) && proxy.disabled !== true ? [instanceOf(document, proxy, ['cluster', 'proxy'])] : [],
    facts: {
      kubernetesVersion: KubeVersion.tryParse(imageTag(recordOf(apiServer)) ?? ''),
      network: {
        ...cidrs('podCidrs', podSubnets),
        ...cidrs('serviceCidrs', serviceSubnets),
        ...nodePortRange(extraArgs['service-node-port-range']),
      },
    },
  };
}

function instanceOf(document: InstallerDocument, proxy: UntypedRecord, path: readonly string[]): ReturnType<typeof hostKubeProxy> {
  const { mode, extraArgs, config } = proxy;
  const flags = [
    ...flagsOfMapping(mode === undefined ? {} : { 'proxy-mode': mode }, () => document.locate([...path, 'mode'])),
    ...flagsOfMapping(recordOf(extraArgs), (name) => document.locate([...path, 'extraArgs', name])),
  ];
  return hostKubeProxy({
    kind: 'talos-machine-config',
    platform: 'talos',
    name: document.name,
    locate: () => document.locate(path),
    flags,
    version: KubeVersion.tryParse(imageTag(proxy) ?? ''),
    configuration: isRecord(config) ? configurationOfFields(document, { ...(mode !== undefined && { mode }), ...config }, [...path, 'config']) : undefined,
  });
}
