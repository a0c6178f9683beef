import { asksStatus, canEnd, canFail, isEndless, isNegated, looksEffective, someCommand, usesVariable } from '../../shell/search';
import type { AndOr, CaseNode, ForNode, GroupNode, IfNode, LoopNode, Pipeline, ShellList, ShellNode } from '../../shell/syntax';
import { isKnown, UNKNOWN } from '../../kubernetes/unknown-text';
import { CommandRunner } from './command-runner';
import { joinAlternatives, leaveOpen } from './effect-alternatives';
import { both, either, negated, UNDECIDED, union, type Outcome } from './script-conditions';
import { outermost, unheeded, type Context } from './script-context';
import type { EndlessLoop, ScriptEffect, ScriptReading, ScriptSetting } from './script-effects';
import type { Departure } from './script-flow';

/** What a shell script does to sysctls, modules and the files they are read from at boot. */
export function readScript(text: string, setting: ScriptSetting): ScriptReading {
  return reading(setting, (runner, context) => runner.evaluate(text, context));
}

/** The same for a command that no shell reads: the arguments are what they are. */
export function readCommand(argv: readonly string[], setting: ScriptSetting): ScriptReading {
  return reading(setting, (runner, context) => runner.run(argv, context));
}

function reading(setting: ScriptSetting, read: (runner: CommandRunner, context: Context) => void): ScriptReading {
  const { runner } = new ScriptReader(setting);
  read(runner, outermost(setting));
  return { effects: runner.node.all, files: runner.node.files, known: runner.flow.settled() };
}

/** One of several parts of a script of which one is taken. */
interface Branch {
  /** Facts that hold when it is. */
  readonly known: readonly string[];
  readonly body: ShellNode | undefined;
}

/** Follows a script's course: what comes after what, under which condition, and how often. */
class ScriptReader {
  readonly runner: CommandRunner;
  /** What is known at each `break` out of the loops that are being read, the innermost last. */
  private readonly breaks: (readonly string[])[][] = [];

  constructor(setting: ScriptSetting) {
    this.runner = new CommandRunner(setting, {
      walk: (node, context) => this.walk(node, context),
      leave: (departure) => this.leave(departure),
      eachAlternative: (name, values, walk) => {
        joinAlternatives(values.map((value) => this.effectsOf(() => this.flow.withAlternative(name, value, walk))));
      },
    });
  }

  private get flow(): CommandRunner['flow'] {
    return this.runner.flow;
  }

  private walk(node: ShellNode, context: Context): Outcome {
    if (this.runner.exhausted || this.flow.left !== undefined) {
      return UNDECIDED;
    }
    switch (node.kind) {
      case 'command':
        return this.runner.simpleCommand(node, context);
      case 'list':
        return this.list(node, context);
      case 'and-or':
        return this.andOr(node, context);
      case 'pipeline':
        return this.pipeline(node, context);
      case 'function':
        this.flow.functions.set(node.name, node.body);
        return UNDECIDED;
      default:
        return this.runner.redirected(node.redirections, context, (inner) => this.compound(node, inner));
    }
  }

  private compound(node: IfNode | CaseNode | LoopNode | ForNode | GroupNode, context: Context): Outcome {
    switch (node.kind) {
      case 'if':
        return this.ifNode(node, context);
      case 'case':
        return this.caseNode(node, context);
      case 'loop':
        return this.loop(node, context);
      case 'for':
        return this.forNode(node, context);
      case 'group':
        return this.group(node, context);
    }
  }

  private group(node: GroupNode, context: Context): Outcome {
    const outcome = node.subshell ? this.flow.apart(() => this.walk(node.body, context)) : this.walk(node.body, context);
    // (( x > 1 )) is arithmetic, and compares.
    return isNested(node) ? { ...outcome, open: true } : outcome;
  }

  private list({ items }: ShellList, context: Context): Outcome {
    let outcome = UNDECIDED;
    items.forEach(({ node, background }, index) => {
      if (background) {
        this.flow.aside(() => this.walk(node, { ...unheeded(context), background: true }));
        outcome = UNDECIDED;
      } else {
        const next = items[index + 1]?.node;
        outcome = this.walk(node, next === undefined ? context : { ...context, decisive: asksStatus(next) && canFail(next) });
      }
    });
    return outcome;
  }

  private andOr({ operands, operators }: AndOr, context: Context): Outcome {
    let outcome = UNDECIDED;
    const walkAll = (): void => operands.forEach((operand, index) => {
      const inner = operandContext(operands, operators, index, context);
      outcome = index === 0 ? this.walk(operand, inner) : this.operand(operand, operators[index - 1] === '&&', outcome, inner);
    });
    const effects = this.effectsOf(walkAll);
    if (operators.includes('||')) {
      joinAlternatives([effects]);
    }
    return outcome;
  }

  /** Walks what comes after `&&` or `||`, if it can come at all. */
  private operand(operand: ShellNode, and: boolean, before: Outcome, context: Context): Outcome {
    if (before.status !== undefined) {
      return before.status === and ? this.walk(operand, context) : before;
    }
    let after = UNDECIDED;
    let departed = false;
    const [taken, skipped] = and ? [before.whenTrue, before.whenFalse] : [before.whenFalse, before.whenTrue];
    this.flow.branch([
      {
        known: taken,
        walk: () => {
          const effects = this.effectsOf(() => {
            after = this.walk(operand, context);
          });
          if (before.open) {
            leaveOpen(effects);
          }
          departed = this.flow.left !== undefined;
        },
      },
      { known: skipped, walk: () => undefined },
    ]);
    if (departed) {
      return before;
    }
    return and ? both(before, after) : either(before, after);
  }

  private pipeline({ commands, negated: inverted }: Pipeline, context: Context): Outcome {
    const walkAll = (): Outcome => {
      let { input } = context;
      let outcome = UNDECIDED;
      let facts: readonly string[] = [];
      commands.forEach((command, index) => {
        const last = index === commands.length - 1;
        const sink = last ? context.sink : { text: '' };
        // `!` hides a failure, except from what the result decides.
        const heeded = last && (!inverted || context.condition);
        outcome = this.walk(command, { ...(heeded ? context : unheeded(context)), input, sink });
        facts = union(facts, outcome.whenTrue);
        input = sink?.text;
      });
      // `curl … | grep -q ok`: the answer shows what the first asked for.
      return { ...outcome, whenTrue: facts };
    };
    const outcome = commands.length > 1 ? this.flow.apart(walkAll) : walkAll();
    return inverted ? negated(outcome) : outcome;
  }

  private ifNode({ branches, otherwise }: IfNode, context: Context): Outcome {
    const taken: Branch[] = [];
    let excluded: readonly string[] = [];
    let isOpen = false;
    let triesAnother = false;
    for (const [index, { condition, body }] of branches.entries()) {
      triesAnother ||= looksEffective(condition);
      const onFailure = isNegated(condition) ? body : branches[index + 1]?.condition ?? otherwise;
      const decisive = onFailure !== undefined && canFail(onFailure);
      const { whenTrue, whenFalse, status, open } = this.walk(condition, { ...unheeded(context), decisive, sink: undefined });
      isOpen ||= open;
      if (status !== false) {
        taken.push({ known: union(excluded, whenTrue), body });
      }
      if (status === true) {
        return this.branches(taken, isOpen, context);
      }
      excluded = union(excluded, whenFalse);
    }
    return this.branches([...taken, { known: excluded, body: otherwise }], isOpen, triesAnother ? unheeded(context) : context);
  }

  private caseNode({ subject, branches }: CaseNode, context: Context): Outcome {
    const text = this.runner.textOf(subject, context);
    const literal = branches.every(({ patterns }) => patterns.every((pattern) => pattern === '*' || /^[\w./-]+$/.test(pattern)));
    if (isKnown(text) && literal) {
      const chosen = branches.find(({ patterns }) => patterns.some((pattern) => pattern === '*' || pattern === text));
      return chosen === undefined ? UNDECIDED : this.walk(chosen.body, context);
    }
    const bodies: Branch[] = branches.map(({ body }) => ({ known: [], body }));
    const complete = branches.some(({ patterns }) => patterns.includes('*'));
    return this.branches(complete ? bodies : [...bodies, { known: [], body: undefined }], true, context);
  }

  private branches(branches: readonly Branch[], isOpen: boolean, context: Context): Outcome {
    const effects: ScriptEffect[][] = [];
    this.flow.branch(branches.map(({ known, body }) => ({
      known,
      walk: () => {
        effects.push(this.effectsOf(() => body && this.walk(body, context)));
      },
    })));
    const acting = effects.filter(({ length }) => length > 0);
    joinAlternatives(acting);
    if (isOpen && acting.length < branches.length) {
      acting.forEach(leaveOpen);
    }
    return UNDECIDED;
  }

  /** The effects that something adds. */
  private effectsOf(walk: () => void): ScriptEffect[] {
    const { all } = this.runner.node;
    const start = all.length;
    walk();
    return all.slice(start);
  }

  private loop(node: LoopNode, context: Context): Outcome {
    const { until, condition, body } = node;
    const lines = linesRead(condition, context);
    if (lines !== undefined) {
      return this.eachValue(lines.variable, lines.values, body, context);
    }
    if (isEndless(node) && !canEnd(body)) {
      return this.endless(context, (inner) => {
        this.walk(condition, inner);
        this.walk(body, inner);
      });
    }
    const inner = { ...unheeded(context), retried: true };
    return this.untilBroken(() => {
      const { whenTrue, whenFalse } = this.walk(condition, { ...inner, sink: undefined });
      this.flow.branch([
        { known: until ? whenFalse : whenTrue, walk: () => this.walk(body, inner) },
        { known: [], walk: () => undefined },
      ]);
      return isEndless(node) ? [] : [until ? whenTrue : whenFalse];
    });
  }

  private endless(context: Context, walk: (inner: Context) => void): Outcome {
    const loop: EndlessLoop = { seconds: 0, reads: new Set() };
    walk({ ...context, loop, decisive: false, retried: false });
    // Nothing comes after it.
    this.flow.left ??= 'ends';
    return UNDECIDED;
  }

  /** Reads a loop that waits for something. What holds at each of its ends holds after it; `walk` gives the regular one. */
  private untilBroken(walk: () => readonly (readonly string[])[]): Outcome {
    const before = this.flow.known();
    this.breaks.push([]);
    const regular = walk();
    const ends = [...this.breaks.pop() ?? [], ...regular];
    if (this.flow.left === 'breaks' || this.flow.left === 'continues') {
      this.flow.left = undefined;
    }
    const [first, ...others] = ends;
    this.flow.learn((first ?? []).filter((fact) => !before.includes(fact) && others.every((end) => end.includes(fact))), 'waited');
    return UNDECIDED;
  }

  private forNode({ variable, words, endless, body, bodyText }: ForNode, context: Context): Outcome {
    if (endless && !canEnd(body)) {
      return this.endless(context, (inner) => this.walk(body, inner));
    }
    const values = words?.flatMap((word) => this.runner.fieldsOf(word, context)) ?? this.flow.positional;
    const each = usesVariable(bodyText, variable) && values.every(isKnown) ? values : values.slice(0, 1);
    if (!endless && !someCommand(body, ({ words: [program] }) => program?.raw === 'break', false)) {
      return this.eachValue(variable, each, body, context);
    }
    const inner = unheeded(context);
    return this.untilBroken(() => {
      if (each.length > 1) {
        // Tries one name after the other.
        joinAlternatives(each.map((value) => this.effectsOf(() => this.eachValue(variable, [value], body, inner))));
      } else {
        this.flow.assign(variable, each[0] ?? UNKNOWN);
        this.walk(body, { ...inner, retried: true });
      }
      return [];
    });
  }

  private eachValue(variable: string, values: readonly string[], body: ShellList, context: Context): Outcome {
    values.forEach((value, index) => {
      this.flow.assign(variable, value);
      this.walk(body, index === values.length - 1 ? context : { ...context, decisive: false });
      this.flow.left = this.flow.left === 'continues' ? undefined : this.flow.left;
    });
    return UNDECIDED;
  }

  private leave(departure: Departure): void {
    if (departure === 'breaks') {
      this.breaks.at(-1)?.push(this.flow.known());
    }
    this.flow.left = departure;
  }
}

/** Where an operand of a chain of `&&` and `||` stands: its failure counts as that of the chain, or where `|| exit 1` follows. */
function operandContext(operands: readonly ShellNode[], operators: AndOr['operators'], index: number, context: Context): Context {
  const firstOr = operators.indexOf('||');
  if (firstOr < 0) {
    return index === operands.length - 1 ? context : { ...context, condition: true };
  }
  return { ...context, decisive: index === firstOr && canFail(operands[index + 1]), condition: true };
}

function isNested({ subshell, body: { items } }: GroupNode): boolean {
  const [inner] = items;
  return subshell && items.length === 1 && inner.node.kind === 'group' && inner.node.subshell;
}

/** For `while read NAME` the lines of its input, where they are known. */
function linesRead(condition: ShellList, { input }: Context): { readonly variable: string; readonly values: readonly string[] } | undefined {
  const command = condition.items[0]?.node;
  const [program, ...args] = command?.kind === 'command' ? command.words.map(({ raw }) => raw) : [];
  const variable = args.find((argument) => /^[A-Za-z_]\w*$/.test(argument));
  return program === 'read' && variable !== undefined && input !== undefined && isKnown(input)
    ? { variable, values: input.split('\n').map((line) => line.trim()).filter((line) => line !== '') }
    : undefined;
}
