import type { ServiceDeclaration, ServicePort } from '../../declaration/workloads';
import { configurationsIn } from '../wording/configuration-findings';
import type { Rule, RuleFinding } from '../rule';

export const nodePortCollision: Rule = {
  id: 'node-port-collision',
  group: 'workloads',
  title: 'A Service port inside the NodePort range is the NodePort of another Service, in IPVS mode.',
  severities: ['warning'],
  sources: ['kubernetes/kubernetes#132068', 'pkg/proxy/ipvs/proxier.go'],
  judge: ({ declaration: { workloads, cluster }, prediction }) => {
    const services = workloads.services.filter(({ headless, type }) => !headless && type !== 'ExternalName');
    return configurationsIn('ipvs', prediction).length === 0 ? [] : services.flatMap((service) => {
      const taken = takenPorts(service, services, cluster.network.nodePortRange);
      return taken.length === 0 ? [] : [finding(service, taken)];
    });
  },
};

interface Taken {
  readonly port: ServicePort;
  readonly index: number;
  readonly by: ServiceDeclaration;
}

function takenPorts(service: ServiceDeclaration, services: readonly ServiceDeclaration[], [first, last]: readonly [number, number]): Taken[] {
  const others = services.filter(({ resource }) => resource !== service.resource);
  return service.ports.flatMap((port, index) => {
    const by = port.port < first || port.port > last ? undefined
      : others.find(({ ports }) => ports.some(({ nodePort, protocol }) => nodePort === port.port && protocol === port.protocol));
    return by ? [{ port, index, by }] : [];
  });
}

function finding(service: ServiceDeclaration, taken: readonly Taken[]): RuleFinding {
  const [{ index }] = taken;
  return {
    severity: 'warning',
    resource: service.resource,
    location: service.locate(['spec', 'ports', index, 'port']),
    message: `${service.resource}: port ${taken[0].port.port} is the NodePort of another Service`,
    because: `it has ${taken.map(({ port, by }) => `port ${port.port}, the NodePort of ${by.resource}`).join(', and ')}: in IPVS mode its addresses are `
      + 'local to every node, so connections to it are handled as those to the NodePort, and may be masqueraded, dropped or sent astray',
    remedies: ['Use a Service port outside the NodePort range; targetPort may stay.', 'Or give the other Service another nodePort.'],
  };
}
