import { podTemplateOf } from '../cluster/pod-template';
import type { Resource } from '../cluster/resource';
import { textRecordOf } from '../cluster/untyped';
import type { ForeignVirtualServer, Workloads } from '../declaration/workloads';
import { arpAnnouncerOfObject, arpAnnouncerOfPods } from './arp-announcers';
import { endpointsOf } from './endpoints';
import { virtualServersOfConfigMap, virtualServersOfPods } from './foreign-virtual-servers';
import { hostPortsOf } from './host-ports';
import { localhostNodePortUses } from './localhost-node-ports';
import { nodeLocalDnsOf } from './node-local-dns';
import { serviceOf } from './services';
import { strictArpVictimsOf } from './strict-arp-victims';

/** What the objects of a cluster mean for kube-proxy; `outside` are virtual servers that files on nodes set up. */
export function workloadsOf(resources: readonly Resource[], outside: readonly ForeignVirtualServer[]): Workloads {
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
      ...outside,
    ],
    nodeLocalDns: templates.flatMap(nodeLocalDnsOf),
    strictArpVictims: strictArpVictimsOf(resources),
    localhostNodePortUses: localhostNodePortUses(resources, services),
    endpoints: endpointsOf(resources),
  };
}
