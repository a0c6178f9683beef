import { modeOutlook } from '../../facts/kube-proxy/modes';
import { NFTABLES_KERNEL } from '../../facts/kube-proxy/nftables';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import { modesHere, writtenMode } from '../wording/mode-wording';
import { namedPools } from '../wording/pool-wording';
import { releaseName } from '../wording/releases';
import type { Rule } from '../rule';

export const modeDeprecated: Rule = {
  id: 'mode-deprecated',
  group: 'modes',
  title: 'The proxy mode is deprecated, off by default, or removed.',
  severities: ['error', 'warning'],
  sources: ['KEP-5495', 'kubernetes/kubernetes#134539', 'kubernetes/kubernetes#139397', 'kubernetes/kubernetes#112133'],
  judge: ({ prediction }) => configurationFindings(prediction.configurations, faultsOf),
};

/** What became of a mode, and what is planned for it. */
function outlookOf(mode: string): string {
  const { warns, offByDefault, removed, isPlanned } = modeOutlook(mode);
  const steps = [
    ...offByDefault === undefined ? [] : [`off by default from ${releaseName(offByDefault)} on`],
    ...removed === undefined ? [] : [`removed in ${releaseName(removed)}`],
  ];
  return [
    ...warns === undefined ? [] : [`it warns on startup since ${releaseName(warns)}`],
    ...steps.length === 0 ? [] : [`the mode is ${isPlanned ? 'planned to be ' : ''}${steps.join(' and ')}`],
  ].join('; ') || 'this release does not have it any more';
}

function faultsOf(configuration: ConfigurationPrediction): ConfigurationFault[] {
  const { mode } = configuration.decoded.effective;
  const written = writtenMode(configuration);
  switch (written?.state) {
    case 'available':
      return written.deprecated ? [fault('warning', `runs mode ${mode}, which is deprecated`, outlookOf(mode))] : [];
    case 'gated-off':
      return mode === 'ipvs' ? [fault('error', 'exits on startup: mode ipvs is off by default', `mode ipvs requires the feature gate ${written.gate}, which is off`)] : [];
    case 'removed':
      return [fault('error', `exits on startup: mode ${mode} is gone`, outlookOf(mode))];
    default:
      return [];
  }

  function fault(severity: 'error' | 'warning', message: string, because: string): ConfigurationFault {
    const gate = written?.state === 'gated-off' ? [`Set featureGates: {${written.gate}: true} until you have moved.`] : [];
    return { severity, detail: 'mode', message, because, remedies: [...waysOut(configuration), ...gate], sources: written ? [written.evidence.source] : [] };
  }
}

function waysOut(configuration: ConfigurationPrediction): string[] {
  const modes = modesHere(configuration);
  if (!modes.includes('nftables')) {
    return [`Move to mode ${modes.filter((mode) => mode !== 'userspace').join(' or ')}, and run kube-proxy --cleanup or reboot each node on the way.`];
  }
  const tooOld = configuration.pools.filter(({ kernel }) => !kernel.atLeast(NFTABLES_KERNEL));
  return [
    `Move to mode nftables, which requires kernel ${NFTABLES_KERNEL} or later${tooOld.length > 0 ? ` (${namedPools(tooOld)}: not yet)` : ''} and serves NodePorts at the `
      + 'primary address of the node only, none at 127.0.0.1.',
    'Or move to mode iptables, which has no end in sight, and run kube-proxy --cleanup or reboot each node on the way.',
  ];
}
