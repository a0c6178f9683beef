import { defaultMode, nextDefaultMode } from '../../facts/kube-proxy/modes';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import { releaseName } from '../wording/releases';
import type { Rule } from '../rule';

export const modeUnset: Rule = {
  id: 'mode-unset',
  group: 'modes',
  title: 'The proxy mode is left to a default that is about to change.',
  severities: ['info'],
  fields: ['mode'],
  sources: ['KEP-5343', 'kubernetes/kubernetes#139957', 'kubernetes/kubernetes#139777'],
  judge: ({ prediction }) => configurationFindings(prediction.configurations, faultsOf),
};

/** kubeadm of these releases writes the mode itself where its document leaves it open. */
function faultsOf({ instance, decoded, kubeProxy, operatingSystem }: ConfigurationPrediction): ConfigurationFault[] {
  const { mode, warns, evidence } = defaultMode(kubeProxy.version, operatingSystem);
  const next = nextDefaultMode(kubeProxy.version, operatingSystem);
  return decoded.effective.mode === '' && warns && next && instance.kind !== 'kubeadm' ? [{
    severity: 'info',
    detail: 'mode',
    message: `runs mode ${mode}, since mode is empty`,
    because: `it logs a warning: an empty mode is planned to mean ${next.mode} from ${releaseName(next.from)} on`,
    remedies: [`Write mode: ${mode} to keep it.`, `Or write mode: ${next.mode} to move now.`],
    sources: [evidence.source],
  }] : [];
}
