import { CommandReader, KERNEL_QUESTION, type Context } from './script-commands';
import { both, either, negated, UNDECIDED, type Outcome } from './script-conditions';
import { isKnown, UNKNOWN, type EndlessLoop, type ScriptEffect, type ScriptSetting } from './script-effects';
import type { Departure } from './script-flow';
import { canEnd, looksEffective, someCommand, wordsOf } from './shell-search';
import type { AndOr, CaseNode, ForNode, IfNode, LoopNode, Pipeline, ShellList, ShellNode, ShellWord } from './shell-syntax';

/** What a shell script does to sysctls, modules and the files they are read from at boot, in order. */
export function effectsOfScript(text: string, setting: ScriptSetting): readonly ScriptEffect[] {
  const reader = new ScriptReader(setting);
  reader.script(text, reader.context());
  return reader.effects;
}

/** The same for a command that no shell reads: the arguments are what they are. */
export function effectsOfCommand(argv: readonly string[], setting: ScriptSetting): readonly ScriptEffect[] {
  const reader = new ScriptReader(setting);
  reader.run(argv, reader.context());
  return reader.effects;
}

class ScriptReader extends CommandReader {
  /** What is known at each `break` out of the loops that are being read, the innermost last. */
  private readonly breaks: string[][][] = [];

  context(): Context {
    const { chamber, loop } = this.setting;
    return {
      chamber, loop, retried: false, decisive: true, condition: false, background: false, sink: undefined, input: undefined, depth: 0, offset: undefined,
    };
  }

  protected walk(node: ShellNode, context: Context): Outcome {
    if (this.exhausted() || this.flow.left !== undefined) {
      return UNDECIDED;
    }
    switch (node.kind) {
      case 'command':
        return this.simpleCommand(node, context);
      case 'list':
        return this.list(node, context);
      case 'and-or':
        return this.andOr(node, context);
      case 'pipeline':
        return this.pipeline(node, context);
      case 'if':
        return this.withRedirections(node.redirections, context, (inner) => this.ifNode(node, inner));
      case 'case':
        return this.withRedirections(node.redirections, context, (inner) => this.caseNode(node, inner));
      case 'loop':
        return this.withRedirections(node.redirections, context, (inner) => this.loop(node, inner));
      case 'for':
        return this.withRedirections(node.redirections, context, (inner) => this.forNode(node, inner));
      case 'group':
        return this.withRedirections(node.redirections, context, (inner) => this.group(node.body, node.subshell, inner));
      case 'function':
        this.flow.functions.set(node.name, node.body);
        return UNDECIDED;
    }
  }

  private list(node: ShellList, context: Context): Outcome {
    let outcome = UNDECIDED;
    node.items.forEach(({ node: item, background }, index) => {
      const last = index === node.items.length - 1;
      const inner = last ? context : { ...context, decisive: false };
      if (background) {
        this.flow.aside(() => this.walk(item, { ...inner, decisive: false, condition: true, background: true }));
        outcome = UNDECIDED;
      } else {
        outcome = this.walk(item, inner);
      }
    });
    return outcome;
  }

  private group(body: ShellList, subshell: boolean, context: Context): Outcome {
    if (!subshell) {
      return this.walk(body, context);
    }
    let outcome = UNDECIDED;
    this.flow.apart(() => {
      outcome = this.walk(body, context);
    });
    return outcome;
  }

  private andOr({ operands, operators }: AndOr, context: Context): Outcome {
    const contexts = operandContexts(operands, operators, context);
    const first = this.effects.length;
    let outcome = UNDECIDED;
    operands.forEach((operand, index) => {
      const inner = contexts[index];
      if (index === 0) {
        outcome = this.walk(operand, inner);
        return;
      }
      const then = operators[index - 1] === '&&';
      const before = outcome;
      if (before.status === !then) {
        return;
      }
      if (before.status === then) {
        outcome = this.walk(operand, inner);
        return;
      }
      let after = UNDECIDED;
      let departed: Departure | undefined;
      this.flow.branch([
        {
          known: then ? before.whenTrue : before.whenFalse,
          walk: () => {
            after = this.walk(operand, inner);
            departed = this.flow.left;
          },
        },
        { known: then ? before.whenFalse : before.whenTrue, walk: () => undefined },
      ]);
      outcome = departed !== undefined ? before : then ? both(before, after) : either(before, after);
    });
    if (operators.includes('||')) {
      this.reconcileAlternatives([[first, this.effects.length]]);
    }
    return outcome;
  }

  private pipeline({ commands, negated: inverted }: Pipeline, context: Context): Outcome {
    let input = context.input;
    let outcome = UNDECIDED;
    let facts: readonly string[] = [];
    const walkAll = (): void => commands.forEach((command, index) => {
      const last = index === commands.length - 1;
      const sink = last ? context.sink : { text: '' };
      outcome = this.walk(command, {
        ...context, input, sink, ...(last && !inverted ? {} : { decisive: false, condition: true }),
      });
      facts = [...facts, ...outcome.whenTrue];
      input = last ? undefined : sink?.text;
    });
    if (commands.length > 1) {
      this.flow.apart(walkAll);
      // `curl … | grep -q ok`: the answer shows what the first asked for.
      outcome = { ...outcome, whenTrue: facts };
    } else {
      walkAll();
    }
    return inverted ? negated(outcome) : outcome;
  }

  private ifNode({ branches, otherwise }: IfNode, context: Context): Outcome {
    const bodies: { known: readonly string[]; body: ShellList | undefined }[] = [];
    let excluded: readonly string[] = [];
    let byKernel = false;
    let exhaustive = false;
    for (const { condition, body } of branches) {
      byKernel ||= this.asksKernel(condition);
      const outcome = this.walk(condition, { ...context, decisive: false, condition: true, sink: undefined });
      if (outcome.status === false) {
        continue;
      }
      bodies.push({ known: [...excluded, ...outcome.whenTrue], body });
      if (outcome.status === true) {
        exhaustive = true;
        break;
      }
      excluded = [...excluded, ...outcome.whenFalse];
    }
    if (!exhaustive) {
      bodies.push({ known: excluded, body: otherwise });
    }
    this.branches(bodies, byKernel, context);
    return UNDECIDED;
  }

  private caseNode({ subject, branches }: CaseNode, context: Context): Outcome {
    const text = this.textOf(subject, context);
    const byKernel = this.asksKernelIn([subject]);
    const literal = branches.every(({ patterns }) => patterns.every((pattern) => pattern === '*' || /^[\w./-]+$/.test(pattern)));
    const chosen = isKnown(text) && literal
      ? branches.find(({ patterns }) => patterns.some((pattern) => pattern === '*' || pattern === text))
      : undefined;
    if (chosen !== undefined) {
      return this.walk(chosen.body, context);
    }
    const complete = branches.some(({ patterns }) => patterns.includes('*'));
    const bodies = branches.map(({ body }): { known: readonly string[]; body: ShellList | undefined } => ({ known: [], body }));
    this.branches(complete ? bodies : [...bodies, { known: [], body: undefined }], byKernel, context);
    return UNDECIDED;
  }

  private branches(
    bodies: readonly { readonly known: readonly string[]; readonly body: ShellList | undefined }[], byKernel: boolean, context: Context,
  ): void {
    if (bodies.length === 1) {
      this.flow.learn(bodies[0].known, 'checked');
      if (bodies[0].body !== undefined) {
        this.walk(bodies[0].body, context);
      }
      return;
    }
    const ranges: [number, number][] = [];
    this.flow.branch(bodies.map(({ known, body }) => ({
      known,
      walk: () => {
        ranges.push(this.range(() => body && this.walk(body, context)));
      },
    })));
    const acting = ranges.filter(([start, end]) => end > start);
    if (acting.length > 1) {
      this.reconcileAlternatives(acting);
    } else if (byKernel && acting.length === 1) {
      this.effects.slice(...acting[0]).forEach((effect) => {
        if (effect.kind === 'module') {
          effect.tolerant = true;
        } else if (effect.kind === 'sysctl') {
          effect.value = undefined;
        }
      });
    }
  }

  /** Of alternatives only one takes place: a value that differs between them is not known, and a module may be missing. */
  private reconcileAlternatives(ranges: readonly (readonly [number, number])[]): void {
    const effects = ranges.flatMap(([start, end]) => this.effects.slice(start, end));
    const values = new Map<string, Set<string | undefined>>();
    effects.forEach((effect) => {
      if (effect.kind === 'sysctl') {
        values.set(effect.key, (values.get(effect.key) ?? new Set()).add(effect.value));
      }
    });
    const everywhere = (module: string): boolean => ranges.every(([start, end]) => this.effects.slice(start, end)
      .some((effect) => effect.kind === 'module' && effect.module === module));
    const loading = ranges.filter(([start, end]) => this.effects.slice(start, end).some(({ kind }) => kind === 'module')).length;
    effects.forEach((effect) => {
      if (effect.kind === 'sysctl' && (values.get(effect.key)?.size ?? 0) > 1) {
        effect.value = undefined;
      } else if (effect.kind === 'module' && loading > 1 && !everywhere(effect.module)) {
        effect.tolerant = true;
      }
    });
  }

  private loop(node: LoopNode, context: Context): Outcome {
    const { until, condition, body } = node;
    if (isEndless(node) && !canEnd(body)) {
      this.endless(context, (inner) => {
        this.walk(condition, inner);
        this.walk(body, inner);
      });
      return UNDECIDED;
    }
    const lines = this.linesRead(condition, context);
    if (lines !== undefined) {
      this.eachValue(lines.variable, lines.values, body, context);
      return UNDECIDED;
    }
    const inner: Context = { ...context, decisive: false, condition: true, retried: true };
    let outcome = UNDECIDED;
    this.untilBroken(() => {
      outcome = this.walk(condition, { ...inner, sink: undefined });
      this.flow.branch([
        { known: until ? outcome.whenFalse : outcome.whenTrue, walk: () => this.walk(body, inner) },
        { known: [], walk: () => undefined },
      ]);
    }, isEndless(node) ? undefined : () => (until ? outcome.whenTrue : outcome.whenFalse));
    return UNDECIDED;
  }

  private endless(context: Context, walk: (inner: Context) => void): void {
    const loop: EndlessLoop = { seconds: 0, reads: new Set() };
    walk({ ...context, loop, decisive: false, retried: false });
    if (this.flow.left !== 'fails') {
      this.flow.left = 'ends';
    }
  }

  /** Reads a loop that waits for something. After it holds what holds at each of its ends. */
  private untilBroken(walk: () => void, regularEnd: (() => readonly string[]) | undefined): void {
    this.breaks.push([]);
    walk();
    const ends = this.breaks.pop() ?? [];
    if (this.flow.left === 'breaks' || this.flow.left === 'continues') {
      this.flow.left = undefined;
    }
    const all = regularEnd === undefined ? ends : [...ends, regularEnd()];
    if (all.length > 0) {
      this.flow.learn(all.reduce((common, facts) => common.filter((fact) => facts.includes(fact))), 'waited');
    }
  }

  /** For `while read NAME` the lines of its input, where they are known. */
  private linesRead(condition: ShellList, context: Context): { readonly variable: string; readonly values: readonly string[] } | undefined {
    const command = condition.items[0]?.node;
    if (command?.kind !== 'command' || context.input === undefined) {
      return undefined;
    }
    const [program, ...args] = command.words.map(({ raw }) => raw);
    const variable = args.find((argument) => /^[A-Za-z_]\w*$/.test(argument));
    return program === 'read' && variable !== undefined && isKnown(context.input)
      ? { variable, values: context.input.split('\n').map((line) => line.trim()).filter((line) => line !== '') }
      : undefined;
  }

  private forNode({ variable, words, endless, body, bodyText }: ForNode, context: Context): Outcome {
    if (endless && !canEnd(body)) {
      this.endless(context, (inner) => {
        this.walk(body, inner);
      });
      return UNDECIDED;
    }
    const values = words === undefined ? this.flow.positional : words.flatMap((word) => this.fieldsOf(word, context));
    if (endless || someCommand(body, (command) => command.words[0]?.raw === 'break', false)) {
      this.flow.assign(variable, UNKNOWN);
      this.untilBroken(() => this.walk(body, { ...context, decisive: false, condition: true, retried: true }), undefined);
      return UNDECIDED;
    }
    const used = bodyText.includes(`$${variable}`) || bodyText.includes(`\${${variable}`);
    this.eachValue(variable, used ? values : values.slice(0, 1), body, context);
    return UNDECIDED;
  }

  private eachValue(variable: string, values: readonly string[], body: ShellList, context: Context): void {
    values.forEach((value, index) => {
      this.flow.assign(variable, value);
      const last = index === values.length - 1;
      this.walk(body, last ? context : { ...context, decisive: false });
      if (this.flow.left === 'continues') {
        this.flow.left = undefined;
      }
    });
  }

  protected depart(departure: Departure): void {
    if (departure === 'breaks' && this.breaks.length > 0) {
      this.breaks[this.breaks.length - 1].push(this.flow.known());
    }
    this.flow.left = departure;
  }

  protected eachAlternative(name: string, values: readonly string[], walk: () => void): void {
    const ranges = values.map((value) => this.range(() => this.flow.withAlternative(name, value, walk)));
    this.reconcileAlternatives(ranges);
  }

  /** The effects that something adds, by index: from, to. */
  private range(walk: () => void): [number, number] {
    const start = this.effects.length;
    walk();
    return [start, this.effects.length];
  }

  private asksKernel(node: ShellNode): boolean {
    return someCommand(node, (command) => this.asksKernelIn(wordsOf(command))
      || KERNEL_QUESTION.test(command.words.map(({ raw }) => raw).join(' ')));
  }

  private asksKernelIn(words: readonly ShellWord[]): boolean {
    return words.some((word) => this.dependsOnKernel(word));
  }
}

/** What the failure of each operand means for the script. */
function operandContexts(operands: readonly ShellNode[], operators: AndOr['operators'], context: Context): Context[] {
  const effective = operands.map(looksEffective);
  const last = operands.length - 1;
  const triesAnother = operators[last - 1] === '||' && effective.slice(0, last).includes(true);
  const contexts = [triesAnother ? { ...context, decisive: false, condition: true } : context];
  let skipsEffects = false;
  let failureCounts = context.decisive;
  for (let index = last - 1; index >= 0; index -= 1) {
    if (operators[index] === '||') {
      skipsEffects = false;
      failureCounts = fails(operands[index + 1]);
    } else {
      skipsEffects ||= effective[index + 1];
    }
    contexts.push({ ...context, decisive: skipsEffects || failureCounts, condition: true });
  }
  return contexts.reverse();
}

/** A loop whose condition never ends it. */
function isEndless({ until, condition }: LoopNode): boolean {
  const command = condition.items.length === 1 ? condition.items[0].node : undefined;
  if (command?.kind !== 'command') {
    return false;
  }
  const words = command.words.map(({ raw }) => raw).join(' ');
  return until ? words === 'false' : /^(?:true|:|\/bin\/true|sleep \S+|\[ 1 \]|\[ true \]|\[ 1 = 1 \]|\[ 1 -eq 1 \]|test 1)$/.test(words);
}

/** Whether an operand after `||` makes the script fail, or goes on for it. */
function fails(operand: ShellNode): boolean {
  return someCommand(operand, ({ words: [program, status] }) => program?.raw === 'false'
    || ((program?.raw === 'exit' || program?.raw === 'return') && status !== undefined && status.raw !== '0'));
}

