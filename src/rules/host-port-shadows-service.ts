import type { Declaration } from '../declaration/declaration';
import type { HostPort, ServicePort } from '../declaration/workloads';
import { defectOf } from '../facts/kube-proxy-defects';
import type { ConfigurationPrediction } from '../prediction/prediction';
import { configurationFindings, configurationsIn, type ConfigurationFault } from './configuration-findings';
import type { Judged, Rule } from './rule';
import { atWorkload, firstFew, meeting } from './workload-wording';

export const hostPortShadowsService: Rule = {
  id: 'host-port-shadows-service',
  group: 'workloads',
  title: 'A hostPort is also the port of a Service, whose traffic it may catch in IPVS mode.',
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

/** A Service, as far as portmap would take its traffic for that of a hostPort. */
interface Target {
  readonly name: string;
  readonly ports: readonly Pick<ServicePort, 'port' | 'protocol'>[];
}

/** Every cluster has it, whether or not the input shows it. */
const API_SERVER: Target = { name: 'default/kubernetes', ports: [{ port: 443, protocol: 'TCP' }] };

function shadowsOf({ workloads }: Declaration): Shadow[] {
  const declared = workloads.services
    .filter(({ headless, type }) => !headless && type !== 'ExternalName')
    .map(({ namespace, name, ports }) => ({ name: `${namespace}/${name}`, ports }));
  const targets = [API_SERVER, ...declared.filter(({ name }) => name !== API_SERVER.name)];
  const hostPorts = workloads.hostPorts.filter((hostPort) => catchesAll(hostPort) && targets.some((target) => isShadowed(target, hostPort)));
  return [...new Set(hostPorts.map(({ resource }) => resource))].map((resource) => {
    const ofWorkload = hostPorts.filter((hostPort) => hostPort.resource === resource);
    return {
      hostPorts: ofWorkload,
      services: targets.filter((target) => ofWorkload.some((hostPort) => isShadowed(target, hostPort))).map(({ name }) => name),
    };
  });
}

/** Whether portmap's rule is for every local address: one for hostIP does not match those of Services. */
function catchesAll({ throughPortmap, hostIp }: HostPort): boolean {
  return throughPortmap && (hostIp === undefined || ['', '0.0.0.0', '::'].includes(hostIp));
}

function isShadowed({ ports }: Target, hostPort: HostPort): boolean {
  return ports.some(({ port, protocol }) => port === hostPort.port && protocol === hostPort.protocol);
}

function faults({ hostPorts, services }: Shadow, configuration: ConfigurationPrediction, { prediction }: Judged): ConfigurationFault[] {
  const [first] = hostPorts;
  const { meets, pools } = meeting(first.pools, configuration, prediction);
  if (!meets) {
    return [];
  }
  const defect = defectOf('host-port-shadows-service', configuration.kubeProxy.version);
  const ports = [...new Set(hostPorts.map(({ port, protocol }) => `${port}/${protocol}`))].join(', ');
  const what = `runs IPVS mode, and hostPort ${ports} of ${first.resource} is also a port of ${services.length === 1 ? 'Service' : 'Services'} ${firstFew(services)}`;
  return [{
    ...atWorkload(first),
    pools,
    ...defect ? {
      severity: 'error',
      message: `${what}: ${defect.effect}; on its nodes connections to the Service end at the workload`,
      remedies: [
        'Set hostIP on the hostPort, to the address of the node or of one of its interfaces: the rule then leaves Service addresses alone.',
        'Or give the workload hostNetwork: true, or reach it by a NodePort or a load balancer instead.',
        `Or run kube-proxy ${defect.fixedIn.map((release) => `v${release}`).join(', ')} or later with CNI plugins v0.7.5 or later.`,
      ],
      sources: [defect.evidence.source],
    } : {
      severity: 'info',
      message: `${what}: with CNI plugins v0.7.5 or later the Service goes first; an older portmap plugin on the nodes would catch its traffic`,
      remedies: [
        'Make sure that the nodes have CNI plugins v0.7.5 or later (package kubernetes-cni, /opt/cni/bin/portmap).',
        'Setting hostIP on the hostPort is safe with every version.',
      ],
    },
  }];
}
