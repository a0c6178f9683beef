import type { StrictArpVictim } from '../../declaration/workloads';
import { ANTREA_EGRESS_FIX, antreaEgressUnderStrictArp } from '../../facts/kube-proxy/strict-arp';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import { placeOfField } from '../wording/configuration-place';
import type { Rule } from '../rule';
import { makesArpStrict } from '../wording/strict-arp';
import { firstFew } from '../wording/workload-wording';

export const strictArpConflict: Rule = {
  id: 'strict-arp-conflict',
  group: 'workloads',
  title: 'Strict ARP keeps nodes from answering for addresses that a feature needs them to answer for.',
  severities: ['warning'],
  fields: ['ipvs.strictARP'],
  sources: ['antrea-io/antrea#3804', 'antrea-io/antrea#3837', 'kubernetes/kubernetes#71555'],
  judge: ({ declaration: { workloads }, prediction }) => {
    const victims = workloads.strictArpVictims.filter(({ version }) => antreaEgressUnderStrictArp(version) !== 'present');
    return victims.length === 0 ? [] : configurationFindings(configurationsIn('ipvs', prediction).filter(makesArpStrict), (configuration) => [{
      severity: 'warning',
      place: placeOfField(configuration, 'ipvs.strictARP'),
      message: `makes ARP strict, which breaks ${victims[0].product}`,
      because: `with net.ipv4.conf.all.arp_ignore=1 no node answers ARP for the egress addresses of ${named(victims)}, so replies to pods that leave through them are lost; `
        + 'kube-proxy does not take its own values back',
      remedies: [
        `Run Antrea v${ANTREA_EGRESS_FIX.release} or later, which answers for these addresses itself.`,
        'Or, where nothing needs strict ARP (MetalLB, kube-vip and OpenELB in layer 2 mode do), set ipvs.strictARP: false and reboot the nodes.',
      ],
      sources: [ANTREA_EGRESS_FIX.evidence.source],
    }]);
  },
};

function named(victims: readonly StrictArpVictim[]): string {
  const [{ product, version }] = victims;
  return `${product} (${firstFew(victims.map(({ resource }) => resource))}; ${version === undefined ? 'its version is not in the input' : version})`;
}
