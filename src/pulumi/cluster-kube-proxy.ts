import * as pulumi from '@pulumi/pulumi';
import type { FailOn } from '../rules/fail-on';
import type { Rule } from '../rules/rule';
import type { ModuleLoaderSettings, SharedConfigMapSettings, SharedKubeProxySettings, SysctlTunerSettings } from '../plan/kube-proxy-settings';
import { withMade } from '../plan/made-already';
import { planObjects, type ObjectPlan, type ObjectRole, type PlanOptions } from '../plan/plan-objects';
import { poolSuffix } from '../plan/pool-identity';
import { setupOptions, type SetupOptions } from '../plan/setup-options';
import type { ComponentAcknowledgement } from './acknowledge';
import { componentType, construct } from './component';
import { check, type JudgedParts } from './component-check';
import { KubeProxy, nameOf, plainDaemonSetArgs, unknownImage, type DaemonSetInput, type DaemonSetPart, type ServiceAccountHandle } from './kube-proxy';
import { configMapPart, KubeProxyConfig, plainConfigMapArgs, type ConfigMapInput, type ConfigMapPart } from './kube-proxy-config';
import { isOutput, type WithInputs } from './known-later';
import { clusterRoleBinding, serviceAccount } from './kubernetes-objects';
import { ModuleLoader } from './module-loader';
import { plannedPart } from './node-agents';
import { judgedPart, type Adoption, type Part } from './part';
import { urnOf } from './resource-tree';
import { StandIns } from './stand-ins';
import { SysctlTuner } from './sysctl-tuner';

/** Settings of the ConfigMaps. */
export interface ClusterConfigMapSettings extends WithInputs<SharedConfigMapSettings, Exclude<ConfigMapInput, 'apiServer'>> {
  /** How Pulumi comes to manage a ConfigMap that may exist. @default 'patch' */
  readonly adoption?: Adoption;
}

/** Settings of kube-proxy's DaemonSets. */
export interface ClusterDaemonSetSettings extends WithInputs<SharedKubeProxySettings, DaemonSetInput> {
  /** How Pulumi comes to manage a DaemonSet that may exist. @default 'create' */
  readonly adoption?: Adoption;
}

/** Properties of a ClusterKubeProxy. */
export interface ClusterKubeProxyArgs extends SetupOptions {
  /** URL of the API server as nodes reach it without kube-proxy, `https://10.0.0.10:6443`. Needed except on EKS. @default - none */
  readonly apiServer?: pulumi.Input<string>;
  /** Further settings of the ConfigMaps. Their namespace is that of `kubeProxy`. @default - none */
  readonly config?: ClusterConfigMapSettings;
  /** Settings of kube-proxy's DaemonSets; `false` for a cluster that runs kube-proxy by other means. @default - DaemonSets without further settings */
  readonly kubeProxy?: ClusterDaemonSetSettings | false;
  /** A service account bound to `system:node-proxier`. @default - one named kube-proxy, with the binding */
  readonly serviceAccount?: ServiceAccountHandle;
  /** Settings of the module loader; `false` for none. @default - a loader for the nodes in IPVS mode */
  readonly moduleLoader?: WithInputs<ModuleLoaderSettings, DaemonSetInput> | false;
  /** Settings of the sysctl tuner; `false` for none. @default - a tuner for the nodes in IPVS mode */
  readonly sysctlTuner?: WithInputs<SysctlTunerSettings, DaemonSetInput> | false;
  /** Findings that are accepted, each with its reason. @default - none */
  readonly acknowledgements?: readonly ComponentAcknowledgement[];
  /** From which severity on findings fail the preview. @default 'error' */
  readonly failOn?: FailOn;
  /**
   * The rules to apply: `[...builtInRules, mine]` adds one of your own.
   *
   * @default - the built-in rules
   */
  readonly rules?: readonly Rule[];
}

/**
 * kube-proxy for a cluster of mixed node pools: a ConfigMap and a DaemonSet `kube-proxy` for every Linux node, apart from pools whose
 * configuration or version differs, which get their own (`kube-proxy-<pool>`); and for nodes in IPVS mode a loader of modules and a
 * tuner of sysctls. The preview fails when any pool would be unsafe, before any of it is registered.
 */
export class ClusterKubeProxy extends pulumi.ComponentResource {
  /** The ConfigMap of the base, then those of pools with their own, by name. */
  public readonly configs: readonly KubeProxyConfig[];
  /** The DaemonSets that read them, in the same order; empty with `kubeProxy: false`. */
  public readonly kubeProxies: readonly KubeProxy[];
  /** The module loader; `undefined` with `moduleLoader: false`. */
  public readonly moduleLoader: ModuleLoader | undefined;
  /** The sysctl tuner; `undefined` with `sysctlTuner: false`. */
  public readonly sysctlTuner: SysctlTuner | undefined;
  /** The service account that kube-proxy runs as; `undefined` with `kubeProxy: false`. */
  public readonly serviceAccount: ServiceAccountHandle | undefined;

  public constructor(name: string, args: ClusterKubeProxyArgs, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('ClusterKubeProxy'), name, {}, opts);
    const made = makeClusterKubeProxy(this, name, args);
    this.configs = made.configs;
    this.kubeProxies = made.kubeProxies;
    this.moduleLoader = made.moduleLoader;
    this.sysctlTuner = made.sysctlTuner;
    this.serviceAccount = made.serviceAccount;
    this.registerOutputs({ configMaps: this.configs.map((config) => config.name) });
  }
}

/** What a ClusterKubeProxy has, below any component. */
export function makeClusterKubeProxy(
  component: pulumi.ComponentResource, name: string, args: ClusterKubeProxyArgs,
): Pick<ClusterKubeProxy, 'configs' | 'kubeProxies' | 'moduleLoader' | 'sysctlTuner' | 'serviceAccount'> {
  const parts = construct(component, args, plainOf, () => {
    const made = partsOf(args);
    check(component, judgedParts(component, name, made), args);
    return made;
  });
  const { cluster, moduleLoader, sysctlTuner } = args;
  const parent = { parent: component };
  const account = args.serviceAccount ?? makeServiceAccount(component, name, args, parts);
  const configs: KubeProxyConfig[] = [];
  const kubeProxies: KubeProxy[] = [];
  for (const { suffix, config: part, daemonSet } of parts.instances) {
    const { version, platform } = part.planned;
    const config = new KubeProxyConfig(`${name}-config${suffix}`, withMade({ cluster, configuration: {}, version: version.raw, platform }, part), parent);
    configs.push(config);
    if (daemonSet) {
      kubeProxies.push(new KubeProxy(`${name}${suffix}`, withMade({ cluster, config, serviceAccount: account }, daemonSet), parent));
    }
  }
  // The names of before.
  const once = (before: string, type?: string) => ({ ...parent, aliases: [{ name: `${name}-${before}`, ...type ? { type: componentType(type) } : {} }] });
  return {
    configs,
    kubeProxies,
    serviceAccount: account,
    moduleLoader: moduleLoader === false ? undefined
      : new ModuleLoader(`${name}-module-loader`, withMade(setupOptions(args), parts.moduleLoader), once('modules', 'IpvsModules')),
    sysctlTuner: sysctlTuner === false ? undefined
      : new SysctlTuner(`${name}-sysctl-tuner`, withMade(setupOptions(args), parts.sysctlTuner), once('tuner')),
  };
}

/** Everything of a cluster, as it is judged and registered. */
interface ClusterParts {
  readonly plan: ObjectPlan;
  readonly access: readonly Part[];
  readonly instances: readonly { readonly suffix: string; readonly config: ConfigMapPart; readonly daemonSet: DaemonSetPart | undefined }[];
  readonly moduleLoader: readonly Part[];
  readonly sysctlTuner: readonly Part[];
}

function partsOf(args: ClusterKubeProxyArgs): ClusterParts {
  const standIns = new StandIns();
  const { config = {}, kubeProxy = {}, moduleLoader = {}, sysctlTuner = {}, serviceAccount: account } = args;
  if (isOutput(config?.namespace) && kubeProxy && config?.namespace !== kubeProxy.namespace) {
    throw new Error('config.namespace is an Output of its own; allowed: kubeProxy.namespace alone, which the ConfigMaps follow');
  }
  const plan = planObjects({
    ...setupOptions(args),
    ...standIns.of({ apiServer: args.apiServer, serviceAccountName: account && nameOf(account) }),
    config: standIns.of(config ?? {}),
    kubeProxy: kubeProxy && standIns.of(kubeProxy),
    moduleLoader: moduleLoader && standIns.of(moduleLoader),
    sysctlTuner: sysctlTuner && standIns.of(sysctlTuner),
  } as PlanOptions);
  const made = (...roles: ObjectRole[]) => plan.objects.filter(({ role }) => roles.includes(role)).map((planned) => plannedPart(planned, standIns));
  const imageUnknown = kubeProxy && isOutput(kubeProxy.image);
  return {
    plan,
    access: made('service-account', 'cluster-role-binding'),
    instances: plan.instances.map(({ suffix, config: planned, daemonSet }) => {
      const part = configMapPart(planned, standIns, config?.adoption);
      return {
        suffix,
        config: part,
        daemonSet: daemonSet && {
          manifest: standIns.realized(daemonSet), judged: daemonSet, adoption: (kubeProxy && kubeProxy.adoption) || 'create',
          notChecked: imageUnknown ? [unknownImage(daemonSet.metadata.name!, planned.version.toString())] : [],
        },
      };
    }),
    moduleLoader: made('module-loader-script', 'module-loader'),
    sysctlTuner: made('sysctl-tuner-script', 'sysctl-tuner'),
  };
}

/** Where everything will be registered below a ClusterKubeProxy. */
function judgedParts(
  component: pulumi.ComponentResource, name: string, { plan, access, instances, moduleLoader, sysctlTuner }: ClusterParts,
): JudgedParts {
  const below = (part: Part, type: string, of: string) => judgedPart(component, part, of, [{ type: componentType(type), name: of }]);
  return {
    objects: [
      ...access.map((part) => judgedPart(component, part, name)),
      ...instances.flatMap(({ suffix, config, daemonSet }) => [
        below(config, 'KubeProxyConfig', `${name}-config${suffix}`),
        ...daemonSet ? [below(daemonSet, 'KubeProxy', `${name}${suffix}`)] : [],
      ]),
      ...moduleLoader.map((part) => below(part, 'ModuleLoader', `${name}-module-loader`)),
      ...sysctlTuner.map((part) => below(part, 'SysctlTuner', `${name}-sysctl-tuner`)),
    ],
    pools: plan.setup.judgedPools,
    notChecked: [...instances.flatMap(({ daemonSet }) => daemonSet?.notChecked ?? []), ...plan.notChecked],
  };
}

/** The account and its binding. They stood below the kube-proxy of the first group of pools once, whichever that was. */
function makeServiceAccount(
  component: pulumi.ComponentResource, name: string, { cluster }: ClusterKubeProxyArgs, { access: [account, binding] }: ClusterParts,
): ServiceAccountHandle | undefined {
  if (!account) {
    return undefined;
  }
  const options = (type: string) => ({
    parent: component,
    aliases: ['', ...cluster.nodePools.map(poolSuffix)].flatMap((suffix) => {
      const of = `${name}${suffix}`;
      return urnOf(component, [{ type: componentType('KubeProxy'), name: of }, { type, name: of }]) ?? [];
    }),
  });
  clusterRoleBinding(name, binding.manifest, options('kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding'));
  return serviceAccount(name, account.manifest, options('kubernetes:core/v1:ServiceAccount'));
}

/** What must be plain. */
function plainOf({
  apiServer: _apiServer, serviceAccount: _serviceAccount, config, kubeProxy, moduleLoader, sysctlTuner, ...plain
}: ClusterKubeProxyArgs): object {
  return {
    ...plain,
    config: config && plainConfigMapArgs(config),
    kubeProxy: kubeProxy && plainDaemonSetArgs(kubeProxy),
    moduleLoader: moduleLoader && plainDaemonSetArgs(moduleLoader),
    sysctlTuner: sysctlTuner && plainDaemonSetArgs(sysctlTuner),
  };
}
