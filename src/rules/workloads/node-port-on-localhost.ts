import { loopbackEntries } from '../../config/node-port-addresses';
import type { LocalhostNodePortUse } from '../../declaration/workloads';
import { LOCALHOST_NODE_PORTS_GATE, localhostNodePorts, NFTABLES_LOCALHOST_FROM } from '../../facts/kube-proxy/localhost-node-ports';
import { localhostRefusal, type LocalhostRefusal } from '../../prediction/localhost-node-ports';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, configurationsIn, type ConfigurationFault } from '../wording/configuration-findings';
import { placeOfField } from '../wording/configuration-place';
import type { Rule } from '../rule';
import { atWorkload } from '../wording/workload-wording';

const FIELD = 'nodePortAddresses';

export const nodePortOnLocalhost: Rule = {
  id: 'node-port-on-localhost',
  group: 'workloads',
  title: 'A NodePort is used on 127.0.0.1, where this kube-proxy does not serve it.',
  severities: ['error'],
  fields: ['nodePortAddresses', 'iptables.localhostNodePorts'],
  sources: ['kubernetes/kubernetes#67730', 'kubernetes/kubernetes#96879', 'kubernetes/kubernetes#111840', 'KEP-3866'],
  judge: ({ declaration: { workloads }, prediction }) => {
    const configurations = (['ipvs', 'iptables', 'nftables'] as const).flatMap((mode) => configurationsIn(mode, prediction));
    return configurationFindings(configurations, (configuration) => faults(configuration, workloads.localhostNodePortUses));
  },
};

/** One fault of a configuration that asks for loopback itself, whoever relies on it; else one for each workload that does. */
function faults(configuration: ConfigurationPrediction, uses: readonly LocalhostNodePortUse[]): ConfigurationFault[] {
  const inVain = loopbackInVain(configuration);
  if (inVain) {
    const who = [`${FIELD} has ${inVain.entries.join(', ')}`, ...uses.map(({ because }) => because)];
    return [fault(configuration, inVain.refusal, { detail: FIELD, place: placeOfField(configuration, FIELD) }, who)];
  }
  const refusal = uses.length > 0 ? localhostRefusal(configuration, 'IPv4') : undefined;
  return refusal === undefined ? [] : [...new Set(uses.map(({ resource }) => resource))].map((resource) => {
    const byResource = uses.filter((use) => use.resource === resource);
    return fault(configuration, refusal, atWorkload(byResource[0]), byResource.map(({ because }) => because));
  });
}

interface LoopbackInVain {
  readonly entries: readonly string[];
  readonly refusal: LocalhostRefusal;
}

/** The entries of nodePortAddresses that are loopback addresses, where none of them is served. */
function loopbackInVain(configuration: ConfigurationPrediction): LoopbackInVain | undefined {
  const { nodePortAddresses } = configuration.decoded.effective;
  const asked = (['IPv4', 'IPv6'] as const)
    .map((family) => ({ entries: loopbackEntries(nodePortAddresses, family), refusal: localhostRefusal(configuration, family) }))
    .filter(({ entries }) => entries.length > 0);
  const [first] = asked;
  return first?.refusal !== undefined && asked.every(({ refusal }) => refusal !== undefined)
    ? { entries: [...new Set(asked.flatMap(({ entries }) => entries))], refusal: first.refusal }
    : undefined;
}

function fault(
  configuration: ConfigurationPrediction, refusal: LocalhostRefusal, at: Pick<ConfigurationFault, 'detail' | 'place'>, who: readonly string[],
): ConfigurationFault {
  return {
    severity: 'error',
    ...at,
    message: 'does not serve the NodePort that is used at localhost',
    because: `it ${why(refusal, configuration)}, but ${firstClauses(who)}: connections to the NodePort at localhost are refused or hang`,
    remedies: [
      `Use the NodePort at an address of the node instead of localhost${at.detail === FIELD ? `, and let ${FIELD} have the ranges of these addresses, or leave it out` : ''}.`,
      ...waysToServe(refusal, configuration),
      BESIDES,
    ],
  };
}

/** Clauses beyond two are only counted. */
function firstClauses([first, second, ...more]: readonly string[]): string {
  const rest = more.length > 0 ? ` (and ${more.length} more)` : '';
  return second === undefined ? first : `${first} and ${second}${rest}`;
}

/** What kube-proxy does, as a predicate. */
function why(refusal: LocalhostRefusal, { requestedMode: mode, decoded: { effective } }: ConfigurationPrediction): string {
  switch (refusal) {
    case 'by-mode':
      return mode === 'iptables' ? 'serves no NodePort at [::1] in iptables mode' : `serves no NodePort at loopback addresses in ${mode} mode`;
    case 'gate-off':
      return `serves no NodePort at loopback addresses in ${mode} mode without the feature gate ${LOCALHOST_NODE_PORTS_GATE}`;
    case 'turned-off':
      return 'serves no NodePort at 127.0.0.1, since iptables.localhostNodePorts is false';
    case 'not-asked':
      return `serves no NodePort at 127.0.0.1, since ${FIELD} (${effective.nodePortAddresses.join(', ') || 'unset'}) does not ask for it`;
  }
}

const BESIDES = 'Or, where each node needs it at 127.0.0.1 (a registry), let a DaemonSet with hostNetwork listen there.';

function waysToServe(refusal: LocalhostRefusal, { requestedMode: mode, kubeProxy }: ConfigurationPrediction): string[] {
  const isOn = localhostNodePorts('nftables', kubeProxy.version)?.gate?.default === true;
  const byGate = `${isOn ? '' : `featureGates: {${LOCALHOST_NODE_PORTS_GATE}: true} and `}${FIELD}: [primary, localhost]`;
  switch (refusal) {
    case 'turned-off':
      return ['Or set iptables.localhostNodePorts: true, its default.'];
    case 'not-asked':
      return [mode === 'nftables' ? `Or name localhost in ${FIELD}: [primary, localhost] (TCP only).` : `Or add 127.0.0.0/8 to ${FIELD}.`];
    case 'gate-off':
      return [`Or set ${byGate} (TCP only).`, 'Or run kube-proxy in iptables mode, which serves 127.0.0.1.'];
    case 'by-mode':
      return mode === 'iptables' ? ['Or use 127.0.0.1, which iptables mode serves.'] : [
        'Or run kube-proxy in iptables mode, which serves 127.0.0.1.',
        ...kubeProxy.version.atLeast(NFTABLES_LOCALHOST_FROM) ? [`Or run it in nftables mode with ${byGate} (TCP only).`] : [],
      ];
  }
}
