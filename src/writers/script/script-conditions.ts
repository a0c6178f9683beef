import { modulesBroughtBy, moduleOfSysctl } from '../../facts/kernel/sysctl-modules';
import { sysctlKey } from '../../facts/kernel/sysctl-key';
import { isKnown } from '../../kubernetes/unknown-text';

/** What a command's exit status tells. */
export interface Outcome {
  /** Facts that hold when it succeeds: modules that are there, and that kube-proxy answers. */
  readonly whenTrue: readonly string[];
  readonly whenFalse: readonly string[];
  /** Its status, where that can be told. */
  readonly status: boolean | undefined;
  /** Whether it depends on a comparison or a text that is not looked into: what it decides is not known. */
  readonly open: boolean;
}

export const UNDECIDED: Outcome = { whenTrue: [], whenFalse: [], status: undefined, open: false };

export const OPEN: Outcome = { ...UNDECIDED, open: true };

export function decided(status: boolean): Outcome {
  return { ...UNDECIDED, status };
}

/** The outcome of something that, when it succeeds, shows these facts as well. */
export function implies(facts: readonly string[], outcome: Outcome = UNDECIDED): Outcome {
  return facts.length === 0 ? outcome : { ...outcome, whenTrue: union(outcome.whenTrue, facts) };
}

const MAX_FACTS = 64;

/** Facts of either list, each once; more than a script can mean are left out. */
export function union(left: readonly string[], right: readonly string[]): readonly string[] {
  return [...new Set([...left, ...right])].slice(0, MAX_FACTS);
}

export function negated({ whenTrue, whenFalse, status, open }: Outcome): Outcome {
  return { whenTrue: whenFalse, whenFalse: whenTrue, status: status === undefined ? undefined : !status, open };
}

export function both(left: Outcome, right: Outcome): Outcome {
  return {
    whenTrue: union(left.whenTrue, right.whenTrue),
    whenFalse: left.whenFalse.filter((fact) => right.whenFalse.includes(fact)),
    status: left.status === false || right.status === false ? false : left.status === true ? right.status : undefined,
    open: left.open || right.open,
  };
}

export function either(left: Outcome, right: Outcome): Outcome {
  return negated(both(negated(left), negated(right)));
}

/** The modules that are there when a path of the node exists. */
export function modulesBehindPath(path: string): string[] {
  const loaded = /^\/sys\/module\/([\w-]+)/.exec(path)?.[1];
  if (loaded !== undefined) {
    return modulesBroughtBy(loaded);
  }
  if (path.startsWith('/proc/net/ip_vs')) {
    return modulesBroughtBy('ip_vs');
  }
  // The slash makes a folder of keys look like the beginning of one.
  return path.startsWith('/proc/sys/') ? modulesBehindKey(sysctlKey(`${path.slice('/proc/sys/'.length)}/`)) : [];
}

export function modulesBehindKey(key: string): string[] {
  const module = moduleOfSysctl(key);
  return module === undefined ? [] : modulesBroughtBy(module);
}

/** Module names that a pattern for the output of `lsmod` or for /proc/modules asks for. */
export function modulesInPattern(args: readonly string[]): string[] {
  const patterns = args.filter((argument) => !argument.startsWith('-') && isKnown(argument));
  const names = patterns[0]?.match(/\b(?:ip_vs|nf_conntrack|br_netfilter)\w*/g) ?? [];
  // Of several the pattern asks for any.
  return names.length === 1 ? modulesBroughtBy(names[0]) : [];
}

/** Programs that can ask a port for an answer. */
const PROBES = new Set(['curl', 'wget', 'nc', 'ncat', 'netcat', 'socat', 'ss', 'netstat', 'lsof', 'grep']);

/** kube-proxy's health port and, served by the same start, its metrics port. */
const KUBE_PROXY_PORT = /(?<![\d.])(?:10256|10249)(?![\d.])/;

/** Whether a command asks kube-proxy's health or metrics port, by default 10256 and 10249. */
export function asksKubeProxy(program: string, args: readonly string[]): boolean {
  return PROBES.has(program) && args.some((argument) => KUBE_PROXY_PORT.test(argument));
}

const UNARY_PATH = new Set(['-e', '-d', '-f', '-r', '-w', '-s', '-x', '-L', '-h']);

/** What the arguments of a test refer to. */
export interface TestSubject {
  /** Leads from a path of the script to the node's. */
  readonly nodePath: (path: string) => string | undefined;
  /** Facts that an unknown argument shows when it is what is hoped for. */
  readonly shown: readonly string[];
}

/** The outcome of `test`, `[` and `[[`: that a file is there tells something, what texts and numbers are is left open. */
export function testOutcome(args: readonly string[], subject: TestSubject): Outcome {
  const parts = splitAt(args, ['-o', '||']);
  if (parts.length > 1) {
    return parts.map((part) => testOutcome(part, subject)).reduce(either);
  }
  const conjuncts = splitAt(args, ['-a', '&&']);
  if (conjuncts.length > 1) {
    return conjuncts.map((part) => testOutcome(part, subject)).reduce(both);
  }
  const turns = args.findIndex((argument) => argument !== '!');
  const primary = args.slice(Math.max(turns, 0));
  const outcome = primary.every(isKnown) ? primaryOutcome(primary, subject) : unknownOutcome(primary, subject);
  return turns % 2 === 1 ? negated(outcome) : outcome;
}

function primaryOutcome([operator, path, ...others]: readonly string[], { nodePath }: TestSubject): Outcome {
  if (!UNARY_PATH.has(operator) || path === undefined || others.length > 0) {
    return OPEN;
  }
  const node = nodePath(path);
  return node === undefined ? UNDECIDED : implies(modulesBehindPath(node));
}

/** What a text that only the running script knows shows by being there, or by being what it is compared with. */
function unknownOutcome(args: readonly string[], { shown }: TestSubject): Outcome {
  if (shown.length === 0) {
    return OPEN;
  }
  const hopedFor = implies(shown);
  switch (args.length === 1 ? '-n' : args.length === 2 ? args[0] : `${args[1]}${args[2] === '0' ? ' 0' : ''}`) {
    case '-n':
    case '=':
    case '==':
    case '=~':
    case '-eq':
    case '-gt':
    case '-ge':
    // A number that is not nought: of lines, of modules.
    case '-gt 0':
    case '-ne 0':
      return hopedFor;
    case '-z':
    case '!=':
    case '-ne':
    case '-eq 0':
      return negated(hopedFor);
    default:
      return UNDECIDED;
  }
}

function splitAt(args: readonly string[], separators: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const argument of args) {
    if (separators.includes(argument)) {
      parts.push([]);
    } else {
      parts[parts.length - 1].push(argument);
    }
  }
  return parts;
}
