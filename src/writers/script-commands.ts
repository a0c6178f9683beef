import { isSysctlKey, sysctlKey } from '../cluster/sysctl-key';
import { moduleOfSysctl } from '../facts/sysctl-modules';
import { bootFileKind, isModuleName, moduleLines, sysctlLines } from './boot-files';
import { baseName, enterNamespaces, modprobeCall, operandsOf, sleepSeconds, sysctlCall, withoutPrefix } from './command-arguments';
import {
  asksKubeProxy, both, decided, implies, modulesBehindKey, modulesBehindPath, modulesInPattern, testOutcome, UNDECIDED, type Outcome,
} from './script-conditions';
import {
  isKnown, UNKNOWN, type Chamber, type EffectTiming, type EndlessLoop, type ScriptEffect, type ScriptSetting,
} from './script-effects';
import { Flow, KUBE_PROXY, type Departure } from './script-flow';
import { fieldsOfWord, textOfWord, type ExpansionScope } from './shell-expansion';
import { MAX_SCRIPT_LENGTH, parseScript } from './shell-parser';
import type { Redirection, ShellNode, ShellWord, SimpleCommand } from './shell-syntax';

/** What a command prints, as far as it is known. */
export interface Sink {
  text: string;
}

/** Where a command stands in its script. */
export interface Context {
  readonly chamber: Chamber;
  readonly loop: EndlessLoop | undefined;
  /** In a loop that ends once something holds. */
  readonly retried: boolean;
  /** Whether the command's failure is the script's, or keeps other writes and loads from happening. */
  readonly decisive: boolean;
  /** Where `set -e` does not count. */
  readonly condition: boolean;
  readonly background: boolean;
  /** Where its output goes, if anybody looks at it. */
  readonly sink: Sink | undefined;
  readonly input: string | undefined;
  /** How many scripts, functions and substitutions it is in. */
  readonly depth: number;
  /** Place of the command in the outermost script; `undefined` there. */
  readonly offset: number | undefined;
}

const MAX_DEPTH = 8;
/** Commands, effects and characters of nested scripts after which reading stops: no script of a node comes near. */
const MAX_COMMANDS = 20_000;
const MAX_EFFECTS = 4_096;
const MAX_PARSED = 4 * MAX_SCRIPT_LENGTH;
const MAX_PRINTED = 64 * 1024;

type Handler = (args: readonly string[], context: Context, program: string) => Outcome;

/** Runs single commands of a script in thought, and notes what they do to the node. */
export abstract class CommandReader {
  readonly effects: ScriptEffect[] = [];
  protected readonly flow: Flow;
  private commands = 0;
  private parsed = 0;
  /** What the script itself wrote, by path. */
  private readonly files = new Map<string, string>();
  /** Sysctls that the words of the present command look at. */
  private readKeys: string[] = [];

  constructor(protected readonly setting: ScriptSetting) {
    this.flow = new Flow(setting.environment.variables);
  }

  script(text: string, context: Context): Outcome {
    this.parsed += text.length;
    return this.parsed > MAX_PARSED ? UNDECIDED : this.walk(parseScript(text), context);
  }

  protected abstract walk(node: ShellNode, context: Context): Outcome;

  /** Leaves the straight line. */
  protected abstract depart(departure: Departure): void;

  /** What reads a variable-dependent command once for each value. */
  protected abstract eachAlternative(name: string, values: readonly string[], walk: () => void): void;

  protected exhausted(): boolean {
    return this.commands > MAX_COMMANDS || this.effects.length > MAX_EFFECTS;
  }

  protected simpleCommand(command: SimpleCommand, outer: Context): Outcome {
    this.commands += 1;
    const context = { ...outer, offset: outer.offset ?? command.words[0]?.offset ?? command.redirections[0]?.target.offset };
    const varying = variablesOf(command).find((name) => this.flow.alternatives(name) !== undefined);
    const alternatives = varying === undefined ? undefined : this.flow.alternatives(varying);
    if (varying === undefined || alternatives === undefined) {
      return this.expanded(command, context);
    }
    this.eachAlternative(varying, alternatives, () => this.expanded(command, context));
    return UNDECIDED;
  }

  private expanded(command: SimpleCommand, context: Context): Outcome {
    const readBefore = this.readKeys;
    this.readKeys = [];
    for (const { name, value } of command.assignments) {
      const texts = value.elements?.flatMap((element) => this.fieldsOf(element, context)) ?? [this.textOf(value, context)];
      this.flow.assign(name, texts.join(' '));
      if (this.dependsOnKernel(value)) {
        this.flow.kernelDependent.add(name);
      }
    }
    const argv = command.words.flatMap((word) => this.fieldsOf(word, context));
    const outcome = this.withRedirections(command.redirections, context, (inner) => (argv.length === 0 ? UNDECIDED : this.run(argv, inner)));
    this.readKeys = readBefore;
    return outcome;
  }

  protected fieldsOf(word: ShellWord, context: Context): string[] {
    return fieldsOfWord(word, this.scope(context));
  }

  protected textOf(word: ShellWord, context: Context): string {
    return textOfWord(word, this.scope(context));
  }

  private scope(context: Context): ExpansionScope {
    return {
      variable: (name) => this.flow.value(name),
      output: (script) => {
        const sink: Sink = { text: '' };
        this.nested(context, (inner) => this.flow.apart(() => {
          this.script(script, { ...inner, sink, decisive: false, condition: true, input: undefined });
        }));
        return sink.text;
      },
    };
  }

  private nested(context: Context, walk: (inner: Context) => void): void {
    if (context.depth < MAX_DEPTH) {
      walk({ ...context, depth: context.depth + 1 });
    } else if (context.sink !== undefined) {
      context.sink.text += UNKNOWN;
    }
  }

  protected dependsOnKernel(word: ShellWord): boolean {
    return KERNEL_QUESTION.test(word.raw)
      || word.parts.some((part) => part.kind === 'variable' && this.flow.kernelDependent.has(part.name));
  }

  protected withRedirections(redirections: readonly Redirection[], context: Context, walk: (inner: Context) => Outcome): Outcome {
    let inner = context;
    let written: { readonly path: string; readonly append: boolean } | undefined;
    let implied = UNDECIDED;
    for (const { operator, descriptor, target } of redirections) {
      const text = this.textOf(target, context);
      if (text.startsWith('/dev/tcp/') && asksKubeProxy('nc', [text])) {
        implied = implies([KUBE_PROXY]);
      } else if (operator === '<') {
        implied = implies(this.look(text, context));
        inner = { ...inner, input: this.readFile(text, context) ?? UNKNOWN };
      } else if (operator === '<<' || operator === '<<<') {
        inner = { ...inner, input: operator === '<<' ? text : `${text}\n` };
      } else if ((operator === '>' || operator === '>>') && descriptor === 1) {
        written = { path: text, append: operator === '>>' };
        inner = { ...inner, sink: { text: '' } };
      }
    }
    const outcome = walk(inner);
    const writing = written === undefined ? UNDECIDED : this.writeFile(written.path, inner.sink?.text ?? '', written.append, context);
    return both(both(outcome, writing), implied);
  }

  run(argv: readonly string[], context: Context): Outcome {
    const [program, ...args] = withoutPrefix(argv);
    if (program === undefined || !isKnown(program)) {
      return this.print(UNKNOWN, context);
    }
    const name = baseName(program);
    const declared = this.flow.functions.get(program);
    if (declared !== undefined) {
      return this.call(declared, args, context);
    }
    const handler = Object.hasOwn(this.handlers, name) ? this.handlers[name] : undefined;
    if (handler !== undefined) {
      return handler(args, context, name);
    }
    const script = program.includes('/') ? this.readFile(program, context) : undefined;
    return script === undefined ? this.unknownProgram(args, context, name) : this.shell(script, args, false, context);
  }

  private call(body: ShellNode, args: readonly string[], context: Context): Outcome {
    let outcome = UNDECIDED;
    const { positional } = this.flow;
    this.nested(context, (inner) => {
      this.flow.positional = args;
      outcome = this.walk(body, inner);
      this.flow.positional = positional;
      if (this.flow.left === 'returns') {
        this.flow.left = undefined;
      }
    });
    return outcome;
  }

  private shell(script: string, positional: readonly string[], errexit: boolean, context: Context): Outcome {
    let outcome = UNDECIDED;
    this.nested(context, (inner) => this.flow.apart(() => {
      this.flow.positional = positional;
      this.flow.errexit = errexit;
      outcome = this.script(script, { ...inner, condition: false });
    }));
    return outcome;
  }

  /** A program that is not looked into. What it is told to read counts as looked at. */
  private unknownProgram(args: readonly string[], context: Context, program: string): Outcome {
    const asked = asksKubeProxy(program, args);
    if (asked && args.some((argument) => argument.startsWith('--retry'))) {
      this.flow.learn([KUBE_PROXY], 'waited');
    }
    const facts = args.flatMap((argument) => this.look(argument, context));
    this.print(UNKNOWN, context);
    return implies(asked ? [...facts, KUBE_PROXY] : facts);
  }

  private readonly handlers: Readonly<Record<string, Handler>> = {
    'modprobe': (args, context) => {
      const { modules, directory } = modprobeCall(args);
      modules.slice(0, MAX_EFFECTS).forEach((module) => this.loadModule(module, `${directory}/lib/modules`, context));
      return implies(modules);
    },
    'insmod': (args, context) => {
      const path = operandsOf(args)[0] ?? '';
      const module = baseName(path).replace(/\.ko(\.\w+)?$/, '').replaceAll('-', '_');
      this.loadModule(module, undefined, context);
      return implies([module]);
    },
    'sysctl': (args, context) => this.sysctl(args, context),
    'systemd-sysctl': (_, context) => this.applySystemFiles('sysctl.d', context),
    'systemd-modules-load': (_, context) => this.applySystemFiles('modules-load.d', context),
    'systemctl': (args, context) => this.restartService(args, context),
    'service': (args, context) => this.restartService(args, context),
    'echo': (args, context) => this.print(echoed(args), context),
    'printf': (args, context) => this.print(formatted(args), context),
    'cat': (args, context) => this.cat(args, context),
    'tee': (args, context) => {
      const text = context.input ?? UNKNOWN;
      this.print(text, context);
      return operandsOf(args).map((path) => this.writeFile(path, text, args.includes('-a'), context)).reduce(both, UNDECIDED);
    },
    'dd': (args, context) => {
      const path = args.find((argument) => argument.startsWith('of='))?.slice('of='.length);
      return path === undefined ? UNDECIDED : this.writeFile(path, context.input ?? UNKNOWN, false, context);
    },
    'cp': (args, context) => this.copy(args, context),
    'install': (args, context) => this.copy(args, context),
    'mv': (args, context) => this.copy(args, context),
    'grep': (args, context) => this.grep(args, context),
    'egrep': (args, context) => this.grep(args, context),
    'read': (args, context) => {
      const value = context.input?.split('\n', 1)[0].trim() ?? UNKNOWN;
      const names = args.filter((argument) => /^[A-Za-z_]\w*$/.test(argument));
      names.forEach((name) => this.flow.assign(name, names.length === 1 ? value : UNKNOWN));
      return UNDECIDED;
    },
    'sleep': (args, context) => {
      if (args[0] === 'infinity' || args[0] === 'inf') {
        this.depart('ends');
      } else if (context.loop !== undefined && !context.retried) {
        context.loop.seconds += sleepSeconds(args);
      }
      return UNDECIDED;
    },
    'true': () => decided(true),
    ':': () => decided(true),
    'false': () => decided(false),
    'test': (args, context) => this.test(args, context),
    '[': (args, context) => this.test(args.slice(0, -1), context),
    '[[': (args, context) => this.test(args.slice(0, -1), context),
    'set': (args) => {
      this.setOptions(args);
      return UNDECIDED;
    },
    'export': (args) => this.declare(args),
    'local': (args) => this.declare(args),
    'readonly': (args) => this.declare(args),
    'declare': (args) => this.declare(args),
    'typeset': (args) => this.declare(args),
    'shift': () => {
      this.flow.positional = this.flow.positional.slice(1);
      return UNDECIDED;
    },
    'exit': (args) => this.leave(args[0] === undefined || args[0] === '0' || !isKnown(args[0]) ? 'ends' : 'fails'),
    'return': () => this.leave('returns'),
    'break': () => this.leave('breaks'),
    'continue': () => this.leave('continues'),
    'exec': (args, context) => {
      const outcome = args.length === 0 ? UNDECIDED : this.run(args, context);
      return args.length === 0 ? outcome : this.leave('ends');
    },
    'eval': (args, context) => {
      let outcome = UNDECIDED;
      this.nested(context, (inner) => {
        outcome = this.script(args.join(' '), inner);
      });
      return outcome;
    },
    '.': (args, context) => this.source(args, context),
    'source': (args, context) => this.source(args, context),
    'sh': (args, context) => this.shellProgram(args, context),
    'bash': (args, context) => this.shellProgram(args, context),
    'ash': (args, context) => this.shellProgram(args, context),
    'dash': (args, context) => this.shellProgram(args, context),
    'chroot': (args, context) => {
      const [root = '', ...command] = operandsOf(args);
      const chamber = { ...context.chamber, root: context.chamber.root + root.replace(/\/+$/, '') };
      return this.run(command.length > 0 ? command : ['sh'], { ...context, chamber });
    },
    'nsenter': (args, context) => {
      const { chamber, command } = enterNamespaces(args, context.chamber);
      return this.run(command.length > 0 ? command : ['sh'], { ...context, chamber });
    },
    'xargs': (args, context) => this.xargs(args, context),
    'watch': (args, context) => {
      const interval = /^-n ?(\d+)$/.exec(args.slice(0, 2).join(' '))?.[1] ?? /^-n ?(\d+)$/.exec(args[0] ?? '')?.[1] ?? '2';
      const loop: EndlessLoop = { seconds: Number(interval), reads: new Set() };
      return this.run(['sh', '-c', operandsOf(args, 'n').join(' ')], { ...context, loop, decisive: false });
    },
    'kube-proxy': (args, context) => this.startKubeProxy(args, context),
    'hyperkube': (args, context) => (/^(kube-)?proxy$/.test(args[0] ?? '') ? this.startKubeProxy(args, context) : UNDECIDED),
  };

  private leave(departure: Departure): Outcome {
    this.depart(departure);
    return UNDECIDED;
  }

  private declare(args: readonly string[]): Outcome {
    for (const argument of args) {
      const match = /^([A-Za-z_]\w*)=/.exec(argument);
      if (match !== null) {
        this.flow.assign(match[1], argument.slice(match[0].length));
      }
    }
    return UNDECIDED;
  }

  private setOptions(args: readonly string[]): void {
    const end = args.indexOf('--');
    if (end >= 0) {
      this.flow.positional = args.slice(end + 1);
    }
    for (const option of end < 0 ? args : args.slice(0, end)) {
      if (option === 'errexit' || /^[-+][a-z]*e/.test(option)) {
        this.flow.errexit = !option.startsWith('+') && !args.includes('+o');
      }
    }
  }

  private test(args: readonly string[], context: Context): Outcome {
    const looked = this.readKeys.flatMap(modulesBehindKey);
    return both(testOutcome(args, (path) => this.nodePath(path, context)), implies(looked));
  }

  private shellProgram(args: readonly string[], context: Context): Outcome {
    let index = 0;
    let command = false;
    let errexit = false;
    while (index < args.length && /^[-+]./.test(args[index])) {
      const option = args[index];
      const letters = option.startsWith('--') ? '' : option.slice(1);
      command ||= letters.includes('c');
      errexit ||= letters.includes('e') || (letters.endsWith('o') && args[index + 1] === 'errexit');
      index += letters.endsWith('o') ? 2 : 1;
    }
    const [first, ...rest] = args.slice(index);
    if (command) {
      // The first operand after the script is its $0.
      return this.shell(first ?? '', rest.slice(1), errexit, context);
    }
    const script = first === undefined || first === '-' ? context.input : this.readFile(first, context);
    return this.shell(script ?? '', rest, errexit, { ...context, input: undefined });
  }

  private source(args: readonly string[], context: Context): Outcome {
    const text = args[0] === undefined ? undefined : this.readFile(args[0], context);
    let outcome = UNDECIDED;
    this.nested(context, (inner) => {
      outcome = this.script(text ?? '', inner);
    });
    return outcome;
  }

  private xargs(args: readonly string[], context: Context): Outcome {
    const input = context.input ?? UNKNOWN;
    const replaced = /^-I ?(\S+)/.exec(args.slice(0, 2).join(' '))?.[1];
    const command = operandsOf(args, 'nLPIsd');
    const fields = input.split(/\s+/).filter((field) => field !== '').slice(0, 256);
    const inner = { ...context, input: undefined };
    if (command.length === 0) {
      return UNDECIDED;
    }
    if (replaced === undefined && !args.some((argument) => /^-[nL]/.test(argument))) {
      return this.run([...command, ...fields], inner);
    }
    fields.forEach((field) => this.exhausted() || this.run(replaced === undefined ? [...command, field] : command.map((word) => word.replaceAll(replaced, field)), inner));
    return UNDECIDED;
  }

  private sysctl(args: readonly string[], context: Context): Outcome {
    const { writes, reads, files, system } = sysctlCall(args);
    const facts = reads.flatMap((key) => this.lookAtKey(sysctlKey(key), context));
    if (reads.length > 0) {
      this.print(UNKNOWN, context);
    }
    writes.forEach(({ key, value }) => this.writeSysctl(sysctlKey(key), value, context));
    files.forEach((path) => this.applySysctlFile(this.readFile(path, context), context));
    if (system) {
      this.applySystemFiles('sysctl.d', context);
    }
    return implies([...facts, ...writes.flatMap(({ key }) => modulesBehindKey(sysctlKey(key)))]);
  }

  private applySysctlFile(text: string | undefined, context: Context): void {
    const lines = sysctlLines(text ?? '');
    this.commands += lines.length;
    lines.forEach(({ key, value }) => this.writeSysctl(key, value, context));
  }

  private restartService(args: readonly string[], context: Context): Outcome {
    if (args.some((argument) => /^(systemd-sysctl|procps)(\.service)?$/.test(argument))) {
      return this.applySystemFiles('sysctl.d', context);
    }
    return args.some((argument) => /^systemd-modules-load(\.service)?$/.test(argument)) ? this.applySystemFiles('modules-load.d', context) : UNDECIDED;
  }

  /** What the script itself put where the system's own services look. */
  private applySystemFiles(kind: 'sysctl.d' | 'modules-load.d', context: Context): Outcome {
    for (const [path, text] of this.files) {
      if (bootFileKind(path) === kind && kind === 'sysctl.d') {
        this.applySysctlFile(text, context);
      } else if (bootFileKind(path) === kind) {
        moduleLines(text).forEach(({ module }) => this.loadModule(module, '/lib/modules', context));
      }
    }
    return UNDECIDED;
  }

  private cat(args: readonly string[], context: Context): Outcome {
    const paths = operandsOf(args);
    if (paths.length === 0) {
      return this.print(context.input ?? UNKNOWN, context);
    }
    const facts = paths.flatMap((path) => this.look(path, context));
    paths.forEach((path) => this.print(path === '-' ? context.input ?? UNKNOWN : this.readFile(path, context) ?? UNKNOWN, context));
    return implies(facts);
  }

  private copy(args: readonly string[], context: Context): Outcome {
    const operands = operandsOf(args, 'mogt');
    const to = operands[operands.length - 1] ?? '';
    operands.slice(0, -1).forEach((from) => {
      const text = this.readFile(from, context);
      if (text !== undefined) {
        this.writeFile(/\.\w+$/.test(baseName(to)) && !to.endsWith('.d') ? to : `${to.replace(/\/$/, '')}/${baseName(from)}`, text, false, context);
      }
    });
    return UNDECIDED;
  }

  private grep(args: readonly string[], context: Context): Outcome {
    const facts = args.flatMap((argument) => this.look(argument, context));
    this.print(UNKNOWN, context);
    if (args.some((argument) => /^-\w*v/.test(argument))) {
      return UNDECIDED;
    }
    const files = args.filter((argument) => argument.startsWith('/'));
    const fromModules = files.length === 0 || files.some((file) => file.endsWith('/modules'));
    const asked = asksKubeProxy('grep', args) ? [KUBE_PROXY] : [];
    return implies([...facts, ...asked, ...(fromModules ? modulesInPattern(args) : [])]);
  }

  private startKubeProxy(args: readonly string[], context: Context): Outcome {
    if (args.some((argument) => /^--(cleanup|version|help|init-only|write-config-to)/.test(argument))) {
      return UNDECIDED;
    }
    this.effects.forEach((effect) => {
      effect.kubeProxy ??= effect.background ? 'with' : 'before';
    });
    this.flow.kubeProxyRuns ||= context.background;
    return UNDECIDED;
  }

  /** Facts that follow when a path that is only looked at is there. */
  private look(path: string, context: Context): string[] {
    const node = path.startsWith('/') && isKnown(path) ? this.nodePath(path, context) : undefined;
    if (node === undefined) {
      return [];
    }
    return node.startsWith('/proc/sys/') ? this.lookAtKey(sysctlKey(node), context) : modulesBehindPath(node);
  }

  private lookAtKey(key: string, context: Context): string[] {
    context.loop?.reads.add(key);
    this.readKeys.push(key);
    return modulesBehindKey(key);
  }

  protected nodePath(path: string, { chamber }: Context): string | undefined {
    return chamber.nodeMounts ? path : this.setting.environment.nodePath(chamber.root + path);
  }

  private readFile(path: string, { chamber }: Context): string | undefined {
    return this.files.get(path) ?? (chamber.nodeMounts ? undefined : this.setting.environment.readFile(chamber.root + path));
  }

  private writeFile(path: string, text: string, append: boolean, context: Context): Outcome {
    if (!path.startsWith('/') || !isKnown(path)) {
      return UNDECIDED;
    }
    const node = this.nodePath(path, context);
    if (node?.startsWith('/proc/sys/')) {
      const key = sysctlKey(node);
      this.writeSysctl(key, text, context, path);
      return implies(modulesBehindKey(key));
    }
    const whole = append ? `${this.files.get(path) ?? ''}${text}` : text;
    if (whole.length <= MAX_PRINTED) {
      this.files.set(path, whole);
    }
    if (node !== undefined && bootFileKind(node) !== undefined) {
      this.effects.push({ kind: 'file', path: node, text: whole, ...this.timing(true, context) });
    }
    return UNDECIDED;
  }

  private writeSysctl(key: string, value: string, context: Context, path = `/proc/sys/${key.replaceAll('.', '/')}`): void {
    if (!isSysctlKey(key)) {
      return;
    }
    const module = moduleOfSysctl(key);
    const inLoop = context.loop !== undefined;
    const ready = module === undefined || context.retried || inLoop || this.flow.holds(module, inLoop) || this.flow.holds(KUBE_PROXY, inLoop);
    this.effects.push({
      kind: 'sysctl',
      key,
      value: isKnown(value) && value.trim() !== '' ? value.trim() : undefined,
      path: context.chamber.nodeMounts ? path : context.chamber.root + path,
      ...this.timing(ready, context),
    });
  }

  private loadModule(module: string, tree: string | undefined, context: Context): void {
    if (!isModuleName(module)) {
      return;
    }
    const counts = context.decisive || context.retried || (this.flow.errexit && !context.condition);
    this.effects.push({ kind: 'module', module, tree, tolerant: !counts, ...this.timing(true, context) });
    this.flow.load(module);
  }

  private timing(ready: boolean, context: Context): EffectTiming {
    return {
      offset: context.offset ?? 0,
      chamber: context.chamber,
      loop: context.loop,
      background: context.background,
      afterKubeProxy: this.flow.holds(KUBE_PROXY, context.loop !== undefined),
      ready,
      kubeProxy: this.flow.kubeProxyRuns ? 'with' : undefined,
    };
  }

  private print(text: string, { sink }: Context): Outcome {
    if (sink !== undefined) {
      sink.text = sink.text.length + text.length > MAX_PRINTED ? UNKNOWN : sink.text + text;
    }
    return UNDECIDED;
  }
}

/** Parts of words that take a script's course from the kernel or the distribution. */
export const KERNEL_QUESTION = /\b(?:uname|osrelease|os-release|redhat-release|modinfo)\b|\/proc\/version|modules\.(?:dep|builtin)/;

function variablesOf(command: SimpleCommand): string[] {
  const words = [...command.words, ...command.redirections.map(({ target }) => target)];
  return words.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : [])));
}

function echoed(args: readonly string[]): string {
  const first = args.findIndex((argument) => !/^-[neE]+$/.test(argument));
  const options = args.slice(0, first < 0 ? args.length : first).join('');
  const text = args.slice(first < 0 ? args.length : first).join(' ');
  return (options.includes('e') ? unescaped(text) : text) + (options.includes('n') ? '' : '\n');
}

function formatted([format, ...args]: readonly string[]): string {
  const template = unescaped(format ?? '');
  const holes = template.match(/%[sd]/g)?.length ?? 0;
  if (template.replace(/%[sd]/g, '').includes('%')) {
    return UNKNOWN;
  }
  if (holes === 0) {
    return template;
  }
  const turns = Math.max(1, Math.ceil(args.length / holes));
  return Array.from({ length: turns }, (_, turn) => {
    let next = turn * holes;
    return template.replace(/%[sd]/g, () => args[next++] ?? '');
  }).join('');
}

function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}
