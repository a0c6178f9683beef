import { podTemplateOf } from '../../pods/pod-template';
import type { Resource } from '../../kubernetes/resource';
import { textRecordOf } from '../../kubernetes/untyped';
import type { ForeignVirtualServer, NetworkPolicyEngine, Workloads } from '../../declaration/workloads';
import { addressPoolsOf } from './address-pools';
import { arpAnnouncerOfObject, arpAnnouncerOfPods } from './arp-announcers';
import { endpointsOf } from './endpoints';
import { virtualServersOfConfigMap, virtualServersOfPods } from './foreign-virtual-servers';
import { hostPortsOf } from './host-ports';
import { kubeletDnsOf } from './kubelet-dns';
import { policyEnginesOfPods } from './network-policy-engines';
import { localhostNodePortUses, type LoopbackRegistry } from './localhost-node-ports';
import { installedNodeLocalDnsOf, nodeLocalDnsOf } from './node-local-dns';
import { serviceOf } from './services';
import { strictArpVictimsOf } from './strict-arp-victims';

/** What is known apart from the objects at hand. */
export interface KnownBesides {
  /** From files on nodes. */
  readonly virtualServers: readonly ForeignVirtualServer[];
  readonly registries: readonly LoopbackRegistry[];
  readonly policyEngines: readonly NetworkPolicyEngine[];
  /** Of workloads that are not parsed. */
  readonly endpoints: number;
}

/** What the objects of a cluster and files on its nodes mean for kube-proxy. */
export function workloadsOf(resources: readonly Resource[], { virtualServers, registries, policyEngines, endpoints }: KnownBesides): Workloads {
  const configMaps = new Map(resources.filter(({ object }) => object.kind === 'ConfigMap').map(({ object: { metadata, data } }) =>
    [`${metadata.namespace ?? 'default'}/${metadata.name}`, data]));
  const dataOf = (namespace: string, name: string) => textRecordOf(configMaps.get(`${namespace}/${name}`));
  const templates = resources.flatMap((resource) => podTemplateOf(resource) ?? []);
  const services = resources.flatMap((resource) => serviceOf(resource) ?? []);
  return {
    services,
    hostPorts: templates.flatMap(hostPortsOf),
    arpAnnouncers: [
      ...templates.flatMap((template) => arpAnnouncerOfPods(template) ?? []),
      ...resources.flatMap((resource) => arpAnnouncerOfObject(resource) ?? []),
    ],
    foreignVirtualServers: [
      ...templates.flatMap((template) => virtualServersOfPods(template, dataOf)),
      ...resources.filter(({ object }) => object.kind === 'ConfigMap').flatMap(virtualServersOfConfigMap),
      ...virtualServers,
    ],
    addressPools: resources.flatMap(addressPoolsOf),
    nodeLocalDns: [...templates.flatMap(nodeLocalDnsOf), ...resources.flatMap(installedNodeLocalDnsOf)],
    kubeletDns: resources.flatMap(kubeletDnsOf),
    strictArpVictims: strictArpVictimsOf(resources),
    ipvsIncompatiblePolicies: [...templates.flatMap(policyEnginesOfPods), ...policyEngines],
    localhostNodePortUses: localhostNodePortUses(resources, services, registries),
    endpoints: resources.reduce((sum, resource) => sum + endpointsOf(resource), endpoints),
  };
}
