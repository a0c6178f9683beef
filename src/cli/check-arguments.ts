import { statSync } from 'node:fs';
import { UsageError } from '../checking/usage-error';

/** What the arguments of a check name. */
export interface NamedFiles {
  readonly paths: readonly string[];
  readonly nodes?: string;
  readonly ack?: string;
  readonly output?: string;
}

/**
 * Refuses what cannot be meant before anything is read or written.
 *
 * @throws UsageError
 */
export function refuseMistakes({ paths, nodes, ack, output }: NamedFiles): void {
  if (paths.length === 0 && nodes === undefined) {
    throw new UsageError('nothing to check; name files, folders or - for standard input (kube-proxy-kit check --help shows examples)');
  }
  const inputs = [...paths, nodes, ack].filter((name) => name !== undefined);
  if (inputs.includes('') || output === '') {
    throw new UsageError('the name of a file is empty; is a variable of the shell not set?');
  }
  if (ack === '-') {
    throw new UsageError('acknowledgements cannot come from standard input (-); give a file');
  }
  if (inputs.filter((name) => name === '-').length > 1) {
    throw new UsageError('standard input (-) can be read once only; give either the manifests or the nodes as a file');
  }
  const target = output === undefined ? undefined : identity(output);
  const overwritten = target === undefined ? undefined : inputs.find((name) => identity(name) === target);
  if (overwritten !== undefined) {
    throw new UsageError(`the report would overwrite ${overwritten}, which is to be checked; write it to another file`);
  }
}

/** The same for all names of a file; `undefined` for what is no file, or not there yet. */
function identity(name: string): string | undefined {
  try {
    const stats = statSync(name);
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch {
    return undefined;
  }
}
