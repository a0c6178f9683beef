import { parseDocument } from 'yaml';
import type { ConfigurationText, Flag } from '../config/configuration';
import type { Declaration } from '../declaration/declaration';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { NodePool } from '../cluster/node-pool';

/** What a kube-proxy is to run with instead of IPVS mode. */
export interface ModeChange {
  /** The mode to run instead. */
  readonly mode: 'nftables' | 'iptables';
  /** What `nodePortAddresses` has to be, so that NodePorts stay where they are; `undefined` to leave it. */
  readonly nodePortAddresses: readonly string[] | undefined;
}

/**
 * The same kube-proxy with another mode, where it is set today: in its configuration, else by flags. `undefined` when it reads a configuration
 * that the input does not have, or one that is no YAML.
 */
function withMode(instance: KubeProxyInstance, change: ModeChange): KubeProxyInstance | undefined {
  if (instance.configuration) {
    const configuration = changedText(instance.configuration, change);
    return configuration && { ...instance, configuration };
  }
  return instance.readsConfiguration ? undefined : { ...instance, flags: changedFlags(instance.flags, change) };
}

function changedText(configuration: ConfigurationText, { mode, nodePortAddresses }: ModeChange): ConfigurationText | undefined {
  const document = parseDocument(configuration.text, { strict: false, uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0 || typeof document.toJS({ maxAliasCount: 0 }) !== 'object') {
    return undefined;
  }
  document.set('mode', mode);
  if (nodePortAddresses) {
    document.set('nodePortAddresses', nodePortAddresses);
  }
  return { ...configuration, text: document.toString() };
}

function changedFlags(flags: readonly Flag[], { mode, nodePortAddresses }: ModeChange): Flag[] {
  const set = (name: string, value: string): Flag => ({ name, value, location: flags.find((flag) => flag.name === name)?.location });
  return [
    ...flags.filter(({ name }) => name !== 'proxy-mode' && (name !== 'nodeport-addresses' || !nodePortAddresses)),
    set('proxy-mode', mode),
    ...nodePortAddresses ? [set('nodeport-addresses', nodePortAddresses.join(','))] : [],
  ];
}

/** The change of a kube-proxy on the pools that are to have it. */
export interface PoolsChange {
  readonly instance: KubeProxyInstance;
  readonly pools: readonly NodePool[];
  readonly change: ModeChange;
}

/** The same input once the changes were applied. Where pools of one kube-proxy get different modes, each kind has one of its own, told apart by kernels. */
export function withChanges(declaration: Declaration, changes: readonly PoolsChange[]): Declaration {
  return {
    ...declaration,
    kubeProxies: declaration.kubeProxies.flatMap((instance) => {
      const mine = changes.filter((change) => change.instance === instance);
      const changed = mine.flatMap(({ pools, change }) => {
        const with_ = withMode(instance, change);
        return with_ ? [{ pools, instance: with_ }] : [];
      });
      if (changed.length === 0) {
        return [instance];
      }
      const moved = new Set(changed.flatMap(({ pools }) => pools.map(({ name }) => name)));
      const left = declaration.cluster.nodePools.filter(({ name }) => !moved.has(name));
      if (changed.length === 1 && left.length === 0) {
        return [changed[0].instance];
      }
      return [
        ...left.length > 0 ? [onKernelsOf(instance, left)] : [],
        ...changed.map(({ pools, instance: with_ }) => onKernelsOf(with_, pools)),
      ];
    }),
  };
}

function onKernelsOf(instance: KubeProxyInstance, pools: readonly NodePool[]): KubeProxyInstance {
  return { ...instance, pools: { ...instance.pools, kernels: [...new Set(pools.map(({ kernel }) => kernel.release))] } };
}
