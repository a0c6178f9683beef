import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import { placeOfFlag } from '../wording/configuration-place';
import type { Rule } from '../rule';

export const configFlagIgnored: Rule = {
  id: 'config-flag-ignored',
  group: 'config',
  title: 'A flag beside --config has no effect.',
  severities: ['error', 'info'],
  sources: ['aws/containers-roadmap#142', 'cmd/kube-proxy/app/options.go (server.go before v1.29)'],
  judge: ({ prediction }) => configurationFindings(prediction.configurations, faultsOf),
};

function faultsOf({ instance, decoded }: ConfigurationPrediction): ConfigurationFault[] {
  return decoded.ignoredFlags.map(({ name, value, path, inForce, differs }) => {
    const isUnset = inForce === '' || inForce === 'unset';
    return {
      severity: differs ? 'error' : 'info',
      detail: `--${name}`,
      place: placeOfFlag(instance, (given) => given.replaceAll('_', '-') === name),
      message: `ignores --${name} beside --config`,
      because: `${instance.name} has --${name}=${value} and --config, which wins; ${differs ? `in effect is ${path}: ${isUnset ? 'empty' : inForce}` : 'the configuration says the same'}`,
      remedies: [
        ...differs ? [`Set ${path} in the configuration to what you want.`] : [],
        `Delete --${name} from the command line.`,
      ],
    };
  });
}
