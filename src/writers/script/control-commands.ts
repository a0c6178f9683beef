import { isKnown, UNKNOWN } from '../../kubernetes/unknown-text';
import { operandsOf } from '../../shell/wrapped-command';
import { enterNamespaces, sleepSeconds } from './command-arguments';
import { decided, UNDECIDED, type Outcome } from './script-conditions';
import { unheeded } from './script-context';
import type { Command } from './script-command';
import type { Flow } from './script-flow';

/** Builtins and programs that decide what else runs, where, and how often. */
export const CONTROL_COMMANDS: Readonly<Record<string, Command>> = {
  'true': () => decided(true),
  ':': () => decided(true),
  'false': () => decided(false),
  'exit': ([status], _, { leave }) => leave(status === undefined || status === '0' || !isKnown(status) ? 'ends' : 'fails'),
  'return': (_, __, { leave }) => leave('returns'),
  'break': (_, __, { leave }) => leave('breaks'),
  'continue': (_, __, { leave }) => leave('continues'),
  'exec': (args, context, shell) => {
    if (args.length === 0) {
      return UNDECIDED;
    }
    shell.run(args, context);
    return shell.leave('ends');
  },
  'sleep': (args, { loop, retried }, { leave }) => {
    if (args[0] === 'infinity' || args[0] === 'inf') {
      return leave('ends');
    }
    if (loop !== undefined && !retried) {
      loop.seconds += sleepSeconds(args);
    }
    return UNDECIDED;
  },
  'set': (args, _, { flow }) => {
    setOptions(args, flow);
    return UNDECIDED;
  },
  'shift': (_, __, { flow }) => {
    flow.positional = flow.positional.slice(1);
    return UNDECIDED;
  },
  'export': declare,
  'local': declare,
  'readonly': declare,
  'declare': declare,
  'typeset': declare,
  'read': (args, { input }, { flow, node }) => {
    const names = args.filter((argument) => /^[A-Za-z_]\w*$/.test(argument));
    const line = input?.split('\n', 1)[0].trim() ?? UNKNOWN;
    names.forEach((name) => {
      flow.assign(name, names.length === 1 ? line : UNKNOWN);
      flow.shows.set(name, node.shown);
    });
    return UNDECIDED;
  },
  'eval': (args, context, { evaluate }) => evaluate(args.join(' '), context),
  '.': source,
  'source': source,
  'sh': startShell,
  'ash': startShell,
  'bash': startShell,
  'dash': startShell,
  'chroot': (args, context, { run }) => {
    const [root = '', ...command] = operandsOf(args);
    const chamber = { ...context.chamber, root: context.chamber.root + root.replace(/(?<!\/)\/+$/, '') };
    return run(command.length > 0 ? command : ['sh'], { ...context, chamber });
  },
  'nsenter': (args, context, { run }) => {
    const { chamber, command } = enterNamespaces(args, context.chamber);
    return run(command.length > 0 ? command : ['sh'], { ...context, chamber });
  },
  'xargs': (args, context, { run }) => {
    const replaced = /^-I ?(\S+)/.exec(args.slice(0, 2).join(' '))?.[1];
    const command = operandsOf(args, 'nLPIsd');
    const fields = (context.input ?? UNKNOWN).split(/\s+/, MAX_FIELDS).filter((field) => field !== '');
    const inner = { ...context, input: undefined };
    if (command.length === 0) {
      return UNDECIDED;
    }
    if (replaced !== undefined) {
      fields.forEach((field) => run(command.map((word) => word.replaceAll(replaced, field)), inner));
      return UNDECIDED;
    }
    if (args.some((argument) => /^-[nL]/.test(argument))) {
      fields.forEach((field) => run([...command, field], inner));
      return UNDECIDED;
    }
    return run([...command, ...fields], inner);
  },
  'watch': (args, context, { start }) => {
    const seconds = /^(?:-n|--interval=?) ?(\d+)/.exec(args.slice(0, 2).join(' '))?.[1] ?? '2';
    const loop = { seconds: Number(seconds), reads: new Set<string>() };
    return start(operandsOf(args, 'n').join(' '), unheeded({ ...context, loop }));
  },
};

const MAX_FIELDS = 256;

function declare(...[args, , { flow }]: Parameters<Command>): Outcome {
  for (const argument of args) {
    const name = /^([A-Za-z_]\w*)=/.exec(argument)?.[1];
    if (name !== undefined) {
      flow.assign(name, argument.slice(name.length + 1));
    }
  }
  return UNDECIDED;
}

function setOptions(args: readonly string[], flow: Flow): void {
  const end = args.indexOf('--');
  if (end >= 0) {
    flow.positional = args.slice(end + 1);
  }
  const options = end < 0 ? args : args.slice(0, end);
  options.forEach((option, index) => {
    if (option === 'errexit' || /^[-+][a-z]*e/.test(option)) {
      flow.errexit = !(option === 'errexit' ? options[index - 1] ?? '' : option).startsWith('+');
    }
  });
}

function source(...[[path], context, { evaluate, node, flow }]: Parameters<Command>): Outcome {
  const outcome = evaluate((path === undefined ? undefined : node.readFile(path, context)) ?? '', context);
  flow.left = flow.left === 'returns' ? undefined : flow.left;
  return outcome;
}

function startShell(...[args, context, { node, start }]: Parameters<Command>): Outcome {
  let index = 0;
  let isScript = false;
  let errexit = false;
  while (/^[-+]./.test(args[index] ?? '')) {
    const letters = args[index].startsWith('--') ? '' : args[index].slice(1);
    const takesName = letters.endsWith('o');
    isScript ||= letters.includes('c');
    errexit ||= letters.includes('e') || (takesName && args[index + 1] === 'errexit');
    index += takesName ? 2 : 1;
  }
  const [first, ...rest] = args.slice(index);
  if (isScript) {
    // The first operand after the script is its $0.
    return start(first ?? '', context, { positional: rest.slice(1), errexit });
  }
  const text = first === undefined || first === '-' ? context.input : node.readFile(first, context);
  return start(text ?? '', { ...context, input: undefined }, { positional: rest, errexit });
}
