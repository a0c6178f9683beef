import { isIP } from 'node:net';
import { cidrContains } from '../../config/ip-address';
import type { ForeignVirtualServer } from '../../declaration/workloads';
import type { NodePool } from '../../cluster/node-pool';
import { operatingSystemOf } from '../../facts/kernel/operating-systems';
import { defectOf } from '../../facts/kube-proxy/defects';
import { ipvsFlush } from '../../facts/kube-proxy/nftables';
import type { ConfigurationPrediction, Prediction } from '../../prediction/prediction';
import { configurationFindings, configurationsIn, type ConfigurationFault } from '../wording/configuration-findings';
import type { Rule, RuleNotChecked } from '../rule';
import { atWorkload, firstFew, meeting } from '../wording/workload-wording';

const FIELD = 'ipvs.excludeCIDRs';

export const foreignVirtualServer: Rule = {
  id: 'foreign-virtual-server',
  group: 'workloads',
  title: 'kube-proxy deletes the IPVS virtual servers of other programs on the node.',
  severities: ['error'],
  fields: ['ipvs.excludeCIDRs'],
  sources: ['kubernetes/kubernetes#59507', 'kubernetes/kubernetes#62083', 'kubernetes/kube-proxy#6', 'KEP-3866'],
  judge: ({ declaration: { workloads }, prediction }) => {
    const configurations = configurationsIn('ipvs', prediction);
    const flushing = configurationsIn('nftables', prediction);
    return workloads.foreignVirtualServers.flatMap((server) => [
      ...configurationFindings(configurations, (configuration) => faults(server, configuration, prediction)),
      ...configurationFindings(flushing, (configuration) => faultsOfFlush(server, configuration, prediction)),
      ...configurations.some((configuration) => isUndecided(server, configuration, prediction)) ? [notChecked(server)] : [],
    ]);
  },
};

/** The addresses of a virtual server; what is a name stays unknown. */
function addressesOf({ addresses }: ForeignVirtualServer): string[] {
  return addresses.filter((address) => isIP(address) > 0);
}

function faults(server: ForeignVirtualServer, configuration: ConfigurationPrediction, prediction: Prediction): ConfigurationFault[] {
  const { meets, pools } = meeting(server.pools, configuration, prediction);
  const { excludeCIDRs } = configuration.decoded.effective.ipvs;
  const addresses = addressesOf(server);
  const exposed = addresses.filter((address) => !excludeCIDRs.some((cidr) => cidrContains(cidr, address)));
  if (!meets || (addresses.length > 0 ? exposed.length === 0 : excludeCIDRs.length > 0)) {
    return [];
  }
  const { product, resource } = server;
  return [{
    severity: 'error',
    ...atWorkload(server),
    pools,
    message: `deletes the virtual servers of ${product}`,
    because: `in IPVS mode it deletes at each sync what it did not make, and ${product} (${resource}) has virtual servers of its own`
      + `${exposed.length > 0 ? ` at ${firstFew(exposed)}` : ''}, which ${FIELD} (${excludeCIDRs.join(', ') || 'empty'}) does not exclude: connections to them fail`,
    remedies: remedies(exposed, configuration),
  }];
}

function remedies(exposed: readonly string[], { kubeProxy }: ConfigurationPrediction): string[] {
  const defect = defectOf('exclude-cidrs-ignored', kubeProxy.version);
  const ranges = exposed.map((address) => `${address}/${address.includes(':') ? 128 : 32}`).join(', ') || 'the addresses of its virtual servers';
  const releases = defect?.fixedIn.map((release) => `v${release}`).join(', ');
  return [
    `Add ${ranges} to ${FIELD} and restart kube-proxy${releases ? `, in release ${releases} or later: this one does not honour the field` : ''}.`,
    'Or keep it off the nodes that run kube-proxy in IPVS mode.',
    'Or run kube-proxy in mode iptables there: nftables mode deletes all virtual servers on startup.',
  ];
}

/** nftables mode cleans up after IPVS mode, and takes every virtual server of the node for its own. */
function faultsOfFlush(server: ForeignVirtualServer, configuration: ConfigurationPrediction, prediction: Prediction): ConfigurationFault[] {
  const flush = ipvsFlush(configuration.kubeProxy.version);
  const { meets, pools: met } = meeting(server.pools, configuration, prediction);
  const pools = flush?.needsModprobe ? met.filter(mayLoadModules) : met;
  const reaches = flush && !(flush.needsModprobe && configuration.instance.mountsLibModules === false);
  if (!reaches || !meets || (met.length > 0 && pools.length === 0)) {
    return [];
  }
  const { product, resource } = server;
  const addresses = addressesOf(server);
  return [{
    severity: 'error',
    ...atWorkload(server),
    pools,
    message: `deletes the virtual servers of ${product} on startup`,
    because: `on startup in nftables mode it removes what IPVS mode may have left, and takes every virtual server of the node for that, also those of ${resource}`
      + `${addresses.length > 0 ? ` at ${firstFew(addresses)}` : ''}; ${FIELD} does not count there; connections through them fail until they are made again`,
    remedies: [
      'Run kube-proxy in mode iptables on these nodes, which leaves IPVS alone.',
      `Or keep ${product} off the nodes that run kube-proxy in nftables mode.`,
    ],
    sources: [flush.evidence.source],
  }];
}

/** Where the clean-up runs modprobe first, it does nothing if no pod may load modules. */
function mayLoadModules(pool: NodePool): boolean {
  return operatingSystemOf(pool)?.refusesPodLoaders === undefined;
}

/** Whether something is excluded, but not where the virtual servers are. */
function isUndecided(server: ForeignVirtualServer, configuration: ConfigurationPrediction, prediction: Prediction): boolean {
  const isUnknown = addressesOf(server).length === 0 && configuration.decoded.effective.ipvs.excludeCIDRs.length > 0;
  return isUnknown && meeting(server.pools, configuration, prediction).meets;
}

function notChecked({ product, resource }: ForeignVirtualServer): RuleNotChecked {
  return { notChecked: `whether ${FIELD} covers the virtual servers of ${product} (${resource}) is not known, since the input does not tell their addresses` };
}
