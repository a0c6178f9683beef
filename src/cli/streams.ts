import type { Readable, Writable } from 'node:stream';
import { UsageError } from '../assessment/usage-error';

/** A standard stream, as far as a command looks at it. */
export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What a command talks to; a process has one of its own, a test makes one up. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether output to a stream is coloured: FORCE_COLOR and NO_COLOR decide, else whether it is a terminal that knows colours. */
export function hasColour(stream: OutputStream, { FORCE_COLOR: forced, NO_COLOR: refused, TERM: terminal }: Streams['env']): boolean {
  if (forced !== undefined) {
    return forced !== '0' && forced !== 'false';
  }
  return !refused && stream.isTTY === true && terminal !== 'dumb';
}

/** Characters on a line of a terminal, between what is still readable and what is still pleasant; `undefined` for anything else. */
export function lineWidth(stream: OutputStream): number | undefined {
  return stream.isTTY ? Math.min(Math.max(stream.columns ?? 80, 60), 120) : undefined;
}

/**
 * Writes a text and waits until it is gone. A reader that stops reading (`| head`) is no error.
 *
 * @throws UsageError when it cannot be written
 */
export async function write(stream: OutputStream, text: string): Promise<void> {
  const error = await new Promise<Error | null | undefined>((resolve) => stream.write(text, resolve));
  if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') {
    throw new UsageError(`cannot write to standard output: ${error.message}`);
  }
}
