import { KernelRelease, LONGEST_RELEASE } from '../facts/kernel/kernel-release';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { flag, nonEmptyText, oneOf, positiveInteger, PropertyReader, shortText, type Check, type InputProblem } from '../kubernetes/property-reader';
import { shownValue } from '../kubernetes/shown-value';
import { isSysctlKey, sysctlKey } from '../facts/kernel/sysctl-key';
import { isRecord, recordOf, textOf, type UntypedRecord } from '../kubernetes/untyped';
import { MODULE_STATES, type DeclaredBackport, type NodeInterface, type NodePool, type NodePoolProps } from './node-pool';

const PROPERTIES = [
  'name', 'pool', 'kernelVersion', 'osImage', 'operatingSystem', 'architecture', 'kubeProxyVersion', 'kubeletVersion', 'count', 'cpu', 'labels',
  'sysctls', 'modules', 'interfaces', 'readOnlyRoot', 'containerizedNode', 'declaredBackports',
];

/** As of objects of Kubernetes. */
const LONGEST_NAME = 253;

const NAME_FORM = `a text of 1 to ${LONGEST_NAME} characters; a number needs quotes`;
const KERNEL_FORM = 'a release that starts with two numbers, as uname -r prints it (5.15.0-91-generic), in quotes';
const VERSION_FORM = 'a Kubernetes version (v1.29.4), in quotes';

/** A pool read from an inventory, with what is wrong in it. */
export interface ReadNodePool {
  /** `undefined` when there is no name or no kernel to work with. A property that is not allowed reads as left out. */
  readonly pool: NodePool | undefined;
  readonly problems: readonly InputProblem[];
}

/**
 * Checks and parses a pool.
 *
 * @throws Error that names every property which is not allowed, its value, and what is allowed
 */
export function nodePool(props: NodePoolProps): NodePool {
  const { pool, problems } = readNodePool(props);
  if (pool === undefined || problems.length > 0) {
    const where = `node pool ${shownValue(recordOf(props).name)}`;
    throw new Error(problems.map(({ message }) => `${where}: ${message}`).join('\n'));
  }
  return pool;
}

/**
 * Reads a pool of whatever shape and never throws. A kernel release without two leading numbers is a problem, but the pool is still
 * read, so that everything which needs no kernel is still checked.
 */
export function readNodePool(input: unknown): ReadNodePool {
  const props = recordOf(input);
  const reader = new PropertyReader(props);
  if (!isRecord(input)) {
    reader.problem([], 'a node pool is a mapping with name and kernelVersion');
    return { pool: undefined, problems: reader.problems };
  }
  const name = required(reader, props, 'pool' in props ? 'pool' : 'name', NAME_FORM, shortText(LONGEST_NAME));
  const kernelText = required(reader, props, 'kernelVersion', KERNEL_FORM, shortText(LONGEST_RELEASE));
  const kernel = kernelText === undefined ? undefined : KernelRelease.parse(kernelText);
  if (kernel && !kernel.isReadable) {
    reader.problem(['kernelVersion'], `kernelVersion is ${JSON.stringify(kernelText)}; allowed: ${KERNEL_FORM}`);
  }
  const facts = {
    osImage: reader.read('osImage', 'a text', nonEmptyText),
    operatingSystem: reader.read('operatingSystem', 'linux or windows', oneOf(['linux', 'windows'] as const)) ?? 'linux',
    architecture: reader.read('architecture', 'a text (amd64, arm64)', nonEmptyText),
    kubeProxyVersion: reader.read('kubeProxyVersion', VERSION_FORM, version),
    kubeProxyVersionAssumed: false,
    kubeletVersion: reader.read('kubeletVersion', VERSION_FORM, version),
    count: reader.read('count', 'the number of nodes, 1 or more; leave a pool without nodes out', positiveInteger),
    cpu: reader.read('cpu', 'the number of cores of a node, 1 or more', positiveInteger),
    labels: reader.entries('labels', { allowed: 'a label', check: nonEmptyText }, { allowed: 'a text, in quotes', check: labelValue }),
    sysctls: reader.entries(
      'sysctls',
      { allowed: 'a sysctl such as net.ipv4.vs.conn_reuse_mode', check: (key) => (isSysctlKey(String(key)) ? sysctlKey(String(key)) : undefined) },
      { allowed: 'a number, or a text of one line', check: sysctlValue },
    ),
    modules: reader.entries('modules', { allowed: 'a module such as ip_vs', check: moduleName }, { allowed: MODULE_STATES.join(', '), check: oneOf(MODULE_STATES) }),
    interfaces: reader.items('interfaces', 'a name, or a mapping with name and addresses', nodeInterface),
    readOnlyRoot: reader.read('readOnlyRoot', 'true or false', flag),
    containerizedNode: reader.read('containerizedNode', 'true or false', flag) ?? false,
    declaredBackports: reader.items('declaredBackports', 'a commit id of 7 to 40 hexadecimal digits, or a mapping with commit and reason', declaredBackport),
  };
  reader.refuseOthers(PROPERTIES);
  return { pool: name === undefined || kernel === undefined ? undefined : { name, kernel, ...facts }, problems: reader.problems };
}

function required<T>(reader: PropertyReader, props: UntypedRecord, name: string, allowed: string, check: Check<T>): T | undefined {
  if (props[name] === undefined || props[name] === null) {
    reader.problem([], `${name} is missing; give ${allowed}`);
  }
  return reader.read(name, allowed, check);
}

const version: Check<KubeVersion> = (value) => (typeof value === 'string' ? KubeVersion.tryParse(value) : undefined);

const labelValue: Check<string> = (value) => (typeof value === 'string' ? value : undefined);

const sysctlValue: Check<string> = (value) => {
  const text = typeof value === 'boolean' ? undefined : textOf(value);
  return text === undefined || /[\n\0]/.test(text) ? undefined : text.trim();
};

/** `-` and `_` are one to modprobe; the kernel lists modules with `_`. */
const moduleName: Check<string> = (value) => (/^[\w-]{1,64}$/.test(String(value)) ? String(value).replace(/-/g, '_') : undefined);

const nodeInterface: Check<NodeInterface> = (value) => {
  if (typeof value === 'string') {
    return value === '' ? undefined : { name: value };
  }
  const { name, addresses } = recordOf(value);
  if (typeof name !== 'string' || name === '') {
    return undefined;
  }
  if (addresses === undefined || addresses === null) {
    return { name };
  }
  return Array.isArray(addresses) && addresses.every((item) => typeof item === 'string') ? { name, addresses } : undefined;
};

const declaredBackport: Check<DeclaredBackport> = (value) => {
  const { commit, reason } = isRecord(value) ? value : { commit: value, reason: undefined };
  const id = textOf(commit)?.toLowerCase();
  if (id === undefined || !/^[0-9a-f]{7,40}$/.test(id)) {
    return undefined;
  }
  return typeof reason === 'string' && reason.trim() !== '' ? { commit: id, reason: reason.trim() } : { commit: id };
};
