import type { ProxyMode } from '../config/configuration';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import { isFieldKnown, type ConfigurationProblem, type DecodedConfiguration } from '../config/decoded-configuration';
import type { Evidence } from '../facts/evidence';
import { KERNEL_COMMITS } from '../facts/kernel/commits';
import type { KernelFixes } from '../facts/kernel/kernel-fixes';
import { kernelHas } from '../facts/kernel/kernel-has';
import { modeAvailability, type ModeAvailability } from '../facts/kube-proxy/modes';
import { EITHER_BACKEND, LEGACY_BACKEND_ONLY, LEGACY_TABLES_MODULE, NFT_BACKEND_MODULES } from '../facts/kube-proxy/iptables-backend';
import { NFT_MISSING, NFTABLES_KERNEL, NFTABLES_MODULE, NFTABLES_SKIP_VARIABLE, nftablesKernelVerdict } from '../facts/kube-proxy/nftables';
import { unmetRequirements } from '../facts/kube-proxy/requirements';
import { CONN_REUSE_MODE } from '../facts/kube-proxy/reuse-mode';
import { NF_CONNTRACK_MAX } from '../facts/kube-proxy/sysctls';
import { conntrackComesFirst, conntrackWrites, proxierWrites, type KubeProxyOnNodes, type KubeProxyWrite } from './kube-proxy-writes';
import { isEnforced } from './modules';
import type { NodeModule } from './node-modules';
import type { ModulePrediction, Startup, StartupCause, StartupReason } from './prediction';

/** What decides how a start of kube-proxy ends. */
export interface StartConditions extends KubeProxyOnNodes {
  readonly decoded: DecodedConfiguration;
  /** The mode that is asked for, defaults applied; `undefined` when `mode` is none that ever existed. */
  readonly mode: ProxyMode | undefined;
  readonly fixes: KernelFixes;
  readonly modules: readonly ModulePrediction[];
  readonly instance: KubeProxyInstance | undefined;
  readonly moduleOf: (name: string) => NodeModule;
}

/** What happens when kube-proxy starts: every reason that would stop it, in the order in which it comes across them. */
export function predictStartup(conditions: StartConditions): Startup {
  const configured = [...configurationReasons(conditions.decoded), ...modeReasons(conditions)];
  if (configured.length === 0 && !isFieldKnown(conditions.decoded, 'mode')) {
    return { outcome: 'unknown', reasons: [] };
  }
  const reasons = configured.length > 0 ? configured : nodeReasons(conditions);
  const outcomes = reasons.map(({ outcome }) => outcome);
  return { outcome: outcomes.includes('exits') ? 'exits' : outcomes[0] ?? 'runs', reasons };
}

const PROBLEM_CAUSES: Readonly<Record<Exclude<ConfigurationProblem['kind'], 'mode-unknown'>, StartupCause>> = {
  'undecodable': 'configuration-undecodable',
  'invalid': 'configuration-invalid',
  'feature-gate-unknown': 'feature-gate-unknown',
  'scheduler-invalid': 'scheduler-unavailable',
};

function configurationReasons({ problems }: DecodedConfiguration): StartupReason[] {
  return problems.flatMap(({ kind, path, message, source }) => kind === 'mode-unknown' ? [] : [{
    cause: PROBLEM_CAUSES[kind],
    outcome: 'exits' as const,
    because: path === '' ? message : `${path} ${message}`,
    evidence: { source, certainty: 'verified' as const },
  }]);
}

const MODE_CAUSES: Readonly<Record<Exclude<ModeAvailability['state'], 'available'>, StartupCause>> = {
  'gated-off': 'mode-gated-off',
  'removed': 'mode-removed',
  'not-yet': 'mode-unknown',
  'other-system': 'mode-unknown',
  'never': 'mode-unknown',
};

function modeReasons({ configuration, decoded, version, pool }: StartConditions): StartupReason[] {
  if (configuration.mode === '' || !isFieldKnown(decoded, 'mode')) {
    return [];
  }
  const { state, gate, evidence } = modeAvailability(configuration.mode, version, pool.operatingSystem, configuration.featureGates);
  if (state === 'available') {
    return [];
  }
  const named = `mode ${JSON.stringify(configuration.mode)}`;
  const because = {
    'gated-off': `${named} needs the feature gate ${gate}, which is off`,
    'removed': `${named} is gone from kube-proxy ${version}`,
    'not-yet': `kube-proxy ${version} does not have ${named} yet`,
    'other-system': `kube-proxy has no ${named} on ${pool.operatingSystem}`,
    'never': `kube-proxy has no ${named}; names are compared exactly`,
  }[state];
  return [{ cause: MODE_CAUSES[state], outcome: 'exits', because, evidence }];
}

/** What stops kube-proxy on these nodes, once it has taken its configuration. */
function nodeReasons(conditions: StartConditions): StartupReason[] {
  if (conditions.pool.operatingSystem !== 'linux') {
    return [];
  }
  const groups = [proxierReasons(conditions), conntrackReasons(conditions)];
  return (conntrackComesFirst(conditions.version) ? groups.reverse() : groups).flat();
}

function proxierReasons(conditions: StartConditions): StartupReason[] {
  switch (conditions.mode) {
    case 'ipvs': {
      const unmet = requirementReasons(conditions);
      return unmet.length > 0 ? unmet : [...missingKeyReasons(conditions), ...iptablesReasons(conditions)];
    }
    case 'iptables': return iptablesReasons(conditions);
    case 'nftables': return nftablesReasons(conditions);
    default: return [];
  }
}

function requirementReasons({ version, pool, modules }: StartConditions): StartupReason[] {
  const { outcome, evidence } = unmetRequirements(version);
  const reason = (cause: StartupCause, because: string, source: Evidence = evidence): StartupReason[] => [
    { cause, outcome, because, evidence: source },
  ];
  if (!pool.kernel.isReadable) {
    return reason('kernel-unreadable', `the kernel release ${JSON.stringify(pool.kernel.raw)} does not start with a version that kube-proxy can read`);
  }
  const missing = modules.filter((module) => module.satisfied === false && isEnforced(module, version));
  const own = missing.filter(({ neededAs }) => neededAs !== 'scheduler');
  if (own.length > 0) {
    return reason('modules-missing', `it does not find ${own.map(({ name }) => name).join(', ')}: ${own[0].because}`, own[0].evidence);
  }
  return missing.length > 0 ? reason('scheduler-unavailable', `it does not find ${missing[0].name}: ${missing[0].because}`, missing[0].evidence) : [];
}

/** Only `conn_reuse_mode` is younger than the kernels that kube-proxy runs on. */
function missingKeyReasons(conditions: StartConditions): StartupReason[] {
  const { fixes, version, pool } = conditions;
  const write = fixes.reuseModeKey.state === 'absent' ? proxierWrites('ipvs', conditions).find(({ key }) => key === CONN_REUSE_MODE) : undefined;
  return write === undefined ? [] : [{
    cause: 'sysctl-key-missing',
    outcome: 'exits',
    because: `kube-proxy ${version} writes ${CONN_REUSE_MODE} on every kernel, and ${pool.kernel} has no such key (${fixes.reuseModeKey.because})`,
    evidence: write.evidence,
  }];
}

function nftablesReasons({ version, pool, instance, moduleOf }: StartConditions): StartupReason[] {
  const module = moduleOf(NFTABLES_MODULE);
  if (module.state === 'absent') {
    return [{ cause: 'nftables-module-missing', outcome: 'exits', because: `${module.because}, and nft fails without it`, evidence: NFT_MISSING }];
  }
  const { exits, evidence } = nftablesKernelVerdict(version, pool.kernel, instance?.environment[NFTABLES_SKIP_VARIABLE]);
  return exits ? [{
    cause: 'nftables-kernel-too-old',
    outcome: 'exits',
    because: `nftables mode wants kernel ${NFTABLES_KERNEL} or later, and this is ${pool.kernel.base}`,
    evidence,
  }] : [];
}

/** iptables and IPVS mode write rules by the iptables tool, which needs the modules of one of its two backends. */
function iptablesReasons({ instance, moduleOf }: StartConditions): StartupReason[] {
  const legacy = moduleOf(LEGACY_TABLES_MODULE);
  const missing = NFT_BACKEND_MODULES.map(moduleOf).find(({ state }) => state === 'absent');
  const hasLegacyOnly = instance?.platform === 'microk8s' || /\bmicrok8s\//.test(instance?.name ?? '');
  if (legacy.state !== 'absent' || !(hasLegacyOnly || missing)) {
    return [];
  }
  const because = missing && !hasLegacyOnly ? `${legacy.because}, and ${missing.because}: neither backend of iptables works`
    : `${legacy.because}, and MicroK8s brings an iptables of the legacy backend, which needs it`;
  return [{ cause: 'iptables-unavailable', outcome: 'exits', because, evidence: hasLegacyOnly ? LEGACY_BACKEND_ONLY : EITHER_BACKEND }];
}

/** In a container that plays a node, the machine's conntrack limit cannot be written. */
function conntrackReasons(conditions: StartConditions): StartupReason[] {
  const { pool } = conditions;
  if (!pool.containerizedNode) {
    return [];
  }
  const readOnly = kernelHas('conntrackMaxReadOnly', pool);
  const write = conntrackWrites(conditions).find(({ key }) => key === NF_CONNTRACK_MAX);
  if (readOnly.state !== 'present' || write === undefined || isAlreadyThere(write, pool.sysctls[NF_CONNTRACK_MAX])) {
    return [];
  }
  return [{
    cause: 'sysctl-read-only',
    outcome: 'exits',
    because: `${NF_CONNTRACK_MAX} is read-only in a node that is itself a container (Linux ${KERNEL_COMMITS.conntrackMaxReadOnly.commit}: ${readOnly.because}), and kube-proxy ${write.because}`,
    evidence: readOnly.evidence,
  }];
}

function isAlreadyThere({ value, rule }: Pick<KubeProxyWrite, 'value' | 'rule'>, observed: string | undefined): boolean {
  if (value === undefined || observed === undefined) {
    return false;
  }
  return rule === 'if-lower' ? Number(observed) >= Number(value) : observed === value;
}
