import { fieldsOfWord, textOfWord, type ExpansionScope } from '../../shell/expansion';
import { MAX_SCRIPT_LENGTH, parseScript } from '../../shell/parser';
import type { Redirection, ShellNode, ShellWord, SimpleCommand } from '../../shell/syntax';
import { UNKNOWN } from '../../kubernetes/unknown-text';
import { baseName, withoutPrefix } from '../../shell/wrapped-command';
import { NodeEffects } from './node-effects';
import type { Shell, ShellOptions } from './script-command';
import { commandNamed } from './script-commands';
import { asksKubeProxy, implies, UNDECIDED, type Outcome } from './script-conditions';
import { printUnknown, unheeded, type Context, type Sink } from './script-context';
import type { ScriptSetting } from './script-effects';
import { Flow, KUBE_PROXY, type Departure } from './script-flow';

/** How a script is read apart from its single commands. */
export interface ControlFlow {
  readonly walk: (node: ShellNode, context: Context) => Outcome;
  readonly leave: (departure: Departure) => void;
  /** Reads something once for each value that a variable may have. */
  readonly eachAlternative: (name: string, values: readonly string[], walk: () => void) => void;
}

const MAX_DEPTH = 8;
/** Commands, and characters of nested scripts, after which reading stops: no script for a node comes near. */
const MAX_COMMANDS = 20_000;
const MAX_PARSED = 4 * MAX_SCRIPT_LENGTH;

/** Runs the single commands of a script in thought. */
export class CommandRunner implements Shell {
  readonly flow: Flow;
  readonly node: NodeEffects;
  private commands = 0;
  private parsed = 0;

  constructor({ environment, known }: ScriptSetting, private readonly control: ControlFlow) {
    this.flow = new Flow(environment.variables, known);
    this.node = new NodeEffects(environment, this.flow);
  }

  get exhausted(): boolean {
    return this.commands > MAX_COMMANDS || this.parsed > MAX_PARSED || this.node.full;
  }

  simpleCommand(command: SimpleCommand, outer: Context): Outcome {
    this.commands += 1;
    const context = { ...outer, offset: outer.offset ?? (command.words[0] ?? command.redirections[0]?.target)?.offset };
    const varying = variablesOf(command).find((name) => this.flow.alternatives(name).length > 1);
    if (varying === undefined) {
      return this.expanded(command, context);
    }
    this.control.eachAlternative(varying, this.flow.alternatives(varying), () => this.expanded(command, context));
    return UNDECIDED;
  }

  private expanded(command: SimpleCommand, context: Context): Outcome {
    const shownBefore = this.node.shown;
    this.node.shown = [];
    for (const { name, value } of command.assignments) {
      const texts = value.elements?.flatMap((element) => this.fieldsOf(element, context)) ?? [this.textOf(value, context)];
      this.flow.assign(name, texts.join(' '));
      this.flow.shows.set(name, this.node.shown);
    }
    const argv = command.words.flatMap((word) => this.fieldsOf(word, context));
    const outcome = this.redirected(command.redirections, context, (inner) => (argv.length === 0 ? UNDECIDED : this.run(argv, inner)));
    this.node.shown = shownBefore;
    return outcome;
  }

  fieldsOf(word: ShellWord, context: Context): string[] {
    return fieldsOfWord(word, this.scope(context));
  }

  textOf(word: ShellWord, context: Context): string {
    return textOfWord(word, this.scope(context));
  }

  private scope(context: Context): ExpansionScope {
    return {
      variable: (name) => {
        this.node.shows(this.flow.shows.get(name) ?? []);
        return this.flow.value(name);
      },
      output: (script) => {
        const sink: Sink = { text: '' };
        const { whenTrue } = this.start(script, unheeded({ ...context, sink, input: undefined }), { positional: this.flow.positional });
        this.node.shows(whenTrue);
        return sink.text;
      },
    };
  }

  /** Walks with input and output turned where the redirections say, and writes what was printed. */
  redirected(redirections: readonly Redirection[], context: Context, walk: (inner: Context) => Outcome): Outcome {
    let inner = context;
    let implied: readonly string[] = [];
    let target: { readonly path: string; readonly append: boolean } | undefined;
    for (const { operator, descriptor, target: word } of redirections) {
      const text = this.textOf(word, context);
      if (text.startsWith('/dev/tcp/') && asksKubeProxy('nc', [text])) {
        implied = [KUBE_PROXY];
      } else if (operator === '<') {
        implied = this.node.look(text, context);
        inner = { ...inner, input: this.node.readFile(text, context) ?? UNKNOWN };
      } else if (operator === '<<' || operator === '<<<') {
        inner = { ...inner, input: operator === '<<' ? text : `${text}\n` };
      } else if ((operator === '>' || operator === '>>') && descriptor === 1) {
        target = { path: text, append: operator === '>>' };
        inner = { ...inner, sink: { text: '' } };
      }
    }
    const outcome = implies(implied, walk(inner));
    const written = target && this.node.writeFile(target.path, inner.sink?.text ?? '', target.append, context);
    return implies(written?.whenTrue ?? [], outcome);
  }

  readonly run = (argv: readonly string[], context: Context): Outcome => {
    const [program, ...args] = withoutPrefix(argv);
    if (program === undefined || this.exhausted) {
      return printUnknown(context);
    }
    const declared = this.flow.functions.get(program);
    if (declared !== undefined) {
      return this.call(declared, args, context);
    }
    const command = commandNamed(baseName(program));
    if (command !== undefined) {
      return command(args, context, this);
    }
    const script = program.includes('/') ? this.node.readFile(program, context) : undefined;
    return script === undefined ? this.runUnknown(baseName(program), args, context) : this.start(script, context, { positional: args });
  };

  /** A program that is not looked into. What it is told to read counts as looked at. */
  private runUnknown(program: string, args: readonly string[], context: Context): Outcome {
    const asked = asksKubeProxy(program, args);
    if (asked && args.some((argument) => argument.startsWith('--retry'))) {
      this.flow.learn([KUBE_PROXY], 'waited');
    }
    const looked = args.flatMap((argument) => this.node.look(argument, context));
    printUnknown(context);
    return implies(asked ? [...looked, KUBE_PROXY] : looked);
  }

  private call(body: ShellNode, args: readonly string[], context: Context): Outcome {
    return this.nested(context, (inner) => {
      const { positional } = this.flow;
      this.flow.positional = args;
      const outcome = this.control.walk(body, inner);
      this.flow.positional = positional;
      this.flow.left = this.flow.left === 'returns' ? undefined : this.flow.left;
      return outcome;
    });
  }

  readonly evaluate = (text: string, context: Context): Outcome => this.nested(context, (inner) => {
    this.parsed += text.length;
    return this.exhausted ? UNDECIDED : this.control.walk(parseScript(text), inner);
  });

  readonly start = (text: string, context: Context, { positional = [], errexit = false }: ShellOptions = {}): Outcome => this.flow.apart(() => {
    this.flow.positional = positional;
    this.flow.errexit = errexit;
    // Its own `set -e` ends it wherever it was started.
    return this.evaluate(text, errexit ? { ...context, condition: false } : context);
  });

  readonly leave = (departure: Departure): Outcome => {
    this.control.leave(departure);
    return UNDECIDED;
  };

  private nested(context: Context, walk: (inner: Context) => Outcome): Outcome {
    return context.depth < MAX_DEPTH ? walk({ ...context, depth: context.depth + 1 }) : printUnknown(context);
  }
}

function variablesOf(command: SimpleCommand): string[] {
  const words = [...command.words, ...command.redirections.map(({ target }) => target)];
  return words.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : [])));
}
