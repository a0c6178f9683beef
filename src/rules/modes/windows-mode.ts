import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import { modesHere, writtenMode } from '../wording/mode-wording';
import type { Rule } from '../rule';

export const windowsMode: Rule = {
  id: 'windows-mode',
  group: 'modes',
  title: 'Windows nodes get a Linux proxy mode, or the reverse.',
  severities: ['error'],
  sources: ['pkg/proxy/apis/config/validation/validation.go', 'kubernetes/kubernetes#112133'],
  judge: ({ prediction }) => configurationFindings(prediction.configurations, faultsOf),
};

function faultsOf(configuration: ConfigurationPrediction): ConfigurationFault[] {
  if (writtenMode(configuration)?.state !== 'other-system') {
    return [];
  }
  const { mode } = configuration.decoded.effective;
  const isWindows = configuration.operatingSystem === 'windows';
  return [{
    severity: 'error',
    detail: 'mode',
    message: `exits on startup on ${isWindows ? 'Windows' : 'Linux'}: it has no mode ${mode} there`,
    because: `mode ${mode} exists on ${isWindows ? 'Linux' : 'Windows'} only`,
    remedies: isWindows
      ? [
        'Keep this kube-proxy on Linux nodes (nodeSelector kubernetes.io/os: linux), and run another one with mode kernelspace on the Windows nodes.',
        'Or write mode: kernelspace, if it is meant for the Windows nodes alone.',
      ]
      : [
        `Write one of ${modesHere(configuration).join(', ')}, or leave mode empty.`,
        'Or keep this kube-proxy on Windows nodes: nodeSelector kubernetes.io/os: windows.',
      ],
  }];
}
