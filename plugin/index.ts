/**
 * The components for programs in other languages: `pulumi package add` reads the schema off these classes. Properties are what that
 * schema can say: no unions, and `any` for documents whose fields are checked when they are read.
 */
/* eslint-disable @typescript-eslint/no-explicit-any -- the schema has no type for `unknown` */
import * as pulumi from '@pulumi/pulumi';
import { defineCluster, type ClusterProps } from 'kube-proxy-kit';
import {
  ComponentRefusedError, makeClusterKubeProxy, makeKubeProxyMonitoring, makeModuleLoader, makeSysctlTuner,
  type CheckOptions, type ClusterKubeProxyArgs as ClusterOptions, type KubeProxyMonitoringArgs as MonitoringOptions,
  type ModuleLoaderArgs as LoaderOptions, type PoolSetupOptions,
  type SetupOptions, type SysctlTunerArgs as TunerOptions,
} from 'kube-proxy-kit/pulumi';

/** Nodes that are equal in what matters to kube-proxy. */
export interface NodePool {
  /** Name of the pool, unique in the cluster. */
  name: string;
  /** Kernel release string, as `uname -r` prints it. */
  kernelVersion: string;
  /** As `kubectl get nodes -o wide` shows it. */
  osImage?: string;
  /** `linux` or `windows`; default `linux`. */
  operatingSystem?: string;
  /** `amd64`, `arm64`. */
  architecture?: string;
  /** Version of kube-proxy that runs on this pool; default: the cluster's version. */
  kubeProxyVersion?: string;
  /** Version of the kubelet. */
  kubeletVersion?: string;
  /** How many nodes. */
  count?: number;
  /** Cores of a node. */
  cpu?: number;
  /** Labels that every node of the pool has, and by which it is told from others. */
  labels?: { [key: string]: string };
  /** Sysctl values seen on the nodes before kube-proxy starts. */
  sysctls?: { [key: string]: string };
  /** Kernel modules and their state on the nodes: `loaded`, `builtin`, `loadable` or `absent`. */
  modules?: { [name: string]: string };
  /** Network interfaces of the nodes. */
  interfaces?: NodeInterface[];
  /** Whether the root file system cannot be written. */
  readOnlyRoot?: boolean;
  /** Whether the node itself is a container. */
  containerizedNode?: boolean;
  /** Fixes that the vendor carries. */
  declaredBackports?: DeclaredBackport[];
}

/** A network interface of the nodes of a pool. */
export interface NodeInterface {
  /** `eth0`. */
  name: string;
  /** Addresses with or without prefix length. */
  addresses?: string[];
}

/** A fix that a kernel carries although its release does not show it. */
export interface DeclaredBackport {
  /** The upstream commit, at least seven digits of its id. */
  commit: string;
  /** How that is known. */
  reason: string;
}

/** What is known of the network of the cluster. */
export interface Network {
  /** Service ranges, one for each family. */
  serviceCidrs?: string[];
  /** Pod ranges, one for each family. */
  podCidrs?: string[];
  /** First and last NodePort; default `30000-32767`. */
  nodePortRange?: string;
  /** New connections per second that a node is expected to see. */
  connectionsPerSecond?: number;
  /** Number of Services in the cluster. */
  services?: number;
  /** Number of endpoints in the cluster. */
  endpoints?: number;
}

/** A finding that somebody has looked at and accepts. */
export interface Acknowledgement {
  /** Finding id, `stale-real-server[old]`, or rule id. */
  finding: string;
  /** Why it is acceptable. */
  reason: string;
  /** Only findings of this pool. */
  pool?: string;
  /** Only findings of this resource, `kind namespace/name`. */
  resource?: string;
  /** Last day on which it counts, `2027-03-31`. */
  expires?: string;
}

/** Settings of a ConfigMap. */
export interface ConfigMapSettings {
  /** Name of the object. */
  name?: string;
  /** Namespace of the object; default `kube-system`. */
  namespace?: pulumi.Input<string>;
  /** Further labels. */
  labels?: pulumi.Input<{ [key: string]: pulumi.Input<string> }>;
  /** Further annotations. */
  annotations?: pulumi.Input<{ [key: string]: pulumi.Input<string> }>;
  /** JSON patch (RFC 6902) for the finished ConfigMap. */
  overrides?: any[];
  /** How Pulumi comes to manage an object that may exist: `patch` (default), `take-over`, `import` or `create`. */
  adoption?: string;
}

/** Settings of a DaemonSet. */
export interface DaemonSetSettings {
  /** Name of the object. */
  name?: string;
  /** Namespace of the object; default `kube-system`. */
  namespace?: pulumi.Input<string>;
  /** Further labels of objects and pods. */
  labels?: pulumi.Input<{ [key: string]: pulumi.Input<string> }>;
  /** Further annotations of objects and pods. */
  annotations?: pulumi.Input<{ [key: string]: pulumi.Input<string> }>;
  /** Image with tag or digest. */
  image?: pulumi.Input<string>;
  /** Registry instead of the one in the image's name. */
  registry?: pulumi.Input<string>;
  /** Digests of all images by name and tag; an image without one is refused then. */
  digests?: { [image: string]: string };
  /** `Always`, `IfNotPresent` or `Never`; default `IfNotPresent`. */
  imagePullPolicy?: pulumi.Input<string>;
  /** Names of Secrets in the namespace. */
  imagePullSecrets?: pulumi.Input<pulumi.Input<string>[]>;
  /** Default `system-node-critical`. */
  priorityClassName?: pulumi.Input<string>;
  /** Resource requirements of the containers, as in a pod. */
  resources?: pulumi.Input<any>;
  /** How a changed DaemonSet replaces its pods. */
  updateStrategy?: UpdateStrategy;
  /** JSON patch (RFC 6902) for the finished DaemonSet. */
  overrides?: any[];
}

/** How a changed DaemonSet replaces its pods. */
export interface UpdateStrategy {
  /** `RollingUpdate` (default) or `OnDelete`. */
  type?: string;
  /** On how many nodes pods may be missing during an update: a whole number, or a percentage such as `10%`. */
  maxUnavailable?: any;
}

/** Settings of kube-proxy's DaemonSets. */
export interface KubeProxySettings extends DaemonSetSettings {
  /** False for a cluster that runs kube-proxy by other means; default true. */
  enabled?: boolean;
  /** Flags besides `--config` and `--hostname-override`. */
  extraArgs?: string[];
  /** Run `kube-proxy --cleanup` before each start of a pod. */
  cleanupBeforeStart?: boolean;
  /** When the kubelet asks whether kube-proxy serves the node, or false for no probe. */
  readinessProbe?: any;
  /** When the kubelet restarts a kube-proxy that no longer applies changes, or false for no probe. */
  livenessProbe?: any;
  /** Seconds that a pod must be ready before the next node gets its new one; default 10. */
  minReadySeconds?: number;
  /** How Pulumi comes to manage a DaemonSet that may exist: `create` (default), `patch`, `take-over` or `import`. */
  adoption?: string;
}

/** Settings of DaemonSets that run a script on nodes. */
export interface NodeAgentSettings extends DaemonSetSettings {
  /** Run as privileged containers. */
  privileged?: boolean;
  /** SELinux type of the processes, or false for the runtime's own choice; default `spc_t`. */
  seLinuxType?: any;
}

/** Settings of the module loader of a ClusterKubeProxy. */
export interface ModuleLoaderSettings extends NodeAgentSettings {
  /** False for none; default true. */
  enabled?: boolean;
  /** Also list the modules in `/etc/modules-load.d` of the nodes. */
  persist?: boolean;
}

/** Settings of the sysctl tuner of a ClusterKubeProxy. */
export interface SysctlTunerSettings extends NodeAgentSettings {
  /** False for none; default true. */
  enabled?: boolean;
  /** Seconds between two looks; default 5. */
  intervalSeconds?: number;
}

/** A cluster, and which kube-proxy its nodes run. */
export interface PoolSetupArgs {
  /** The node pools; at least one. */
  nodePools: NodePool[];
  /** Version of the API server, `v1.29.4`. */
  kubernetesVersion: string;
  /** Who set the cluster up: `kubeadm`, `eks` or `generic` (default). */
  platform?: string;
  /** What is known of the network. */
  network?: Network;
  /** kube-proxy's version on all nodes but those of pools that name their own; default: the cluster's version. */
  version?: string;
  /** KubeProxyConfiguration of every node, without apiVersion and kind: `mode`, `clusterCIDR`, `ipvs` and so on. */
  configuration: { [field: string]: any };
  /** Laid over `configuration` on the pools named; a pool for which that changes something gets objects of its own. */
  poolConfigurations?: { [pool: string]: any };
  /** Findings that are accepted. */
  acknowledgements?: Acknowledgement[];
  /** From which severity on findings fail the preview: `error` (default), `warning`, `never`, or `not-checked` for certainty. */
  failOn?: string;
}

/** A cluster, and what its kube-proxy is to be. */
export interface SetupArgs extends PoolSetupArgs {
  /** `net.ipv4.vs.conn_reuse_mode` that the tuner keeps: `auto` (default), `0` or `1`. */
  connReuseMode?: string;
  /** Further sysctls that the tuner keeps on nodes in IPVS mode. */
  sysctls?: { [key: string]: string };
}

/** Arguments of a ClusterKubeProxy. */
export interface ClusterKubeProxyArgs extends SetupArgs {
  /** URL of the API server as nodes reach it without kube-proxy, `https://10.0.0.10:6443`. Needed except on EKS. */
  apiServer?: pulumi.Input<string>;
  /** Settings of the ConfigMaps. */
  config?: ConfigMapSettings;
  /** Settings of kube-proxy's DaemonSets. */
  kubeProxy?: KubeProxySettings;
  /** Name of a service account bound to `system:node-proxier`; default: one of its own, with the binding. */
  serviceAccountName?: pulumi.Input<string>;
  /** Settings of the module loader. */
  moduleLoader?: ModuleLoaderSettings;
  /** Settings of the sysctl tuner. */
  sysctlTuner?: SysctlTunerSettings;
}

/** Arguments of a ModuleLoader. */
export interface ModuleLoaderArgs extends PoolSetupArgs, NodeAgentSettings {
  /** Also list the modules in `/etc/modules-load.d` of the nodes. */
  persist?: boolean;
}

/** Arguments of a SysctlTuner. */
export interface SysctlTunerArgs extends SetupArgs, NodeAgentSettings {
  /** Seconds between two looks; default 5. */
  intervalSeconds?: number;
}

/** Where the objects of a part are, if they are not called as usual. */
export interface PartPlace {
  /** False where there is none; default true. */
  enabled?: boolean;
  /** Name of the object. */
  name?: string;
  /** Namespace of the object; default `kube-system`. */
  namespace?: string;
}

/** JSON patches (RFC 6902) for finished objects. */
export interface MonitoringOverrides {
  /** For the PrometheusRule. */
  prometheusRule?: any[];
  /** For the PodMonitor. */
  podMonitor?: any[];
  /** For the ConfigMap with the dashboard. */
  dashboard?: any[];
}

/** Arguments of a KubeProxyMonitoring. */
export interface KubeProxyMonitoringArgs extends SetupArgs {
  /** Name of the objects; default `kube-proxy-kit`. */
  name?: string;
  /** Namespace of the objects; default `kube-system`. */
  namespace?: pulumi.Input<string>;
  /** Further labels, such as the one by which a Prometheus selects. */
  labels?: pulumi.Input<{ [key: string]: pulumi.Input<string> }>;
  /** Further annotations. */
  annotations?: pulumi.Input<{ [key: string]: pulumi.Input<string> }>;
  /** How kube-proxy's metrics come to Prometheus: `pod-monitor` (default), `elsewhere` or `none`. */
  scraping?: string;
  /** Where the pages on alerts are. */
  runbooks?: string;
  /** Names of alerts to leave out. */
  withoutAlerts?: string[];
  /** Further labels of every alert. */
  alertLabels?: { [key: string]: string };
  /** Whether to make the ConfigMap with the dashboard; default true. */
  dashboard?: boolean;
  /** The label by which Grafana's sidecar finds dashboards; default `grafana_dashboard: "1"`. */
  dashboardLabels?: { [key: string]: string };
  /** `conn_tab_bits` with which the nodes load ip_vs; default 12. */
  connectionTableBits?: number;
  /** JSON patches for the finished objects. */
  overrides?: MonitoringOverrides;
  /** Name and namespace of kube-proxy's DaemonSets. */
  kubeProxy?: PartPlace;
  /** Name and namespace of the module loader. */
  moduleLoader?: PartPlace;
  /** Name and namespace of the sysctl tuner. */
  sysctlTuner?: PartPlace;
}

/**
 * kube-proxy for a cluster of mixed node pools: a ConfigMap and a DaemonSet `kube-proxy` for every Linux node, apart from pools whose
 * configuration or version differs, which get their own (`kube-proxy-<pool>`); and for nodes in IPVS mode a loader of modules and a
 * tuner of sysctls.
 */
export class ClusterKubeProxy extends pulumi.ComponentResource {
  /** Names of the ConfigMaps. */
  public readonly configMaps: pulumi.Output<string[]>;
  /** For each pool whose operating system refuses module loaders: YAML to merge into the machine configuration of its nodes. */
  public readonly machineConfigurations: pulumi.Output<{ [pool: string]: string }>;

  constructor(name: string, args: ClusterKubeProxyArgs, opts?: pulumi.ComponentResourceOptions) {
    super('kube-proxy-kit:index:ClusterKubeProxy', name, {}, opts);
    const { config, kubeProxy, serviceAccountName, moduleLoader, sysctlTuner, apiServer } = args;
    const made = reported(this, () => makeClusterKubeProxy(this, name, {
      ...setup(args),
      apiServer,
      config: config as ClusterOptions['config'],
      kubeProxy: unlessOff(kubeProxy) as ClusterOptions['kubeProxy'],
      serviceAccount: serviceAccountName === undefined ? undefined : { metadata: { name: serviceAccountName } },
      moduleLoader: unlessOff(moduleLoader) as ClusterOptions['moduleLoader'],
      sysctlTuner: unlessOff(sysctlTuner) as ClusterOptions['sysctlTuner'],
    }));
    this.configMaps = pulumi.output(made.configs.map((configMap) => configMap.name));
    this.machineConfigurations = pulumi.output({ ...made.moduleLoader?.machineConfigurations });
    this.registerOutputs({ configMaps: this.configMaps, machineConfigurations: this.machineConfigurations });
  }
}

/** Loads on nodes in IPVS mode the modules that kube-proxy, its scheduler and the kernel need. */
export class ModuleLoader extends pulumi.ComponentResource {
  /** For each pool whose operating system refuses module loaders: YAML to merge into the machine configuration of its nodes. */
  public readonly machineConfigurations: pulumi.Output<{ [pool: string]: string }>;

  constructor(name: string, args: ModuleLoaderArgs, opts?: pulumi.ComponentResourceOptions) {
    super('kube-proxy-kit:index:ModuleLoader', name, {}, opts);
    const { machineConfigurations } = reported(this, () => makeModuleLoader(this, name, { ...args, ...poolSetup(args) } as LoaderOptions));
    this.machineConfigurations = pulumi.output({ ...machineConfigurations });
    this.registerOutputs({ machineConfigurations: this.machineConfigurations });
  }
}

/** Keeps `net.ipv4.vs.conn_reuse_mode` on nodes in IPVS mode at the value that is right for their kernel. */
export class SysctlTuner extends pulumi.ComponentResource {
  /** For each pool in IPVS mode: the value that is kept, or why there is none. */
  public readonly decisions: pulumi.Output<{ [pool: string]: string }>;

  constructor(name: string, args: SysctlTunerArgs, opts?: pulumi.ComponentResourceOptions) {
    super('kube-proxy-kit:index:SysctlTuner', name, {}, opts);
    const { autoTuning } = reported(this, () => makeSysctlTuner(this, name, { ...args, ...setup(args) } as TunerOptions));
    this.decisions = pulumi.output(Object.fromEntries(autoTuning.map(({ pool, because }) => [pool, because])));
    this.registerOutputs({ decisions: this.decisions });
  }
}

/** Alerts, a dashboard and what has Prometheus scrape kube-proxy, for the modes, releases and pools of a cluster. */
export class KubeProxyMonitoring extends pulumi.ComponentResource {
  constructor(name: string, args: KubeProxyMonitoringArgs, opts?: pulumi.ComponentResourceOptions) {
    super('kube-proxy-kit:index:KubeProxyMonitoring', name, {}, opts);
    const { kubeProxy, moduleLoader, sysctlTuner } = args;
    reported(this, () => makeKubeProxyMonitoring(this, name, {
      ...args, ...setup(args), kubeProxy: unlessOff(kubeProxy), moduleLoader: unlessOff(moduleLoader), sysctlTuner: unlessOff(sysctlTuner),
    } as MonitoringOptions));
    this.registerOutputs({});
  }
}

/**
 * The engine shows the message of what is thrown here, and none of what is logged before. What is wrong in the arguments, and the
 * findings, must be all in it.
 */
function reported<T>(component: pulumi.ComponentResource, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const message = error instanceof ComponentRefusedError ? error.report : (error as Error).message;
    throw new pulumi.ResourceError(message, component, true);
  }
}

/** The typed options that untyped arguments stand for. */
function poolSetup(args: PoolSetupArgs): PoolSetupOptions & CheckOptions {
  const { nodePools, kubernetesVersion, platform, network, version, configuration, poolConfigurations, acknowledgements } = args;
  return {
    cluster: defineCluster({ nodePools, kubernetesVersion, platform, network } as ClusterProps),
    version, configuration, poolConfigurations, acknowledgements,
    failOn: args.failOn as CheckOptions['failOn'],
  };
}

function setup(args: SetupArgs): SetupOptions & CheckOptions {
  return { ...poolSetup(args), connReuseMode: connReuseMode(args), sysctls: args.sysctls };
}

function connReuseMode({ connReuseMode: given = 'auto' }: SetupArgs): SetupOptions['connReuseMode'] {
  if (!['auto', '0', '1'].includes(given)) {
    throw new Error(`connReuseMode is ${JSON.stringify(given)}; allowed: auto, 0, 1`);
  }
  return given === 'auto' ? given : Number(given) as 0 | 1;
}

/** Settings of parts, or false for none of them. */
function unlessOff<T extends { enabled?: boolean }>(settings: T | undefined): Omit<T, 'enabled'> | false | undefined {
  return settings?.enabled === false ? false : settings;
}
