import type { ConfigurationProblem } from '../../config/decoded-configuration';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import { placeOfProblem } from '../wording/configuration-place';
import { hasRangeTooMany } from '../wording/dual-stack-gate';
import type { Rule } from '../rule';

export const configValueInvalid: Rule = {
  id: 'config-value-invalid',
  group: 'config',
  title: 'kube-proxy cannot decode the configuration, or its own validation rejects a value.',
  severities: ['error'],
  sources: ['pkg/proxy/apis/config/validation/validation.go'],
  judge: ({ prediction }) => configurationFindings(prediction.configurations, faultsOf),
};

/** Modes, feature gates, schedulers and the two ranges of a dual-stack cluster have rules of their own. */
function faultsOf(configuration: ConfigurationPrediction): ConfigurationFault[] {
  return configuration.decoded.problems
    .filter(({ kind }) => kind === 'invalid' || kind === 'undecodable')
    .filter(({ path }) => !(path === 'clusterCIDR' && hasRangeTooMany(configuration)))
    .map((problem) => ({
      severity: 'error',
      detail: problem.path === '' ? undefined : problem.path,
      place: placeOfProblem(configuration, problem),
      message: `exits at each start: ${clause(problem)}`,
      remedies: [remedy(problem)],
      sources: [problem.source],
    }));
}

function clause({ path, value, message, reportedAs }: ConfigurationProblem): string {
  const field = path === '' ? 'the configuration ' : `${path} (${value}) `;
  return `${field}${message}${reportedAs === undefined ? '' : `; its log names it ${reportedAs}`}`;
}

function remedy({ path, kind }: ConfigurationProblem): string {
  if (path.startsWith('--')) {
    return `Write ${path} as this release takes it, or delete it.`;
  }
  if (path === '') {
    return 'Write one document of kind: KubeProxyConfiguration and apiVersion: kubeproxy.config.k8s.io/v1alpha1.';
  }
  return kind === 'undecodable' ? `Write ${path} with the type that it has.` : `Write an allowed value, or leave ${path} out for its default.`;
}
