import type { Location } from '../kubernetes/location';
import { UNKNOWN } from '../kubernetes/unknown-text';
import { fieldsOfWord, textOfWord, type ExpansionScope } from '../shell/expansion';
import { tokenize } from '../shell/lexer';
import { parseScript } from '../shell/parser';
import { someCommand } from '../shell/search';
import type { ShellNode, ShellWord, SimpleCommand } from '../shell/syntax';
import type { StatedText } from './config-maps';

/** A word of a command line, and where it is written. */
export interface Word {
  /** What is not known is `UNKNOWN` in it, or stays as it is written. */
  readonly text: string;
  /** Why parts of it are not known. @default - they are, or nothing tells */
  readonly unknown?: readonly string[];
  readonly locate: () => Location | undefined;
}

/** What the words of a command line refer to. */
export interface CommandScope {
  /** A variable; `undefined` for one that nothing sets. */
  readonly variable: (name: string) => StatedText | undefined;
  /** What `"$@"` stands for. @default - not known */
  readonly positional?: readonly Word[];
}

/** Where nothing is known of any variable. */
export const NO_VARIABLES: CommandScope = { variable: () => undefined };

type Locate = (offset: number) => Location | undefined;

/** How a text is cut into words. */
export interface WordOptions {
  /** @default - nothing is known of any variable */
  readonly scope?: CommandScope;
  /** @default - no place is known */
  readonly locate?: Locate;
  /** Whether operators and redirections are words like others. @default false */
  readonly operators?: boolean;
}

/** All words of a text as a shell cuts them, whatever commands they make up; variables are filled in where their values are known. */
export function wordsOf(text: string, { scope = NO_VARIABLES, locate = () => undefined, operators = false }: WordOptions = {}): Word[] {
  return tokenize(text).flatMap((token) => {
    if (token.kind === 'word') {
      return fieldsOf(token.word, scope, locate);
    }
    return operators ? [{ text: token.kind === 'operator' ? token.text : token.operator, locate: () => locate(token.offset) }] : [];
  });
}

/** Sets variables: `NAME=value` as a word. */
export function assignmentIn(word: string): readonly [string, string] | undefined {
  const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(word) ?? [];
  return name === undefined ? undefined : [name, value];
}

/**
 * The commands of a shell script, in the order in which they are written, those of branches and loops included. What the script itself
 * sets counts where it is certain to; what only the running shell knows is `UNKNOWN`.
 */
export function commandsOf(script: string, scope: CommandScope, locate: Locate): Word[][] {
  return new CommandReader(scope, locate).read(parseScript(script));
}

class CommandReader {
  private readonly commands: Word[][] = [];
  private assigned = new Map<string, StatedText>();
  private readonly scope: CommandScope;

  public constructor(scope: CommandScope, private readonly locate: Locate) {
    this.scope = { ...scope, variable: (name) => this.assigned.get(name) ?? scope.variable(name) };
  }

  public read(node: ShellNode): Word[][] {
    this.walk(node, true);
    return this.commands;
  }

  /** `certain`: whatever else happens, this comes about. */
  private walk(node: ShellNode, certain: boolean): void {
    switch (node.kind) {
      case 'command':
        return this.command(node, certain);
      case 'list':
        return node.items.forEach((item) => this.walk(item.node, certain && !item.background));
      case 'and-or':
        return node.operands.forEach((operand, index) => this.walk(operand, certain && index === 0));
      case 'pipeline':
        return this.apart(() => node.commands.forEach((command) => this.walk(command, certain)), node.commands.length > 1);
      case 'if':
        node.branches.forEach(({ condition, body }, index) => {
          this.walk(condition, certain && index === 0);
          this.walk(body, false);
        });
        return node.otherwise && this.walk(node.otherwise, false);
      case 'loop':
        this.open(node);
        this.walk(node.condition, false);
        return this.walk(node.body, false);
      case 'for':
        this.open(node);
        this.assigned.set(node.variable, SEVERAL);
        return this.walk(node.body, false);
      case 'case':
        return node.branches.forEach(({ body }) => this.walk(body, false));
      case 'group':
        return this.apart(() => this.walk(node.body, certain), node.subshell);
      case 'function':
        return this.walk(node.body, false);
    }
  }

  private command({ assignments, words }: SimpleCommand, certain: boolean): void {
    const fields = words.flatMap((word) => fieldsOf(word, this.scope, this.locate));
    const [program, ...args] = fields.map(({ text }) => text);
    const lasting = program === undefined ? assignments.map(({ name, value }) => [name, valueOf(value, this.scope)] as const)
      : DECLARES.has(program) ? args.flatMap((word) => (assignmentIn(word) ? [[assignmentIn(word)?.[0] ?? '', { text: assignmentIn(word)?.[1] ?? '' }] as const] : []))
        : program === 'read' ? args.map((name) => [name, SEVERAL] as const) : [];
    lasting.forEach(([name, value]) => this.assigned.set(name, certain ? value : SEVERAL));
    if (fields.length > 0) {
      this.commands.push(fields);
    }
  }

  /** What a loop sets has another value in each turn. */
  private open(loop: ShellNode): void {
    someCommand(loop, ({ assignments }) => {
      assignments.forEach(({ name }) => this.assigned.set(name, SEVERAL));
      return false;
    });
  }

  /** Walks what runs in a shell of its own, so that what it sets is gone afterwards. */
  private apart(walk: () => void, isApart: boolean): void {
    const before = new Map(this.assigned);
    walk();
    this.assigned = isApart ? before : this.assigned;
  }
}

const DECLARES = new Set(['export', 'local', 'declare', 'readonly', 'typeset']);

const BY_SCRIPT = 'a script sets it, and may set it to several values';

const SEVERAL: StatedText = { unknown: BY_SCRIPT };

function valueOf(word: ShellWord, scope: CommandScope): StatedText {
  const { shell, unknown } = expansionOf(scope);
  const text = textOfWord(word, shell);
  return text.includes(UNKNOWN) ? { unknown: unknown[0] ?? BY_SCRIPT } : { text };
}

/** A variable outside quotes whose value has blanks gives several words, and may quote them, as systemd has it. */
function fieldsOf(word: ShellWord, scope: CommandScope, locate: Locate): Word[] {
  // "$@" is as many words as there are, however it is quoted.
  const [only, ...others] = word.parts.filter((part) => part.kind !== 'text' || part.text !== '');
  const at = () => locate(word.offset);
  if (others.length === 0 && only?.kind === 'variable' && only.splits) {
    if ((only.name === '@' || only.name === '*') && scope.positional) {
      return [...scope.positional];
    }
    const value = scope.variable(only.name);
    if (value !== undefined && 'text' in value) {
      return wordsOf(value.text, { locate: at });
    }
  }
  const { shell, unknown } = expansionOf(scope);
  return fieldsOfWord(word, shell).map((text) => ({ text, ...(text.includes(UNKNOWN) && unknown.length > 0 ? { unknown } : {}), locate: at }));
}

/** The same for the words of a shell, with the reasons for what is not known. */
function expansionOf({ variable, positional }: CommandScope): { readonly shell: ExpansionScope; readonly unknown: readonly string[] } {
  const unknown: string[] = [];
  const textOf = (name: string): string | undefined => {
    const value = /^[1-9]$/.test(name) && positional ? { text: positional[Number(name) - 1]?.text ?? '' } : variable(name);
    if (value !== undefined && 'unknown' in value) {
      unknown.push(value.unknown);
      return UNKNOWN;
    }
    return value?.text;
  };
  // Kubernetes, too, fills in $(NAME), and leaves what it does not know.
  return { shell: { variable: textOf, output: (script) => (/^[A-Za-z_]\w*$/.test(script) ? textOf(script) : undefined) ?? UNKNOWN }, unknown };
}
