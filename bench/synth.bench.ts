import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { ApiObject, App, Chart, type ApiObjectProps } from 'cdk8s';
import { defineCluster } from 'kube-proxy-kit';
import { ClusterKubeProxy } from 'kube-proxy-kit/cdk8s';
import { wallRatio, type Benchmark } from './benchmark';

const CHARTS = 50;
const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-bench-'));
process.on('exit', () => fs.rmSync(outdir, { recursive: true, force: true }));

/** An application as charts of many teams have it. */
function application(chart: Chart, name: string): void {
  const labels = { 'app.kubernetes.io/name': name };
  const container = {
    name, image: `registry.example/${name}:1.2.3`, ports: [{ name: 'http', containerPort: 8080 }],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
    env: Array.from({ length: 10 }, (_, i) => ({ name: `SETTING_${i}`, value: `value ${i}` })),
    readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
  };
  const objects: ApiObjectProps[] = [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, labels } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data: { 'settings.yaml': 'a: 1\nb: [2, 3]\n'.repeat(20) } },
    { apiVersion: 'v1', kind: 'Service', metadata: { name, labels }, spec: { selector: labels, ports: [{ port: 80, targetPort: 'http' }] } },
    {
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, labels },
      spec: {
        replicas: 3, selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { serviceAccountName: name, containers: [container] } },
      },
    },
  ];
  objects.forEach((object) => new ApiObject(chart, object.kind, object));
}

/** An app of many charts, one of which sets up kube-proxy for the cluster that they all run on. */
function withConstructs(): App {
  const app = new App({ outdir });
  const cluster = defineCluster({
    kubernetesVersion: 'v1.27.4',
    nodePools: [
      { name: 'old', kernelVersion: '4.18.0-553.66.1.el8_10.x86_64', labels: { pool: 'old' } },
      { name: 'new', kernelVersion: '5.15.0-91-generic', labels: { pool: 'new' } },
    ],
  });
  new ClusterKubeProxy(new Chart(app, 'kube-proxy'), 'kube-proxy', {
    cluster, apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'ipvs' },
  });
  for (let i = 1; i < CHARTS; i++) {
    application(new Chart(app, `team-${i}`), `service-${i}`);
  }
  return app;
}

const charts = withConstructs().charts.map((chart) => chart.toJson() as ApiObjectProps[]);

/** The same objects without us. */
function bare(): App {
  const app = new App({ outdir });
  charts.forEach((objects, i) => {
    const chart = new Chart(app, `chart-${i}`);
    objects.forEach((object, j) => new ApiObject(chart, `object-${j}`, object));
  });
  return app;
}

const benchmarks: Benchmark[] = [{
  name: `synth of ${CHARTS} charts with our constructs in one, against the same objects as bare ApiObjects`,
  budget: 1.25,
  measure: () => wallRatio(() => withConstructs().synth(), () => bare().synth(), 7),
}];

export default benchmarks;
