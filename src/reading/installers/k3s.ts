import * as path from 'node:path';
import { listOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { ObjectPath } from '../../kubernetes/resource';
import type { ClusterNetwork } from '../../cluster/cluster';
import type { K3sRole, K3sSettings } from '../kube-proxies/found-instance';
import { k3sInstance, nodeOfPath } from '../kube-proxies/k3s-nodes';
import { flagsOfList, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/** Keys by which a document is the configuration of a k3s or RKE2 node, whatever the file is called. */
const TELLING_KEYS = ['kube-proxy-arg', 'kube-proxy-arg+', 'disable-kube-proxy'];

/** Where k3s and RKE2 read their configuration. */
const CONFIG_FILE = /(?:^|\/)rancher\/(k3s|rke2)\/config\.yaml(?:\.d\/[^/]+\.ya?ml)?$/;

/** k3s and RKE2: config.yaml and the drop-ins beside it. */
export function readK3s(document: InstallerDocument): InstallerSetup | undefined {
  const { value, name } = document;
  const product = CONFIG_FILE.exec(name)?.[1] as 'k3s' | 'rke2' | undefined;
  if (value.kind !== undefined || value.apiVersion !== undefined || !(product !== undefined || TELLING_KEYS.some((key) => key in value))) {
    return undefined;
  }
  const isDropIn = /\.d\/[^/]+$/.test(name);
  const part = k3sSettings(document, value, [], {
    product: product ?? productOf(value),
    role: roleOf(value, name),
    node: isDropIn || path.posix.basename(name) === 'config.yaml' ? nodeOfPath(name) : undefined,
    order: isDropIn ? path.posix.basename(name) : '',
  });
  return { instances: [k3sInstance(part)], facts: { network: networkOf(value) } };
}

/** The settings of nodes in a mapping that has the keys of config.yaml. */
export function k3sSettings(
  document: InstallerDocument, settings: UntypedRecord, at: ObjectPath, node: Pick<K3sSettings, 'product' | 'role' | 'node' | 'order' | 'pools'>,
): K3sSettings {
  const key = 'kube-proxy-arg+' in settings ? 'kube-proxy-arg+' : 'kube-proxy-arg';
  const written = settings[key];
  const list = Array.isArray(written) ? listOf(written) : [written];
  return {
    ...node,
    args: written === undefined || written === null ? undefined
      : flagsOfList(list, (index) => document.locate(Array.isArray(written) ? [...at, key, index] : [...at, key])),
    appends: key === 'kube-proxy-arg+',
    disabled: settings['disable-kube-proxy'] === true || settings['disable-kube-proxy'] === 'true',
    name: document.name,
    resource: document.resource,
    locate: () => document.locate([...at, key]),
  };
}

/** Ranges that config.yaml states. */
export function networkOf(settings: UntypedRecord): Partial<ClusterNetwork> {
  return {
    ...cidrs('podCidrs', settings['cluster-cidr']),
    ...cidrs('serviceCidrs', settings['service-cidr']),
    ...nodePortRange(settings['service-node-port-range']),
  };
}

/** Keys that only a server takes, and above all those that one sees. */
const SERVER_KEYS = [
  'cluster-init', 'cluster-cidr', 'service-cidr', 'cluster-dns', 'cluster-domain', 'disable', 'disable-kube-proxy', 'disable-network-policy',
  'disable-cloud-controller', 'tls-san', 'write-kubeconfig-mode', 'write-kubeconfig', 'flannel-backend', 'kube-apiserver-arg', 'kube-scheduler-arg',
  'kube-controller-manager-arg', 'etcd-arg', 'etcd-expose-metrics', 'etcd-snapshot-schedule-cron', 'datastore-endpoint', 'secrets-encryption', 'cni',
  'service-node-port-range', 'embedded-registry', 'advertise-address', 'agent-token',
];

/** By its keys, else by the folders and the name of the file. */
function roleOf(settings: UntypedRecord, file: string): K3sRole | undefined {
  return SERVER_KEYS.some((key) => key in settings || `${key}+` in settings) ? 'server' : roleInName(file);
}

/** Servers and agents as people name their files, groups and variables. */
export function roleInName(name: string): K3sRole | undefined {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  const names = (...roles: readonly string[]) => words.some((word) => roles.includes(word.replace(/s?(?<!\d)\d*$/, '')));
  const isServer = names('server', 'master', 'control', 'controlplane');
  return isServer === names('agent', 'worker') ? undefined : isServer ? 'server' : 'agent';
}

function productOf(settings: UntypedRecord): K3sSettings['product'] {
  return 'cni' in settings || /^cis/.test(textOf(settings.profile) ?? '') ? 'rke2' : 'k3s';
}
