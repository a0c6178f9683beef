import type { KubernetesObject } from '../../kubernetes/resource';
import { applyJsonPatch } from '../json-patch';
import { panelRows, type Panel } from './dashboard-panels';
import type { MonitoredCluster } from './monitored-cluster';
import { monitoringMetadata } from './monitoring-metadata';
import type { MonitoringOptions } from './monitoring-options';

/** Of Grafana's classic dashboards, which 8 to 12 read. */
const SCHEMA_VERSION = 39;

const [COLUMNS, WIDTH, HEIGHT] = [3, 8, 8];

const DATA_SOURCE = { type: 'prometheus', uid: '${datasource}' };

/** The ConfigMap from which the sidecar of Grafana takes the dashboard. */
export function dashboardConfigMap(cluster: MonitoredCluster, options: MonitoringOptions): KubernetesObject {
  return applyJsonPatch<KubernetesObject>({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: monitoringMetadata(options, '-dashboard', options.dashboardLabels ?? { grafana_dashboard: '1' }),
    data: { 'kube-proxy.json': `${JSON.stringify(dashboard(cluster), null, 2)}\n` },
  }, options.overrides?.dashboard ?? []);
}

/** The dashboard, as Grafana imports it. */
export function dashboard(cluster: MonitoredCluster): object {
  return {
    uid: 'kube-proxy-kit',
    title: 'kube-proxy',
    tags: ['kubernetes', 'kube-proxy'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    graphTooltip: 1,
    annotations: { list: [] },
    time: { from: 'now-6h', to: 'now' },
    refresh: '1m',
    templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', hide: 0 }] },
    panels: panelsOf(cluster),
  };
}

function panelsOf(cluster: MonitoredCluster): object[] {
  const made: object[] = [];
  let y = 0;
  for (const { title, panels } of panelRows(cluster)) {
    made.push({ id: made.length + 1, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: COLUMNS * WIDTH, h: 1 }, panels: [] });
    y += 1;
    panels.forEach((panel, index) => {
      const gridPos = { x: index % COLUMNS * WIDTH, y: y + Math.floor(index / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT };
      made.push({ id: made.length + 1, ...graph(panel), gridPos });
    });
    y += Math.ceil(panels.length / COLUMNS) * HEIGHT;
  }
  return made;
}

function graph({ title, description, unit, queries }: Panel): object {
  return {
    type: 'timeseries',
    title,
    description,
    datasource: DATA_SOURCE,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index), datasource: DATA_SOURCE, expr, legendFormat: legend,
    })),
  };
}
