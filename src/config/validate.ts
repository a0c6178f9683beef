import { featureGateEvidence, featureGatesOf, featureGateState } from '../facts/kube-proxy/feature-gate-state';
import { modeAvailability, modesOf, type OperatingSystem } from '../facts/kube-proxy/modes';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { ConfigurationProblem, EffectiveConfiguration } from './decoded-configuration';
import { nearestName } from './edit-distance';
import { VALIDATION_RULES } from './validation-rules';

/** A problem before it is known where the value was written. */
export type UnplacedProblem = Omit<ConfigurationProblem, 'position'>;

/** What keeps a kube-proxy from starting with a configuration: its own validation, and what it checks right after. */
export function validationProblems(configuration: EffectiveConfiguration, version: KubeVersion, operatingSystem: OperatingSystem): UnplacedProblem[] {
  return [
    ...featureGateProblems(configuration, version),
    ...modeProblems(configuration, version, operatingSystem),
    ...ruleProblems(configuration, version),
  ];
}

function ruleProblems(configuration: EffectiveConfiguration, version: KubeVersion): UnplacedProblem[] {
  return rulesOf(version).filter(({ when }) => !when || when(configuration)).flatMap(({ path, reportedAs, check, evidence }) =>
    check.violations(configuration, path, version).map(({ item = '', value, message }) => ({
      kind: path === 'ipvs.scheduler' ? 'scheduler-invalid' as const : 'invalid' as const,
      path: path + item,
      reportedAs: internalPath(reportedAs, version),
      value,
      message,
      source: evidence.source,
    })));
}

/** First release whose messages name fields as they are written (v1.38.0-beta.0, a pre-release); before, by the names of its Go types. */
const PUBLIC_PATHS_FROM = '1.38';

function internalPath(path: string | undefined, version: KubeVersion): string | undefined {
  return path === undefined || version.atLeast(PUBLIC_PATHS_FROM) ? undefined : `KubeProxyConfiguration.${path}`;
}

const rules = new Map<string, typeof VALIDATION_RULES>();

/** The rules of a release; sorted out once for each. */
function rulesOf(version: KubeVersion): typeof VALIDATION_RULES {
  const key = version.toString();
  const known = rules.get(key) ?? VALIDATION_RULES.filter(({ releases }) => version.within(releases));
  rules.set(key, known);
  return known;
}

function modeProblems({ mode, featureGates }: EffectiveConfiguration, version: KubeVersion, operatingSystem: OperatingSystem): UnplacedProblem[] {
  const { state, gate, evidence } = modeAvailability(mode, version, operatingSystem, featureGates);
  if (mode === '' || state === 'available') {
    return [];
  }
  const modes = modesOf(version, operatingSystem, featureGates);
  const meant = modes.find((name) => name === mode.toLowerCase().trim());
  const message = state === 'gated-off'
    ? `needs the feature gate ${gate}`
    : `is no mode of kube-proxy ${version} on ${operatingSystem}; it must be ${modes.join(', ')} or empty${meant ? `, in lower case: ${meant}` : ''}`;
  return [{ kind: 'mode-unknown', path: 'mode', reportedAs: internalPath('Mode.ProxyMode', version), value: JSON.stringify(mode), message, source: evidence.source }];
}

function featureGateProblems({ featureGates }: EffectiveConfiguration, version: KubeVersion): UnplacedProblem[] {
  return Object.entries(featureGates).flatMap(([name, value]) => {
    const message = featureGateFault(name, value, version);
    const { source } = featureGateEvidence(version);
    return message === undefined
      ? []
      : [{ kind: 'feature-gate-unknown' as const, path: `featureGates.${name}`, reportedAs: internalPath('featureGates', version), value: String(value), message, source }];
  });
}

function featureGateFault(name: string, value: boolean, version: KubeVersion): string | undefined {
  const gate = featureGateState(name, version);
  switch (gate.state) {
    case 'known':
      return undefined;
    case 'locked':
      return gate.at === value ? undefined : `is locked to ${gate.at}; leave it out`;
    case 'removed':
      return `was removed in v${gate.bound}; delete it`;
    case 'not-yet':
      return `comes with v${gate.bound}`;
    case 'never': {
      const meant = nearestName(name, featureGatesOf(version));
      return `is no feature gate of any release${meant ? `; ${meant} was probably meant` : ''}`;
    }
  }
}
