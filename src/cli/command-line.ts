/* eslint-disable @typescript-eslint/no-require-imports -- a command loads what it needs, so that --version and --help load nothing */
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { printableLines } from '../reports/printable';
import { FORMATS, PLAN_FORMATS, PLAN_MODES, SHELLS, type CheckOptions, type ExitCode, type PlanOptions, type Shell } from './options';
import { version } from './package-files';
import { hasColour, type Streams } from './streams';

/** The commands with their options and help. `finish` is told the exit code of a command that has one of its own. */
export function commandLine(streams: Streams, finish: (code: ExitCode) => void): Command {
  const { stdout, stderr } = streams;
  const program = new Command('kube-proxy-kit')
    .description('Predicts what kube-proxy does on the kernel of each node pool, and finds setups that lose connections or do not start.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', PROGRAM_EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, writeError) => writeError(printableLines(text.replace(/^error: /, 'kube-proxy-kit: '))),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
      getOutHasColors: () => hasColour(stdout, streams.env),
      getErrHasColors: () => hasColour(stderr, streams.env),
    });

  program.command('check')
    .summary('judge manifests, configurations and node lists')
    .description('Reads manifests and everything else that sets up kube-proxy, predicts what will happen on each node pool, and reports what will go wrong.')
    .argument('[path...]', 'files, folders, or - for standard input')
    .option('-n, --nodes <file>', 'kubectl get nodes -o json, or an inventory; - for standard input; again for more, joined by node name', severalFiles)
    .addOption(new Option('-k, --kubernetes-version <version>', 'version of the cluster where the input does not tell, as 1.29 or v1.29.4').argParser(kubernetesVersion))
    .option('-a, --ack <file>', 'acknowledgements: a YAML list of {finding, pool?, resource?, reason, expires?}', oneFile)
    .option('-e, --exclude <glob>', 'files to pass over, as in .gitignore; may be repeated', (glob: string, earlier: string[] = []) => [...earlier, glob])
    .option('--one-cluster', 'take all files for one cluster although they contradict each other; of two versions the later counts')
    .addOption(new Option('-f, --format <format>', 'form of the report').choices(FORMATS).default('text'))
    .option('-o, --output <file>', 'where to write the report instead of standard output (-)', oneFile)
    .addOption(new Option('--fail-on <severity>', 'exit with 1 from this severity on; not-checked: for warnings, and for what leaves a verdict unknown')
      .choices(['error', 'warning', 'not-checked', 'never']).default('error'))
    .option('--allow-empty', 'exit with 0 although --nodes is given and no kube-proxy was found')
    .addHelpText('after', CHECK_EXAMPLES)
    .action(async (paths: string[], { output, ...options }: CheckOptions) => {
      const { check } = require('./check-command') as typeof import('./check-command');
      finish(await check(paths, { ...options, output: output === '-' ? undefined : output }, streams));
    });

  program.command('plan')
    .summary('show what upgrades bring, and the way off IPVS mode')
    .description('Judges the input at each minor release on the way, says what changes for each pool, and how each pool leaves IPVS mode, until when.')
    .argument('[path...]', 'files, folders, or - for standard input, as for check')
    .option('-n, --nodes <file>', 'kubectl get nodes -o json, or an inventory; - for standard input; again for more, joined by node name', severalFiles)
    .addOption(new Option('--from <version>', 'release to begin with, where the input does not tell or is ahead of the cluster').argParser(kubernetesVersion))
    .addOption(new Option('--to <version>', 'release to end with; what is not out is taken as it is planned (default: the newest known)').argParser(kubernetesVersion))
    .addOption(new Option('--mode <mode>', 'where pools in IPVS mode go; auto: nftables where release and kernel allow it, else iptables').choices(PLAN_MODES).default('auto'))
    .option('-a, --ack <file>', 'acknowledgements, as for check', oneFile)
    .option('-e, --exclude <glob>', 'files to pass over, as in .gitignore; may be repeated', (glob: string, earlier: string[] = []) => [...earlier, glob])
    .option('--one-cluster', 'take all files for one cluster although they contradict each other; of two versions the later counts')
    .addOption(new Option('-f, --format <format>', 'form of the plan').choices(PLAN_FORMATS).default('text'))
    .option('-o, --output <file>', 'where to write the plan instead of standard output (-)', oneFile)
    .addHelpText('after', PLAN_EXAMPLES)
    .action(async (paths: string[], { output, ...options }: PlanOptions) => {
      const { plan } = require('./plan-command') as typeof import('./plan-command');
      await plan(paths, { ...options, output: output === '-' ? undefined : output }, streams);
    });

  program.command('explain')
    .summary('explain a rule')
    .description('Prints the page of a rule: what is wrong, why it happens, how to see it on a node, how to fix it. Without a rule, lists them all.')
    .argument('[rule]', 'id of a rule or of a finding')
    .addHelpText('after', EXPLAIN_EXAMPLES)
    .action(async (rule: string | undefined) => {
      const { explain } = require('./explain-command') as typeof import('./explain-command');
      await explain(rule, streams);
    });

  program.command('collect')
    .summary('print what gathers an inventory from the nodes')
    .description('Prints a DaemonSet that reads modules, sysctls and interfaces of each node and logs them; it writes nothing. The log is an inventory for check --nodes.')
    .option('--namespace <name>', 'where it runs', 'kube-system')
    .option('--image <image>', 'image with a busybox, from a registry that your nodes reach')
    .option('--node-labels', 'collect labels, too, with a service account that may get nodes by name')
    .addHelpText('after', COLLECT_EXAMPLES)
    .action(async (options: { readonly namespace: string; readonly image?: string; readonly nodeLabels?: boolean }) => {
      const { collect } = require('./collect-command') as typeof import('./collect-command');
      await collect(options, streams);
    });

  program.command('completion')
    .summary('print completion for a shell')
    .description('Prints a script that completes commands, options and rules.')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText('after', COMPLETION_EXAMPLES)
    .action(async (shell: Shell) => {
      const { completion } = require('./completion-command') as typeof import('./completion-command');
      await completion(shell, program, streams);
    });

  program.showHelpAfterError('Run kube-proxy-kit --help to see the commands and options.');
  for (const command of program.commands) {
    command.showHelpAfterError(`Run kube-proxy-kit ${command.name()} --help to see its arguments and options.`);
  }
  return program;
}

/** A second file would silently take the place of the first. */
function oneFile(file: string, earlier: string | undefined): string {
  if (earlier !== undefined) {
    throw new InvalidArgumentError(`It comes after ${earlier}, and the option takes one file.`);
  }
  return file;
}

function severalFiles(file: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, file];
}

function kubernetesVersion(text: string): string {
  const { KubeVersion } = require('../facts/kube-proxy/kube-version') as typeof import('../facts/kube-proxy/kube-version');
  if (!KubeVersion.tryParse(text)) {
    throw new InvalidArgumentError('Write it as 1.29, v1.29.4 or with a vendor suffix, as v1.31.2-eksbuild.3.');
  }
  return text;
}

const PROGRAM_EXAMPLES = `
Examples:
  Check what a chart would install, on the nodes that you have:
    $ kubectl get nodes -o json > nodes.json
    $ helm template my-cluster | kube-proxy-kit check - --nodes nodes.json

  See why a rule fired, and what to do:
    $ kube-proxy-kit explain stale-real-server
`;

const CHECK_EXAMPLES = `
Reads, by what is in them: manifests and lists of them, KubeProxyConfiguration and kubeadm documents, sysctl.d and modules-load.d
files, systemd units, cron files, kube-proxy command lines (*.flags), Talos machine configurations, k3s and RKE2 config.yaml, kops
clusters, EKS add-on values. Anything else is skipped and counted.

Exit code: 0 when no finding is as severe as --fail-on says, 1 when one is, 2 for a usage error, when nothing could be read, or when
--nodes is given and no kube-proxy was found, so that nothing was judged (--allow-empty: 0).

Examples:
  A folder of manifests, with the kernels of a running cluster:
    $ kubectl get nodes -o json | kube-proxy-kit check manifests/ --nodes -

  Nodes that do not exist yet, as an inventory:
    $ cat nodes.yaml
    nodes:
      - {pool: workers, kernelVersion: 5.15.0-91-generic, kubeProxyVersion: v1.28.5, osImage: Ubuntu 22.04.3 LTS}
    $ kube-proxy-kit check manifests/ --nodes nodes.yaml

  A report for code scanning, and the build broken by warnings, too:
    $ kube-proxy-kit check manifests/ --nodes nodes.json --format sarif --output report.sarif --fail-on warning

  A page to look at:
    $ kube-proxy-kit check manifests/ --nodes nodes.json --format html --output report.html

  Accept a finding, with the reason, until a day:
    $ cat ack.yaml
    - {finding: 'stale-real-server[old]', reason: 'batch pool, clients never reuse ports', expires: 2027-03-31}
    $ kube-proxy-kit check manifests/ --nodes nodes.json --ack ack.yaml
`;

const PLAN_EXAMPLES = `
One word for each pool and release: the mode, or what goes wrong. Below, what changes from release to release, then the steps for each
pool in IPVS mode. It writes and changes nothing.

Exit code: 0 when there is a plan, 2 for a usage error or when the input lacks nodes or kube-proxy.

Examples:
  From today's release to 1.40, where IPVS mode is off by default:
    $ kube-proxy-kit plan manifests/ --nodes nodes.json --to 1.40

  For a change request:
    $ kube-proxy-kit plan manifests/ --nodes nodes.json --format markdown --output plan.md
`;

const EXPLAIN_EXAMPLES = `
Examples:
    $ kube-proxy-kit explain
    $ kube-proxy-kit explain stale-real-server
    $ kube-proxy-kit explain 'stale-real-server[workers]'
`;

const COLLECT_EXAMPLES = `
Example:
    $ kube-proxy-kit collect | kubectl apply -f -
    $ kubectl -n kube-system rollout status daemonset/kube-proxy-inventory-collector
    $ kubectl -n kube-system logs --selector app.kubernetes.io/name=kube-proxy-kit-inventory-collector --tail=-1 > inventory.jsonl
    $ kube-proxy-kit collect | kubectl delete -f -
    $ kube-proxy-kit check manifests/ --nodes inventory.jsonl

  Together with the node list, which has the labels; nodes are joined by their names:
    $ kube-proxy-kit check manifests/ --nodes nodes.json --nodes inventory.jsonl
`;

const COMPLETION_EXAMPLES = `
Examples:
    $ source <(kube-proxy-kit completion bash)
    $ kube-proxy-kit completion zsh > "\${fpath[1]}/_kube-proxy-kit"
    $ kube-proxy-kit completion fish > ~/.config/fish/completions/kube-proxy-kit.fish
`;
