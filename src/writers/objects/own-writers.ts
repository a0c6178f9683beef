import type { PodContainer, PodTemplate } from '../../pods/pod-template';
import { isSysctlKey, sysctlKey } from '../../facts/kernel/sysctl-key';
import { listOf, recordOf, textOf, textsOf } from '../../kubernetes/untyped';
import { isModuleName } from '../files/boot-files';
import { filesOfContainer } from '../../pods/container-files';
import { OUTSIDE, type EffectTiming, type ScriptEffect } from '../script/script-effects';
import { writersOfReading, type ScriptOwner } from '../writers-of-reading';
import type { Writer } from '../../declaration/writer';
import { writersOfPlacedFile } from '../files/writers-of-text';
import { accessOfContainer } from './container-access';

/**
 * Our own sysctl tuner and module loader, known by their labels; their arguments state what they want. `undefined` for every other
 * workload, and for one that only has the labels.
 */
export function ownWriters(template: PodTemplate, containers: readonly PodContainer[]): Writer[] | undefined {
  if (template.labels['app.kubernetes.io/part-of'] !== 'kube-proxy-kit') {
    return undefined;
  }
  switch (template.labels['app.kubernetes.io/component']) {
    case 'sysctl-tuner':
      return tuner(template, containers);
    case 'module-loader':
      return moduleLoader(template, containers);
    default:
      return undefined;
  }
}

function tuner(template: PodTemplate, containers: readonly PodContainer[]): Writer[] | undefined {
  const found = commandWith(containers, 'reconcile-sysctls.sh', 'keep');
  if (found === undefined) {
    return undefined;
  }
  const { container, args, variables } = found;
  const owner = ownerOf('sysctl-tuner', template, container);
  const [everywhere, ...byKernel] = settingsByKernel(args);
  if (byKernel.length === 0) {
    return tunerWriters(everywhere.settings, owner, variables);
  }
  return byKernel.flatMap(({ kernel, settings }) => (
    tunerWriters([...everywhere.settings, ...settings], { ...owner, pools: { ...owner.pools, kernels: [kernel] } }, variables)));
}

/** The arguments before the first `--kernel RELEASE`, and those after each. */
function settingsByKernel(args: readonly string[]): { kernel: string; settings: string[] }[] {
  const parts = [{ kernel: '', settings: [] as string[] }];
  args.forEach((argument, index) => {
    if (argument === '--kernel') {
      parts.push({ kernel: args[index + 1] ?? '', settings: [] });
    } else if (args[index - 1] !== '--kernel') {
      parts[parts.length - 1].settings.push(argument);
    }
  });
  return parts;
}

function tunerWriters(args: readonly string[], owner: ScriptOwner, variables: OwnCommand['variables']): Writer[] {
  const settings = args.map((argument) => /^([^=]+)=(.*)$/.exec(argument)).filter((match) => match !== null && isSysctlKey(match[1]));
  const keys = settings.map((match) => sysctlKey(match?.[1] ?? ''));
  const loop = { seconds: Number(variables.INTERVAL_SECONDS ?? DEFAULT_INTERVAL_SECONDS), reads: new Set(keys) };
  const root = variables.SYSCTL_ROOT ?? '/host/proc-sys-net';
  const effects = keys.map((key, index): ScriptEffect => ({
    ...timing(loop, ''),
    kind: 'sysctl', key, value: settings[index]?.[2], path: `${root}/${key.replaceAll('.', '/').replace(/^net\//, '')}`,
  }));
  return writersOfReading({ effects, files: new Map(), known: [] }, owner);
}

/** What the script takes when it is not told. */
const DEFAULT_INTERVAL_SECONDS = 5;

function moduleLoader(template: PodTemplate, containers: readonly PodContainer[]): Writer[] | undefined {
  const found = commandWith(containers, 'load-modules.sh', 'load');
  if (found === undefined) {
    return undefined;
  }
  const { container, args, variables } = found;
  const choices = args.map((argument) => argument.split('|').filter(isModuleName));
  const when = timing(undefined, variables.HOST_ROOT ?? '/host');
  const loads = choices.flatMap((names) => names.map((module): ScriptEffect => ({
    ...when, kind: 'module', module, tree: '/lib/modules', tolerant: names.length > 1,
  })));
  const listed = `${choices.flat().join('\n')}\n`;
  const persisted = variables.PERSIST_FILE ? filesOf(template, container).nodePath(variables.PERSIST_FILE) : undefined;
  const effects: ScriptEffect[] = persisted === undefined
    ? loads
    : [...loads, { ...when, kind: 'file', path: persisted, text: listed }];
  return writersOfReading({ effects, files: new Map(), known: [] }, ownerOf('module-loader', template, container));
}

function timing(loop: EffectTiming['loop'], root: string): EffectTiming {
  return { offset: 0, chamber: { ...OUTSIDE, root }, loop, background: false, afterKubeProxy: false, ready: true, kubeProxy: undefined };
}

function ownerOf(kind: 'sysctl-tuner' | 'module-loader', template: PodTemplate, container: PodContainer): ScriptOwner {
  const { resource, pools, spec } = template;
  return {
    kind,
    name: resource.name,
    resource: resource.name,
    pools,
    access: accessOfContainer(container.container, spec, filesOf(template, container)),
    moment: 'any-time',
    frequency: 'once',
    locate: () => resource.locate([...container.path, 'command']),
    depth: 0,
    readPlacedFile: writersOfPlacedFile,
  };
}

function filesOf({ spec }: PodTemplate, { container }: PodContainer): ReturnType<typeof filesOfContainer> {
  return filesOfContainer(container, spec, '');
}

interface OwnCommand {
  readonly container: PodContainer;
  /** After the verb. */
  readonly args: readonly string[];
  readonly variables: Readonly<Partial<Record<string, string>>>;
}

/** The container that runs one of our scripts with a verb. */
function commandWith(containers: readonly PodContainer[], script: string, verb: string): OwnCommand | undefined {
  for (const container of containers) {
    const argv = [...textsOf(container.container.command), ...textsOf(container.container.args)];
    const at = argv.findIndex((argument, index) => argument.endsWith(`/${script}`) && argv[index + 1] === verb);
    if (at >= 0) {
      const env = listOf(container.container.env).map(recordOf).map(({ name, value }) => [textOf(name) ?? '', textOf(value)]);
      return { container, args: argv.slice(at + 2), variables: Object.fromEntries(env) };
    }
  }
  return undefined;
}
