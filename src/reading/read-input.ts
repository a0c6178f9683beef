import * as fs from 'node:fs';
import type { ClusterFacts } from '../cluster/define-cluster';
import type { NodeDistinctions } from '../cluster/node-distinctions';
import type { Declaration, ListedFile, UnreadableInput } from '../declaration/declaration';
import { readFiles, readStandardInput, unreadableFile, type InputFile, type WalkOptions } from './documents/input-files';
import { DeclarationReader } from './read-declaration';
import { readNodes, type ReadNodes } from './read-nodes';

/** What to read, as it is named on a command line. `-` is standard input. */
export interface InputNames {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Node lists and inventories; of several, nodes are joined by their names. @default - nodes that the paths name, if any */
  readonly nodes?: string | readonly string[];
  /** What is known apart from the input, and surer than it. @default - nothing */
  readonly facts?: ClusterFacts;
  /** Patterns of files that are passed over, in the syntax of .gitignore. @default - none */
  readonly exclude?: readonly string[];
  /** Whether it is one cluster although files contradict each other. @default false */
  readonly oneCluster?: boolean;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Told again and again what is being read. @default - nobody is */
  readonly onProgress?: (what: string) => void;
}

/** Everything that was read. */
export interface ReadInput {
  readonly declaration: Declaration;
  /** Files in which anything could be read, standard input included. */
  readonly files: number;
  /** Files and documents that have nothing to do with kube-proxy. */
  readonly skipped: number;
}

/** Reads files, folders and standard input into a declaration. What cannot be read is part of it, and hides nothing else. */
export async function readInput(
  { paths, nodes = [], facts = {}, exclude, oneCluster, stdin, onProgress = () => {} }: InputNames,
): Promise<ReadInput> {
  const reader = new DeclarationReader(oneCluster);
  const unreadable: UnreadableInput[] = [];
  let files = 0;
  const passedOver: ListedFile[] = [];
  let seen = 0;
  for (const file of await filesOf(paths, { exclude }, stdin)) {
    seen += 1;
    if ('input' in file) {
      onProgress(`reading file ${seen}, ${file.input.file}`);
      files += reader.addText(file.input) ? 1 : 0;
    } else if ('unreadable' in file) {
      unreadable.push(file.unreadable);
    } else {
      passedOver.push({ file: file.skipped, outcome: 'skipped', because: file.reason });
    }
  }
  // After everything else: which nodes are alike depends on what the selectors ask for.
  const read = nodes.length === 0 ? undefined : await readNodesNamed([nodes].flat(), reader.distinctions(), stdin, onProgress);
  const declaration = reader.declaration({
    nodePools: read?.nodePools, facts: [facts, read?.facts ?? {}], unreadable: [...read?.unreadable ?? [], ...unreadable],
  });
  const listed = [...declaration.files ?? [], ...passedOver].sort((left, right) => (left.file < right.file ? -1 : 1));
  return { declaration: { ...declaration, files: listed }, files, skipped: passedOver.length + reader.skipped };
}

/** Files are read only when it is their turn; standard input has to be read before. */
async function filesOf(paths: readonly string[], options: WalkOptions, stdin: AsyncIterable<Uint8Array>): Promise<Iterable<InputFile>> {
  const typed = paths.includes('-') ? await readStandardInput(stdin) : undefined;
  const named = paths.filter((path) => path !== '-');
  return (function* (): Generator<InputFile> {
    if (typed) {
      yield typed;
    }
    yield* readFiles(named, options);
  })();
}

async function readNodesNamed(
  files: readonly string[], distinctions: NodeDistinctions, stdin: AsyncIterable<Uint8Array>, onProgress: (what: string) => void,
): Promise<ReadNodes> {
  const unreadable: UnreadableInput[] = [];
  const open = new Map<string, number>();
  for (const file of new Set(files)) {
    try {
      if (file !== '-') {
        open.set(file, fs.openSync(file, 'r'));
      }
    } catch (error) {
      unreadable.push(unreadableFile(file, error));
    }
  }
  try {
    const sources = [...new Set(files)].filter((file) => file === '-' || open.has(file)).map((file) => {
      const descriptor = open.get(file);
      const chunks = descriptor === undefined ? stdin : chunksOf(descriptor);
      return { file, chunks: counting(chunks, (bytes) => onProgress(`reading ${file}, ${Math.floor(bytes / 1024 / 1024)} MiB`)) };
    });
    const read = await readNodes(sources, distinctions);
    return { ...read, unreadable: [...unreadable, ...read.unreadable] };
  } finally {
    open.forEach((descriptor) => fs.closeSync(descriptor));
  }
}

async function* counting(chunks: AsyncIterable<Uint8Array>, tell: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    tell(bytes);
    yield chunk;
  }
}

/** The bytes of a file in pieces that share one buffer: each is good only until the next. */
async function* chunksOf(descriptor: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(256 * 1024);
  for (let length = fs.readSync(descriptor, buffer); length > 0; length = fs.readSync(descriptor, buffer)) {
    yield buffer.subarray(0, length);
  }
}
