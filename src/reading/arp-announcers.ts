import { containersOf, type PodTemplate } from '../cluster/pod-template';
import type { Resource } from '../cluster/resource';
import { listOf, recordOf, textOf, textRecordOf, textsOf } from '../cluster/untyped';
import type { ArpAnnouncer } from '../declaration/workloads';

/** What an object, other than a workload, says of somebody answering ARP for addresses of Services. */
export function arpAnnouncerOfObject(resource: Resource): ArpAnnouncer | undefined {
  const { apiVersion, kind, spec, data } = resource.object;
  const group = apiVersion.split('/')[0];
  if (group === 'metallb.io' && kind === 'L2Advertisement') {
    return announcer('MetalLB in layer 2 mode', resource);
  }
  if (group === 'metallb.io' && kind === 'AddressPool' && recordOf(spec).protocol === 'layer2') {
    return announcer('MetalLB in layer 2 mode', resource);
  }
  // MetalLB before 0.13 is configured by a ConfigMap.
  if (kind === 'ConfigMap' && /^\s*(?:- )?protocol:\s*["']?layer2\b/m.test(textRecordOf(data).config ?? '')) {
    return announcer('MetalLB in layer 2 mode', resource);
  }
  if (/(?:^|\.)(?:openelb|porter)\./.test(`.${group}`) || /^network\.kubesphere\.io$/.test(group)) {
    return kind === 'Eip' && recordOf(spec).protocol === 'layer2' ? announcer('OpenELB in layer 2 mode', resource) : undefined;
  }
  return undefined;
}

/** kube-vip, when its pods answer ARP for Services. */
export function arpAnnouncerOfPods(template: PodTemplate): ArpAnnouncer | undefined {
  for (const { container, path } of containersOf(template)) {
    if (!/(?:^|\/)kube-vip(?:[:@]|$)/.test(textOf(container.image) ?? '')) {
      continue;
    }
    const environment = Object.fromEntries(listOf(container.env).map(recordOf).map(({ name, value }) => [textOf(name) ?? '', textOf(value) ?? '']));
    const args = [...textsOf(container.command), ...textsOf(container.args)];
    const on = (name: string, flagName: string) => environment[name] === 'true' || args.some((arg) => arg === flagName || arg === `${flagName}=true`);
    if (on('vip_arp', '--arp')) {
      return announcer('kube-vip in ARP mode', template.resource, path);
    }
  }
  return undefined;
}

function announcer(product: string, resource: Resource, path: readonly (string | number)[] = []): ArpAnnouncer {
  return { product, resource: resource.name, get location() { return resource.locate(path); } };
}
