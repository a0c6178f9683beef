import * as pulumi from '@pulumi/pulumi';
import type { FailOn } from '../rules/fail-on';
import { kubeProxyParts, type KubeProxySettings, type SharedConfigMapSettings } from '../plan/kube-proxies';
import type { ModuleLoaderSettings, SysctlTunerSettings } from '../plan/node-agents';
import { setupOptions, type SetupOptions } from '../plan/setup-options';
import type { ComponentAcknowledgement } from './acknowledge';
import { componentType, construct } from './component';
import { check, type JudgedObject, type JudgedParts } from './component-check';
import { IpvsModules, moduleLoaderParts } from './ipvs-modules';
import { daemonSetPart, KubeProxy, plainDaemonSetProps, type DaemonSetInput, type ServiceAccountHandle } from './kube-proxy';
import { configMapPart, KubeProxyConfig, plainConfigMapProps, type ConfigMapInput } from './kube-proxy-config';
import type { WithInputs } from './known-later';
import { judgedAgents } from './node-agents';
import { judgedPart, type Adoption } from './part';
import type { ChildResource } from './resource-tree';
import { SysctlTuner, tunerParts } from './sysctl-tuner';

/** Settings of the ConfigMaps. */
export interface ClusterConfigMapSettings extends WithInputs<SharedConfigMapSettings, Exclude<ConfigMapInput, 'apiServer'>> {
  /** How Pulumi comes to manage a ConfigMap that may exist. @default 'patch' */
  readonly adoption?: Adoption;
}

/** Settings of kube-proxy's DaemonSets. */
export interface ClusterDaemonSetSettings extends WithInputs<Omit<KubeProxySettings, 'nodes'>, DaemonSetInput> {
  /** How Pulumi comes to manage a DaemonSet that may exist. @default 'create' */
  readonly adoption?: Adoption;
}

/** What a ClusterKubeProxy is made of. */
export interface ClusterKubeProxyProps extends SetupOptions {
  /** URL of the API server as nodes reach it without kube-proxy, `https://10.0.0.10:6443`. Needed except on EKS. @default - none */
  readonly apiServer?: pulumi.Input<string>;
  /** Further settings of the ConfigMaps. @default - none */
  readonly config?: ClusterConfigMapSettings;
  /** Settings of kube-proxy's DaemonSets; `false` for a cluster that runs kube-proxy by other means. @default - a DaemonSet for each group of pools */
  readonly kubeProxy?: ClusterDaemonSetSettings | false;
  /** A service account bound to `system:node-proxier`. @default - one named kube-proxy, with the binding */
  readonly serviceAccount?: ServiceAccountHandle;
  /** Settings of the module loaders; `false` for none. @default - loaders for the pools in IPVS mode */
  readonly moduleLoader?: WithInputs<ModuleLoaderSettings, DaemonSetInput> | false;
  /** Settings of the sysctl tuners; `false` for none. @default - tuners for the pools in IPVS mode */
  readonly sysctlTuner?: WithInputs<SysctlTunerSettings, DaemonSetInput> | false;
  /** Findings that are accepted, each with its reason. @default - none */
  readonly acknowledgements?: readonly ComponentAcknowledgement[];
  /** From which severity on findings fail the preview. @default 'error' */
  readonly failOn?: FailOn;
}

/**
 * kube-proxy for a cluster of mixed node pools: a ConfigMap and a DaemonSet for each group of pools with equal settings, and for the
 * pools in IPVS mode the loading of modules and the tuning of sysctls that their kernels need. The preview fails when any pool would be
 * unsafe, before any of it is registered.
 */
export class ClusterKubeProxy extends pulumi.ComponentResource {
  /** One ConfigMap for each group of pools with equal settings. */
  public readonly configs: readonly KubeProxyConfig[];
  /** The DaemonSets that read them, in the same order; empty with `kubeProxy: false`. */
  public readonly kubeProxies: readonly KubeProxy[];
  /** The module loaders; `undefined` with `moduleLoader: false`. */
  public readonly modules: IpvsModules | undefined;
  /** The sysctl tuners; `undefined` with `sysctlTuner: false`. */
  public readonly tuner: SysctlTuner | undefined;

  public constructor(name: string, props: ClusterKubeProxyProps, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('ClusterKubeProxy'), name, {}, opts);
    const made = makeClusterKubeProxy(this, name, props);
    this.configs = made.configs;
    this.kubeProxies = made.kubeProxies;
    this.modules = made.modules;
    this.tuner = made.tuner;
    this.registerOutputs({ configMaps: this.configs.map((config) => config.name) });
  }
}

/** What a ClusterKubeProxy has, below any component. */
export function makeClusterKubeProxy(
  component: pulumi.ComponentResource, name: string, props: ClusterKubeProxyProps,
): Pick<ClusterKubeProxy, 'configs' | 'kubeProxies' | 'modules' | 'tuner'> {
  const children = construct(component, props, plainOf, () => {
    const planned = childrenOf(name, props);
    check(component, partsOf(component, props, planned), props);
    return planned;
  });
  const parent = { parent: component };
  let { serviceAccount } = props;
  const configs: KubeProxyConfig[] = [];
  const kubeProxies: KubeProxy[] = [];
  for (const group of children.groups) {
    const config = new KubeProxyConfig(group.config.name, group.config.props, parent);
    configs.push(config);
    if (group.kubeProxy) {
      const kubeProxy = new KubeProxy(group.kubeProxy.name, { ...group.kubeProxy.props, cluster: props.cluster, config, serviceAccount }, parent);
      serviceAccount ??= kubeProxy.serviceAccount;
      kubeProxies.push(kubeProxy);
    }
  }
  return {
    configs,
    kubeProxies,
    modules: children.modules && new IpvsModules(children.modules.name, children.modules.props, parent),
    tuner: children.tuner && new SysctlTuner(children.tuner.name, children.tuner.props, parent),
  };
}

/** Names and properties of the components below a ClusterKubeProxy. */
type ChildrenOf = ReturnType<typeof childrenOf>;

function childrenOf(name: string, props: ClusterKubeProxyProps) {
  const { apiServer, moduleLoader = {}, sysctlTuner = {} } = props;
  return {
    groups: kubeProxyParts(props).map(({ suffix, config, kubeProxy }) => ({
      config: { name: `${name}-config${suffix}`, props: { ...config, apiServer } },
      kubeProxy: kubeProxy && { name: `${name}${suffix}`, props: kubeProxy },
    })),
    modules: moduleLoader === false ? undefined : { name: `${name}-modules`, props: { ...setupOptions(props), ...moduleLoader } },
    tuner: sysctlTuner === false ? undefined : { name: `${name}-tuner`, props: { ...setupOptions(props), ...sysctlTuner } },
  };
}

/** Everything that will be registered below a ClusterKubeProxy. */
function partsOf(component: pulumi.ComponentResource, props: ClusterKubeProxyProps, { groups, modules, tuner }: ChildrenOf): JudgedParts {
  const { cluster, serviceAccount } = props;
  const objects: JudgedObject[] = [];
  const notChecked: string[] = [];
  for (const { config, kubeProxy } of groups) {
    const configMap = configMapPart(config.props);
    objects.push(judgedPart(component, configMap, config.name, [child('KubeProxyConfig', config.name)]));
    if (kubeProxy) {
      const daemonSet = daemonSetPart(configMap, cluster, { ...kubeProxy.props, serviceAccount });
      objects.push(judgedPart(component, daemonSet, kubeProxy.name, [child('KubeProxy', kubeProxy.name)]));
      notChecked.push(...daemonSet.notChecked);
    }
  }
  if (modules) {
    objects.push(...judgedAgents(component, moduleLoaderParts(modules.props), modules.name, [child('IpvsModules', modules.name)]));
  }
  if (tuner) {
    objects.push(...judgedAgents(component, tunerParts(tuner.props), tuner.name, [child('SysctlTuner', tuner.name)]));
  }
  return { objects, notChecked };
}

function child(type: string, name: string): ChildResource {
  return { type: componentType(type), name };
}

/** What must be plain. */
function plainOf({
  apiServer: _apiServer, serviceAccount: _serviceAccount, config, kubeProxy, moduleLoader, sysctlTuner, ...plain
}: ClusterKubeProxyProps): object {
  return {
    ...plain,
    config: config && plainConfigMapProps(config),
    kubeProxy: kubeProxy && plainDaemonSetProps(kubeProxy),
    moduleLoader: moduleLoader && plainDaemonSetProps(moduleLoader),
    sysctlTuner: sysctlTuner && plainDaemonSetProps(sysctlTuner),
  };
}
