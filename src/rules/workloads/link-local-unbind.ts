import { cidrFamily, ipFamily } from '../../config/ip-address';
import type { Declaration } from '../../declaration/declaration';
import { defectOf } from '../../facts/kube-proxy/defects';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import { clusterCidrFamilies } from '../wording/dual-stack-gate';
import type { Rule } from '../rule';

export const linkLocalUnbind: Rule = {
  id: 'link-local-unbind',
  group: 'workloads',
  title: 'kube-proxy fills its log with failed attempts to unbind a link-local IPv6 address.',
  severities: ['info'],
  fields: ['bindAddress'],
  sources: ['kubernetes/kubernetes#70113', 'kubernetes/kubernetes#71911'],
  judge: ({ declaration, prediction }) => configurationFindings(configurationsIn('ipvs', prediction), (configuration) => {
    const defect = usesIpv6(configuration, declaration) ? defectOf('link-local-unbind', configuration.kubeProxy.version) : undefined;
    return defect ? [{
      severity: 'info',
      message: 'fills its log with failed attempts to unbind an IPv6 address',
      because: `it meets IPv6 on the nodes: ${defect.effect}; nothing else comes of it`,
      remedies: [`Run kube-proxy v${defect.fixedIn[0]} or later.`, 'Or turn IPv6 off on the nodes, if nothing needs it.'],
    }] : [];
  }),
};

function usesIpv6(configuration: ConfigurationPrediction, { cluster: { network }, workloads }: Declaration): boolean {
  const { pools, decoded } = configuration;
  const addresses = [
    decoded.effective.bindAddress,
    ...pools.flatMap((pool) => pool.interfaces.flatMap((networkInterface) => (networkInterface.addresses ?? []).map((address) => address.split('/')[0]))),
    ...workloads.services.flatMap(({ clusterIps }) => clusterIps),
  ];
  return addresses.some((address) => ipFamily(address) === 'IPv6')
    || [...network.podCidrs, ...network.serviceCidrs].some((cidr) => cidrFamily(cidr) === 'IPv6')
    || clusterCidrFamilies(configuration).has('IPv6')
    || workloads.services.some(({ ipFamilies }) => ipFamilies.includes('IPv6'));
}
