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
      message: `exits on startup: ${problem.path === '' ? 'it cannot read its configuration' : `${problem.path} is not valid`}`,
      because: clause(problem),
      remedies: [remedy(problem)],
      sources: [problem.source],
    }));
}

function clause({ path, value, message, reportedAs }: ConfigurationProblem): string {
  const field = path === '' ? 'the configuration ' : `${path} (${valueOf(path, value)}) `;
  return `${field}${message}${reportedAs === undefined ? '' : `; its log names it ${reportedAs}`}`;
}

/** Flags are told with their value, as `--cluster-cidr=10.0.0.0/8`; the name would be said twice. */
function valueOf(path: string, value: string): string {
  const told = value.startsWith(`${path}=`) ? value.slice(path.length + 1) : value;
  return told.replace(/^(?:""|'')$/, '') || 'empty';
}

/** A number that is a duration but for its unit. */
const NUMBER = /^\d+$/;

function remedy({ path, kind, value, message }: ConfigurationProblem): string {
  if (/duration/.test(message) && NUMBER.test(valueOf(path, value))) {
    return `Write the unit: ${path}${path.startsWith('--') ? '=' : ': '}${valueOf(path, value)}s.`;
  }
  if (path.startsWith('--')) {
    return /no such flag|unknown flag|does not (?:exist|have)|was removed|is gone/.test(message) ? `Delete ${path}.` : `Write a value of ${path} that this release accepts.`;
  }
  if (path === '') {
    return 'Write one document of kind: KubeProxyConfiguration and apiVersion: kubeproxy.config.k8s.io/v1alpha1.';
  }
  return kind === 'undecodable' ? `Write ${path} with the type that it has.` : `Write an allowed value, or leave ${path} out for its default.`;
}
