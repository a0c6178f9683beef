import type { Command, Option } from 'commander';
import { catalogue } from '../rules';
import { bash, fish, zsh, type CompletedCommand, type CompletedOption } from './completion-scripts';
import type { Shell } from './options';
import { write, type Streams } from './streams';

/** Prints a completion script, worked out from the commands themselves. */
export async function completion(shell: Shell, program: Command, { stdout }: Streams): Promise<void> {
  await write(stdout, { bash, zsh, fish }[shell](program.commands.map(completedCommand)));
}

function completedCommand(command: Command): CompletedCommand {
  const argument = command.registeredArguments[0];
  return {
    name: command.name(),
    description: command.summary(),
    options: [...command.options, command.createHelp().visibleOptions(command).at(-1)!].map(completedOption),
    argument: argument?.name() === 'rule' ? catalogue.map(({ id }) => id) : argument?.argChoices ?? (argument ? 'files' : 'nothing'),
  };
}

function completedOption({ short, long, flags, description, argChoices }: Option): CompletedOption {
  return {
    short: short?.slice(1),
    long: long!.slice(2),
    description,
    value: argChoices ?? (flags.includes('<file>') ? 'files' : flags.includes('<') ? 'anything' : undefined),
  };
}
