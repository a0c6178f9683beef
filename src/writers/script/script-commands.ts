import { CONTROL_COMMANDS } from './control-commands';
import { KERNEL_COMMANDS } from './kernel-commands';
import type { Command } from './script-command';
import { TEXT_COMMANDS } from './text-commands';

const COMMANDS: Readonly<Record<string, Command>> = { ...KERNEL_COMMANDS, ...TEXT_COMMANDS, ...CONTROL_COMMANDS };

/** What is known of a program or builtin by its name. */
export function commandNamed(name: string): Command | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}
