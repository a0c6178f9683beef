import { SELECTOR_OPERATORS, type SelectorRequirement } from '../../cluster/pool-selector';
import { isRecord, listOf, recordOf, textOf, textRecordOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import type { K3sSettings } from '../kube-proxies/found-instance';
import { k3sInstance } from '../kube-proxies/k3s-nodes';
import type { InstallerDocument, InstallerSetup } from './installer-document';
import { k3sSettings, networkOf } from './k3s';

/** Rancher: `machineGlobalConfig` of a provisioned cluster, and `machineSelectorConfig` for the machines that have certain labels. */
export function readRancher(document: InstallerDocument): InstallerSetup | undefined {
  const { rkeConfig, kubernetesVersion } = recordOf(document.value.spec);
  if (!/^provisioning\.cattle\.io\//.test(textOf(document.value.apiVersion) ?? '') || !isRecord(rkeConfig)) {
    return undefined;
  }
  const version = textOf(kubernetesVersion) ?? '';
  const product = /\+k3s/.test(version) ? 'k3s' : 'rke2';
  const path = ['spec', 'rkeConfig'];
  const global = recordOf(rkeConfig.machineGlobalConfig);
  const selected = listOf(rkeConfig.machineSelectorConfig).map(recordOf);
  const settingsOf = (config: UntypedRecord, at: readonly (string | number)[], order: string, selector: unknown): K3sSettings =>
    k3sSettings(document, config, [...path, ...at], { product, role: undefined, node: document.name, order, pools: poolsOf(selector) });
  const base = [
    settingsOf(global, ['machineGlobalConfig'], '', undefined),
    ...selected.flatMap(({ config, machineLabelSelector }, index) =>
      (poolsOf(machineLabelSelector) ? [] : [settingsOf(recordOf(config), ['machineSelectorConfig', index, 'config'], placeInOrder(index), undefined)])),
  ];
  const special = selected.flatMap(({ config, machineLabelSelector }, index) => {
    const own = settingsOf(recordOf(config), ['machineSelectorConfig', index, 'config'], placeInOrder(index), machineLabelSelector);
    return own.pools === undefined || own.args === undefined ? [] : [{ ...own, node: undefined }];
  });
  return {
    instances: [...base, ...special].map(k3sInstance),
    facts: { kubernetesVersion: KubeVersion.tryParse(version), network: networkOf(global) },
  };
}

function placeInOrder(index: number): string {
  return String(index).padStart(6, '0');
}

/** Labels of Rancher's machines for the roles, and what nodes have in their place. */
const ROLE_LABELS: Readonly<Record<string, string>> = {
  'rke.cattle.io/control-plane-role': 'node-role.kubernetes.io/control-plane',
  'rke.cattle.io/etcd-role': 'node-role.kubernetes.io/etcd',
  'rke.cattle.io/worker-role': 'node-role.kubernetes.io/worker',
};

/** `undefined` for all machines. */
function poolsOf(selector: unknown): K3sSettings['pools'] {
  const { matchLabels, matchExpressions } = recordOf(selector);
  const requirements: SelectorRequirement[] = [
    ...Object.entries(textRecordOf(matchLabels))
      .map(([key, value]): SelectorRequirement => ({ key: ROLE_LABELS[key] ?? key, operator: 'In', values: [value] })),
    ...listOf(matchExpressions).map(recordOf).flatMap(({ key, operator, values }): SelectorRequirement[] => {
      const known = SELECTOR_OPERATORS.find((candidate) => candidate === operator);
      return typeof key === 'string' && known ? [{ key: ROLE_LABELS[key] ?? key, operator: known, values: textsOf(values) }] : [];
    }),
  ];
  return requirements.length === 0 ? undefined : { terms: [requirements] };
}
