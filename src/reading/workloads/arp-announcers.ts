import { containersOf, type PodTemplate } from '../../pods/pod-template';
import type { Resource } from '../../kubernetes/resource';
import { recordOf, textRecordOf } from '../../kubernetes/untyped';
import type { ArpAnnouncer } from '../../declaration/workloads';
import { isKubeVip, kubeVipServesServices, kubeVipSetting } from './kube-vip';

const METALLB = 'MetalLB in layer 2 mode';

/** What an object that makes no pods says of somebody answering ARP for addresses of Services. */
export function arpAnnouncerOfObject(resource: Resource): ArpAnnouncer | undefined {
  const { apiVersion, kind, spec, data, metadata } = resource.object;
  const [group] = apiVersion.split('/');
  const { protocol } = recordOf(spec);
  switch (`${group}/${kind}`) {
    case 'metallb.io/L2Advertisement':
      return announcer(METALLB, resource);
    case 'metallb.io/AddressPool':
      return protocol === 'layer2' ? announcer(METALLB, resource, ['spec', 'protocol']) : undefined;
    case 'network.kubesphere.io/Eip':
      return protocol === 'layer2' ? announcer('OpenELB in layer 2 mode', resource, ['spec', 'protocol']) : undefined;
    case 'v1/ConfigMap':
      // MetalLB before 0.13.
      return /^[^#\n\r\u2028\u2029]*\bprotocol["']?:\s*["']?layer2\b/m.test(textRecordOf(data).config ?? '') ? announcer(METALLB, resource, ['data', 'config']) : undefined;
    case 'v1/Service': {
      const { 'protocol.openelb.kubesphere.io/v1alpha1': openElb, 'service.antrea.io/external-ip-pool': antrea } = textRecordOf(metadata.annotations);
      return openElb === 'layer2'
        ? announcer('OpenELB in layer 2 mode', resource, ['metadata', 'annotations'])
        : antrea ? announcer('Antrea ServiceExternalIP', resource, ['metadata', 'annotations']) : undefined;
    }
    default:
      return undefined;
  }
}

/** kube-vip, when its pods answer ARP for addresses of Services. */
export function arpAnnouncerOfPods(template: PodTemplate): ArpAnnouncer | undefined {
  const found = containersOf(template).find(({ container }) => isKubeVip(container) && kubeVipSetting(container, 'arp') && kubeVipServesServices(container));
  return found && announcer('kube-vip in ARP mode', template.resource, found.path);
}

function announcer(product: string, resource: Resource, path: readonly (string | number)[] = []): ArpAnnouncer {
  return { product, resource: resource.name, get location() { return resource.locate(path); } };
}
