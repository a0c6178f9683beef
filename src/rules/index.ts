import { acknowledgementExpired } from './meta/acknowledgement-expired';
import { acknowledgementUnused } from './meta/acknowledgement-unused';
import { configChangeNotRolled } from './config/config-change-not-rolled';
import { configFieldUnknown } from './config/config-field-unknown';
import { configFlagIgnored } from './config/config-flag-ignored';
import { configValueInvalid } from './config/config-value-invalid';
import { connectionTableSmall } from './workloads/connection-table-small';
import { conntrackModuleRenamed } from './modules/conntrack-module-renamed';
import { dualStackMismatch } from './config/dual-stack-mismatch';
import { externalIpIsNodeAddress } from './workloads/external-ip-is-node-address';
import { excludeCidrsIgnored } from './workloads/exclude-cidrs-ignored';
import { featureGateUnknown } from './modes/feature-gate-unknown';
import { foreignVirtualServer } from './workloads/foreign-virtual-server';
import { hostPortShadowsService } from './workloads/host-port-shadows-service';
import { hostPortsExposed } from './workloads/host-ports-exposed';
import { idleConnectionReset } from './sysctls/idle-connection-reset';
import { inputNotRead } from './meta/input-not-read';
import { inputUnreadable } from './meta/input-unreadable';
import { iptablesUnavailable } from './modules/iptables-unavailable';
import { iptablesScale } from './workloads/iptables-scale';
import { ipvsResyncRegression } from './workloads/ipvs-resync-regression';
import { ipvsUnavailable } from './modules/ipvs-unavailable';
import { kernelFixesUnknown } from './reuse/kernel-fixes-unknown';
import { kernelXtMarkBroken } from './modules/kernel-xt-mark-broken';
import { kubeProxyClaimedTwice } from './config/kube-proxy-claimed-twice';
import { kubeProxyMissing } from './config/kube-proxy-missing';
import { linkLocalUnbind } from './workloads/link-local-unbind';
import { loadBalancerIpShortCircuit } from './workloads/load-balancer-ip-short-circuit';
import { lostConntrack } from './reuse/lost-conntrack';
import { metricsExposed } from './config/metrics-exposed';
import { modeDeprecated } from './modes/mode-deprecated';
import { modeSwitchResidue } from './modes/mode-switch-residue';
import { modeUnknown } from './modes/mode-unknown';
import { modeUnset } from './modes/mode-unset';
import { moduleLoaderBroken } from './modules/module-loader-broken';
import { moduleLoaderNeedless } from './modules/module-loader-needless';
import { networkPolicyUnsupported } from './workloads/network-policy-unsupported';
import { nftablesHostNftNewer } from './modes/nftables-host-nft-newer';
import { nftablesInterfaceDetection } from './modes/nftables-interface-detection';
import { nftablesUnsupported } from './modes/nftables-unsupported';
import { nodeLocalDnsAddress } from './workloads/node-local-dns-address';
import { nodePortCollision } from './workloads/node-port-collision';
import { nodePortOnLocalhost } from './workloads/node-port-on-localhost';
import { probeAddressInUse } from './workloads/probe-address-in-use';
import { reuseModeConflict } from './reuse/reuse-mode-conflict';
import { reuseModeNeedlessZero } from './reuse/reuse-mode-needless-zero';
import type { Rule, RuleDescription } from './rule';
import { ruleCrashed } from './meta/rule-crashed';
import { schedulerUnavailable } from './modules/scheduler-unavailable';
import { staleRealServer } from './reuse/stale-real-server';
import { strictArpConflict } from './workloads/strict-arp-conflict';
import { strictArpRequired } from './workloads/strict-arp-required';
import { synDropDelay } from './reuse/syn-drop-delay';
import { sysctlBeforeModule } from './sysctls/sysctl-before-module';
import { sysctlKeyMissing } from './sysctls/sysctl-key-missing';
import { sysctlReadOnly } from './sysctls/sysctl-read-only';
import { sysctlTwoOwners } from './sysctls/sysctl-two-owners';
import { udpStaleEndpoint } from './sysctls/udp-stale-endpoint';
import { versionSkew } from './modes/version-skew';
import { windowsMode } from './modes/windows-mode';

/** The rules that judge predictions, in the order of the catalogue. */
export const rules: readonly Rule[] = [
  // reuse
  staleRealServer,
  lostConntrack,
  synDropDelay,
  kernelFixesUnknown,
  reuseModeConflict,
  reuseModeNeedlessZero,
  // sysctls
  sysctlKeyMissing,
  sysctlBeforeModule,
  sysctlTwoOwners,
  sysctlReadOnly,
  idleConnectionReset,
  udpStaleEndpoint,
  // modules
  ipvsUnavailable,
  iptablesUnavailable,
  kernelXtMarkBroken,
  conntrackModuleRenamed,
  schedulerUnavailable,
  moduleLoaderBroken,
  moduleLoaderNeedless,
  // modes
  modeUnknown,
  modeDeprecated,
  nftablesUnsupported,
  nftablesInterfaceDetection,
  nftablesHostNftNewer,
  modeUnset,
  modeSwitchResidue,
  windowsMode,
  featureGateUnknown,
  versionSkew,
  // config
  configFieldUnknown,
  configValueInvalid,
  configFlagIgnored,
  configChangeNotRolled,
  kubeProxyClaimedTwice,
  kubeProxyMissing,
  dualStackMismatch,
  metricsExposed,
  // workloads
  strictArpRequired,
  strictArpConflict,
  hostPortShadowsService,
  nodePortOnLocalhost,
  nodePortCollision,
  hostPortsExposed,
  externalIpIsNodeAddress,
  foreignVirtualServer,
  excludeCidrsIgnored,
  networkPolicyUnsupported,
  loadBalancerIpShortCircuit,
  nodeLocalDnsAddress,
  connectionTableSmall,
  probeAddressInUse,
  ipvsResyncRegression,
  linkLocalUnbind,
  iptablesScale,
  // meta
  inputUnreadable,
  inputNotRead,
];

/** Every rule that a finding can name: those that judge, and those that speak of the assessment itself. */
export const catalogue: readonly RuleDescription[] = [...rules, acknowledgementUnused, acknowledgementExpired, ruleCrashed];
