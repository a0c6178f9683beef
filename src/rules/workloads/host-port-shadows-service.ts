import type { Declaration } from '../../declaration/declaration';
import type { HostPort, ServiceDeclaration, ServicePort } from '../../declaration/workloads';
import { defectOf } from '../../facts/kube-proxy/defects';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, configurationsIn, type ConfigurationFault } from '../wording/configuration-findings';
import type { Judged, Rule } from '../rule';
import { atWorkload, firstFew, meeting } from '../wording/workload-wording';

export const hostPortShadowsService: Rule = {
  id: 'host-port-shadows-service',
  group: 'workloads',
  title: 'A hostPort is also the port of a Service, and may catch its traffic in IPVS mode.',
  severities: ['error', 'info'],
  sources: ['kubernetes/kubernetes#66103', 'kubernetes/kubernetes#61938', 'kubernetes/kubernetes#62718'],
  judge: (judged) => {
    const shadows = shadowsOf(judged.declaration);
    return shadows.length === 0 ? [] : configurationFindings(configurationsIn('ipvs', judged.prediction), (configuration) =>
      shadows.flatMap((shadow) => faults(shadow, configuration, judged)));
  },
};

/** The hostPorts of one workload that Services have, too. */
interface Shadow {
  readonly hostPorts: readonly HostPort[];
  readonly services: readonly string[];
}

function shadowsOf({ workloads }: Declaration): Shadow[] {
  const services = servicesByPort(workloads.services);
  const hostPorts = workloads.hostPorts.filter((hostPort) => catchesAll(hostPort) && services.has(portOf(hostPort)));
  return [...new Set(hostPorts.map(({ resource }) => resource))].map((resource) => {
    const ofWorkload = hostPorts.filter((hostPort) => hostPort.resource === resource);
    const names = new Set(ofWorkload.flatMap((hostPort) => services.get(portOf(hostPort)) ?? []));
    return { hostPorts: ofWorkload, services: [...names].sort(apiServerFirst) };
  });
}

/** Every cluster has it at port 443, whether or not the input shows it. */
const API_SERVER = 'default/kubernetes';

/** The Services that have an address of their own, by `443/TCP`. */
function servicesByPort(services: readonly ServiceDeclaration[]): ReadonlyMap<string, readonly string[]> {
  const byPort = new Map([['443/TCP', [API_SERVER]]]);
  for (const { namespace, name, ports } of services.filter(({ headless, type }) => !headless && type !== 'ExternalName')) {
    for (const port of ports) {
      const names = byPort.get(portOf(port)) ?? [];
      names.push(`${namespace}/${name}`);
      byPort.set(portOf(port), names);
    }
  }
  return byPort;
}

/** Losing the API server is the worst of it. */
function apiServerFirst(left: string, right: string): number {
  return Number(right === API_SERVER) - Number(left === API_SERVER);
}

function portOf({ port, protocol }: Pick<ServicePort, 'port' | 'protocol'>): string {
  return `${port}/${protocol}`;
}

/** Whether portmap's rule is for every local address: one for hostIP does not match those of Services. */
function catchesAll({ throughPortmap, hostIp }: HostPort): boolean {
  return throughPortmap && (hostIp === undefined || ['', '0.0.0.0', '::'].includes(hostIp));
}

function faults({ hostPorts, services }: Shadow, configuration: ConfigurationPrediction, { prediction }: Judged): ConfigurationFault[] {
  const [first] = hostPorts;
  const { meets, pools } = meeting(first.pools, configuration, prediction);
  if (!meets) {
    return [];
  }
  const defect = defectOf('host-port-shadows-service', configuration.kubeProxy.version);
  const ports = [...new Set(hostPorts.map(portOf))];
  const [hostPort, is] = ports.length === 1 ? ['hostPort', 'is also a port'] : ['hostPorts', 'are also ports'];
  const message = `${defect ? 'lets' : 'may let'} hostPort ${firstFew(ports)} catch traffic of ${services.length === 1 ? 'a Service' : 'Services'}`;
  const what = `it runs IPVS mode, and ${hostPort} ${ports.join(', ')} of ${first.resource} ${is} of ${services.length === 1 ? 'Service' : 'Services'} ${firstFew(services)}`;
  return [{
    ...atWorkload(first),
    pools,
    ...defect ? {
      severity: 'error',
      message,
      because: `${what}: ${defect.effect}; on its nodes connections to the Service end at the workload`,
      remedies: [
        'Set hostIP on the hostPort to an address of the node: the rule then leaves Service addresses alone.',
        'Or give the workload hostNetwork: true, or reach it by a NodePort or a load balancer instead.',
        `Or run kube-proxy ${defect.fixedIn.map((release) => `v${release}`).join(', ')} or later with CNI plugins v0.7.5 or later.`,
      ],
    } : {
      severity: 'info',
      message,
      because: `${what}: with CNI plugins v0.7.5 or later the Service goes first; an older portmap plugin on the nodes would catch its traffic`,
      remedies: [
        'Check that the nodes have CNI plugins v0.7.5 or later (package kubernetes-cni, /opt/cni/bin/portmap).',
        'Or set hostIP on the hostPort, which is safe with every version.',
      ],
    },
  }];
}
