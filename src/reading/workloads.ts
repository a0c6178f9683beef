import { podTemplateOf } from '../cluster/pod-template';
import type { Resource } from '../cluster/resource';
import type { ArpAnnouncer, HostPort, ServiceDeclaration, Workloads } from '../declaration/workloads';
import { arpAnnouncerOfObject, arpAnnouncerOfPods } from './arp-announcers';
import { hostPortsOf } from './host-ports';
import { localhostNodePortUses, loopbackAddresses, type LoopbackAddress } from './localhost-node-ports';
import { serviceOf } from './services';

/** What the objects of a cluster mean for kube-proxy. */
export function workloadsOf(resources: readonly Resource[]): Workloads {
  const services: ServiceDeclaration[] = [];
  const hostPorts: HostPort[] = [];
  const arpAnnouncers: ArpAnnouncer[] = [];
  const onLoopback: LoopbackAddress[] = [];
  for (const resource of resources) {
    const template = podTemplateOf(resource);
    const service = serviceOf(resource);
    if (service) {
      services.push(service);
    }
    if (template) {
      hostPorts.push(...hostPortsOf(template));
    }
    const announcer = template ? arpAnnouncerOfPods(template) : arpAnnouncerOfObject(resource);
    if (announcer) {
      arpAnnouncers.push(announcer);
    }
    onLoopback.push(...loopbackAddresses(resource));
  }
  return {
    services,
    hostPorts,
    arpAnnouncers,
    foreignVirtualServers: [],
    nodeLocalDns: [],
    strictArpVictims: [],
    localhostNodePortUses: localhostNodePortUses(onLoopback, services),
    endpoints: 0,
  };
}
