import { readFileSync, realpathSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { UsageError } from '../assessment/usage-error';
import { isEarlierReport, looksLikeManifest } from './earlier-report';

/** What the arguments of a check name. */
export interface NamedFiles {
  readonly paths: readonly string[];
  readonly nodes?: readonly string[];
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
  const inputs = [...paths, ...nodes ?? [], ack].filter((name) => name !== undefined);
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
  if (output === undefined || target === undefined) {
    return;
  }
  const overwritten = inputs.find((name) => identity(name) === target) ?? (paths.some((name) => holdsInput(name, output)) ? output : undefined);
  if (overwritten !== undefined) {
    throw new UsageError(`the report would overwrite ${overwritten}, which is to be checked; write it to another file`);
  }
}

/**
 * Whether a folder that is checked holds the file, under this name or, as a hard link or by a link, under another, and the file is not what
 * an earlier check wrote.
 */
function holdsInput(folder: string, file: string): boolean {
  try {
    if (!statSync(folder).isDirectory()) {
      return false;
    }
    const text = readFileSync(file, 'utf8');
    const isBelow = realpathSync(file).startsWith(path.join(realpathSync(folder), path.sep));
    return !isEarlierReport(text) && (isBelow || statSync(file).nlink > 1 || looksLikeManifest(text));
  } catch {
    return false;
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
