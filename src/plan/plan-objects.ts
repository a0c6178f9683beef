import type { KubernetesObject } from '../kubernetes/resource';
import { kubeProxyClusterRoleBinding, kubeProxyServiceAccount } from '../manifests/kube-proxy-access';
import { kubeProxyDaemonSet } from '../manifests/kube-proxy-daemon-set';
import { kubeProxyLayout } from '../manifests/kube-proxy-layout';
import { moduleLoader } from '../manifests/module-loader';
import type { NodeAgent } from '../manifests/node-agent';
import { sysctlTuner } from '../manifests/sysctl-tuner';
import type { NotChecked } from '../rules/finding';
import { asJudged, configMapWith, type PlannedConfigMap } from './config-map';
import {
  checkFindsConfigMap, type ModuleLoaderSettings, type SharedConfigMapSettings, type SharedKubeProxySettings, type SysctlTunerSettings,
} from './kube-proxy-settings';
import { planSetup } from './plan-setup';
import type { SetupOptions } from './setup-options';
import type { PlannedKubeProxy, SetupPlan } from './setup-plan';

/** What decides everything that is made for a cluster. */
export interface PlanOptions extends SetupOptions {
  /** URL of the API server as nodes reach it without kube-proxy, `https://10.0.0.10:6443`. Needed except on EKS. @default - none */
  readonly apiServer?: string;
  /** Further settings of the ConfigMaps. @default - none */
  readonly config?: SharedConfigMapSettings;
  /** Settings of kube-proxy's DaemonSets; `false` for none. @default - no further settings */
  readonly kubeProxy?: SharedKubeProxySettings | false;
  /** The service account that kube-proxy runs as. @default - one is made, with its binding */
  readonly serviceAccountName?: string;
  /** Settings of the module loader; `false` for none. @default - no further settings */
  readonly moduleLoader?: ModuleLoaderSettings | false;
  /** Settings of the sysctl tuner; `false` for none. @default - no further settings */
  readonly sysctlTuner?: SysctlTunerSettings | false;
}

/** What an object is for. */
export type ObjectRole =
  | 'service-account' | 'cluster-role-binding' | 'config' | 'kube-proxy'
  | 'module-loader-script' | 'module-loader' | 'sysctl-tuner-script' | 'sysctl-tuner'
  | 'prometheus-rule' | 'pod-monitor' | 'dashboard';

/** A finished object. */
export interface PlannedObject {
  readonly role: ObjectRole;
  /** What tells it from others of its role, for ever: empty for the base and what the cluster has once, else `-` and the exception's pool. */
  readonly suffix: string;
  readonly object: KubernetesObject;
  /** The object as the rules are to see it. */
  readonly judged: KubernetesObject;
}

/** A kube-proxy of the cluster: its configuration, and what reads it unless that comes from elsewhere. */
export interface PlannedInstance {
  readonly suffix: string;
  readonly config: PlannedConfigMap;
  readonly daemonSet: KubernetesObject | undefined;
}

/** Everything that is made for a cluster, and what was judged for it. */
export interface ObjectPlan {
  /** Each object once, in an order in which they can be applied. */
  readonly objects: readonly PlannedObject[];
  /** The base first. */
  readonly instances: readonly PlannedInstance[];
  readonly setup: SetupPlan;
  /** What nothing is known of. */
  readonly notChecked: readonly NotChecked[];
}

/**
 * Renders every object of a cluster, once.
 *
 * @throws Error when an option is not allowed, or two objects would have one name
 */
export function planObjects(options: PlanOptions): ObjectPlan {
  const { cluster, moduleLoader: loaderSettings = {}, sysctlTuner: tunerSettings = {} } = options;
  const setup = planSetup(options);
  const instances = planInstances(options, setup.kubeProxies);
  const objects: PlannedObject[] = [
    ...accessObjects(options),
    ...instances.flatMap(({ suffix, config, daemonSet }) => [
      { role: 'config' as const, suffix, object: config.manifest, judged: asJudged(config.manifest, config.judgedInstead) },
      ...daemonSet ? [planned('kube-proxy', daemonSet, suffix)] : [],
    ]),
    ...loaderSettings === false ? [] : agentObjects('module-loader', planModuleLoader(setup, { cluster }, loaderSettings)),
    ...tunerSettings === false ? [] : agentObjects('sysctl-tuner', planSysctlTuner(setup, { cluster }, tunerSettings)),
  ];
  checkNames(objects);
  return { objects, instances, setup, notChecked: undescribedNodes(options, instances) };
}

/** The loader's objects; `undefined` where nobody needs one. */
export function planModuleLoader({ loader }: SetupPlan, { cluster }: Pick<SetupOptions, 'cluster'>, settings: ModuleLoaderSettings): NodeAgent | undefined {
  return loader && moduleLoader({ ...settings, ...loader.choice, modules: loader.modules, kubernetesVersion: cluster.kubernetesVersion });
}

/** The tuner's objects; `undefined` where there is nothing to keep. */
export function planSysctlTuner({ tuner }: SetupPlan, { cluster }: Pick<SetupOptions, 'cluster'>, settings: SysctlTunerSettings): NodeAgent | undefined {
  return tuner && sysctlTuner({ ...settings, ...tuner.choice, kernels: tuner.kernels, kubernetesVersion: cluster.kubernetesVersion });
}

/** An agent's objects; the script first, which its pods mount. */
export function agentObjects(role: 'module-loader' | 'sysctl-tuner', agent: NodeAgent | undefined): PlannedObject[] {
  return agent ? [planned(`${role}-script`, agent.configMap), planned(role, agent.daemonSet)] : [];
}

function accessObjects({ kubeProxy, serviceAccountName }: PlanOptions): PlannedObject[] {
  if (kubeProxy === false || serviceAccountName !== undefined) {
    return [];
  }
  const { namespace, labels, annotations } = kubeProxy ?? {};
  const access = { namespace, labels, annotations };
  return [planned('service-account', kubeProxyServiceAccount(access)), planned('cluster-role-binding', kubeProxyClusterRoleBinding(access))];
}

function planInstances(options: PlanOptions, kubeProxies: readonly PlannedKubeProxy[]): PlannedInstance[] {
  const { cluster, apiServer, serviceAccountName } = options;
  const config = options.config ?? {};
  const kubeProxy = options.kubeProxy ?? {};
  if (kubeProxy === false && kubeProxies.length > 1) {
    const pools = kubeProxies.slice(1).flatMap((exception) => exception.pools).join(', ');
    throw new Error(`kubeProxy is false, but pools need a kube-proxy of their own (${pools}); allowed: one configuration and version for all pools, or DaemonSets made here`);
  }
  const namespace = namespaceOf(config.namespace, kubeProxy);
  return kubeProxies.map(({ suffix, version, choice, configuration }) => {
    const { platform } = cluster;
    const name = `${config.name ?? kubeProxyLayout(platform).configMap}${suffix}`;
    const configMap = configMapWith(configuration, { ...config, name, namespace, version, platform, apiServer });
    if (kubeProxy === false) {
      return { suffix, config: configMap, daemonSet: undefined };
    }
    const daemonSet = kubeProxyDaemonSet({
      ...kubeProxy, ...choice, name: `${kubeProxy.name ?? 'kube-proxy'}${suffix}`,
      version, platform, configMap: configMap.manifest, serviceAccountName, kubernetesVersion: cluster.kubernetesVersion,
      healthzBindAddress: configuration.healthzBindAddress,
    });
    checkFindsConfigMap(daemonSet, configMap.manifest);
    return { suffix, config: configMap, daemonSet };
  });
}

/** That of the ConfigMaps follows that of the DaemonSets, whose pods mount them. */
function namespaceOf(ofConfig: string | undefined, kubeProxy: SharedKubeProxySettings | false): string | undefined {
  if (kubeProxy === false || ofConfig === undefined || ofConfig === (kubeProxy.namespace ?? 'kube-system')) {
    return ofConfig ?? (kubeProxy === false ? undefined : kubeProxy.namespace);
  }
  throw new Error(`config.namespace is ${JSON.stringify(ofConfig)}, but kubeProxy.namespace is ${JSON.stringify(kubeProxy.namespace ?? 'kube-system')}, and pods only see the ConfigMaps `
    + 'of their own namespace; allowed: kubeProxy.namespace alone, which the ConfigMaps follow');
}

function planned(role: ObjectRole, object: KubernetesObject, suffix = ''): PlannedObject {
  return { role, suffix, object, judged: object };
}

/** Names of pools are parts of names, and may be any. */
function checkNames(objects: readonly PlannedObject[]): void {
  const seen = new Map<string, PlannedObject>();
  for (const one of objects) {
    const { kind, metadata: { namespace, name } } = one.object;
    const key = `${kind} ${namespace}/${name}`;
    const other = seen.get(key);
    if (other) {
      const [suffix] = [one.suffix, other.suffix].filter(Boolean);
      throw new Error(`two objects would be called ${key}, as ${other.role}${other.suffix} and as ${one.role}${one.suffix}; `
        + (suffix ? `allowed: another name for node pool "${suffix.slice(1)}", or for the part (name)` : 'allowed: another name for one of them (name)'));
    }
    seen.set(key, one);
  }
}

/** Nothing of the cluster's own is unknown for it, so that it fails nothing. */
function undescribedNodes({ cluster }: PlanOptions, [{ daemonSet }]: readonly PlannedInstance[]): NotChecked[] {
  if (!daemonSet) {
    return [];
  }
  const described = cluster.nodePools.filter(({ operatingSystem }) => operatingSystem === 'linux').map(({ name }) => name);
  const names = `${described.slice(0, 10).join(', ')}${described.length > 10 ? `, and ${described.length - 10} more` : ''}`;
  const reason = `DaemonSet ${daemonSet.metadata.namespace}/${daemonSet.metadata.name} also runs on Linux nodes of no described pool (described: ${names}); `
    + 'nothing is known of those';
  return [{ rule: '*', pool: undefined, reason, leavesVerdictOpen: false }];
}
