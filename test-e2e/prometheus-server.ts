import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { run } from '../lab/host/command';
import { undoneAtExit } from '../lab/host/undone-at-exit';
import type { KubernetesObject } from '../src/kubernetes/resource';

const ADDRESS = '127.0.0.1:19090';

/** A sample of an instant query. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
  readonly alerts: readonly { readonly state: string; readonly labels: Readonly<Record<string, string>> }[];
}

/** A real Prometheus that scrapes every second. */
export class PrometheusServer {
  private readonly remove: () => void;

  private constructor(private readonly process: ChildProcess, private readonly logFile: string) {
    this.remove = undoneAtExit(() => { this.process.kill('SIGKILL'); });
  }

  /**
   * @param folder for its files
   * @throws Error with its log when it does not get ready
   */
  public static async start(folder: string, rules: string, scrapeConfigs: readonly object[]): Promise<PrometheusServer> {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'rules.yaml'), rules);
    const config = path.join(folder, 'prometheus.yaml');
    fs.writeFileSync(config, JSON.stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' }, rule_files: ['rules.yaml'], scrape_configs: scrapeConfigs,
    }));
    run('promtool', ['check', 'config', config]);
    const logFile = path.join(folder, 'prometheus.log');
    const log = fs.openSync(logFile, 'w');
    const child = spawn('prometheus', [`--config.file=${config}`, `--storage.tsdb.path=${path.join(folder, 'data')}`, `--web.listen-address=${ADDRESS}`], {
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    const server = new PrometheusServer(child, logFile);
    await server.until('Prometheus is ready', async () => (await fetch(`http://${ADDRESS}/-/ready`)).ok);
    return server;
  }

  /** @throws Error with what Prometheus says of a query that it does not take */
  public async query(expr: string): Promise<readonly Sample[]> {
    return (await this.get<{ readonly result: readonly Sample[] }>(`query?query=${encodeURIComponent(expr)}`)).result;
  }

  public async rules(): Promise<readonly Rule[]> {
    const { groups } = await this.get<{ readonly groups: readonly { readonly rules: readonly Rule[] }[] }>('rules');
    return groups.flatMap(({ rules }) => rules);
  }

  /** Waits until something holds; an error of `holds` counts as not yet. */
  public async until(what: string, holds: () => Promise<boolean>, seconds = 60): Promise<void> {
    const end = Date.now() + seconds * 1000;
    for (let last = ''; ;) {
      try {
        if (await holds()) {
          return;
        }
        last = 'it does not hold';
      } catch (error) {
        last = (error as Error).message;
      }
      if (Date.now() > end) {
        throw new Error(`not within ${seconds} s: ${what} (${last})\n${fs.readFileSync(this.logFile, 'utf8').split('\n').slice(-10).join('\n')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  public async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.process.once('exit', () => resolve()));
    this.process.kill('SIGKILL');
    await ended;
    this.remove();
  }

  private async get<T>(what: string): Promise<T> {
    const { status, data, error } = await (await fetch(`http://${ADDRESS}/api/v1/${what}`)).json() as { status: string; data: T; error?: string };
    if (status !== 'success') {
      throw new Error(`${what}: ${error}`);
    }
    return data;
  }
}

interface PodMonitorSpec {
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly podMetricsEndpoints: readonly { readonly path: string; readonly relabelings: readonly Readonly<Record<string, unknown>>[] }[];
}

/** What Prometheus knows of a pod that it discovers in a cluster, one for each container. */
export function discovered(pod: KubernetesObject, { node, address }: { readonly node: string; readonly address: string }): object[] {
  const { containers, initContainers = [] } = pod.spec as unknown as Record<string, readonly { readonly name: string }[]>;
  const { name = '', namespace = '', labels = {} } = pod.metadata;
  const ofLabels = Object.entries(labels).flatMap(([label, value]) =>
    [[`__meta_kubernetes_pod_label_${metaName(label)}`, value], [`__meta_kubernetes_pod_labelpresent_${metaName(label)}`, 'true']]);
  return [...initContainers, ...containers].map((container) => ({
    // Without a port, since the pod declares none.
    targets: [address],
    labels: {
      ...Object.fromEntries(ofLabels) as object,
      __meta_kubernetes_namespace: namespace,
      __meta_kubernetes_pod_name: name,
      __meta_kubernetes_pod_ip: address,
      __meta_kubernetes_pod_node_name: node,
      __meta_kubernetes_pod_phase: 'Running',
      __meta_kubernetes_pod_container_name: container.name,
      __meta_kubernetes_pod_container_init: String(initContainers.includes(container)),
    },
  }));
}

function metaName(label: string): string {
  return label.replace(/\W/g, '_');
}

/**
 * What the Prometheus Operator (0.93.0, generatePodMonitorConfig) makes of a PodMonitor without ports. Debian's Prometheus is built
 * without the discovery of Kubernetes, so that the pods are given.
 */
export function scrapeConfigOf({ metadata, spec }: KubernetesObject, pods: readonly object[]): object {
  const { selector, podMetricsEndpoints: [endpoint] } = spec as unknown as PodMonitorSpec;
  return {
    job_name: `podMonitor/${metadata.namespace}/${metadata.name}/0`,
    metrics_path: endpoint.path,
    static_configs: pods,
    relabel_configs: [
      { action: 'drop', source_labels: ['__meta_kubernetes_pod_phase'], regex: '(Failed|Succeeded)' },
      ...Object.entries(selector.matchLabels).map(([label, value]) => ({
        action: 'keep', source_labels: [`__meta_kubernetes_pod_label_${metaName(label)}`, `__meta_kubernetes_pod_labelpresent_${metaName(label)}`], regex: `(${value});true`,
      })),
      ...['namespace', 'pod_container_name', 'pod_name'].map((label) => ({
        source_labels: [`__meta_kubernetes_${label}`], target_label: label === 'namespace' ? label : label.split('_').at(-2),
      })),
      { target_label: 'job', replacement: `${metadata.namespace}/${metadata.name}` },
      ...endpoint.relabelings.map(({ sourceLabels, targetLabel, ...rest }) => ({
        ...rest, ...sourceLabels ? { source_labels: sourceLabels } : {}, ...targetLabel ? { target_label: targetLabel } : {},
      })),
    ],
  };
}
