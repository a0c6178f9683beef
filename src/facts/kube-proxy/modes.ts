import type { Evidence } from '../evidence';
import type { KubeVersion } from './kube-version';
import { evidenceAt, factAt, isAfterNewest, releasesWhere, type ReleaseFact } from './releases';

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

const nftables = (says: (fact: ModeFact) => boolean) => releasesWhere(MODES, (fact) => fact.mode === 'nftables' && says(fact));

/** Releases that have nftables mode at all, perhaps behind a feature gate; those that have it unless told otherwise; and those where it is stable. */
export const NFTABLES_RELEASES = {
  any: nftables(() => true),
  byDefault: nftables(({ gate }) => gate?.default !== false),
  stable: nftables(({ gate }) => gate === undefined),
} as const;

/** The first releases that go on with the removal of a Linux mode, as far as they are known or planned. */
export interface ModeOutlook {
  /** From here on kube-proxy warns about it. */
  readonly warns: string | undefined;
  /** From here on it is off unless a feature gate is set. */
  readonly offByDefault: string | undefined;
  /** First release without it. */
  readonly removed: string | undefined;
  /** Whether the removal is only planned. */
  readonly isPlanned: boolean;
}

/** What becomes of a Linux mode. */
export function modeOutlook(mode: string): ModeOutlook {
  const facts = MODES.filter((fact) => fact.mode === mode && fact.operatingSystem === 'linux');
  const removed = releasesWhere(facts, () => true).at(-1)?.to;
  return {
    warns: releasesWhere(facts, ({ deprecated }) => deprecated === true)[0]?.from,
    offByDefault: releasesWhere(facts, ({ deprecated, gate }) => deprecated === true && gate?.default === false)[0]?.from,
    removed,
    isPlanned: removed !== undefined && isAfterNewest(removed),
  };
}

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
const DEFAULT_MODES: readonly DefaultModeFact[] = [
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

/** The next release in which an empty `mode` gets another mode; `undefined` where none is known or planned. */
export function nextDefaultMode(
  version: KubeVersion, operatingSystem: OperatingSystem,
): { readonly mode: ProxyMode; readonly from: string } | undefined {
  const { mode: current } = defaultMode(version, operatingSystem);
  return DEFAULT_MODES
    .filter((fact) => fact.operatingSystem === operatingSystem && fact.mode !== current && version.before(fact.releases[0].from))
    .map(({ mode, releases }) => ({ mode, from: releases[0].from }))[0];
}

/** The mode that an empty `mode` gets. */
export function defaultMode(version: KubeVersion, operatingSystem: OperatingSystem): DefaultModeFact {
  const facts = DEFAULT_MODES.filter((fact) => fact.operatingSystem === operatingSystem);
  const fact = factAt(facts, version) ?? facts[facts.length - 1];
  return { ...fact, evidence: evidenceAt(fact, version) };
}
