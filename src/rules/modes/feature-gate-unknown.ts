import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import { placeOfProblem } from '../wording/configuration-place';
import type { Rule } from '../rule';

export const featureGateUnknown: Rule = {
  id: 'feature-gate-unknown',
  group: 'modes',
  title: 'A feature gate does not exist in this release of kube-proxy, or cannot be set to that value any more.',
  severities: ['error'],
  sources: ['kubernetes/kubernetes#94514', 'pkg/features/kube_features.go'],
  judge: ({ prediction }) => configurationFindings(prediction.configurations, faultsOf),
};

function faultsOf(configuration: ConfigurationPrediction): ConfigurationFault[] {
  const { problems } = configuration.decoded;
  return problems.filter(({ kind }) => kind === 'feature-gate-unknown').map((problem) => {
    const gate = problem.path.replace('featureGates.', '');
    return {
      severity: 'error',
      detail: problem.path,
      place: placeOfProblem(configuration, problem),
      message: `exits on startup: feature gate ${gate} cannot be ${problem.value || 'empty'}`,
      because: `the feature gate ${gate} (${problem.value || 'empty'}) ${problem.message}; a gate that is gone is on, or off, for good`,
      remedies: [`Delete ${gate} from featureGates.`],
      sources: [problem.source],
    };
  });
}
