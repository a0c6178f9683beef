import { listOf, recordOf, textOf, textsOf } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { imageTag } from '../../pods/container-settings';
import type { K3sRole } from '../kube-proxies/found-instance';
import { k3sInstance } from '../kube-proxies/k3s-nodes';
import { flagsOfList, type InstallerDocument, type InstallerSetup } from './installer-document';

/** k3d: `--kube-proxy-arg` among `options.k3s.extraArgs` of a Simple, with the nodes that each is for. */
export function readK3d(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind, image, options } = document.value;
  if (kind !== 'Simple' || !/^k3d\.io\//.test(textOf(apiVersion) ?? '')) {
    return undefined;
  }
  const path = ['options', 'k3s', 'extraArgs'];
  const locate = () => document.locate(path);
  const extraArgs = listOf(recordOf(recordOf(options).k3s).extraArgs).map(recordOf);
  const disabled = extraArgs.some(({ arg }) => arg === '--disable-kube-proxy');
  const forRole = (role: K3sRole) => extraArgs
    .filter(({ nodeFilters }) => !Array.isArray(nodeFilters) || textsOf(nodeFilters).some((filter) => filter.startsWith(role) || filter.startsWith('all')))
    .flatMap(({ arg }) => /^--kube-proxy-arg=(.+)$/.exec(textOf(arg) ?? '')?.[1] ?? []);
  const settings = (role: K3sRole | undefined, list: readonly string[]) => k3sInstance({
    product: 'k3s', role, node: undefined, order: '', args: list.length === 0 ? undefined : flagsOfList([...new Set(list)], locate), appends: false, disabled,
    name: document.name, resource: document.resource, locate,
  });
  const [servers, agents] = [forRole('server'), forRole('agent')];
  const isOfAll = servers.join() === agents.join() || Number(document.value.agents ?? 0) === 0;
  return {
    instances: isOfAll ? [settings(undefined, servers)] : [settings('server', servers), settings('agent', agents)],
    facts: { kubernetesVersion: KubeVersion.tryParse(imageTag({ image }) ?? '') },
  };
}
