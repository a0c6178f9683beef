import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { NodePool } from '../cluster/node-pool';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { managedCluster } from '../facts/managed-clusters';
import { isOwn, rolloutRestart } from '../rules/wording/platform-remedies';
import { commandLine, configurationFields, settingOf } from '../rules/wording/platform-settings';
import { step, type MigrationStep } from './migration-step';
import type { ModeChange } from './with-mode';

/** The change of mode itself, ready to be written where the platform has it. */
export function platformChange(
  instance: KubeProxyInstance, pool: NodePool, version: KubeVersion, change: ModeChange, isShared: boolean,
): MigrationStep[] {
  if (isOwn(instance)) {
    const { mode, nodePortAddresses } = change;
    const text = `poolConfigurations: { '${pool.name}': ${JSON.stringify({ mode, ...nodePortAddresses && { nodePortAddresses } })} }`;
    return [step('mode', 'Set this on ClusterKubeProxy, and apply.', 'the pool gets a ConfigMap and a DaemonSet of its own', ['docs/cdk8s.md'], { text })];
  }
  const managed = managedCluster(version);
  if (managed) {
    return [step('managed', `Move the workloads to a new cluster${change.mode === 'iptables' ? ' in iptables mode' : ''}, or ask the provider.`,
      `${managed.product} offers no change of mode: ${managed.choice}`, [managed.evidence.source], { blocks: true })];
  }
  const known = settingOf(instance);
  const where = known?.where ?? instance.configuration?.name ?? instance.name;
  const then = known?.then ?? (/^DaemonSet /.test(instance.resource ?? '') ? rolloutRestart(instance) : 'restart kube-proxy on each node of the pool');
  const text = known?.text(change) ?? (instance.configuration ? configurationFields(change).join('\n') : commandLine(change));
  return [
    ...isShared ? [step('own-configuration', 'Give the pool a configuration and a DaemonSet of its own, selected by a label of the pool.',
      'other pools that share this configuration need another mode', ['https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#running-pods-on-select-nodes'])] : [],
    step('mode', `Write this into ${where}.`, known?.note?.(change) ?? '', [known?.source ?? 'KubeProxyConfiguration (kubeproxy.config.k8s.io/v1alpha1)'], { text }),
    step('roll', `Bring it to the nodes: ${then}.`, 'kube-proxy reads its configuration once, on startup', []),
  ];
}
