import { cidrFamily, ipFamily, type IpFamily } from '../../config/ip-address';
import type { Declaration } from '../../declaration/declaration';
import type { ServiceDeclaration } from '../../declaration/workloads';
import { dualStackReleases, dualStackSupport, STABLE_DUAL_STACK } from '../../facts/kube-proxy/dual-stack';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import { clusterCidrFamilies, hasRangeTooMany, missingDualStackGate } from '../wording/dual-stack-gate';
import { firstOf, orLater } from '../wording/releases';
import type { Rule } from '../rule';

export const dualStackMismatch: Rule = {
  id: 'dual-stack-mismatch',
  group: 'config',
  title: 'Services or pods have addresses of a family that kube-proxy is not set up for.',
  severities: ['error'],
  fields: ['clusterCIDR', 'featureGates'],
  sources: ['kubernetes/kubernetes#82462', 'kubernetes/kubeadm#2205', 'https://kubernetes.io/docs/concepts/services-networking/dual-stack/'],
  judge: ({ declaration, prediction }) => {
    const uses = familiesInUse(declaration);
    return configurationFindings(prediction.configurations.filter(({ operatingSystem }) => operatingSystem === 'linux'), (configuration) => faultsOf(configuration, uses));
  },
};

/** An address family, and who uses it. */
type Uses = ReadonlyMap<IpFamily, string>;

function faultsOf(configuration: ConfigurationPrediction, declared: Uses): ConfigurationFault[] {
  const ofClusterCidr = clusterCidrFamilies(configuration);
  const uses: Uses = new Map([...FAMILIES.filter((family) => ofClusterCidr.has(family)).map((family) => [family, 'clusterCIDR'] as const), ...declared]);
  return [...supportFaults(configuration, uses), ...rangeFaults(configuration, ofClusterCidr, uses)];
}

const FAMILIES = ['IPv4', 'IPv6'] as const;

/** What the release lacks for two families. */
function supportFaults(configuration: ConfigurationPrediction, uses: Uses): ConfigurationFault[] {
  const { kubeProxy, requestedMode: mode } = configuration;
  const { modes, gate, evidence } = dualStackSupport(kubeProxy.version);
  if (uses.size < 2) {
    return [];
  }
  const fault = (detail: string, message: string, because: string, remedies: string[]): ConfigurationFault => ({
    severity: 'error', detail, message, because: [because, usesText(uses)].filter(Boolean).join('; '), remedies, sources: [evidence.source],
  });
  const exits = hasRangeTooMany(configuration);
  const limit = exits ? 'exits on startup: it takes a clusterCIDR of one family only' : 'serves one address family only';
  const rangeRemedies = exits ? ['Until then write one range as clusterCIDR, so that it starts.'] : [];
  if (modes.length === 0) {
    return [fault('clusterCIDR', limit, `dual-stack is stable in ${firstOf(STABLE_DUAL_STACK)}`, [`Run kube-proxy ${orLater(STABLE_DUAL_STACK)}, where dual-stack is stable.`, ...rangeRemedies])];
  }
  const missing = missingDualStackGate(configuration);
  if (missing) {
    const byDefault = missing.default ? 'is turned off' : 'is off by default';
    return [fault(`featureGates.${missing.name}`, limit, `the feature gate ${missing.name} ${byDefault}`, [
      `Set featureGates: {${missing.name}: true} here and on the API server, the controller manager and the kubelets.`,
      `Or run ${orLater(STABLE_DUAL_STACK)}, which needs no gate.`,
      ...rangeRemedies,
    ])];
  }
  if (!gate || !mode || modes.includes(mode)) {
    return [];
  }
  const later = dualStackReleases(mode);
  const others = modes.join(' or ');
  return later.length === 0 ? [fault('mode', `serves one address family only in mode ${mode}`, `only mode ${others} serves two`, [`Use mode ${others}.`])]
    : [fault('mode', `serves one address family only in mode ${mode}`, `before ${firstOf(later)} only mode ${others} serves two`, [
      `Use mode ${others}, or run kube-proxy ${orLater(later)}.`,
    ])];
}

/** Families without a range: traffic from outside the cluster to their Services cannot be told from that of pods. */
function rangeFaults({ decoded }: ConfigurationPrediction, ofClusterCidr: ReadonlySet<string>, uses: Uses): ConfigurationFault[] {
  const { clusterCIDR, detectLocalMode } = decoded.effective;
  const isRead = detectLocalMode === '' || detectLocalMode === 'ClusterCIDR';
  const missing = [...uses.keys()].filter((family) => !ofClusterCidr.has(family));
  return isRead && ofClusterCidr.size > 0 && missing.length > 0 ? [{
    severity: 'error',
    detail: 'clusterCIDR',
    message: `has a clusterCIDR without ${missing.join(' and ')}`,
    because: `clusterCIDR is ${clusterCIDR}: it does not masquerade traffic from outside to ${missing.join(' and ')} Services, and replies may be lost; ${usesText(uses)}`,
    remedies: [
      'Write one range of each family, separated by a comma without a blank: clusterCIDR: 10.244.0.0/16,fd00:10:244::/56.',
      'Or set detectLocalMode: NodeCIDR, where the nodes have pod ranges of both families.',
    ],
  }] : [];
}

function usesText(uses: Uses): string {
  return [...uses].map(([family, who]) => `${family}: ${who}`).join(', ');
}

/** Who uses which family; of several the first. */
function familiesInUse({ cluster: { network }, workloads }: Declaration): Uses {
  const uses = new Map<IpFamily, string>();
  const use = (family: IpFamily | undefined, who: string) => family && !uses.has(family) && uses.set(family, who);
  network.podCidrs.forEach((cidr) => use(cidrFamily(cidr), 'the pod ranges of the cluster'));
  network.serviceCidrs.forEach((cidr) => use(cidrFamily(cidr), 'the Service ranges of the cluster'));
  for (const service of workloads.services) {
    familiesOf(service).forEach((family) => use(family, service.resource));
  }
  return uses;
}

/** What a Service insists on; `PreferDualStack` takes what it gets. */
function familiesOf({ type, headless, clusterIps, ipFamilies, ipFamilyPolicy }: ServiceDeclaration): readonly (IpFamily | undefined)[] {
  if (headless || type === 'ExternalName') {
    return [];
  }
  if (clusterIps.length > 0) {
    return clusterIps.map(ipFamily);
  }
  return ipFamilyPolicy === 'RequireDualStack' ? FAMILIES : ipFamilyPolicy === 'PreferDualStack' ? [] : ipFamilies;
}
