import { UNKNOWN } from '../../kubernetes/unknown-text';
import { baseName, operandsOf } from '../../shell/wrapped-command';
import { asksKubeProxy, both, implies, modulesInPattern, OPEN, testOutcome, UNDECIDED } from './script-conditions';
import { print, printUnknown } from './script-context';
import type { Command } from './script-command';
import { KUBE_PROXY } from './script-flow';

/** Programs that print, read, copy and compare text. */
export const TEXT_COMMANDS: Readonly<Record<string, Command>> = {
  'echo': (args, context) => print(echoed(args), context),
  'printf': (args, context) => print(formatted(args), context),
  'cat': (args, context, { node }) => {
    const paths = operandsOf(args);
    const read = (path: string): string => (path === '-' ? context.input : node.readFile(path, context)) ?? `${UNKNOWN}\n`;
    const looked = paths.flatMap((path) => node.look(path, context));
    (paths.length > 0 ? paths : ['-']).forEach((path) => print(read(path), context));
    return implies(looked);
  },
  'tee': (args, context, { node }) => {
    const text = context.input ?? UNKNOWN;
    print(text, context);
    return operandsOf(args).map((path) => node.writeFile(path, text, args.includes('-a'), context)).reduce(both, UNDECIDED);
  },
  'dd': (args, context, { node }) => {
    const output = args.find((argument) => argument.startsWith('of='))?.slice('of='.length);
    return output === undefined ? UNDECIDED : node.writeFile(output, context.input ?? UNKNOWN, false, context);
  },
  'crontab': (args, context, { node }) => {
    const source = operandsOf(args, 'u')[0];
    if (args.includes('-l') || source === undefined) {
      return printUnknown(context);
    }
    return node.writeFile('/var/spool/cron/root', (source === '-' ? context.input : node.readFile(source, context)) ?? UNKNOWN, false, context);
  },
  'cp': copy,
  'mv': copy,
  'install': copy,
  'grep': grep,
  'egrep': grep,
  'fgrep': grep,
  'test': test,
  '[': (args, context, shell) => test(args.slice(0, -1), context, shell),
  '[[': (args, context, shell) => test(args.slice(0, -1), context, shell),
};

function test(...[args, context, { node }]: Parameters<Command>): typeof UNDECIDED {
  return testOutcome(args, { nodePath: (path) => node.pathOf(path, context), shown: node.shown });
}

function grep(...[args, context, { node }]: Parameters<Command>): typeof UNDECIDED {
  const looked = args.flatMap((argument) => node.look(argument, context));
  printUnknown(context);
  if (args.some((argument) => /^-\w*v/.test(argument))) {
    return OPEN;
  }
  const files = args.filter((argument) => argument.startsWith('/'));
  const listsModules = files.length === 0 || files.some((file) => file.endsWith('/modules'));
  const shown = [...looked, ...(asksKubeProxy('grep', args) ? [KUBE_PROXY] : []), ...(listsModules ? modulesInPattern(args) : [])];
  return shown.length === 0 ? OPEN : implies(shown);
}

function copy(...[args, context, { node }]: Parameters<Command>): typeof UNDECIDED {
  const operands = operandsOf(args, 'mogt');
  const target = operands[operands.length - 1] ?? '';
  const isFile = /\.\w+$/.test(baseName(target)) && !target.endsWith('.d');
  operands.slice(0, -1).forEach((source) => {
    const text = node.readFile(source, context);
    if (text !== undefined) {
      node.writeFile(isFile ? target : `${target.replace(/\/$/, '')}/${baseName(source)}`, text, false, context);
    }
  });
  return UNDECIDED;
}

function echoed(args: readonly string[]): string {
  const words = args.findIndex((argument) => !/^-[neE]+$/.test(argument));
  const first = words < 0 ? args.length : words;
  const options = args.slice(0, first).join('');
  const text = args.slice(first).join(' ');
  return (options.includes('e') ? unescaped(text) : text) + (options.includes('n') ? '' : '\n');
}

/** printf with `%s` and `%d`; the format is used again until there are no arguments left. */
function formatted([format = '', ...args]: readonly string[]): string {
  const template = unescaped(format);
  const holes = template.match(/%[sd]/g)?.length ?? 0;
  if (template.replace(/%[sd]/g, '').includes('%')) {
    return UNKNOWN;
  }
  const turns = holes === 0 ? 1 : Math.max(1, Math.ceil(args.length / holes));
  return Array.from({ length: turns }, (_, turn) => {
    let next = turn * holes;
    return template.replace(/%[sd]/g, () => args[next++] ?? '');
  }).join('');
}

function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}
