import type { Alert, AlertGroup } from '../alert';
import type { MonitoredCluster } from '../monitored-cluster';
import { connectionAlerts } from './connection-alerts';
import { deadlineAlerts } from './deadline-alerts';
import { nodeAlerts } from './node-alerts';
import { symptomAlerts } from './symptom-alerts';
import { syncAlerts } from './sync-alerts';

/** The groups in the order in which they are written. */
export const ALERT_GROUPS: readonly AlertGroup[] = [nodeAlerts, syncAlerts, connectionAlerts, symptomAlerts, deadlineAlerts];

/** Every alert of a cluster. */
export function alertsOf(cluster: MonitoredCluster): readonly Alert[] {
  return ALERT_GROUPS.flatMap(({ alerts }) => alerts(cluster));
}
