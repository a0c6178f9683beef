import type { KubeProxyInstanceKind } from '../../declaration/kube-proxy-instance';
import { NEWER_NFT, systemWithNewerNft } from '../../facts/kernel/host-nft';
import { defectOf } from '../../facts/kube-proxy/defects';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import type { Rule } from '../rule';

/** What runs kube-proxy outside an image, with the nft of the node. */
const WITH_NFT_OF_NODE: ReadonlySet<KubeProxyInstanceKind> = new Set(['systemd-unit', 'flags-file']);

export const nftablesHostNftNewer: Rule = {
  id: 'nftables-host-nft-newer',
  group: 'modes',
  title: 'The node\'s nft is newer than this kube-proxy\'s, which crashes on rules the newer one created.',
  severities: ['warning'],
  sources: ['kubernetes/kubernetes#136786', 'kubernetes/kubernetes#137501', 'k0sproject/k0s#7293'],
  judge: ({ prediction }) => configurationFindings(configurationsIn('nftables', prediction), ({ kubeProxy, instance, pools }) => {
    const defect = WITH_NFT_OF_NODE.has(instance.kind) ? undefined : defectOf('nftables-host-nft-newer', kubeProxy.version);
    const systems = new Map(pools.flatMap((pool) => {
      const system = systemWithNewerNft(pool);
      return system ? [[system.title, pools.filter((other) => systemWithNewerNft(other)?.title === system.title)] as const] : [];
    }));
    return defect === undefined ? [] : [...systems].map(([title, concerned]) => ({
      severity: 'warning',
      detail: concerned.length === 1 ? concerned[0].name : undefined,
      pools: concerned,
      message: `in mode nftables may crash on ${title}, whose own nft is newer`,
      because: `There nft is ${NEWER_NFT} or later; where something on the node has made rules with it, ${defect.effect}, and no Service works on that node.`,
      remedies: [`Run a release without the fault: kube-proxy ${defect.fixedIn.map((release) => `v${release}`).join(', ')}, and later ones of each line.`],
      sources: [defect.evidence.source],
    }));
  }),
};
