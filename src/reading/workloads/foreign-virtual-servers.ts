import { isIP } from 'node:net';
import type { Location } from '../../kubernetes/location';
import { EVERY_POOL, LINUX_POOLS, type PoolSelector } from '../../cluster/pool-selector';
import { containersOf, type PodContainer, type PodTemplate } from '../../pods/pod-template';
import type { Resource } from '../../kubernetes/resource';
import { textRecordOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { ForeignVirtualServer } from '../../declaration/workloads';
import { argumentsOf, imageName, optionValues } from '../../pods/container-settings';
import type { InputText } from '../documents/input-text';
import { isKubeVip, kubeVipAddresses, kubeVipSetting } from './kube-vip';

/** A virtual server in the configuration of keepalived, which makes it with IPVS; VRRP alone does not. */
const KEEPALIVED_SERVER = /^[ \t]*virtual_server[ \t]+([\da-fA-F.:]+)[ \t]+\d+/gm;

/** Who makes IPVS virtual servers by its container, and at which addresses, as far as its arguments tell. */
function productOf(container: UntypedRecord): { readonly product: string; readonly addresses: readonly string[] } | undefined {
  const name = imageName(container);
  const args = argumentsOf(container);
  if (/^lvscare/.test(name) || args.some((argument) => /(?:^|\/)lvscare$/.test(argument))) {
    return { product: 'lvscare', addresses: optionValues(args, 'vs').map(withoutPort) };
  }
  if (isKubeVip(container) && kubeVipSetting(container, 'loadBalancer')) {
    return { product: "kube-vip's load balancer", addresses: kubeVipAddresses(container) };
  }
  if (/^kube-keepalived-vip/.test(name)) {
    return { product: 'kube-keepalived-vip', addresses: [] };
  }
  // Its service proxy is on unless it is switched off.
  if (name === 'kube-router' && !args.includes('--run-service-proxy=false')) {
    return { product: "kube-router's service proxy", addresses: [] };
  }
  return undefined;
}

/** The other users of IPVS among the containers of a workload. `data` gives the ConfigMap that kube-keepalived-vip reads. */
export function virtualServersOfPods(
  template: PodTemplate, data: (namespace: string, name: string) => Readonly<Record<string, string>> | undefined,
): ForeignVirtualServer[] {
  return containersOf(template).flatMap((found: PodContainer) => {
    const product = productOf(found.container);
    if (product === undefined) {
      return [];
    }
    // kube-keepalived-vip: the keys of the map are the addresses.
    const [namespace, name] = optionValues(argumentsOf(found.container), 'services-configmap')[0]?.split('/') ?? [];
    const named = Object.keys((name !== undefined && data(namespace, name)) || {}).map(withoutPort).filter((address) => isIP(address) > 0);
    return [server(
      product.product, template.resource.name, () => template.resource.locate(found.path), template.pools, [...product.addresses, ...named],
    )];
  });
}

/** Virtual servers of a keepalived configuration in a ConfigMap. */
export function virtualServersOfConfigMap(resource: Resource): ForeignVirtualServer[] {
  return Object.entries(textRecordOf(resource.object.data)).flatMap(([key, text]) => {
    const addresses = keepalivedAddresses(text);
    return addresses.length === 0 ? [] : [server('keepalived', resource.name, () => resource.locate(['data', key]), EVERY_POOL, addresses)];
  });
}

/** Virtual servers of a keepalived configuration file. */
export function virtualServersOfText({ file, text }: InputText): ForeignVirtualServer[] {
  const addresses = keepalivedAddresses(text);
  return addresses.length === 0 ? [] : [server('keepalived', file, () => ({ file, line: 1, column: 1 }), LINUX_POOLS, addresses)];
}

function keepalivedAddresses(text: string): string[] {
  return [...new Set([...text.matchAll(KEEPALIVED_SERVER)].map(([, address]) => address))];
}

function server(
  product: string, resource: string, locate: () => Location | undefined, pools: PoolSelector, addresses: readonly string[],
): ForeignVirtualServer {
  return { product, resource, get location() { return locate(); }, pools, addresses };
}

/** `10.103.97.2:6443` → `10.103.97.2`, `[fd00::1]:6443` → `fd00::1`; `10.0.0.1-80` as kube-keepalived-vip has it. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+)[:-]\d+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
