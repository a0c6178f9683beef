import { append } from '../../kubernetes/append';
import type { Location } from '../../kubernetes/location';
import { containersOf, podTemplateOf, type PodContainer, type PodTemplate } from '../../pods/pod-template';
import type { Resource } from '../../kubernetes/resource';
import { listOf, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { ConfigMaps } from '../../pods/config-maps';
import { filesOfContainer, tellingMountPaths } from '../../pods/container-files';
import { commandOf, wordsOf, type ContainerWord } from '../../pods/container-settings';
import { environmentOf, type Environment } from '../../pods/environment';
import { scheduleSeconds } from '../files/cron-schedule';
import { commandOfImage } from '../../pods/image-entry-points';
import { kubeProxyContainer } from '../../pods/kube-proxy-container';
import { placeIn } from '../script/script-place';
import { union } from '../script/script-conditions';
import { OUTSIDE, type EndlessLoop } from '../script/script-effects';
import { readCommand } from '../script/script-reader';
import type { WriteFrequency, WriteMoment, Writer, WriterKind } from '../../declaration/writer';
import { writersOfReading } from '../writers-of-reading';
import { writersOfPlacedFile } from '../files/writers-of-text';
import { podSysctlWriter } from './pod-sysctls';
import { writersOfProvisioning } from './provisioning-writers';
import { ownWriters } from './own-writers';
import { accessOfContainer } from './container-access';

/** What a resource's writers are read against. */
export interface ResourceContext {
  readonly configMaps: ConfigMaps;
}

/**
 * Who of a workload's containers writes sysctls or loads modules: their commands, arguments and `postStart` hooks, the scripts that
 * these run from ConfigMaps, and the pod's own `securityContext.sysctls`. Of other objects those that set nodes up; see
 * `writersOfProvisioning`.
 */
export function writersOfResource(resource: Resource, context: ResourceContext): readonly Writer[] {
  const template = podTemplateOf(resource);
  if (template === undefined) {
    return writersOfProvisioning({ value: resource.object, name: resource.name, resource: resource.name, locate: resource.locate });
  }
  const containers = containersOf(template);
  const own = ownWriters(template, containers);
  if (own !== undefined) {
    return own;
  }
  const pod = { template, context, kubeProxy: kubeProxyContainer(template, context.configMaps)?.container.name };
  const writers: Writer[] = [];
  // One init container starts when the one before is through; what they have settled holds for all that follow.
  let settled: readonly string[] = [];
  for (const container of containers) {
    for (const command of commandsOf(container, pod)) {
      const read = readContainerCommand(container, command, settled, pod);
      append(writers, read.writers);
      settled = command.precedes ? union(settled, read.known) : settled;
    }
  }
  return [...writers, ...podSysctlWriter(template)];
}

interface PodReading {
  readonly template: PodTemplate;
  readonly context: ResourceContext;
  /** The container of the pod that runs kube-proxy, if one does. */
  readonly kubeProxy: string | undefined;
}

/** A command of a container, and when it runs. */
interface ContainerCommand {
  readonly words: readonly ContainerWord[];
  readonly environment: Environment;
  readonly role: string;
  readonly moment: WriteMoment;
  readonly frequency: WriteFrequency;
  /** Whether all later containers wait until it is through. */
  readonly precedes: boolean;
}

function readContainerCommand(
  { name, container }: PodContainer, { words, environment, role, moment, frequency }: ContainerCommand, settled: readonly string[], pod: PodReading,
): { readonly writers: Writer[]; readonly known: readonly string[] } {
  const { template: { resource, spec, pools }, context } = pod;
  const files = filesOfContainer(container, spec, resource.object.metadata.namespace, context.configMaps);
  const reading = readCommand(words.map(({ text }) => text), {
    environment: { variables: environment.texts(), readFile: files.readFile, nodePath: files.nodePath },
    chamber: OUTSIDE,
    loop: loopOf(resource),
    known: settled,
  });
  const writers = writersOfReading(reading, {
    kind: KINDS[resource.object.kind] ?? 'pod',
    name: `${resource.name}, ${role} ${name}`,
    resource: resource.name,
    pools,
    access: accessOfContainer(container, spec, files),
    moment,
    frequency,
    locate: (offset) => locateInScript(words, offset, resource),
    depth: 0,
    readPlacedFile: writersOfPlacedFile,
  });
  return { writers, known: reading.known };
}

const KINDS: Readonly<Record<string, WriterKind>> = { DaemonSet: 'daemon-set', Job: 'job', CronJob: 'cron-job' };

function loopOf({ object }: Resource): EndlessLoop | undefined {
  return object.kind === 'CronJob'
    ? { seconds: scheduleSeconds(textOf(recordOf(object.spec).schedule) ?? ''), reads: new Set() }
    : undefined;
}

/** What a container runs that may matter: its command with arguments, and the hook beside it. */
function commandsOf({ name, container, path, init }: PodContainer, { template, context, kubeProxy }: PodReading): ContainerCommand[] {
  const environment = environmentOf(container, template.resource.object.metadata.namespace, context.configMaps);
  const starts = init && container.restartPolicy !== 'Always';
  const hook = recordOf(recordOf(recordOf(container.lifecycle).postStart).exec).command;
  const unordered: WriteMoment = kubeProxy !== undefined ? 'kube-proxy-start-unordered' : 'any-time';
  const commands: Omit<ContainerCommand, 'environment'>[] = [
    {
      words: [...commandOfImage(container).map((word) => ({ ...word, unknown: [] })), ...commandOf(container, environment)],
      role: init ? 'init container' : 'container',
      moment: kubeProxy !== undefined && starts ? 'before-kube-proxy' : unordered,
      frequency: 'once',
      precedes: starts,
    },
    {
      words: wordsOf(hook, ['lifecycle', 'postStart', 'exec', 'command'], environment),
      role: 'postStart of container',
      moment: unordered,
      frequency: name === kubeProxy && !init ? 'every-kube-proxy-start' : 'once',
      precedes: false,
    },
  ];
  return commands.filter(({ words }) => mayMatter(words, container, template.spec))
    .map((command) => ({ ...command, environment, words: command.words.map((word) => ({ ...word, path: [...path, ...word.path] })) }));
}

/** Words without which a command does nothing to sysctls or modules, and waits for none. */
const TELLING = /sysctl|modprobe|insmod|lsmod|modules|\/proc\/|\/sys\/|10256|10249|kube-proxy/;

/** Most commands of most pods are not worth reading: nothing in them or their variables tells, and they name no mount. */
function mayMatter(words: readonly ContainerWord[], container: UntypedRecord, podSpec: UntypedRecord): boolean {
  if (words.length === 0) {
    return false;
  }
  return words.some(({ text }) => TELLING.test(text))
    || listOf(container.env).some((variable) => TELLING.test(textOf(recordOf(variable).value) ?? ''))
    || tellingMountPaths(container, podSpec).some((mountPath) => words.some(({ text }) => text.includes(mountPath)));
}

/** The script of a command is its longest word; its lines count where it has several. */
function locateInScript(words: readonly ContainerWord[], offset: number, resource: Resource): Location | undefined {
  const [first, ...others] = words;
  const script = others.reduce((longest, word) => (word.text.length > longest.text.length ? word : longest), first);
  const { line, column } = placeIn(script.text, offset);
  return script.text.includes('\n') && resource.locateInside ? resource.locateInside(script.path, line, column) : resource.locate(script.path);
}
