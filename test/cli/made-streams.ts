import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/run';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  /** What standard input holds, or how it is read. @default - nothing */
  readonly stdin?: string | Readable;
  /** Whether the streams are a terminal of that many columns. @default - they are none */
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

class Collected extends Writable {
  public text = '';

  public constructor(public readonly columns: number | undefined) {
    super({ decodeStrings: false });
  }

  public get isTTY(): boolean {
    return this.columns !== undefined;
  }

  public override _write(chunk: string, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/** Runs a command line in this process. */
export async function ran(args: readonly string[], { stdin = '', columns, env = {} }: Surroundings = {}): Promise<Ran> {
  const [stdout, stderr] = [new Collected(columns), new Collected(columns)];
  const code = await run(args, { stdin: typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)]) : stdin, stdout, stderr, env });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
