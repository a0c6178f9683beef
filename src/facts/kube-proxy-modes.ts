import type { KernelRelease } from '../versions/kernel-release';
import type { KubeVersion } from '../versions/kube-version';
import type { Evidence } from './evidence';
import { evidenceAt, factAt, type ReleaseFact } from './kube-proxy-releases';

/** The proxy modes that ever existed. */
export type ProxyMode = 'iptables' | 'ipvs' | 'nftables' | 'userspace' | 'kernelspace';

/** The systems that kube-proxy runs on. */
export type OperatingSystem = 'linux' | 'windows';

/** What a release makes of a mode. */
export interface ModeFact extends ReleaseFact {
  readonly mode: ProxyMode;
  readonly operatingSystem: OperatingSystem;
  /** The feature gate that the mode needs, and its default. */
  readonly gate?: { readonly name: string; readonly default: boolean };
  /** Whether kube-proxy warns that the mode goes away. */
  readonly deprecated?: boolean;
}

/** Which release has which mode; what is not listed does not exist. `mode` in the configuration is compared exactly. */
export const MODES: readonly ModeFact[] = [
  {
    mode: 'userspace', operatingSystem: 'linux', releases: [{ from: '1.0', to: '1.23.0' }],
    evidence: { source: 'pkg/proxy/apis/config/validation/validation.go of v1.14.10 to v1.22.17', certainty: 'verified' },
  },
  {
    mode: 'userspace', operatingSystem: 'linux', releases: [{ from: '1.23.0', to: '1.26.0' }], deprecated: true,
    evidence: { source: 'kubernetes/kubernetes#112133; validation.go of v1.25.16, where it is the last time', certainty: 'verified' },
  },
  {
    mode: 'userspace', operatingSystem: 'windows', releases: [{ from: '1.0', to: '1.26.0' }],
    evidence: { source: 'kubernetes/kubernetes#112133; validation.go of v1.14.10 to v1.25.16', certainty: 'verified' },
  },
  {
    mode: 'kernelspace', operatingSystem: 'windows', releases: [{ from: '1.0' }],
    evidence: { source: 'validation.go of v1.14.10 to v1.37.2', certainty: 'verified' },
  },
  {
    mode: 'iptables', operatingSystem: 'linux', releases: [{ from: '1.0' }],
    evidence: { source: 'validation.go of v1.14.10 to v1.37.2', certainty: 'verified' },
  },
  {
    mode: 'ipvs', operatingSystem: 'linux', releases: [{ from: '1.8.0', to: '1.35.0' }],
    evidence: { source: 'validation.go of v1.14.10 to v1.34.4', certainty: 'verified' },
  },
  {
    mode: 'ipvs', operatingSystem: 'linux', releases: [{ from: '1.35.0', to: '1.37.0' }], deprecated: true,
    evidence: { source: 'kubernetes/kubernetes#134539; cmd/kube-proxy/app/server_linux.go of v1.35.1 and v1.36.3', certainty: 'verified' },
  },
  {
    mode: 'ipvs', operatingSystem: 'linux', releases: [{ from: '1.37.0', to: '1.40.0' }], deprecated: true,
    gate: { name: 'KubeProxyIPVS', default: true },
    evidence: { source: 'kubernetes/kubernetes#139397; pkg/features/kube_features.go and validation.go of v1.37.2', certainty: 'verified' },
  },
  {
    mode: 'ipvs', operatingSystem: 'linux', releases: [{ from: '1.40.0', to: '1.43.0' }], deprecated: true,
    gate: { name: 'KubeProxyIPVS', default: false },
    evidence: { source: 'KEP-5495, which plans the gate off by default in 1.40 and the mode gone in 1.43', certainty: 'documented' },
  },
  {
    mode: 'nftables', operatingSystem: 'linux', releases: [{ from: '1.29.0', to: '1.31.0' }],
    gate: { name: 'NFTablesProxyMode', default: false },
    evidence: { source: 'KEP-3866; pkg/features/kube_features.go of v1.29.15 and v1.30.14', certainty: 'verified' },
  },
  {
    mode: 'nftables', operatingSystem: 'linux', releases: [{ from: '1.31.0', to: '1.33.0' }],
    gate: { name: 'NFTablesProxyMode', default: true },
    evidence: { source: 'kubernetes/kubernetes#124383; pkg/features/kube_features.go of v1.31.14', certainty: 'verified' },
  },
  {
    mode: 'nftables', operatingSystem: 'linux', releases: [{ from: '1.33.0' }],
    evidence: { source: 'kubernetes/kubernetes#129653; validation.go of v1.33.0 to v1.37.2', certainty: 'verified' },
  },
];

/** Whether a mode of this name ever existed. Names are compared exactly, as kube-proxy does. */
export function isProxyMode(name: string): name is ProxyMode {
  return MODES.some(({ mode }) => mode === name);
}

/** First release in which IPVS mode is gone, as planned. */
const REMOVAL_OF_IPVS: Evidence = { source: 'KEP-5495', certainty: 'documented' };

/** What becomes of `mode` in a release. */
export interface ModeAvailability {
  /**
   * - `available`; `gated-off`: its feature gate is off; `not-yet`, `removed`: another release has it
   * - `other-system`: the other operating system's mode; `never`: no release has it
   */
  readonly state: 'available' | 'gated-off' | 'not-yet' | 'removed' | 'other-system' | 'never';
  readonly deprecated: boolean;
  /** The gate that decides, where there is one. */
  readonly gate: string | undefined;
  readonly evidence: Evidence;
}

/** Whether a kube-proxy takes a mode. Names are compared exactly, as kube-proxy does. */
export function modeAvailability(
  mode: string, version: KubeVersion, operatingSystem: OperatingSystem, featureGates: Readonly<Record<string, boolean>>,
): ModeAvailability {
  const named = MODES.filter((fact) => fact.mode === mode);
  const here = named.filter((fact) => fact.operatingSystem === operatingSystem);
  const fact = factAt(here, version);
  const rest = { deprecated: false, gate: undefined };
  if (fact) {
    const { gate, deprecated = false } = fact;
    const isOn = gate === undefined || (featureGates[gate.name] ?? gate.default);
    return { state: isOn ? 'available' : 'gated-off', deprecated, gate: gate?.name, evidence: evidenceAt(fact, version) };
  }
  if (here.length > 0) {
    const first = here[0];
    const removed = version.atLeast(first.releases[0].from);
    return { ...rest, state: removed ? 'removed' : 'not-yet', evidence: removed && mode === 'ipvs' ? REMOVAL_OF_IPVS : here[removed ? here.length - 1 : 0].evidence };
  }
  return named.length > 0
    ? { ...rest, state: 'other-system', evidence: named[0].evidence }
    : { ...rest, state: 'never', evidence: { source: 'pkg/proxy/apis/config/validation/validation.go', certainty: 'verified' } };
}

/** The modes that a kube-proxy takes, with its feature gates as they stand; for messages. */
export function modesOf(version: KubeVersion, operatingSystem: OperatingSystem, featureGates: Readonly<Record<string, boolean>> = {}): ProxyMode[] {
  const modes = [...new Set(MODES.map(({ mode }) => mode))].sort();
  return modes.filter((mode) => modeAvailability(mode, version, operatingSystem, featureGates).state === 'available');
}

interface DefaultModeFact extends ReleaseFact {
  readonly operatingSystem: OperatingSystem;
  readonly mode: ProxyMode;
  /** Whether kube-proxy warns that the default will change. */
  readonly warns: boolean;
}

/** What an empty mode means. */
export const DEFAULT_MODES: readonly DefaultModeFact[] = [
  {
    operatingSystem: 'linux', mode: 'iptables', warns: false, releases: [{ from: '1.0', to: '1.37.0' }],
    evidence: { source: 'cmd/kube-proxy/app/server_linux.go (server_others.go before v1.29) of v1.14.10 to v1.36.3', certainty: 'verified' },
  },
  {
    operatingSystem: 'linux', mode: 'iptables', warns: true, releases: [{ from: '1.37.0', to: '1.40.0' }],
    evidence: { source: 'kubernetes/kubernetes#139957; cmd/kube-proxy/app/server_linux.go of v1.37.2', certainty: 'verified' },
  },
  {
    operatingSystem: 'linux', mode: 'nftables', warns: false, releases: [{ from: '1.40.0' }],
    evidence: { source: 'KEP-5343; server_linux.go of v1.37.2 announces it for 1.40', certainty: 'documented' },
  },
  {
    operatingSystem: 'windows', mode: 'userspace', warns: false, releases: [{ from: '1.0', to: '1.26.0' }],
    evidence: { source: 'kubernetes/kubernetes#112133', certainty: 'documented' },
  },
  {
    operatingSystem: 'windows', mode: 'kernelspace', warns: false, releases: [{ from: '1.26.0' }],
    evidence: { source: 'validation.go of v1.26.15', certainty: 'verified' },
  },
];

/** The mode that an empty `mode` gets. */
export function defaultMode(version: KubeVersion, operatingSystem: OperatingSystem): DefaultModeFact {
  const facts = DEFAULT_MODES.filter((fact) => fact.operatingSystem === operatingSystem);
  const fact = factAt(facts, version) ?? facts[facts.length - 1];
  return { ...fact, evidence: evidenceAt(fact, version) };
}

/** First kernel that kube-proxy's nftables mode is meant for. */
export const NFTABLES_KERNEL = '5.13';

/** Set to anything, it turns the kernel check of nftables mode off (and on in 1.31 and 1.32, by mistake). */
export const NFTABLES_SKIP_VARIABLE = 'KUBE_PROXY_NFTABLES_SKIP_KERNEL_VERSION_CHECK';

interface NftablesKernelCheck extends ReleaseFact {
  /** Whether the check runs without and with the environment variable set. */
  readonly runs: { readonly plain: boolean; readonly withVariable: boolean };
}

/** Whether nftables mode refuses kernels below 5.13. */
export const NFTABLES_KERNEL_CHECKS: readonly NftablesKernelCheck[] = [
  {
    releases: [{ from: '1.29.0', to: '1.31.0' }], runs: { plain: false, withVariable: false },
    evidence: { source: 'pkg/proxy/nftables/proxier.go of v1.29.15 and v1.30.14', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.31.0', to: '1.33.0' }], runs: { plain: false, withVariable: true },
    evidence: { source: 'kubernetes/kubernetes#124152, with its test inverted until #130401; pkg/proxy/nftables/proxier.go of v1.31.14 and v1.32.0', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.33.0' }], runs: { plain: true, withVariable: false },
    evidence: { source: 'kubernetes/kubernetes#130401; pkg/proxy/nftables of v1.33.0 to v1.37.2', certainty: 'verified' },
  },
];

/** What nftables mode does about a kernel's number. */
export interface NftablesKernelVerdict {
  /** False when the kernel is below what the mode is meant for. */
  readonly kernelSuffices: boolean;
  /** Whether kube-proxy exits over it. */
  readonly exits: boolean;
  readonly evidence: Evidence;
}

/** Judges the leading number of the kernel as nftables mode does. A number that cannot be read suffices nowhere. */
export function nftablesKernelVerdict(version: KubeVersion, kernel: KernelRelease, skipVariable: string | undefined): NftablesKernelVerdict {
  const check = factAt(NFTABLES_KERNEL_CHECKS, version) ?? NFTABLES_KERNEL_CHECKS[0];
  const kernelSuffices = kernel.atLeast(NFTABLES_KERNEL);
  return {
    kernelSuffices,
    exits: !kernelSuffices && (skipVariable ? check.runs.withVariable : check.runs.plain),
    evidence: evidenceAt(check, version),
  };
}

interface ModeSwitchCleanup extends ReleaseFact {
  /** Pairs of modes between which kube-proxy removes what the other left. */
  readonly cleans: 'every-switch' | 'none' | 'to-and-from-nftables';
}

/** What kube-proxy removes of the mode that ran before, when it starts in another one. */
export const MODE_SWITCH_CLEANUP: readonly ModeSwitchCleanup[] = [
  {
    releases: [{ from: '1.0', to: '1.15.0' }], cleans: 'every-switch',
    evidence: { source: 'kubernetes/kubernetes#76109, first in v1.15.0; cmd/kube-proxy/app/server_others.go of v1.14.10', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.15.0', to: '1.29.0' }], cleans: 'none',
    evidence: { source: 'kubernetes/kubernetes#76109, KEP-2448', certainty: 'documented' },
  },
  {
    releases: [{ from: '1.29.0' }], cleans: 'to-and-from-nftables',
    evidence: { source: 'platformCleanup in cmd/kube-proxy/app/server_linux.go of v1.31.14 to v1.37.2', certainty: 'verified' },
  },
];

/** Whether a kube-proxy that starts in one mode removes the rules that another mode left on the node. */
export function cleansUpAfter(previous: ProxyMode, next: ProxyMode, version: KubeVersion): { readonly cleans: boolean; readonly evidence: Evidence } {
  const fact = factAt(MODE_SWITCH_CLEANUP, version) ?? MODE_SWITCH_CLEANUP[MODE_SWITCH_CLEANUP.length - 1];
  const cleans = previous === next || fact.cleans === 'every-switch'
    || (fact.cleans === 'to-and-from-nftables' && (previous === 'nftables' || next === 'nftables'));
  return { cleans, evidence: evidenceAt(fact, version) };
}
