import { defectOf } from '../../facts/kube-proxy/defects';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import type { Rule } from '../rule';

/** Modes of detection that compare the interface of a packet. */
const BY_INTERFACE = new Set(['BridgeInterface', 'InterfaceNamePrefix']);

export const nftablesInterfaceDetection: Rule = {
  id: 'nftables-interface-detection',
  group: 'modes',
  title: 'This kube-proxy cannot detect local traffic by interface in nftables mode.',
  severities: ['error'],
  sources: ['kubernetes/kubernetes#134024'],
  judge: ({ prediction }) => configurationFindings(configurationsIn('nftables', prediction), ({ kubeProxy, decoded: { effective } }) => {
    const defect = BY_INTERFACE.has(effective.detectLocalMode) ? defectOf('nftables-interface-detection', kubeProxy.version) : undefined;
    return defect ? [{
      severity: 'error',
      detail: 'detectLocalMode',
      message: `cannot use detectLocalMode ${effective.detectLocalMode}`,
      because: `In this release ${defect.effect}: nft refuses a name that no interface has yet, or a prefix, and traffic of local pods is taken for that of others.`,
      remedies: [
        `Run a release without the fault: kube-proxy ${defect.fixedIn.map((release) => `v${release}`).join(', ')}, and later ones of each line.`,
        'Or set detectLocalMode: ClusterCIDR with clusterCIDR, or NodeCIDR.',
        'Or stay in mode iptables until then.',
      ],
      sources: [defect.evidence.source],
    }] : [];
  }),
};
