import * as fs from 'node:fs';
import * as path from 'node:path';
import type { UnreadableInput } from '../declaration/declaration';
import type { InputText } from './input-text';
import { decodeText } from './text-encoding';

/** Folders that hold no setup of a cluster but may hold very much else. */
const PASSED_OVER = new Set(['.git', 'node_modules', '.terraform', '.venv']);

/** Node cannot hold longer texts, and a parsed manifest takes several times its size. */
const LARGEST_FILE = 256 * 1024 * 1024;

/** A file that was read, one that holds no text, or one that cannot be read. */
export type InputFile = { readonly input: InputText } | { readonly skipped: string } | { readonly unreadable: UnreadableInput };

/**
 * Reads files one after the other, folders with all that is below them in the order of the names. A file that is reached twice, by a
 * symbolic link for example, is read once; a link that leads back to a folder above ends there.
 */
export function* readFiles(paths: readonly string[]): Generator<InputFile> {
  const seen = new Set<string>();
  for (const named of paths) {
    yield* readPath(named, seen);
  }
}

function* readPath(file: string, seen: Set<string>): Generator<InputFile> {
  let real: string;
  let stats: fs.Stats;
  try {
    real = fs.realpathSync(file);
    stats = fs.statSync(real);
  } catch (error) {
    yield { unreadable: unreadableFile(file, error) };
    return;
  }
  if (seen.has(real)) {
    return;
  }
  seen.add(real);
  if (stats.isDirectory()) {
    yield* readFolder(file, seen);
  } else if (!stats.isFile()) {
    yield { skipped: file };
  } else if (stats.size > LARGEST_FILE) {
    yield { unreadable: unreadableFile(file, `is larger than ${LARGEST_FILE / 1024 / 1024} MiB; check it in parts, or give a node list with --nodes`) };
  } else {
    yield readFile(file);
  }
}

function* readFolder(folder: string, seen: Set<string>): Generator<InputFile> {
  let names: string[];
  try {
    names = fs.readdirSync(folder).sort();
  } catch (error) {
    yield { unreadable: unreadableFile(folder, error) };
    return;
  }
  for (const name of names.filter((candidate) => !PASSED_OVER.has(candidate))) {
    yield* readPath(path.join(folder, name), seen);
  }
}

function readFile(file: string): InputFile {
  try {
    return toInput(file, fs.readFileSync(file));
  } catch (error) {
    return { unreadable: unreadableFile(file, error) };
  }
}

/** The text of a file's bytes. One that should hold a manifest and holds no text is unreadable; any other is skipped. */
export function toInput(file: string, bytes: Buffer): InputFile {
  const decoded = decodeText(bytes);
  if ('text' in decoded) {
    return { input: { file, text: decoded.text } };
  }
  if (decoded.notText === 'utf-16') {
    return { unreadable: unreadableFile(file, 'is UTF-16; save it as UTF-8') };
  }
  return /\.(?:ya?ml|json)$/i.test(file) ? { unreadable: unreadableFile(file, 'holds NUL bytes; it is no text') } : { skipped: file };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read; give read permission',
  EPERM: 'may not be read; give read permission',
  ELOOP: 'is a symbolic link that leads back to itself',
};

/** A file that cannot be read, for a reason of the operating system or another that continues the sentence. */
export function unreadableFile(file: string, reason: unknown): UnreadableInput {
  const { code, message } = reason as NodeJS.ErrnoException;
  const problem = typeof reason === 'string' ? reason : REASONS[code ?? ''] ?? `cannot be read: ${message}`;
  return { name: file, resource: undefined, location: { file }, message: `${file} ${problem}` };
}
