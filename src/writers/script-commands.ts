import type { NodeEffects } from './node-effects';
import { CONTROL_COMMANDS } from './control-commands';
import { KERNEL_COMMANDS } from './kernel-commands';
import type { Outcome } from './script-conditions';
import type { Context } from './script-context';
import type { Departure, Flow } from './script-flow';
import { TEXT_COMMANDS } from './text-commands';

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

const COMMANDS: Readonly<Record<string, Command>> = { ...KERNEL_COMMANDS, ...TEXT_COMMANDS, ...CONTROL_COMMANDS };

/** What is known of a program or builtin by its name. */
export function commandNamed(name: string): Command | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}
