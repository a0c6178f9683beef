import type { NodePool } from '../../cluster/node-pool';
import { NFTABLES_RELEASES } from '../../facts/kube-proxy/modes';
import { NFTABLES_KERNEL, NFTABLES_MODULE, NFTABLES_SKIP_VARIABLE, nftablesKernelVerdict } from '../../facts/kube-proxy/nftables';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import { placeOfField } from '../wording/configuration-place';
import { writtenMode } from '../wording/mode-wording';
import { firstOf, orLater } from '../wording/releases';
import { startupFindings } from '../wording/startup-findings';
import { kubeProxyVersion } from '../wording/pool-wording';
import type { Rule, RuleFinding } from '../rule';

export const nftablesUnsupported: Rule = {
  id: 'nftables-unsupported',
  group: 'modes',
  title: 'nftables mode is requested with a kube-proxy or on a kernel that does not support it.',
  severities: ['error', 'warning'],
  sources: ['KEP-3866', 'kubernetes/kubernetes#124152', 'kubernetes/kubernetes#130401'],
  judge: ({ prediction, prediction: { configurations } }) => [
    ...configurationFindings(configurations, faultsOfRelease),
    ...startupFindings(prediction, 'nftables-module-missing', () => 'module nf_tables is missing', ({ pool }) => [
      `Give pool ${pool.name} a kernel or image with ${NFTABLES_MODULE}.`,
      'Or run this pool in mode iptables.',
    ]),
    ...configurations.filter(runsNftables).flatMap((configuration) => configuration.pools.flatMap((pool) => kernelFindings(configuration, pool))),
  ],
};

const STAY = 'Or stay with mode iptables.';

function faultsOfRelease(configuration: ConfigurationPrediction): ConfigurationFault[] {
  const written = configuration.decoded.effective.mode === 'nftables' ? writtenMode(configuration) : undefined;
  switch (written?.state) {
    case 'not-yet':
      return [{
        severity: 'error',
        detail: 'mode',
        message: 'exits on startup: it does not have mode nftables yet',
        because: `mode nftables comes with ${firstOf(NFTABLES_RELEASES.any)} behind a feature gate that is off, and is on by default from ${firstOf(NFTABLES_RELEASES.byDefault)} on`,
        remedies: [`Run kube-proxy ${orLater(NFTABLES_RELEASES.byDefault)}, better ${firstOf(NFTABLES_RELEASES.stable)}, where the mode is stable.`, STAY],
        sources: [written.evidence.source],
      }];
    case 'gated-off':
      return [{
        severity: 'error',
        detail: 'mode',
        message: 'exits on startup: mode nftables is off by default in this release',
        because: `mode nftables requires the feature gate ${written.gate}, which is off`,
        remedies: [`Set featureGates: {${written.gate}: true}.`, `Or run kube-proxy ${orLater(NFTABLES_RELEASES.byDefault)}, where the gate is on by default.`, STAY],
        sources: [written.evidence.source],
      }];
    default:
      return [];
  }
}

function runsNftables(configuration: ConfigurationPrediction): boolean {
  return configuration.requestedMode === 'nftables' && (writtenMode(configuration)?.state ?? 'available') === 'available';
}

function kernelFindings(configuration: ConfigurationPrediction, pool: NodePool): RuleFinding[] {
  const { instance, kubeProxy, decoded } = configuration;
  const skipVariable = instance.environment[NFTABLES_SKIP_VARIABLE];
  const { kernelSuffices, exits, evidence } = nftablesKernelVerdict(kubeProxy.version, pool.kernel, skipVariable);
  if (kernelSuffices) {
    return [];
  }
  const asked = decoded.effective.mode === '' ? ' (what an empty mode means in this release)' : '';
  return [{
    severity: exits ? 'error' : 'warning',
    ...placeOfField(configuration, 'mode'),
    pool: pool.name,
    message: `pool ${pool.name}: ${exits ? `${kubeProxyVersion(configuration)} exits on startup: ` : ''}mode nftables requires kernel ${NFTABLES_KERNEL} or later`,
    because: `mode nftables${asked} requires kernel ${NFTABLES_KERNEL} or later, and this is ${pool.kernel.release}; ${kubeProxyVersion(configuration)} `
      + (exits ? 'exits on startup' : `does not check that${skipVariable ? ` with ${NFTABLES_SKIP_VARIABLE} set` : ''}, and an nft tool of the system as old as its kernel may not survive the rules`),
    remedies: [
      `Move the pool to kernel ${NFTABLES_KERNEL} or later: Debian 12, Ubuntu 22.04, RHEL 9, Amazon Linux 2023.`,
      'Or run this pool in mode iptables, with its own kube-proxy where other pools keep nftables.',
    ],
    sources: [evidence.source],
  }];
}
