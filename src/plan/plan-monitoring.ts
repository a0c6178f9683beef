import { isLoopback, joinHostPort, splitHostPort } from '../config/ip-address';
import { sharedDecoding } from '../config/shared-decoding';
import { CONNECTION_TABLE_BITS } from '../facts/kernel/ipvs-connection-table';
import { CONN_REUSE_MODE } from '../facts/kube-proxy/reuse-mode';
import { invalidOption } from '../kubernetes/invalid-option';
import { MODULE_LOADER_NAME } from '../manifests/module-loader';
import { SYSCTL_TUNER_NAME } from '../manifests/sysctl-tuner';
import { dashboardConfigMap, podMonitor, prometheusRule, type MonitoredCluster, type MonitoredKubeProxy, type MonitoredPool, type MonitoringOptions } from '../manifests/monitoring';
import { requestedMode } from '../prediction/configurations';
import type { PoolPrediction, ReuseVerdict } from '../prediction/prediction';
import type { ModuleLoaderSettings, SharedKubeProxySettings, SysctlTunerSettings } from './kube-proxy-settings';
import type { PlannedObject } from './plan-objects';
import { planSetup } from './plan-setup';
import type { SetupOptions } from './setup-options';
import type { PlannedKubeProxy, SetupPlan } from './setup-plan';

/** What is watched, and how. The parts are those of the ClusterKubeProxy, of which name and namespace count. */
export interface MonitoringSettings extends MonitoringOptions {
  /** kube-proxy's DaemonSets; `false` where kube-proxy runs by other means, with the label `k8s-app: kube-proxy`. @default - called as usual */
  readonly kubeProxy?: SharedKubeProxySettings | false;
  /** The module loader; `false` where there is none. @default - called as usual */
  readonly moduleLoader?: ModuleLoaderSettings | false;
  /** The sysctl tuner; `false` where there is none. @default - called as usual */
  readonly sysctlTuner?: SysctlTunerSettings | false;
}

/** What counts of the settings of a part. */
type PartPlace = Pick<SharedKubeProxySettings, 'name' | 'namespace'>;

/**
 * Alerts, dashboard and PodMonitor for the kube-proxies that the same options make.
 *
 * @throws Error when an option is not allowed, or Prometheus could not reach a kube-proxy that a PodMonitor is to scrape
 */
export function planMonitoring(options: SetupOptions & MonitoringSettings): PlannedObject[] {
  const cluster = monitoredCluster(planSetup(options), options);
  return [
    { role: 'prometheus-rule', object: prometheusRule(cluster, options) },
    ...cluster.scraping === 'pod-monitor' ? [{ role: 'pod-monitor' as const, object: podMonitor(cluster, options) }] : [],
    ...options.dashboard === false ? [] : [{ role: 'dashboard' as const, object: dashboardConfigMap(cluster, options) }],
  ].map(({ role, object }) => ({ role: role as PlannedObject['role'], suffix: '', object, judged: object }));
}

/** What alerts and dashboard are made of. */
export function monitoredCluster(setup: SetupPlan, options: MonitoringSettings): MonitoredCluster {
  const { kubeProxy, moduleLoader, sysctlTuner, scraping = 'pod-monitor', connectionTableBits = CONNECTION_TABLE_BITS.byDefault } = options;
  const kubeProxies = setup.kubeProxies.map((planned) => monitoredKubeProxy(planned, kubeProxy || {}));
  checkScraping(scraping, kubeProxies);
  if (!Number.isInteger(connectionTableBits) || connectionTableBits < 8 || connectionTableBits > 27) {
    throw invalidOption('connectionTableBits', connectionTableBits, 'a whole number from 8 to 27');
  }
  const agent = (place: PartPlace | false | undefined, name: string) =>
    (place === false ? undefined : { namespace: place?.namespace ?? 'kube-system', name: place?.name ?? name });
  return {
    kubeProxies,
    pools: monitoredPools(setup, sysctlTuner !== false),
    namespace: (kubeProxy || {}).namespace ?? 'kube-system',
    podLabels: kubeProxy === false ? { 'k8s-app': 'kube-proxy' } : { 'app.kubernetes.io/name': 'kube-proxy' },
    scraping,
    sysctlTuner: setup.tuner && agent(sysctlTuner, SYSCTL_TUNER_NAME),
    moduleLoader: setup.loader && agent(moduleLoader, MODULE_LOADER_NAME),
    connectionTableBits,
  };
}

function monitoredKubeProxy({ suffix, pools, version, configuration }: PlannedKubeProxy, { name = 'kube-proxy' }: PartPlace): MonitoredKubeProxy {
  const decoded = sharedDecoding(configuration.text, version, 'linux');
  const { metricsBindAddress, featureGates, conntrack } = decoded.effective;
  const address = splitHostPort(metricsBindAddress);
  return {
    name: `${name}${suffix}`,
    pools,
    version,
    mode: requestedMode(decoded, version, 'linux'),
    featureGates,
    metrics: { host: address?.host ?? '', port: Number(address?.port) || 10249 },
    conntrackByCores: Boolean(conntrack.maxPerCore),
  };
}

function checkScraping(scraping: unknown, kubeProxies: readonly MonitoredKubeProxy[]): void {
  if (scraping !== 'pod-monitor' && scraping !== 'elsewhere' && scraping !== 'none') {
    throw invalidOption('scraping', scraping, 'pod-monitor, elsewhere, none');
  }
  const unreachable = scraping === 'pod-monitor' ? kubeProxies.filter(({ metrics: { host } }) => isLoopback(host)) : [];
  if (unreachable.length > 0) {
    const addresses = unreachable.map(({ name, metrics: { host, port } }) => `${name} at ${joinHostPort(host, port)}`).join(', ');
    throw new Error(`scraping is "pod-monitor", but only the node itself reaches the metrics of ${addresses}; allowed: metricsBindAddress: '0.0.0.0:10249' in configuration, `
      + 'which lets whoever reaches the nodes read them; scraping: "elsewhere", if an agent on each node scrapes them; or scraping: "none", without the alerts that need them');
  }
}

function monitoredPools({ kubeProxies, tuner, prediction }: SetupPlan, isTuned: boolean): MonitoredPool[] {
  const kept = new Map(isTuned && tuner ? tuner.kernels.map(({ kernel, sysctls }) => [kernel, sysctls[CONN_REUSE_MODE]]) : []);
  const predicted = new Map(prediction.pools.map((pool) => [pool.pool.name, pool]));
  return kubeProxies.flatMap(({ pools, version }) => pools.map((name): MonitoredPool => {
    const pool = predicted.get(name)!;
    const kernel = pool.pool.kernel.release;
    const value = pool.requestedMode === 'ipvs' ? kept.get(kernel) : undefined;
    const reuseMode = value === undefined ? undefined : String(value);
    return {
      name, kernel, version, reuseMode,
      mode: pool.modeInForce,
      fault: FAULTS[verdictWith(reuseMode, pool)],
      faultWithoutTuner: FAULTS[pool.reuse.verdict],
    };
  }));
}

function verdictWith(reuseMode: string | undefined, { reuse: { verdict, ifMode } }: PoolPrediction): ReuseVerdict {
  return reuseMode === undefined ? verdict : reuseMode === '0' ? ifMode.zero : ifMode.one;
}

/** For people who look at an alert. */
const FAULTS: Partial<Record<ReuseVerdict, string>> = {
  'stale-real-server': 'reused source ports go to pods that are gone',
  'lost-conntrack': 'reused source ports may connect and then hang',
  'syn-drop-delay': 'each reused source port loses its first SYN',
};
