import type { ServiceDeclaration } from '../../declaration/workloads';
import { HEEDS_IP_MODE, heedsIpMode } from '../../facts/kube-proxy/load-balancer-ip-mode';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, configurationsIn, type ConfigurationFault } from '../wording/configuration-findings';
import { orLater } from '../wording/releases';
import type { Rule } from '../rule';
import { atWorkload } from '../wording/workload-wording';

export const loadBalancerIpShortCircuit: Rule = {
  id: 'load-balancer-ip-short-circuit',
  group: 'workloads',
  title: 'Clients inside the cluster bypass the load balancer, because its address is bound to every node.',
  severities: ['warning'],
  fields: ['featureGates'],
  sources: ['kubernetes/kubernetes#66607', 'KEP-1860'],
  judge: ({ declaration: { workloads }, prediction }) => {
    const services = workloads.services.filter(({ type }) => type === 'LoadBalancer');
    return configurationFindings(configurationsIn('ipvs', prediction), (configuration) => services.flatMap((service) => faults(service, configuration)));
  },
};

/** What happens to a client in the cluster without what the balancer does. */
const HARM = {
  'PROXY protocol': 'connections arrive without the PROXY header that the pods expect, and fail',
  'TLS': 'connections with TLS arrive at pods that do not speak it, and fail',
};

function faults(service: ServiceDeclaration, { kubeProxy, decoded }: ConfigurationPrediction): ConfigurationFault[] {
  const { balancerHandles, ipMode, resource } = service;
  const heeds = heedsIpMode(kubeProxy.version, decoded.effective.featureGates);
  if (balancerHandles === undefined || (ipMode === 'Proxy' && heeds)) {
    return [];
  }
  const { what, annotation } = balancerHandles;
  return [{
    severity: 'warning',
    ...atWorkload({ resource, location: service.locate(['metadata', 'annotations', annotation]) }),
    message: `bypasses the load balancer of ${resource}`,
    because: `in IPVS mode it binds the balancer's address to every node${ipMode === 'Proxy' ? ', since it does not heed ipMode: Proxy' : ''}: `
      + `pods and nodes never reach the balancer, which handles ${what} (${annotation}); ${HARM[what]}`,
    remedies: [
      `${heeds ? 'Let' : `Run kube-proxy ${orLater(HEEDS_IP_MODE)}, and let`} the cloud controller publish the address with ipMode: Proxy (status.loadBalancer.ingress).`,
      'Or let it publish a host name instead of the address (an annotation of most controllers, such as load-balancer.hetzner.cloud/hostname).',
      'Or let clients inside the cluster use a ClusterIP Service whose pods accept plain connections.',
    ],
  }];
}
