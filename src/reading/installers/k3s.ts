import { EVERY_POOL, LINUX_POOLS } from '../../cluster/pool-selector';
import { isRecord, listOf, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { imageTag } from '../../pods/container-settings';
import { hostKubeProxy } from '../kube-proxies/host-kube-proxies';
import { flagsOfList, flagsOfMapping, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/** k3s and RKE2: `kube-proxy-arg` of config.yaml, or of a Rancher cluster's `machineGlobalConfig`. */
export function readK3s(document: InstallerDocument): InstallerSetup | undefined {
  const { value } = document;
  if (value.kind === undefined && ['kube-proxy-arg', 'kube-proxy-arg+', 'disable-kube-proxy'].some((key) => key in value)) {
    return setupOf(document, value, []);
  }
  const { rkeConfig, kubernetesVersion } = recordOf(value.spec);
  if (/^provisioning\.cattle\.io\//.test(textOf(value.apiVersion) ?? '') && isRecord(rkeConfig)) {
    const setup = setupOf(document, recordOf(rkeConfig.machineGlobalConfig), ['spec', 'rkeConfig', 'machineGlobalConfig']);
    return { ...setup, facts: { ...setup.facts, kubernetesVersion: KubeVersion.tryParse(textOf(kubernetesVersion) ?? '') } };
  }
  return undefined;
}

/** k3d: `--kube-proxy-arg` among `options.k3s.extraArgs` of a Simple. */
export function readK3d(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, image, options } = document.value;
  if (kind !== 'Simple' || !/^k3d\.io\//.test(textOf(apiVersion) ?? '')) {
    return undefined;
  }
  const args = listOf(recordOf(recordOf(options).k3s).extraArgs).map((item) => textOf(recordOf(item).arg) ?? '');
  const list = args.flatMap((arg) => /^--kube-proxy-arg=(.+)$/.exec(arg)?.[1] ?? []);
  const path = ['options', 'k3s', 'extraArgs'];
  return {
    instances: args.includes('--disable-kube-proxy') || list.length === 0 ? [] : [hostKubeProxy({
      kind: 'k3s-config',
      name: document.name,
      resource: document.resource,
      locate: () => document.locate(path),
      flags: flagsOfList([...new Set(list)], () => document.locate(path)),
    })],
    facts: { kubernetesVersion: KubeVersion.tryParse(imageTag({ image }) ?? '') },
  };
}

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

function setupOf(document: InstallerDocument, settings: UntypedRecord, path: readonly string[]): InstallerSetup {
  const key = 'kube-proxy-arg' in settings ? 'kube-proxy-arg' : 'kube-proxy-arg+';
  const args = settings[key];
  const list = Array.isArray(args) ? listOf(args) : args === undefined ? [] : [args];
  return {
    instances: settings['disable-kube-proxy'] === true || list.length === 0 ? [] : [hostKubeProxy({
      kind: 'k3s-config',
      name: document.name,
      resource: document.resource,
      locate: () => document.locate([...path, key]),
      flags: flagsOfList(list, (index) => document.locate(Array.isArray(args) ? [...path, key, index] : [...path, key])),
    })],
    facts: {
      network: {
        ...cidrs('podCidrs', settings['cluster-cidr']),
        ...cidrs('serviceCidrs', settings['service-cidr']),
        ...nodePortRange(settings['service-node-port-range']),
      },
    },
  };
}
