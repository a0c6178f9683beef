import { rangeContains } from '../../config/ip-address';
import type { AddressPool, ServiceDeclaration } from '../../declaration/workloads';
import { PROBE } from '../../facts/kube-proxy/requirements';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationsIn } from '../wording/configuration-findings';
import { kubeProxyVersion } from '../wording/pool-wording';
import type { Rule, RuleFinding } from '../rule';

export const probeAddressInUse: Rule = {
  id: 'probe-address-in-use',
  group: 'workloads',
  title: 'The address at which kube-proxy probes IPVS belongs to a Service or a node.',
  severities: ['error'],
  sources: ['kubernetes/kubernetes#114669', 'pkg/proxy/ipvs/supported.go'],
  judge: ({ declaration, prediction }) => {
    const probing = configurationsIn('ipvs', prediction).filter(({ kubeProxy }) => kubeProxy.version.within(PROBE.releases));
    return probing.length === 0 ? [] : [
      ...declaration.workloads.services.flatMap((service) => serviceFindings(service, probing)),
      ...declaration.workloads.addressPools.filter(({ range }) => rangeContains(range, PROBE.address)).map((pool) => poolFinding(pool, probing)),
      ...probing.flatMap(interfaceFindings),
    ];
  },
};

const REMEDIES = [`Give it another address: ${PROBE.address} is of a range for documentation (198.51.100.0/24), which no network should use.`];

function serviceFindings(service: ServiceDeclaration, probing: readonly ConfigurationPrediction[]): RuleFinding[] {
  const uses = USES.filter(({ of }) => of(service).includes(PROBE.address));
  return uses.slice(0, 1).map(({ what, path }) => ({
    severity: 'error',
    resource: service.resource,
    location: service.locate(['spec', path]),
    message: `${service.resource} has the ${what} ${PROBE.address}, which kube-proxy probes`,
    because: conflict(probing),
    remedies: REMEDIES,
  }));
}

const USES: readonly { readonly what: string; readonly path: string; readonly of: (service: ServiceDeclaration) => readonly string[] }[] = [
  { what: 'cluster IP', path: 'clusterIP', of: ({ clusterIps }) => clusterIps },
  { what: 'external IP', path: 'externalIPs', of: ({ externalIps }) => externalIps },
  { what: 'load balancer IP', path: 'loadBalancerIP', of: ({ loadBalancerIps }) => loadBalancerIps },
];

function poolFinding({ resource, location, range }: AddressPool, probing: readonly ConfigurationPrediction[]): RuleFinding {
  return {
    severity: 'error',
    resource,
    location,
    message: `${resource} gives Services the address ${PROBE.address}, which kube-proxy probes`,
    because: `its range ${range} has the address; ${conflict(probing)}`,
    remedies: [
      `Leave ${PROBE.address} out of it: begin with 198.51.100.1, or let MetalLB do so by avoidBuggyIPs: true.`,
      'Or take another range: 198.51.100.0/24 is for documentation, and no network should use it.',
    ],
  };
}

function interfaceFindings(configuration: ConfigurationPrediction): RuleFinding[] {
  return configuration.pools.flatMap((pool) => pool.interfaces
    .filter(({ addresses = [] }) => addresses.some((address) => address.split('/')[0] === PROBE.address))
    .map(({ name }) => ({
      severity: 'error' as const,
      pool: pool.name,
      message: `pool ${pool.name}: interface ${name} has ${PROBE.address}, which kube-proxy probes`,
      because: conflict([configuration]),
      remedies: REMEDIES,
    })));
}

function conflict(probing: readonly ConfigurationPrediction[]): string {
  return `on startup ${kubeProxyVersion(...probing)} makes a virtual server ${PROBE.address}:${PROBE.port} to see whether IPVS works, and deletes it again, `
    + 'so traffic to this address is caught or cut';
}
