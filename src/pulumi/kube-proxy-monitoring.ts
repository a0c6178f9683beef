import type { CustomResource } from '@pulumi/kubernetes/apiextensions/customResource';
import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import * as pulumi from '@pulumi/pulumi';
import type { ModuleLoaderSettings, SysctlTunerSettings } from '../plan/kube-proxy-settings';
import { planMonitoring, type MonitoringSettings } from '../plan/plan-monitoring';
import type { ObjectRole } from '../plan/plan-objects';
import type { SetupOptions } from '../plan/setup-options';
import type { ClusterDaemonSetSettings } from './cluster-kube-proxy';
import { componentType, construct } from './component';
import type { DaemonSetInput } from './kube-proxy';
import { splitInputs, type WithInputs } from './known-later';
import { configMap, customResource } from './kubernetes-objects';
import { plannedPart } from './node-agents';
import { StandIns } from './stand-ins';

/** Properties of a KubeProxyMonitoring that may be known later. */
export type MonitoringInput = 'namespace' | 'labels' | 'annotations';

const INPUTS: readonly MonitoringInput[] = ['namespace', 'labels', 'annotations'];

/** Properties of a KubeProxyMonitoring: those of the ClusterKubeProxy that it watches, and how. */
export interface KubeProxyMonitoringArgs
  extends SetupOptions, Omit<WithInputs<MonitoringSettings, MonitoringInput>, 'kubeProxy' | 'moduleLoader' | 'sysctlTuner'> {
  /** kube-proxy's DaemonSets; `false` where kube-proxy runs by other means, with the label `k8s-app: kube-proxy`. @default - called as usual */
  readonly kubeProxy?: ClusterDaemonSetSettings | false;
  /** The module loader; `false` where there is none. @default - called as usual */
  readonly moduleLoader?: WithInputs<ModuleLoaderSettings, DaemonSetInput> | false;
  /** The sysctl tuner; `false` where there is none. @default - called as usual */
  readonly sysctlTuner?: WithInputs<SysctlTunerSettings, DaemonSetInput> | false;
}

/** What a KubeProxyMonitoring registers. */
export interface MonitoringResources {
  /** The PrometheusRule with the alerts. */
  readonly prometheusRule: CustomResource;
  /** The PodMonitor; `undefined` unless `scraping` is `pod-monitor`. */
  readonly podMonitor: CustomResource | undefined;
  /** The ConfigMap with the dashboard; `undefined` with `dashboard: false`. */
  readonly dashboard: ConfigMap | undefined;
}

/**
 * Alerts, a dashboard and what has Prometheus scrape kube-proxy, for the modes, releases and pools of a cluster: a PrometheusRule and a
 * PodMonitor, which need the Prometheus Operator, and a ConfigMap for the sidecar of Grafana.
 */
export class KubeProxyMonitoring extends pulumi.ComponentResource implements MonitoringResources {
  /** The PrometheusRule with the alerts. */
  public readonly prometheusRule: CustomResource;
  /** The PodMonitor; `undefined` unless `scraping` is `pod-monitor`. */
  public readonly podMonitor: CustomResource | undefined;
  /** The ConfigMap with the dashboard; `undefined` with `dashboard: false`. */
  public readonly dashboard: ConfigMap | undefined;

  public constructor(name: string, args: KubeProxyMonitoringArgs, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('KubeProxyMonitoring'), name, {}, opts);
    const made = makeKubeProxyMonitoring(this, name, args);
    this.prometheusRule = made.prometheusRule;
    this.podMonitor = made.podMonitor;
    this.dashboard = made.dashboard;
    this.registerOutputs({});
  }
}

/** What a KubeProxyMonitoring has, below any component. */
export function makeKubeProxyMonitoring(component: pulumi.ComponentResource, name: string, args: KubeProxyMonitoringArgs): MonitoringResources {
  const parts = construct(component, args, plainOf, () => {
    const standIns = new StandIns();
    const planned = planMonitoring(standIns.of(withPlaces(args)) as SetupOptions & MonitoringSettings);
    return new Map(planned.map((object): [ObjectRole, ReturnType<typeof plannedPart>] => [object.role, plannedPart(object, standIns)]));
  });
  const below = { parent: component };
  const [podMonitor, dashboard] = [parts.get('pod-monitor'), parts.get('dashboard')];
  return {
    prometheusRule: customResource(name, parts.get('prometheus-rule')!.manifest, below),
    podMonitor: podMonitor && customResource(name, podMonitor.manifest, below),
    dashboard: dashboard && configMap(name, dashboard, below) as ConfigMap,
  };
}

/** Settings of something that is watched. */
type WatchedPart = KubeProxyMonitoringArgs['kubeProxy' | 'moduleLoader' | 'sysctlTuner'];

/** Of a part, its name and namespace count; the rest may be anything. */
function withPlaces({ kubeProxy, moduleLoader, sysctlTuner, ...rest }: KubeProxyMonitoringArgs): object {
  const placeOf = (part: WatchedPart) => part && Object.fromEntries(Object.entries(part).filter(([key]) => key === 'name' || key === 'namespace'));
  return { ...rest, kubeProxy: placeOf(kubeProxy), moduleLoader: placeOf(moduleLoader), sysctlTuner: placeOf(sysctlTuner) };
}

/** What must be plain: the names of parts are looked for in names of pods. */
function plainOf({ kubeProxy, moduleLoader, sysctlTuner, ...rest }: KubeProxyMonitoringArgs): object {
  const nameOf = (part: WatchedPart) => part && { name: part.name };
  return { ...splitInputs(rest, INPUTS).plain, kubeProxy: nameOf(kubeProxy), moduleLoader: nameOf(moduleLoader), sysctlTuner: nameOf(sysctlTuner) };
}
