import type { Declaration } from '../../src/declaration/declaration';
import type { KubeProxyInstance } from '../../src/declaration/kube-proxy-instance';
import { declarationOf } from '../../src/reading/read-declaration';

/** The declaration of files given by name. */
export function declared(files: Readonly<Record<string, string>>): Declaration {
  return declarationOf({ texts: Object.entries(files).map(([file, text]) => ({ file, text })) });
}

/** The kube-proxies of one text. */
export function kubeProxiesIn(text: string, file = 'input.yaml'): readonly KubeProxyInstance[] {
  return declared({ [file]: text }).kubeProxies;
}

/** `name=value` of an instance's flags. */
export function flagTexts(instance: KubeProxyInstance | undefined): string[] {
  return (instance?.flags ?? []).map(({ name, value }) => `${name}=${value}`);
}

/** What k3s and RKE2 add to the arguments of the owner. */
export const K3S_ADDS: readonly string[] = ['conntrack-max-per-core=0', 'conntrack-tcp-timeout-established=0s', 'conntrack-tcp-timeout-close-wait=0s'];
