import { containersOf, podTemplateOf, type PodContainer, type PodTemplate } from '../cluster/pod-template';
import type { ObjectPath, Resource } from '../cluster/resource';
import { listOf, recordOf, textOf, textsOf, type UntypedRecord } from '../cluster/untyped';
import { accessOfContainer } from './container-access';
import { filesOfContainer, type ConfigMapText } from './container-files';
import { baseName } from './command-arguments';
import { scheduleSeconds } from './cron-schedule';
import { ownWriters } from './own-writers';
import { podSysctlWriter } from './pod-sysctls';
import type { ScriptEnvironment, ScriptSetting } from './script-effects';
import { effectsOfCommand } from './script-reader';
import type { WriteFrequency, WriteMoment, Writer, WriterKind } from './writer';
import { writersOfEffects } from './writers-of-effects';

/** What a resource's writers are read against. */
export interface ResourceContext {
  readonly configMapText: ConfigMapText;
}

/**
 * Who of a workload's containers writes sysctls or loads modules: their commands, arguments and `postStart` hooks, the scripts that
 * these run from ConfigMaps, and the pod's own `securityContext.sysctls`. Empty for every other kind.
 */
export function writersOfResource(resource: Resource, context: ResourceContext): readonly Writer[] {
  const template = podTemplateOf(resource);
  if (template === undefined) {
    return [];
  }
  const containers = containersOf(template);
  const own = ownWriters(template, containers);
  if (own !== undefined) {
    return own;
  }
  const pod = { template, context, withKubeProxy: containers.some(isKubeProxy) };
  const writers = containers.flatMap((container) => writersOfContainer(container, pod));
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
  readonly argv: readonly string[];
  readonly path: ObjectPath;
  readonly role: string;
  readonly moment: WriteMoment;
  readonly frequency: WriteFrequency;
}

function writersOfContainer(container: PodContainer, pod: PodReading): Writer[] {
  const { template: { resource, spec, pools }, context } = pod;
  const namespace = resource.object.metadata.namespace ?? 'default';
  const files = filesOfContainer(container.container, spec, namespace, context.configMapText);
  const variables = variablesOf(container.container, namespace, context.configMapText);
  const environment: ScriptEnvironment = { variables, readFile: files.readFile, nodePath: files.nodePath };
  const access = accessOfContainer(container.container, spec, files);
  return commandsOf(container, pod, variables).flatMap(({ argv, path, role, moment, frequency }) => {
    const setting: ScriptSetting = { environment, chamber: OUTSIDE, loop: loopOf(resource) };
    return writersOfEffects(effectsOfCommand(argv, setting), {
      kind: KINDS[resource.object.kind] ?? 'pod',
      name: `${resource.name}, ${role} ${container.name}`,
      resource: resource.name,
      pools,
      access,
      moment,
      frequency,
      locate: () => resource.locate(path),
    });
  });
}

const OUTSIDE = { root: '', nodeMounts: false, nodeNetwork: false, byProcessId: false };

const KINDS: Readonly<Record<string, WriterKind>> = { DaemonSet: 'daemon-set', Job: 'job', CronJob: 'cron-job' };

function loopOf({ object }: Resource): ScriptSetting['loop'] {
  return object.kind === 'CronJob'
    ? { seconds: scheduleSeconds(textOf(recordOf(object.spec).schedule) ?? ''), reads: new Set() }
    : undefined;
}

/** What a container runs: its command with arguments, and the hook beside it. */
function commandsOf({ container, path, init }: PodContainer, { withKubeProxy }: PodReading, variables: Readonly<Record<string, string>>): ContainerCommand[] {
  const main = [...textsOf(container.command), ...textsOf(container.args)].map((argument) => expandReferences(argument, variables));
  const hook = textsOf(recordOf(recordOf(recordOf(container.lifecycle).postStart).exec).command);
  const starts = init && container.restartPolicy !== 'Always';
  const runsKubeProxy = isKubeProxy({ container });
  const unordered: WriteMoment = withKubeProxy ? 'kube-proxy-start-unordered' : 'any-time';
  return [
    {
      argv: main,
      path: [...path, container.args === undefined ? 'command' : 'args'],
      role: init ? 'init container' : 'container',
      moment: withKubeProxy && starts ? 'before-kube-proxy' : unordered,
      frequency: 'once',
    },
    {
      argv: hook,
      path: [...path, 'lifecycle', 'postStart'],
      role: 'postStart of container',
      moment: unordered,
      frequency: runsKubeProxy ? 'every-kube-proxy-start' : 'once',
    },
  ];
}

/** Whether a container runs kube-proxy, by its command or its image. */
function isKubeProxy({ container }: Pick<PodContainer, 'container'>): boolean {
  const image = baseName(textOf(container.image) ?? '').replace(/[:@].*$/, '');
  const words = [...textsOf(container.command), ...textsOf(container.args)];
  return /^kube-proxy(-(amd64|arm64|arm|ppc64le|s390x))?$/.test(image) || words.some((word) => baseName(word) === 'kube-proxy');
}

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
