import type { ObjectPath } from '../../kubernetes/resource';
import { recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { Writer } from '../../declaration/writer';
import type { PoolSelector } from '../../cluster/pool-selector';
import { statedSysctl, statedWriter } from '../../writers/stated-writer';
import { listOf } from '../../kubernetes/untyped';
import { recordsIn, type InstallerDocument } from './installer-document';

/**
 * Sysctls of the node pools of clouds: `linuxConfig.sysctl` of GKE's file for `--system-config-from-file`, `linuxNodeConfig.sysctls` of its
 * API, Config Connector and Terraform, and `linuxOSConfig.sysctls` of AKS in whatever declares a pool.
 */
export function writersOfNodePools(document: InstallerDocument): Writer[] {
  return recordsIn(document.value).flatMap(({ value, key, path }) => {
    switch (key) {
      case 'linuxConfig':
        return writerOf(document, Object.entries(recordOf(value.sysctl)), [...path, 'sysctl']);
      case 'linuxNodeConfig':
      case 'linux_node_config':
        return writerOf(document, Object.entries(recordOf(value.sysctls)), [...path, 'sysctls']);
      case 'linuxOSConfig':
      case 'linuxOsConfig':
        return writerOf(document, ofAks(recordOf(value.sysctls)), [...path, 'sysctls']);
      case 'linux_os_config':
        return writerOf(document, ofAks(recordOf(listOf(value.sysctl_config)[0] ?? value.sysctl_config)), [...path, 'sysctl_config']);
      default:
        return [];
    }
  });
}

/** Gardener: the sysctls of a Shoot's worker pools, whose nodes carry the pool's name. */
export function writersOfShoot(document: InstallerDocument): Writer[] {
  const { kind, apiVersion, spec } = document.value;
  if (kind !== 'Shoot' || !/^core\.gardener\.cloud\//.test(textOf(apiVersion) ?? '')) {
    return [];
  }
  return listOf(recordOf(recordOf(spec).provider).workers).map(recordOf).flatMap(({ name, sysctls }, index) => {
    const pools: PoolSelector = { terms: [[{ key: 'worker.gardener.cloud/pool', operator: 'In', values: [textOf(name) ?? ''] }]] };
    return writerOf(document, Object.entries(recordOf(sysctls)), ['spec', 'provider', 'workers', index, 'sysctls'], pools);
  });
}

function writerOf(document: InstallerDocument, sysctls: readonly (readonly [string, unknown])[], path: ObjectPath, pools?: PoolSelector): Writer[] {
  return statedWriter({
    kind: 'node-settings', name: document.name, resource: document.resource, pools, moment: 'boot',
    // Clouds take only keys that their nodes have then.
    waitsForKey: pools === undefined,
    sysctls: sysctls.flatMap(([key, value]) => statedSysctl(key, value, () => document.locate([...path, key]))),
  });
}

/** Sysctls that have to do with kube-proxy, as AKS writes them (learn.microsoft.com/azure/aks/custom-node-configuration), in lower case without `_`. */
const AKS_NAMES: Readonly<Record<string, string>> = {
  netnetfilternfconntrackmax: 'net.netfilter.nf_conntrack_max',
  netnetfilternfconntrackbuckets: 'net.netfilter.nf_conntrack_buckets',
  netipv4tcpkeepalivetime: 'net.ipv4.tcp_keepalive_time',
  netipv4tcpkeepaliveprobes: 'net.ipv4.tcp_keepalive_probes',
  netipv4tcpkeepaliveintvl: 'net.ipv4.tcp_keepalive_intvl',
  netipv4tcptwreuse: 'net.ipv4.tcp_tw_reuse',
  netipv4tcpfintimeout: 'net.ipv4.tcp_fin_timeout',
  netipv4iplocalportrange: 'net.ipv4.ip_local_port_range',
};

function ofAks(sysctls: UntypedRecord): [string, unknown][] {
  return Object.entries(sysctls).flatMap(([name, value]): [string, unknown][] => {
    const key = AKS_NAMES[name.toLowerCase().replace(/_/g, '')];
    return key === undefined ? [] : [[key, value]];
  });
}
