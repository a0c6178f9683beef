import { readAcknowledgementsFrom } from '../assessment/acknowledgement-file';
import { UsageError } from '../assessment/usage-error';
import type { Declaration } from '../declaration/declaration';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { LAST_PLANNED_RELEASE } from '../facts/kube-proxy/release-calendar';
import { NEWEST_KNOWN_RELEASE, OLDEST_KNOWN_RELEASE } from '../facts/kube-proxy/releases';
import { readInput } from '../reading/read-input';
import { planHtml } from '../reports/plan/html';
import { planJson } from '../reports/plan/json';
import { planMarkdown } from '../reports/plan/markdown';
import { planText } from '../reports/plan/text';
import { printable } from '../reports/printable';
import { clusterPlan, type ClusterPlan } from '../upgrade/cluster-plan';
import { refuseMistakes } from './check-arguments';
import type { PlanOptions } from './options';
import { writeFileWhole } from './output-file';
import { Progress } from './progress';
import { hasColour, lineWidth, write, type Streams } from './streams';

/** Reads files as a check does, and writes what upgrades bring and how pools leave IPVS mode. */
export async function plan(paths: readonly string[], options: PlanOptions, streams: Streams): Promise<void> {
  const { nodes, output, exclude, oneCluster } = options;
  refuseMistakes({ paths, nodes, ack: options.ack, output });
  const from = options.from === undefined ? undefined : knownRelease('--from', options.from);
  const to = knownRelease('--to', options.to ?? NEWEST_KNOWN_RELEASE);
  const acknowledgements = options.ack === undefined ? [] : readAcknowledgementsFrom(options.ack);
  const progress = new Progress(streams.stderr);
  const { declaration } = await readInput({
    paths, nodes, exclude, oneCluster, facts: { kubernetesVersion: from }, stdin: streams.stdin, onProgress: progress.tell,
  }).finally(() => progress.end());
  declaration.unreadable.forEach(({ message }) => streams.stderr.write(`kube-proxy-kit: ${printable(message)}\n`));
  refuseGaps(declaration);
  const planned = clusterPlan(declaration, { from, to, mode: options.mode, acknowledgements });
  if (planned.upgrade.pools.length === 0) {
    throw new UsageError(`nothing to plan: ${planned.upgrade.leftOut.map(({ pool, because }) => `pool ${pool}: ${because}`).join('; ')}`);
  }
  if (to.compare(planned.upgrade.from) < 0) {
    throw new UsageError(`--to ${to.line} is before ${from === undefined ? 'the version of the cluster' : '--from'}, ${planned.upgrade.from.toString()}; give a later release`);
  }
  const report = reportOf(planned, paths, options, streams);
  await (output === undefined ? write(streams.stdout, report) : writeFileWhole(output, report));
}

/** @throws UsageError for a release of which nothing is known */
function knownRelease(option: string, text: string): KubeVersion {
  const version = KubeVersion.parse(text);
  if (version.before(OLDEST_KNOWN_RELEASE) || version.minor > KubeVersion.parse(LAST_PLANNED_RELEASE).minor || version.major !== 1) {
    throw new UsageError(`${option} ${text}: releases are known from v${OLDEST_KNOWN_RELEASE} to v${NEWEST_KNOWN_RELEASE}, and planned up to v${LAST_PLANNED_RELEASE}`);
  }
  return version;
}

/** @throws UsageError that says what the input lacks */
function refuseGaps({ clusters, cluster, kubeProxies }: Declaration): void {
  if (clusters !== undefined) {
    throw new UsageError(`the input describes ${clusters.length} clusters (${clusters.slice(0, 5).map(({ name }) => name).join(', ')}); `
      + 'plan them one at a time, or give --one-cluster if it is one');
  }
  if (cluster.nodePools.length === 0) {
    throw new UsageError('no node pools in the input: give --nodes with kubectl get nodes -o json, or an inventory');
  }
  if (kubeProxies.length === 0) {
    throw new UsageError('no kube-proxy in the input: give its manifests or its configuration, such as kubectl get daemonset,configmap -n kube-system -o yaml');
  }
}

function reportOf(planned: ClusterPlan, paths: readonly string[], { format, nodes = [], output }: PlanOptions, { stdout, env }: Streams): string {
  switch (format) {
    case 'text':
      return planText(planned, output === undefined ? { colour: hasColour(stdout, env), width: lineWidth(stdout) } : {});
    case 'json':
      return planJson(planned);
    case 'markdown':
      return planMarkdown(planned);
    case 'html':
      return planHtml(planned, { checkedAt: new Date(), inputs: [...paths, ...nodes] });
  }
}
