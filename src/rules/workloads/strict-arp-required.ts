import type { ArpAnnouncer } from '../../declaration/workloads';
import { HAS_STRICT_ARP, strictArpSupport, STRICT_ARP_SYSCTLS } from '../../facts/kube-proxy/strict-arp';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import { placeOfField } from '../wording/configuration-place';
import { orLater } from '../wording/releases';
import type { Rule } from '../rule';
import { poolsWithLaxArp } from '../wording/strict-arp';
import { firstFew } from '../wording/workload-wording';

const FIELD = 'ipvs.strictARP';

export const strictArpRequired: Rule = {
  id: 'strict-arp-required',
  group: 'workloads',
  title: 'Only one node should answer ARP for a Service address, but in IPVS mode every node does.',
  severities: ['error'],
  fields: ['ipvs.strictARP'],
  sources: ['metallb/metallb#153', 'kubernetes/kubernetes#75295', 'https://metallb.io/installation/#preparation'],
  judge: (judged) => {
    const { arpAnnouncers } = judged.declaration.workloads;
    return arpAnnouncers.length === 0 ? [] : configurationFindings(configurationsIn('ipvs', judged.prediction), (configuration) => {
      const pools = poolsWithLaxArp(configuration, judged);
      return pools === undefined ? [] : [{
        severity: 'error',
        pools,
        place: placeOfField(configuration, FIELD),
        message: 'answers ARP for LoadBalancer addresses on every node',
        because: `${isOffered(configuration) ? `it runs IPVS mode with ${FIELD} false` : `it runs IPVS mode and has no ${FIELD} yet`}: it binds the addresses of LoadBalancer `
          + `Services on every node, and every node answers ARP for them, not only the one that ${announcers(arpAnnouncers)} picks; `
          + 'connections break whenever a neighbour asks again, and externalTrafficPolicy Local refuses them',
        remedies: remedies(configuration),
      }];
    });
  },
};

function isOffered({ kubeProxy }: ConfigurationPrediction): boolean {
  return strictArpSupport(kubeProxy.version) === 'by-field';
}

/** Each product with the first object that shows it. */
function announcers(found: readonly ArpAnnouncer[]): string {
  const products = new Map([...found].reverse().map(({ product, resource }) => [product, resource]));
  return firstFew([...products].reverse().map(([product, resource]) => `${product} (${resource})`));
}

function remedies(configuration: ConfigurationPrediction): string[] {
  const sysctls = STRICT_ARP_SYSCTLS.map(({ name, value }) => `net.ipv4.conf.all.${name}=${value}`).join(' and ');
  return [
    isOffered(configuration)
      ? `Set ${FIELD}: true (by flag: --ipvs-strict-arp) and restart kube-proxy.`
      : `Run kube-proxy ${orLater(HAS_STRICT_ARP)} with ${FIELD}: true.`,
    `Or set ${sysctls} on the nodes at boot (sysctl.d): this kube-proxy leaves both alone.`,
    'Or announce the addresses by BGP.',
    'Or run kube-proxy in iptables or nftables mode, which bind none of them to the nodes.',
  ];
}
