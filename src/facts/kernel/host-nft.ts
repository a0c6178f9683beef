import type { Evidence } from '../evidence';
import type { NodeSystem } from './operating-systems';

/** The first nft whose rules have sets that an older nft cannot list. */
export const NEWER_NFT = '1.1.3';

interface SystemWithNewerNft {
  readonly title: string;
  readonly is: (node: NodeSystem) => boolean;
}

const SYSTEMS: readonly SystemWithNewerNft[] = [
  { title: 'Fedora 43 or later', is: ({ kernel, osImage = '' }) => release(/^Fedora\b.*?\b(\d{2})\b/, osImage) >= 43 || release(/\.fc(\d+)\b/, kernel.release) >= 43 },
  { title: 'RHEL 10.1 or later', is: ({ kernel }) => kernel.family.id === 'rhel10' && release(/\.el10_(\d+)/, kernel.release) >= 1 },
  { title: 'Debian 13 or later', is: ({ osImage = '' }) => release(/^Debian GNU\/Linux (\d+)/, osImage) >= 13 },
];

const EVIDENCE: Evidence = { source: 'kubernetes/kubernetes#136786, k0sproject/k0s#7293', certainty: 'documented' };

/** The operating system of a node, when its own nft is known to be as new as {@link NEWER_NFT}; `undefined` where that is not known. */
export function systemWithNewerNft(node: NodeSystem): { readonly title: string; readonly evidence: Evidence } | undefined {
  const system = SYSTEMS.find(({ is }) => is(node));
  return system && { title: system.title, evidence: EVIDENCE };
}

function release(pattern: RegExp, text: string): number {
  return Number(pattern.exec(text)?.[1] ?? -1);
}
