import { defectOf } from '../../facts/kube-proxy/defects';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import type { Rule } from '../rule';

export const hostPortsExposed: Rule = {
  id: 'host-ports-exposed',
  group: 'workloads',
  title: 'In IPVS mode, every port open on the node is reachable through every Service address.',
  severities: ['warning'],
  sources: ['kubernetes/kubernetes#72236', 'kubernetes/kubernetes#108460'],
  judge: ({ prediction }) => configurationFindings(configurationsIn('ipvs', prediction), ({ kubeProxy }) => {
    const defect = defectOf('host-ports-exposed', kubeProxy.version);
    return defect ? [{
      severity: 'warning',
      message: 'exposes every port of the node at all Service addresses',
      because: `in IPVS mode it binds all Service addresses to the nodes: ${defect.effect}, such as SSH and the kubelet, past firewall rules for the address of the node`,
      remedies: [
        `Run kube-proxy v${defect.fixedIn[0]} or later, which rejects ports that the Service does not list.`,
        'Or drop new connections to other ports of the Service range on the nodes.',
        'Or let daemons listen at the address of the node instead of 0.0.0.0.',
      ],
    }] : [];
  }),
};
