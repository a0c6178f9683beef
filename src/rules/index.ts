import { acknowledgementExpired } from './acknowledgement-expired';
import { acknowledgementUnused } from './acknowledgement-unused';
import { configChangeNotRolled } from './config-change-not-rolled';
import { configFieldUnknown } from './config-field-unknown';
import { configFlagIgnored } from './config-flag-ignored';
import { configValueInvalid } from './config-value-invalid';
import { connectionTableSmall } from './connection-table-small';
import { conntrackModuleRenamed } from './conntrack-module-renamed';
import { dualStackMismatch } from './dual-stack-mismatch';
import { excludeCidrsIgnored } from './exclude-cidrs-ignored';
import { featureGateUnknown } from './feature-gate-unknown';
import { foreignVirtualServer } from './foreign-virtual-server';
import { hostPortShadowsService } from './host-port-shadows-service';
import { hostPortsExposed } from './host-ports-exposed';
import { idleConnectionReset } from './idle-connection-reset';
import { inputUnreadable } from './input-unreadable';
import { iptablesScale } from './iptables-scale';
import { ipvsResyncRegression } from './ipvs-resync-regression';
import { ipvsUnavailable } from './ipvs-unavailable';
import { kernelFixesUnknown } from './kernel-fixes-unknown';
import { kubeProxyClaimedTwice } from './kube-proxy-claimed-twice';
import { kubeProxyMissing } from './kube-proxy-missing';
import { linkLocalUnbind } from './link-local-unbind';
import { loadBalancerIpShortCircuit } from './load-balancer-ip-short-circuit';
import { metricsExposed } from './metrics-exposed';
import { modeDeprecated } from './mode-deprecated';
import { modeSwitchResidue } from './mode-switch-residue';
import { modeUnknown } from './mode-unknown';
import { modeUnset } from './mode-unset';
import { moduleLoaderBroken } from './module-loader-broken';
import { moduleLoaderNeedless } from './module-loader-needless';
import { nftablesUnsupported } from './nftables-unsupported';
import { nodeLocalDnsAddress } from './node-local-dns-address';
import { nodePortCollision } from './node-port-collision';
import { nodePortOnLocalhost } from './node-port-on-localhost';
import { probeAddressInUse } from './probe-address-in-use';
import { reuseModeConflict } from './reuse-mode-conflict';
import { reuseModeNeedlessZero } from './reuse-mode-needless-zero';
import type { Rule, RuleDescription } from './rule';
import { ruleCrashed } from './rule-crashed';
import { schedulerUnavailable } from './scheduler-unavailable';
import { staleRealServer } from './stale-real-server';
import { strictArpConflict } from './strict-arp-conflict';
import { strictArpRequired } from './strict-arp-required';
import { synDropDelay } from './syn-drop-delay';
import { sysctlBeforeModule } from './sysctl-before-module';
import { sysctlKeyMissing } from './sysctl-key-missing';
import { sysctlReadOnly } from './sysctl-read-only';
import { sysctlTwoOwners } from './sysctl-two-owners';
import { udpStaleEndpoint } from './udp-stale-endpoint';
import { versionSkew } from './version-skew';
import { windowsMode } from './windows-mode';

/** The rules that judge predictions, in the order of the catalogue. */
export const rules: readonly Rule[] = [
  // reuse
  staleRealServer,
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
  conntrackModuleRenamed,
  schedulerUnavailable,
  moduleLoaderBroken,
  moduleLoaderNeedless,
  // modes
  modeUnknown,
  modeDeprecated,
  nftablesUnsupported,
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
  foreignVirtualServer,
  excludeCidrsIgnored,
  loadBalancerIpShortCircuit,
  nodeLocalDnsAddress,
  connectionTableSmall,
  probeAddressInUse,
  ipvsResyncRegression,
  linkLocalUnbind,
  iptablesScale,
  // meta
  inputUnreadable,
];

/** Every rule that a finding can name: those that judge, and those that speak of the assessment itself. */
export const catalogue: readonly RuleDescription[] = [...rules, acknowledgementUnused, acknowledgementExpired, ruleCrashed];
