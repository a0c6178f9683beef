/* eslint-disable -- written by `npm run docs` from the folders of groups */
import type { Rule, RuleDescription } from './rule';
import { staleRealServer } from './reuse/stale-real-server';
import { lostConntrack } from './reuse/lost-conntrack';
import { synDropDelay } from './reuse/syn-drop-delay';
import { reuseModeConflict } from './reuse/reuse-mode-conflict';
import { kernelFixesUnknown } from './reuse/kernel-fixes-unknown';
import { reuseModeNeedlessZero } from './reuse/reuse-mode-needless-zero';
import { sysctlBeforeModule } from './sysctls/sysctl-before-module';
import { sysctlKeyMissing } from './sysctls/sysctl-key-missing';
import { sysctlReadOnly } from './sysctls/sysctl-read-only';
import { idleConnectionReset } from './sysctls/idle-connection-reset';
import { sysctlTwoOwners } from './sysctls/sysctl-two-owners';
import { udpStaleEndpoint } from './sysctls/udp-stale-endpoint';
import { conntrackModuleRenamed } from './modules/conntrack-module-renamed';
import { iptablesUnavailable } from './modules/iptables-unavailable';
import { ipvsUnavailable } from './modules/ipvs-unavailable';
import { kernelXtMarkBroken } from './modules/kernel-xt-mark-broken';
import { moduleLoaderBroken } from './modules/module-loader-broken';
import { schedulerUnavailable } from './modules/scheduler-unavailable';
import { moduleLoaderNeedless } from './modules/module-loader-needless';
import { featureGateUnknown } from './modes/feature-gate-unknown';
import { modeDeprecated } from './modes/mode-deprecated';
import { modeUnknown } from './modes/mode-unknown';
import { nftablesInterfaceDetection } from './modes/nftables-interface-detection';
import { nftablesUnsupported } from './modes/nftables-unsupported';
import { versionSkew } from './modes/version-skew';
import { windowsMode } from './modes/windows-mode';
import { modeSwitchResidue } from './modes/mode-switch-residue';
import { nftablesHostNftNewer } from './modes/nftables-host-nft-newer';
import { modeUnset } from './modes/mode-unset';
import { configFieldUnknown } from './config/config-field-unknown';
import { configFlagIgnored } from './config/config-flag-ignored';
import { configValueInvalid } from './config/config-value-invalid';
import { dualStackMismatch } from './config/dual-stack-mismatch';
import { kubeProxyClaimedTwice } from './config/kube-proxy-claimed-twice';
import { configChangeNotRolled } from './config/config-change-not-rolled';
import { kubeProxyMissing } from './config/kube-proxy-missing';
import { metricsExposed } from './config/metrics-exposed';
import { externalIpIsNodeAddress } from './workloads/external-ip-is-node-address';
import { foreignVirtualServer } from './workloads/foreign-virtual-server';
import { hostPortShadowsService } from './workloads/host-port-shadows-service';
import { networkPolicyUnsupported } from './workloads/network-policy-unsupported';
import { nodePortOnLocalhost } from './workloads/node-port-on-localhost';
import { probeAddressInUse } from './workloads/probe-address-in-use';
import { strictArpRequired } from './workloads/strict-arp-required';
import { excludeCidrsIgnored } from './workloads/exclude-cidrs-ignored';
import { hostPortsExposed } from './workloads/host-ports-exposed';
import { ipvsResyncRegression } from './workloads/ipvs-resync-regression';
import { loadBalancerIpShortCircuit } from './workloads/load-balancer-ip-short-circuit';
import { nodeLocalDnsAddress } from './workloads/node-local-dns-address';
import { nodePortCollision } from './workloads/node-port-collision';
import { strictArpConflict } from './workloads/strict-arp-conflict';
import { connectionTableSmall } from './workloads/connection-table-small';
import { iptablesScale } from './workloads/iptables-scale';
import { linkLocalUnbind } from './workloads/link-local-unbind';
import { acknowledgementExpired } from './meta/acknowledgement-expired';
import { inputUnreadable } from './meta/input-unreadable';
import { ruleCrashed } from './meta/rule-crashed';
import { acknowledgementUnused } from './meta/acknowledgement-unused';
import { inputNotRead } from './meta/input-not-read';

/** The rules that judge predictions, by group. */
export const rules: readonly Rule[] = [
  // reuse
  staleRealServer,
  lostConntrack,
  synDropDelay,
  reuseModeConflict,
  kernelFixesUnknown,
  reuseModeNeedlessZero,
  // sysctls
  sysctlBeforeModule,
  sysctlKeyMissing,
  sysctlReadOnly,
  idleConnectionReset,
  sysctlTwoOwners,
  udpStaleEndpoint,
  // modules
  conntrackModuleRenamed,
  iptablesUnavailable,
  ipvsUnavailable,
  kernelXtMarkBroken,
  moduleLoaderBroken,
  schedulerUnavailable,
  moduleLoaderNeedless,
  // modes
  featureGateUnknown,
  modeDeprecated,
  modeUnknown,
  nftablesInterfaceDetection,
  nftablesUnsupported,
  versionSkew,
  windowsMode,
  modeSwitchResidue,
  nftablesHostNftNewer,
  modeUnset,
  // config
  configFieldUnknown,
  configFlagIgnored,
  configValueInvalid,
  dualStackMismatch,
  kubeProxyClaimedTwice,
  configChangeNotRolled,
  kubeProxyMissing,
  metricsExposed,
  // workloads
  externalIpIsNodeAddress,
  foreignVirtualServer,
  hostPortShadowsService,
  networkPolicyUnsupported,
  nodePortOnLocalhost,
  probeAddressInUse,
  strictArpRequired,
  excludeCidrsIgnored,
  hostPortsExposed,
  ipvsResyncRegression,
  loadBalancerIpShortCircuit,
  nodeLocalDnsAddress,
  nodePortCollision,
  strictArpConflict,
  connectionTableSmall,
  iptablesScale,
  linkLocalUnbind,
  // meta
  inputUnreadable,
  inputNotRead,
];

/** Every rule that a finding can name: those that judge, and those that speak of the assessment itself. */
export const catalogue: readonly RuleDescription[] = [
  ...rules,
  // meta
  acknowledgementExpired,
  ruleCrashed,
  acknowledgementUnused,
];
