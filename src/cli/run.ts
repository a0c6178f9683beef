import { CommanderError } from 'commander';
import { UsageError } from '../assessment/usage-error';
import { printable, printableLines } from '../reports/printable';
import { commandLine } from './command-line';
import type { ExitCode } from './options';
import type { Streams } from './streams';

/** Runs one command. Never rejects: a mistake of the user's is a message, and so is a fault of ours, both with exit code 2. */
export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  let code: ExitCode = 0;
  for (const stream of [streams.stdout, streams.stderr]) {
    // Node reports a failed write to its caller and as an event, which ends the process when nobody listens.
    stream.on('error', () => {});
  }
  try {
    await commandLine(streams, (result) => (code = result)).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return explained(error, streams);
  }
}

function explained(error: unknown, { stderr, env }: Streams): ExitCode {
  if (error instanceof CommanderError) {
    // It has printed its message itself.
    return error.exitCode === 0 ? 0 : 2;
  }
  if (error instanceof UsageError) {
    stderr.write(`kube-proxy-kit: ${printableLines(error.message)}\n`);
    return 2;
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  stderr.write(`kube-proxy-kit: this is a bug: ${printable(what)}\nPlease report it with the input that leads to it; DEBUG=1 shows where it happens.\n`);
  if (env.DEBUG && error instanceof Error) {
    stderr.write(`${error.stack}\n`);
  }
  return 2;
}
