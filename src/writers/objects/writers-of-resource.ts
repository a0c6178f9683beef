import { append } from '../../kubernetes/append';
import type { Location } from '../../kubernetes/location';
import { containersOf, podTemplateOf, type PodContainer, type PodTemplate } from '../../pods/pod-template';
import type { ObjectPath, Resource } from '../../kubernetes/resource';
import { listOf, recordOf, textOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import { tellingMountPaths, filesOfContainer, type ConfigMapText } from '../../pods/container-files';
import { baseName } from '../script/command-arguments';
import { scheduleSeconds } from '../files/cron-schedule';
import { commandOfImage } from '../../pods/image-entry-points';
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
  readonly configMapText: ConfigMapText;
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
  const pod = { template, context, withKubeProxy: containers.some(runsKubeProxy) };
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
  /** Whether kube-proxy is one of the pod's containers. */
  readonly withKubeProxy: boolean;
}

/** A command of a container, and when it runs. */
interface ContainerCommand {
  readonly words: readonly PlacedWord[];
  readonly role: string;
  readonly moment: WriteMoment;
  readonly frequency: WriteFrequency;
  /** Whether all later containers wait until it is through. */
  readonly precedes: boolean;
}

function readContainerCommand(
  { name, container }: PodContainer, { words, role, moment, frequency }: ContainerCommand, settled: readonly string[], pod: PodReading,
): { readonly writers: Writer[]; readonly known: readonly string[] } {
  const { template: { resource, spec, pools }, context } = pod;
  const namespace = resource.object.metadata.namespace ?? 'default';
  const files = filesOfContainer(container, spec, namespace, context.configMapText);
  const variables = variablesOf(container, namespace, context.configMapText);
  const reading = readCommand(words.map(({ text }) => expandReferences(text, variables)), {
    environment: { variables, readFile: files.readFile, nodePath: files.nodePath },
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
function commandsOf({ container, path, init }: PodContainer, { template, withKubeProxy }: PodReading): ContainerCommand[] {
  const starts = init && container.restartPolicy !== 'Always';
  const hook = recordOf(recordOf(recordOf(container.lifecycle).postStart).exec).command;
  const unordered: WriteMoment = withKubeProxy ? 'kube-proxy-start-unordered' : 'any-time';
  const commands: ContainerCommand[] = [
    {
      words: [
        ...commandOfImage(container).map((word) => ({ text: word.text, path: [...path, ...word.path] })),
        ...wordsOf(container.command, [...path, 'command']),
        ...wordsOf(container.args, [...path, 'args']),
      ],
      role: init ? 'init container' : 'container',
      moment: withKubeProxy && starts ? 'before-kube-proxy' : unordered,
      frequency: 'once',
      precedes: starts,
    },
    {
      words: wordsOf(hook, [...path, 'lifecycle', 'postStart', 'exec', 'command']),
      role: 'postStart of container',
      moment: unordered,
      frequency: runsKubeProxy({ container }) ? 'every-kube-proxy-start' : 'once',
      precedes: false,
    },
  ];
  return commands.filter(({ words }) => mayMatter(words, container, template.spec));
}

/** Words without which a command does nothing to sysctls or modules, and waits for none. */
const TELLING = /sysctl|modprobe|insmod|lsmod|modules|\/proc\/|\/sys\/|10256|10249|kube-proxy/;

/** Most commands of most pods are not worth reading: nothing in them or their variables tells, and they name no mount. */
function mayMatter(words: readonly PlacedWord[], container: UntypedRecord, podSpec: UntypedRecord): boolean {
  if (words.length === 0) {
    return false;
  }
  return words.some(({ text }) => TELLING.test(text))
    || listOf(container.env).some((variable) => TELLING.test(textOf(recordOf(variable).value) ?? ''))
    || tellingMountPaths(container, podSpec).some((mountPath) => words.some(({ text }) => text.includes(mountPath)));
}

/** A word of a command, and where it stands in the object. */
interface PlacedWord {
  readonly text: string;
  readonly path: ObjectPath;
}

function wordsOf(list: unknown, path: ObjectPath): PlacedWord[] {
  return listOf(list).flatMap((item, index) => {
    const text = textOf(item);
    return text === undefined ? [] : [{ text, path: [...path, index] }];
  });
}

/** The script of a command is its longest word; its lines count where it has several. */
function locateInScript(words: readonly PlacedWord[], offset: number, resource: Resource): Location | undefined {
  const [first, ...others] = words;
  const script = others.reduce((longest, word) => (word.text.length > longest.text.length ? word : longest), first);
  const { line, column } = placeIn(script.text, offset);
  return script.text.includes('\n') && resource.locateInside ? resource.locateInside(script.path, line, column) : resource.locate(script.path);
}

/** Whether a container runs kube-proxy, by its command or its image. */
function runsKubeProxy({ container }: Pick<PodContainer, 'container'>): boolean {
  const image = baseName(textOf(container.image) ?? '').replace(/[:@].*$/, '');
  const words = [...textsOf(container.command), ...textsOf(container.args)];
  return /^kube-proxy(-(amd64|arm64|arm|ppc64le|s390x))?$/.test(image)
    || words.some((word) => /^(?:\S*\/)?kube-proxy$/.test(word) || STARTS_KUBE_PROXY.test(word));
}

/** In a script; `kubectl rollout restart ds/kube-proxy` is something else. */
const STARTS_KUBE_PROXY = /(?:^|[\s/])kube-proxy\s[^\n;|&]*--(?:config|kubeconfig|master|proxy-mode|hostname-override|cluster-cidr)\b/;

/** Environment variables whose values the input states. */
function variablesOf(container: UntypedRecord, namespace: string, configMapText: ConfigMapText): Record<string, string> {
  return Object.fromEntries(listOf(container.env).map(recordOf).flatMap(({ name, value, valueFrom }) => {
    const { name: configMap, key } = recordOf(recordOf(valueFrom).configMapKeyRef);
    const text = value === undefined || value === null
      ? configMapText(namespace, textOf(configMap) ?? '', textOf(key) ?? '')
      : textOf(value);
    return typeof name === 'string' && text !== undefined ? [[name, text]] : [];
  }));
}

/** The kubelet puts `$(NAME)` in before any shell sees it; `$$(NAME)` is the way to write it literally. */
function expandReferences(argument: string, variables: Readonly<Record<string, string>>): string {
  return argument.replace(/\$(\$)?\(([A-Za-z_]\w*)\)/g, (written, escaped: string | undefined, name: string) => {
    if (escaped !== undefined) {
      return written.slice(1);
    }
    return Object.hasOwn(variables, name) ? variables[name] : written;
  });
}
