/** A part of a word, as far as its text can be told without running the script. */
export type WordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** `$NAME`, `${NAME}`, `${NAME:-fallback}`, `${NAME[@]}`. `splits` when white space in its value separates fields. */
  | { readonly kind: 'variable'; readonly name: string; readonly fallback: string | undefined; readonly splits: boolean }
  /** `$(script)` or backquotes. */
  | { readonly kind: 'substitution'; readonly script: string; readonly splits: boolean }
  /** Arithmetic, `${NAME%suffix}` and whatever else needs a real shell. */
  | { readonly kind: 'opaque' };

export interface ShellWord {
  readonly parts: readonly WordPart[];
  /** As it stands in the script, quotes included. */
  readonly raw: string;
  /** From 0, in the script. */
  readonly offset: number;
  /** Elements of an array literal that follows: `NAME=(a b)`. */
  readonly elements?: readonly ShellWord[];
}

export interface Redirection {
  /** `<`, `>`, `>>`, `<<`, `<<<` or `other`; a here-document's body is the target's text. */
  readonly operator: '<' | '>' | '>>' | '<<' | '<<<' | 'other';
  /** `1` for `>` and `0` for `<` when unwritten. */
  readonly descriptor: number;
  readonly target: ShellWord;
}

export interface Assignment {
  readonly name: string;
  readonly value: ShellWord;
}

export interface SimpleCommand {
  readonly kind: 'command';
  readonly assignments: readonly Assignment[];
  readonly words: readonly ShellWord[];
  readonly redirections: readonly Redirection[];
}

export interface Pipeline {
  readonly kind: 'pipeline';
  readonly commands: readonly ShellNode[];
  readonly negated: boolean;
}

/** `first`, then each of `rest` depending on what came before. */
export interface AndOr {
  readonly kind: 'and-or';
  readonly operands: readonly ShellNode[];
  /** The operator between operand n and n + 1. */
  readonly operators: readonly ('&&' | '||')[];
}

export interface ListItem {
  readonly node: ShellNode;
  readonly background: boolean;
}

export interface ShellList {
  readonly kind: 'list';
  readonly items: readonly ListItem[];
}

export interface IfNode {
  readonly kind: 'if';
  readonly branches: readonly { readonly condition: ShellList; readonly body: ShellList }[];
  readonly otherwise: ShellList | undefined;
  readonly redirections: readonly Redirection[];
}

export interface LoopNode {
  readonly kind: 'loop';
  /** True for `until`. */
  readonly until: boolean;
  readonly condition: ShellList;
  readonly body: ShellList;
  readonly redirections: readonly Redirection[];
}

export interface ForNode {
  readonly kind: 'for';
  readonly variable: string;
  /** `undefined`: the positional parameters. */
  readonly words: readonly ShellWord[] | undefined;
  /** `for ((;;))`. */
  readonly endless: boolean;
  readonly body: ShellList;
  /** Text of the body, to see whether it uses the variable. */
  readonly bodyText: string;
  readonly redirections: readonly Redirection[];
}

export interface CaseNode {
  readonly kind: 'case';
  readonly subject: ShellWord;
  readonly branches: readonly { readonly patterns: readonly string[]; readonly body: ShellList }[];
  readonly redirections: readonly Redirection[];
}

export interface GroupNode {
  readonly kind: 'group';
  /** True for `( )`, whose `exit` ends nothing else. */
  readonly subshell: boolean;
  readonly body: ShellList;
  readonly redirections: readonly Redirection[];
}

export interface FunctionNode {
  readonly kind: 'function';
  readonly name: string;
  readonly body: ShellNode;
}

export type ShellNode =
  | SimpleCommand | Pipeline | AndOr | ShellList | IfNode | LoopNode | ForNode | CaseNode | GroupNode | FunctionNode;
