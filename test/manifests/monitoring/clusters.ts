import { defineCluster } from '../../../src/cluster/define-cluster';
import type { NodePoolProps } from '../../../src/cluster/node-pool';
import type { MonitoredCluster } from '../../../src/manifests/monitoring';
import { monitoredCluster, type MonitoringSettings } from '../../../src/plan/plan-monitoring';
import { planSetup } from '../../../src/plan/plan-setup';
import type { SetupOptions } from '../../../src/plan/setup-options';

/** Reused source ports are safe on it, with the value that kube-proxy sets. */
const SOUND_KERNEL = '6.8.0-31-generic';
/** No value is right on it. */
export const UNSAFE_KERNEL = '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64';

const REACHABLE = '0.0.0.0:10249';

export const pool = (name: string, kernelVersion = SOUND_KERNEL, more: Partial<NodePoolProps> = {}): NodePoolProps =>
  ({ name, kernelVersion, labels: { pool: name }, ...more });

/** Options whose kube-proxies Prometheus reaches. */
export function monitoringOptions(
  kubernetesVersion: string, mode: string, { nodePools = [pool('web'), pool('batch')], ...more }: Partial<SetupOptions & MonitoringSettings> & { readonly nodePools?: NodePoolProps[] } = {},
): SetupOptions & MonitoringSettings {
  return { cluster: defineCluster({ kubernetesVersion, nodePools }), configuration: { mode, metricsBindAddress: REACHABLE } as SetupOptions['configuration'], ...more };
}

export const monitored = (options: SetupOptions & MonitoringSettings): MonitoredCluster => monitoredCluster(planSetup(options), options);

/** A pool in IPVS mode on a sound kernel, one on a kernel without a cure, and one in each other mode: every alert there is. */
export const EVERYTHING = monitoringOptions('v1.37.2', 'ipvs', {
  nodePools: [pool('web', '5.15.0-91-generic'), pool('old', UNSAFE_KERNEL), pool('nft'), pool('tables', '6.1.0-18-amd64')],
  poolConfigurations: { nft: { mode: 'nftables' }, tables: { mode: 'iptables' } },
});
