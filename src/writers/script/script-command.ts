import type { NodeEffects } from './node-effects';
import type { Outcome } from './script-conditions';
import type { Context } from './script-context';
import type { Departure, Flow } from './script-flow';

/** The shell that reads a script, as its commands need it. */
export interface Shell {
  readonly flow: Flow;
  readonly node: NodeEffects;
  /** Runs a command: a function, a program or a script. */
  readonly run: (argv: readonly string[], context: Context) => Outcome;
  /** Reads a script in this same shell. */
  readonly evaluate: (text: string, context: Context) => Outcome;
  /** Reads a script in a shell of its own. */
  readonly start: (text: string, context: Context, options?: ShellOptions) => Outcome;
  readonly leave: (departure: Departure) => Outcome;
}

export interface ShellOptions {
  readonly positional?: readonly string[];
  readonly errexit?: boolean;
}

/** What a command does, as far as it matters here. */
export type Command = (args: readonly string[], context: Context, shell: Shell) => Outcome;
