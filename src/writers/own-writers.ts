import type { PodContainer, PodTemplate } from '../cluster/pod-template';
import { isSysctlKey, sysctlKey } from '../cluster/sysctl-key';
import { listOf, recordOf, textOf, textsOf } from '../cluster/untyped';
import { NODE_LOADING } from './node-access';
import type { ModuleLoad, SysctlWrite, Writer } from './writer';

const PART_OF = 'app.kubernetes.io/part-of';
const COMPONENT = 'app.kubernetes.io/component';

/**
 * Our own tuner and module loader, known by their labels; their command states what they want. `undefined` for every other workload,
 * so that what somebody made of their labels is read like any other script.
 */
export function ownWriters(template: PodTemplate, containers: readonly PodContainer[]): Writer[] | undefined {
  if (template.labels[PART_OF] !== 'kube-proxy-kit') {
    return undefined;
  }
  switch (template.labels[COMPONENT]) {
    case 'sysctl-tuner':
      return writerOf(template, find(containers, 'reconcile-sysctls.sh', 'keep'), tunerParts);
    case 'module-loader':
      return writerOf(template, find(containers, 'load-modules.sh', 'load'), loaderParts);
    default:
      return undefined;
  }
}

interface FoundCommand {
  readonly container: PodContainer;
  readonly args: readonly string[];
}

/** The container that runs a script with a verb, and the arguments after it. */
function find(containers: readonly PodContainer[], script: string, verb: string): FoundCommand | undefined {
  for (const container of containers) {
    const argv = [...textsOf(container.container.command), ...textsOf(container.container.args)];
    const at = argv.findIndex((argument, index) => argument.endsWith(`/${script}`) && argv[index + 1] === verb);
    if (at >= 0) {
      return { container, args: argv.slice(at + 2) };
    }
  }
  return undefined;
}

type WriterParts = Pick<Writer, 'kind' | 'sysctls' | 'modules' | 'loading' | 'moment' | 'intervalSeconds' | 'reachesNode'>;

function writerOf(template: PodTemplate, found: FoundCommand | undefined, partsOf: (template: PodTemplate, found: FoundCommand) => WriterParts): Writer[] | undefined {
  if (found === undefined) {
    return undefined;
  }
  const { resource, pools } = template;
  return [{
    ...partsOf(template, found),
    name: resource.name,
    resource: resource.name,
    get location() { return resource.locate(); },
    pools,
    frequency: 'reconcile',
    waitsForKey: true,
    cannotWork: undefined,
  }];
}

function tunerParts({ resource, spec }: PodTemplate, { container, args }: FoundCommand): WriterParts {
  const interval = listOf(container.container.env).map(recordOf).find(({ name }) => name === 'INTERVAL_SECONDS');
  return {
    kind: 'sysctl-tuner',
    sysctls: args.flatMap((argument): SysctlWrite[] => {
      const equals = argument.indexOf('=');
      const key = argument.slice(0, Math.max(equals, 0));
      return isSysctlKey(key)
        ? [{ key: sysctlKey(key), value: argument.slice(equals + 1), get location() { return resource.locate([...container.path, 'command']); } }]
        : [];
    }),
    modules: [],
    loading: undefined,
    moment: 'after-kube-proxy',
    intervalSeconds: Number(textOf(interval?.value) ?? 5),
    reachesNode: spec.hostNetwork === true,
  };
}

function loaderParts({ resource }: PodTemplate, { container, args }: FoundCommand): WriterParts {
  return {
    kind: 'module-loader',
    sysctls: [],
    modules: args.flatMap((argument): ModuleLoad[] => {
      const names = argument.split('|');
      return names.map((module) => ({
        module, tolerant: names.length > 1, get location() { return resource.locate([...container.path, 'command']); },
      }));
    }),
    loading: NODE_LOADING,
    moment: 'any-time',
    intervalSeconds: undefined,
    reachesNode: true,
  };
}
