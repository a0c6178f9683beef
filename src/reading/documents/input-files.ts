import * as fs from 'node:fs';
import * as path from 'node:path';
import type { UnreadableInput } from '../../declaration/declaration';
import type { InputText } from './input-text';
import { decodeText } from './text-encoding';

/** Folders that hold no setup of a cluster but may hold very much else. */
const PASSED_OVER = new Set(['.git', 'node_modules', '.terraform', '.venv']);

/** Node cannot hold longer texts, and a parsed manifest takes several times its size. */
const LARGEST_FILE = 256 * 1024 * 1024;

const TOO_LARGE = `is larger than ${LARGEST_FILE / 1024 / 1024} MiB; check it in parts (only a node list in JSON, given with --nodes, may be of any size)`;

/** A file that was read, one that holds no text, or one that cannot be read. */
export type InputFile = { readonly input: InputText } | { readonly skipped: string } | { readonly unreadable: UnreadableInput };

/**
 * Reads files one after the other, folders with all that is below them in the order of the names. A file that is reached twice, by a
 * symbolic link for example, is read once; a link that leads back to a folder above ends there. Pipes (`<(helm template …)`) and
 * devices are read when they are named themselves, not when they lie in a folder, since they may have no end.
 */
export function* readFiles(paths: readonly string[]): Generator<InputFile> {
  const seen = new Set<string>();
  for (const named of paths) {
    yield* readPath(named, seen, readFile);
  }
}

function* readPath(file: string, seen: Set<string>, readSpecial: (file: string) => InputFile): Generator<InputFile> {
  let real: string;
  let stats: fs.Stats;
  try {
    stats = fs.statSync(file);
    real = stats.isFile() || stats.isDirectory() ? fs.realpathSync(file) : file;
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
  } else {
    yield stats.isFile() ? readFile(file) : readSpecial(file);
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
    yield* readPath(path.join(folder, name), seen, (file) => ({ skipped: file }));
  }
}

/** Reads one file, pipe or device. */
export function readFile(file: string): InputFile {
  try {
    const { size } = fs.statSync(file);
    // What says that it is empty may be a pipe, a device or a file of /proc, which tell no size.
    const bytes = size > LARGEST_FILE ? undefined : size > 0 ? fs.readFileSync(file) : bytesToTheEnd(file);
    return bytes === undefined ? { unreadable: unreadableFile(file, TOO_LARGE) } : toInput(file, bytes);
  } catch (error) {
    return { unreadable: unreadableFile(file, error) };
  }
}

/** `undefined` when there are more than can be held. */
function bytesToTheEnd(file: string): Buffer | undefined {
  const descriptor = fs.openSync(file, 'r');
  try {
    const chunks: Buffer[] = [];
    const chunk = Buffer.allocUnsafe(64 * 1024);
    let size = 0;
    for (let length = fs.readSync(descriptor, chunk); length > 0; length = fs.readSync(descriptor, chunk)) {
      size += length;
      if (size > LARGEST_FILE) {
        return undefined;
      }
      chunks.push(Buffer.from(chunk.subarray(0, length)));
    }
    return Buffer.concat(chunks);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Reads standard input, which `-` stands for. */
export async function readStandardInput(stream: AsyncIterable<Uint8Array>): Promise<InputFile> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > LARGEST_FILE) {
      return { unreadable: unreadableFile('-', TOO_LARGE) };
    }
    chunks.push(chunk);
  }
  return toInput('-', Buffer.concat(chunks));
}

/** The text of a file's bytes. One that should hold a manifest and holds no text is unreadable; any other is skipped. */
function toInput(file: string, bytes: Buffer): InputFile {
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
  ENOTDIR: 'does not exist; a part of its path is a file, not a folder',
  ENAMETOOLONG: 'does not exist; no name may be that long',
  EISDIR: 'is a folder; name a file',
  ENXIO: 'is a socket; name a file',
  EACCES: 'may not be read; give read permission',
  EPERM: 'may not be read; give read permission',
  ELOOP: 'is a symbolic link that leads back to itself',
};

const MANGLED = 'has a name that is not UTF-8; rename it';

/** Whether a file is there, but not by the name that Node made of its bytes. */
function isMangled(file: string, code: string | undefined): boolean {
  return code === 'ENOENT' && file.includes('\uFFFD');
}

/** A file that cannot be read, for a reason of the operating system or another that continues the sentence. */
export function unreadableFile(file: string, reason: unknown): UnreadableInput {
  const { code, message } = reason as NodeJS.ErrnoException;
  const problem = typeof reason === 'string' ? reason : isMangled(file, code) ? MANGLED : REASONS[code ?? ''] ?? `cannot be read: ${message}`;
  return { name: file, resource: undefined, location: { file }, message: `${file} ${problem}` };
}
