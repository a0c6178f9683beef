import * as fs from 'node:fs';
import * as path from 'node:path';
import type { UnreadableInput } from '../../declaration/declaration';
import { namesKubeProxy } from './concern';
import { exclusion, ignoreRulesAbove, ignoreRulesIn, isIgnored, type IgnoreRules } from './ignored-files';
import type { InputText } from './input-text';
import { decodeText, looksBinary } from './text-encoding';

/** Folders that hold no setup of a cluster, or that of others, but may hold very much. */
const PASSED_OVER = new Set(['.git', 'node_modules', '.terraform', '.venv', 'vendor']);

/** Node cannot hold longer texts, and a parsed manifest takes several times its size. */
const LARGEST_FILE = 256 * 1024 * 1024;

const TOO_LARGE = `is larger than ${LARGEST_FILE / 1024 / 1024} MiB; check it in parts (only a node list in JSON, given with --nodes, may be of any size)`;

/** Programs, and texts and pictures for people: what they quote is no setup. They are not opened. */
const OTHER_FILE = new RegExp(`\\.(?:${[
  'mdx?|markdown|rst|adoc|html?|css|scss|svg|png|jpe?g|gif|ico|webp|woff2?|ttf|pdf|drawio|puml',
  'go|mod|sum|py|pyc|rb|[cm]?[jt]sx?|java|cs|rs|[ch]|cc|cpp|hpp|s|swift|kt|php|pl|lua|proto|sql|jsonnet|libsonnet|cue|nix|patch|diff',
  'zip|t?gz|bz2|xz|zst|tar|jar|so|dylib|exe|dll|bin|iso|wasm|pem|crt|key|lock',
].join('|')})$`, 'i');

/** A file that was read, one that was passed over and why, or one that was asked for and cannot be read. */
export type InputFile =
  | { readonly input: InputText }
  | { readonly skipped: string; readonly reason: string }
  | { readonly unreadable: UnreadableInput };

/** Which files of a folder are looked at. */
export interface WalkOptions {
  /** Patterns in the syntax of .gitignore of what is passed over. @default - none */
  readonly exclude?: readonly string[];
}

/**
 * Reads files one after the other, folders with all that is below them in the order of the names. A file that is reached twice, by a
 * symbolic link for example, is read once, under its real path. Pipes (`<(helm template …)`) and devices are read when they are named
 * themselves, not when they lie in a folder, since they may have no end. What .gitignore and .kube-proxy-kit-ignore name is passed over.
 */
export function* readFiles(paths: readonly string[], { exclude = [] }: WalkOptions = {}): Generator<InputFile> {
  const walk = new FolderWalk(exclusion(exclude));
  for (const named of paths) {
    yield* walk.named(named);
  }
}

class FolderWalk {
  /** Real paths of what was named or reached by a link; anything else is reached once. */
  private readonly seen = new Set<string>();
  /** Real paths of the folders that were named so far, and the names that they were given. */
  private readonly roots = new Map<string, string>();

  public constructor(private readonly isExcluded: (...names: readonly string[]) => boolean) {}

  public* named(file: string): Generator<InputFile> {
    let stats: fs.Stats;
    let real: string;
    try {
      stats = fs.statSync(file);
      real = stats.isFile() || stats.isDirectory() ? fs.realpathSync(file) : file;
    } catch (error) {
      yield { unreadable: unreadableFile(file, error) };
      return;
    }
    if (this.isExcluded(path.basename(file), path.normalize(file))) {
      yield { skipped: file, reason: 'excluded' };
    } else if (this.seen.has(real) || this.isBelowRoot(real)) {
      // It has been read.
    } else if (stats.isDirectory()) {
      this.roots.set(real, file);
      yield* this.folder({ shown: file, real, root: real, rules: ignoreRulesAbove(real), chart: undefined });
    } else {
      this.seen.add(real);
      yield readFile(file);
    }
  }

  /** Whether a real path lies in a folder that has been named, where it is reached without a link. */
  private isBelowRoot(real: string): boolean {
    return [...this.roots.keys()].some((root) => real === root || real.startsWith(path.join(root, path.sep)));
  }

  private* folder({ shown, real, root, rules: outer, chart: outerChart }: Folder): Generator<InputFile> {
    let entries: fs.Dirent[];
    try {
      entries = fs.readdirSync(real, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
    } catch (error) {
      const unreadable = unreadableFile(shown, error);
      yield real === root ? { unreadable } : { skipped: shown, reason: unreadable.message.slice(shown.length + 1) };
      return;
    }
    const names = new Set(entries.map(({ name }) => name));
    const rules = ignoreRulesIn(real, names, outer);
    const chart = names.has('Chart.yaml') ? shown : outerChart;
    for (const entry of entries) {
      const inside: Entry = { shown: path.join(shown, entry.name), real: path.join(real, entry.name), root, rules, chart, entry };
      if (isIgnored(inside.real, entry.isDirectory(), rules)) {
        yield { skipped: inside.shown, reason: 'ignored by .gitignore or .kube-proxy-kit-ignore' };
      } else if (this.isExcluded(path.relative(root, inside.real), path.normalize(inside.shown))) {
        yield { skipped: inside.shown, reason: 'excluded' };
      } else {
        yield* this.entry(inside);
      }
    }
  }

  private* entry({ entry, ...place }: Entry): Generator<InputFile> {
    const { shown, real, chart } = place;
    if (entry.isDirectory()) {
      if (!PASSED_OVER.has(entry.name)) {
        yield* this.folder(place);
      }
    } else if (entry.isSymbolicLink()) {
      yield* this.link(place);
    } else if (!entry.isFile()) {
      yield { skipped: shown, reason: 'neither a file nor a folder' };
    } else if (!this.seen.has(real)) {
      yield OTHER_FILE.test(entry.name) ? { skipped: shown, reason: 'a program, or a text for people' } : inFolder(readFile(shown), shown, chart);
    }
  }

  /** What a link leads to, unless it lies in a folder that is read anyway. */
  private* link({ shown, real: link, root, rules, chart }: Folder): Generator<InputFile> {
    let real: string;
    let stats: fs.Stats;
    try {
      real = fs.realpathSync(link);
      stats = fs.statSync(real);
    } catch (error) {
      yield { skipped: shown, reason: unreadableFile(shown, error).message.slice(shown.length + 1) };
      return;
    }
    if (this.seen.has(real) || this.isBelowRoot(real)) {
      return;
    }
    this.seen.add(real);
    const target = path.join(this.roots.get(root) ?? root, path.relative(root, real));
    if (stats.isDirectory()) {
      // A link that leads to a folder above would lead through it for ever.
      if (!link.startsWith(path.join(real, path.sep))) {
        yield* this.folder({ shown: target, real, root, rules, chart });
      }
    } else {
      yield stats.isFile() ? inFolder(readFile(target), target, chart) : { skipped: shown, reason: 'neither a file nor a folder' };
    }
  }
}

interface Folder {
  /** As it is written in reports. */
  readonly shown: string;
  readonly real: string;
  /** Real path of the folder that was named. */
  readonly root: string;
  readonly rules: IgnoreRules | undefined;
  /** The nearest chart of Helm that it belongs to. */
  readonly chart: string | undefined;
}

interface Entry extends Folder {
  readonly entry: fs.Dirent;
}

/** A file that nobody named is no fault where it cannot be read, unless its name says that it is about kube-proxy. */
function inFolder(file: InputFile, shown: string, chart: string | undefined): InputFile {
  if ('input' in file) {
    return { input: { ...file.input, isNamed: false, chart } };
  }
  if (namesKubeProxy(path.basename(shown))) {
    return file;
  }
  return 'unreadable' in file ? { skipped: shown, reason: file.unreadable.message.slice(shown.length + 1) } : file;
}

/** Reads one file, pipe or device. */
export function readFile(file: string): InputFile {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(file, 'r');
    const { size } = fs.fstatSync(descriptor);
    if (size > LARGEST_FILE) {
      return { unreadable: unreadableFile(file, TOO_LARGE) };
    }
    // What says that it is empty may be a pipe, a device or a file of /proc, which tell no size.
    const isBinary = size > LARGEST_WHOLE && looksBinary(beginning(descriptor));
    const bytes = isBinary ? undefined : size > 0 ? fs.readFileSync(descriptor) : bytesToTheEnd(descriptor);
    return bytes === 'too many' ? { unreadable: unreadableFile(file, TOO_LARGE) } : bytes === undefined ? { skipped: file, reason: 'no text' } : toInput(file, bytes);
  } catch (error) {
    return { unreadable: unreadableFile(file, error) };
  } finally {
    if (descriptor !== undefined) {
      fs.closeSync(descriptor);
    }
  }
}

/** Up to this size a file is read before it is looked at. */
const LARGEST_WHOLE = 256 * 1024;

/** The first bytes of a file, read without moving on in it. */
function beginning(descriptor: number): Buffer {
  const buffer = Buffer.allocUnsafe(8192);
  return buffer.subarray(0, fs.readSync(descriptor, buffer, 0, buffer.length, 0));
}

function bytesToTheEnd(descriptor: number): Buffer | 'too many' {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(64 * 1024);
  let size = 0;
  for (let length = fs.readSync(descriptor, chunk); length > 0; length = fs.readSync(descriptor, chunk)) {
    size += length;
    if (size > LARGEST_FILE) {
      return 'too many';
    }
    chunks.push(Buffer.from(chunk.subarray(0, length)));
  }
  return Buffer.concat(chunks);
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
  if (decoded) {
    return { input: { file, ...decoded } };
  }
  return /\.(?:ya?ml|json)$/i.test(file) ? { unreadable: unreadableFile(file, 'holds NUL bytes; it is no text') } : { skipped: file, reason: 'no text' };
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
