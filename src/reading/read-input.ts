import * as fs from 'node:fs';
import type { ClusterFacts } from '../cluster/define-cluster';
import type { Declaration } from '../declaration/declaration';
import { readFiles, readStandardInput, unreadableFile, type InputFile } from './documents/input-files';
import { DeclarationReader } from './read-declaration';
import { readNodes, type ReadNodes } from './read-nodes';

/** What to read, as it is named on a command line. `-` is standard input. */
export interface InputNames {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** A node list or an inventory. @default - nodes that the paths name, if any */
  readonly nodes?: string;
  /** What is known apart from the input, and surer than it. @default - nothing */
  readonly facts?: ClusterFacts;
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
export async function readInput({ paths, nodes, facts = {}, stdin, onProgress = () => {} }: InputNames): Promise<ReadInput> {
  const read = nodes === undefined ? undefined : await readNodesNamed(nodes, stdin, onProgress);
  const reader = new DeclarationReader();
  const unreadable = [...read?.unreadable ?? []];
  let files = 0;
  let skipped = 0;
  for (const file of await filesOf(paths, stdin)) {
    if ('input' in file) {
      onProgress(`reading ${file.input.file}`);
      files += reader.addText(file.input) ? 1 : 0;
    } else if ('unreadable' in file) {
      unreadable.push(file.unreadable);
    } else {
      skipped += 1;
    }
  }
  const declaration = reader.declaration({ nodePools: read?.nodePools, facts: [facts, read?.facts ?? {}], unreadable });
  return { declaration, files, skipped: skipped + reader.skipped };
}

/** Files are read only when it is their turn; standard input has to be read before. */
async function filesOf(paths: readonly string[], stdin: AsyncIterable<Uint8Array>): Promise<Iterable<InputFile>> {
  const typed = paths.includes('-') ? await readStandardInput(stdin) : undefined;
  const named = paths.filter((path) => path !== '-');
  return (function* (): Generator<InputFile> {
    if (typed) {
      yield typed;
    }
    yield* readFiles(named);
  })();
}

async function readNodesNamed(file: string, stdin: AsyncIterable<Uint8Array>, onProgress: (what: string) => void): Promise<ReadNodes> {
  const counted = (chunks: AsyncIterable<Uint8Array>) => counting(chunks, (bytes) => onProgress(`reading ${file}, ${Math.floor(bytes / 1024 / 1024)} MiB`));
  if (file === '-') {
    return readNodes(file, counted(stdin));
  }
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch (error) {
    return { nodePools: [], facts: {}, unreadable: [unreadableFile(file, error)] };
  }
  try {
    return await readNodes(file, counted(chunksOf(descriptor)));
  } finally {
    fs.closeSync(descriptor);
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
