import { checkFiles, type CheckedFiles } from '../assessment/check-files';
import { UsageError } from '../assessment/usage-error';
import { isFailure, isOpenFailure } from '../rules/fail-on';
import { htmlReport } from '../reports/html/page';
import { jsonReport } from '../reports/json';
import { junitReport } from '../reports/junit';
import { sarifReport } from '../reports/sarif';
import { textReport } from '../reports/text';
import { refuseMistakes } from './check-arguments';
import type { CheckOptions, ExitCode } from './options';
import { writeFileWhole } from './output-file';
import { rulePage, version } from './package-files';
import { Progress } from './progress';
import { hasColour, lineWidth, write, type Streams } from './streams';

/** Checks files and writes the report; what is not the report goes to standard error. */
export async function check(paths: readonly string[], options: CheckOptions, streams: Streams): Promise<ExitCode> {
  refuseMistakes({ paths, ...options });
  const inputs = [...paths, ...options.nodes ?? []];
  if (inputs.includes('-') && streams.stdin.isTTY && streams.stderr.isTTY) {
    streams.stderr.write('kube-proxy-kit: reading standard input; end it with Ctrl-D\n');
  }

  const progress = new Progress(streams.stderr);
  const checked = await checkFiles({
    paths, nodes: options.nodes, kubernetesVersion: options.kubernetesVersion, acknowledgements: options.ack,
    exclude: options.exclude, oneCluster: options.oneCluster,
    stdin: streams.stdin,
    onProgress: progress.tell,
  }).finally(() => progress.end());

  const report = reportThatFits(checked, paths, options, streams);
  await (options.output === undefined ? write(streams.stdout, report) : writeFileWhole(options.output, report));
  const { assessment: { findings, notChecked, judged }, anythingRead } = checked;
  if (!anythingRead) {
    throw new UsageError(`nothing could be read from ${inputs.join(', ')}`);
  }
  if (findings.some((finding) => isFailure(finding, options.failOn))) {
    return 1;
  }
  if (!judged && options.nodes !== undefined && options.allowEmpty !== true) {
    throw new UsageError('no kube-proxy found: nothing was judged; name what runs or configures it, or give --allow-empty where that is fine');
  }
  const mayBeEmpty = !judged && options.allowEmpty === true;
  return !mayBeEmpty && notChecked.some((open) => isOpenFailure(open, options.failOn)) ? 1 : 0;
}

/** @throws UsageError when the report is longer than a text can be */
function reportThatFits(...args: Parameters<typeof reportOf>): string {
  try {
    return reportOf(...args);
  } catch (error) {
    if (error instanceof RangeError) {
      throw new UsageError('the report is too long to be held in memory; check fewer pools or files at a time');
    }
    throw error;
  }
}

function reportOf({ assessment, skipped }: CheckedFiles, paths: readonly string[], options: CheckOptions, { stdout, env }: Streams): string {
  switch (options.format) {
    case 'text':
      return textReport(assessment, {
        skipped, ...options.output === undefined && { colour: hasColour(stdout, env), width: lineWidth(stdout) },
      });
    case 'json':
      return jsonReport(assessment);
    case 'sarif':
      return sarifReport(assessment, {
        toolVersion: version(), ruleHelp: rulePage, baseDirectory: workingDirectory(),
        fallbackFile: [...options.nodes ?? [], ...paths].find((file) => file !== '-'),
      });
    case 'junit':
      return junitReport(assessment, { failOn: options.failOn });
    case 'html':
      return htmlReport(assessment, { checkedAt: new Date(), inputs: [...paths, ...options.nodes ?? []] });
  }
}

/** `undefined` when it has been removed meanwhile. */
function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
