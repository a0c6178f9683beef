import { isProxyMode } from '../../facts/kube-proxy/modes';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import type { Rule } from '../rule';
import { modesHere } from '../wording/mode-wording';

export const modeUnknown: Rule = {
  id: 'mode-unknown',
  group: 'modes',
  title: 'kube-proxy has no such proxy mode; names are compared exactly.',
  severities: ['error'],
  sources: ['pkg/proxy/apis/config/validation/validation.go'],
  judge: ({ prediction }) => configurationFindings(prediction.configurations, faultsOf),
};

function faultsOf(configuration: ConfigurationPrediction): ConfigurationFault[] {
  const { mode } = configuration.decoded.effective;
  if (mode === '' || isProxyMode(mode)) {
    return [];
  }
  const modes = modesHere(configuration);
  const meant = modes.find((name) => name === mode.trim().toLowerCase());
  return [{
    severity: 'error',
    detail: 'mode',
    message: `exits on startup: there is no mode ${JSON.stringify(mode)}`,
    because: `mode is compared exactly and has to be one of ${modes.join(', ')}${meant ? ' (in lower case, without blanks)' : ''}`,
    remedies: [meant ? `Write mode: ${meant}.` : `Write one of ${modes.join(', ')}, or leave mode empty for the default of the release.`],
  }];
}
