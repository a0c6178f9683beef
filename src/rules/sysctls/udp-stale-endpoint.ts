import type { ServiceDeclaration } from '../../declaration/workloads';
import { defectOf } from '../../facts/kube-proxy/defects';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import type { Rule } from '../rule';
import { firstFew } from '../wording/workload-wording';

export const udpStaleEndpoint: Rule = {
  id: 'udp-stale-endpoint',
  group: 'sysctls',
  title: 'This kube-proxy keeps sending UDP to pods that no longer exist.',
  severities: ['warning'],
  sources: ['kubernetes/kubernetes#77802', 'kubernetes/kubernetes#78999', 'kubernetes/kubernetes#71515'],
  judge: ({ declaration, prediction }) => {
    const services = declaration.workloads.services.filter(sendsUdp);
    return services.length === 0 ? [] : configurationFindings(configurationsIn('ipvs', prediction), ({ kubeProxy }) => {
      const defect = defectOf('udp-server-kept', kubeProxy.version);
      return defect === undefined ? [] : [{
        severity: 'warning',
        message: 'keeps sending UDP to pods that are gone',
        because: `in IPVS mode ${defect.effect}; UDP Services: ${firstFew(services.map(({ namespace, name }) => `${namespace}/${name}`))}`,
        remedies: [
          `Run kube-proxy ${defect.fixedIn.map((version) => `v${version}`).join(', ')} or later: it removes UDP servers at once.`,
          'Until then let clients take a new source port for each query, or shorten the UDP timer on the nodes: ipvsadm --set 0 0 30.',
        ],
      }];
    });
  },
};

function sendsUdp({ headless, type, ports }: ServiceDeclaration): boolean {
  return !headless && type !== 'ExternalName' && ports.some(({ protocol }) => protocol === 'UDP');
}
