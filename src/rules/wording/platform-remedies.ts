import type { KubeProxyInstance } from '../../declaration/kube-proxy-instance';
import { settingOf } from './platform-settings';

/** Whether kube-proxy-kit's own constructs and components make it. */
export function isOwn({ platform }: Pick<KubeProxyInstance, 'platform'>): boolean {
  return platform === 'kube-proxy-kit';
}

/** `poolConfigurations: { 'old': { mode: 'iptables' } }`: the property of a construct that gives one pool a mode. */
function poolModeProperty(pool: string, mode: string): string {
  return `poolConfigurations: { '${pool}': { mode: '${mode}' } }`;
}

/**
 * How a kube-proxy gets another mode, on its platform and with the object that was found: ` (set …, then …)`; nothing where neither the
 * platform nor an object is known.
 */
export function howToSetMode(instance: KubeProxyInstance | undefined, pool: string, mode: string): string {
  if (instance === undefined) {
    return '';
  }
  if (isOwn(instance)) {
    return `: ${poolModeProperty(pool, mode)}, with kubeProxy: { cleanupBeforeStart: true } for the change`;
  }
  const setting = settingOf(instance);
  if (setting) {
    return `: set ${setting.inline(mode)} in ${setting.where}, then ${setting.then}`;
  }
  return /^DaemonSet /.test(instance.resource ?? '')
    ? `: change what ${instance.configuration?.name ?? instance.name} says, then ${rolloutRestart(instance)}` : '';
}

/** The command that starts the pods of a DaemonSet anew. */
export function rolloutRestart({ resource }: Pick<KubeProxyInstance, 'resource'>): string {
  const [, namespace, name] = /^DaemonSet (?:([^/]+)\/)?([^/]+)$/.exec(resource ?? '') ?? [undefined, 'kube-system', 'kube-proxy'];
  return `kubectl${namespace === undefined ? '' : ` --namespace ${namespace}`} rollout restart daemonset/${name}`;
}
