import type { Evidence } from '../evidence';

/** Module of the legacy backend of iptables; kernels may be built without it, as is usual from 6.17 on. */
export const LEGACY_TABLES_MODULE = 'ip_tables';

/** Modules of the backend of iptables that writes nftables rules; it needs both. */
export const NFT_BACKEND_MODULES: readonly string[] = ['nf_tables', 'nft_compat'];

/** Where iptables is of the legacy backend alone, and the image of kube-proxy does not choose. */
export const LEGACY_BACKEND_ONLY: Evidence = { source: 'canonical/microk8s#5525 and #5531', certainty: 'documented' };

/** The image of kube-proxy takes the backend that works; with neither, every call of iptables fails. */
export const EITHER_BACKEND: Evidence = {
  source: 'iptables-wrapper in the distroless-iptables image of kubernetes/release; rancher/rancher#54862', certainty: 'documented',
};
