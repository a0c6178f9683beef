import type { Declaration } from '../../declaration/declaration';
import { IPTABLES_LIMITS, WRITES_CHANGED_RULES_ONLY } from '../../facts/kube-proxy/iptables-scale';
import { NFTABLES_KERNEL } from '../../facts/kube-proxy/nftables';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import { modesHere } from '../wording/mode-wording';
import { orLater } from '../wording/releases';
import type { Rule } from '../rule';

export const iptablesScale: Rule = {
  id: 'iptables-scale',
  group: 'workloads',
  title: 'The cluster has more Services or endpoints than iptables mode is known to handle well.',
  severities: ['info'],
  sources: IPTABLES_LIMITS.map(({ evidence }) => evidence.source),
  judge: ({ declaration, prediction }) => {
    const sizes = sizesOf(declaration);
    const passed = IPTABLES_LIMITS.filter(({ of, from }) => sizes[of] >= from);
    return passed.length === 0 ? [] : configurationFindings(configurationsIn('iptables', prediction), (configuration) => [{
      severity: 'info',
      message: `runs mode iptables with ${passed.map(({ of }) => `${sizes[of]} ${NAMES[of]}`).join(' and ')}`,
      because: passed.map(({ effect }) => effect).join('; '),
      remedies: [
        ...modesHere(configuration).includes('nftables')
          ? [`Move to mode nftables, whose cost does not grow with the number of Services (kernel ${NFTABLES_KERNEL} or later).`]
          : [],
        ...configuration.kubeProxy.version.within(WRITES_CHANGED_RULES_ONLY.releases) ? []
          : [`Run kube-proxy ${orLater(WRITES_CHANGED_RULES_ONLY.releases)}, which rewrites the rules of changed Services only.`],
        'Raise iptables.minSyncPeriod, so that a burst of changes is one synchronisation.',
      ],
    }]);
  },
};

const NAMES = { services: 'Services', endpoints: 'endpoints' } as const;

/** What is stated of the cluster counts before what the manifests add up to. */
function sizesOf({ cluster: { network }, workloads }: Declaration): Readonly<Record<'services' | 'endpoints', number>> {
  const proxied = workloads.services.filter(({ headless, type }) => !headless && type !== 'ExternalName');
  return { services: network.services ?? proxied.length, endpoints: network.endpoints ?? workloads.endpoints };
}
