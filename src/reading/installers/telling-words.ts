/**
 * Words by which an object may be for an installer, where nothing in it has to name kube-proxy: documents with a kind and none of these
 * words (or of those that name kube-proxy, sysctls and modules) are not parsed. One line a format; see `matters`.
 */
export const INSTALLER_WORDS: readonly string[] = [
  // Bottlerocket, in Karpenter's and eksctl's documents.
  'Bottlerocket', 'bottlerocket',
  // k3d, Rancher, Cluster API with RKE2 and k3s: kube-proxy runs with defaults where nothing is said of it.
  'k3d\\.io/', 'rkeConfig', 'RKE2Con', 'KThreesCon',
  // Omni's patches.
  '\\binline["\']?:',
  // KKP and KubeKey.
  'proxyMode',
  // Cloud node pools: GKE, AKS.
  'linuxNodeConfig', 'linuxOSConfig', 'linuxConfig',
];
