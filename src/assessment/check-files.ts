import { Readable } from 'node:stream';
import { readInput } from '../reading/read-input';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { assess, type Assessment } from './assess';
import { readAcknowledgementsFrom } from './acknowledgement-file';

/** What to check: files by name, `-` for standard input. */
export interface FileCheck {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Node lists and inventories; of several, nodes are joined by their names. @default - nodes that the paths name, if any */
  readonly nodes?: string | readonly string[];
  /** Version of the cluster. @default - what the input tells */
  readonly kubernetesVersion?: string;
  /** Acknowledgement file. @default - none */
  readonly acknowledgements?: string;
  /** Patterns of files that are passed over, in the syntax of .gitignore. @default - none */
  readonly exclude?: readonly string[];
  /** Whether it is one cluster although files contradict each other; the later version counts then. @default false */
  readonly oneCluster?: boolean;
  /** What `-` reads. @default - nothing */
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** Told again and again what is being done. @default - nobody is */
  readonly onProgress?: (what: string) => void;
}

/** What a check of files found. */
export interface CheckedFiles {
  readonly assessment: Assessment;
  /** Files and documents that have nothing to do with kube-proxy. */
  readonly skipped: number;
  /** False when there was something to read and none of it could be. */
  readonly anythingRead: boolean;
}

/**
 * Reads files, nodes and acknowledgements, and judges what they state. A file that cannot be read becomes a finding.
 *
 * @throws UsageError when the acknowledgement file cannot be read or is not as it should be
 */
export async function checkFiles(request: FileCheck): Promise<CheckedFiles> {
  const { paths, nodes, kubernetesVersion, acknowledgements, exclude, oneCluster, stdin = Readable.from([]), onProgress } = request;
  const accepted = acknowledgements === undefined ? [] : readAcknowledgementsFrom(acknowledgements);
  const facts = { kubernetesVersion: kubernetesVersion === undefined ? undefined : KubeVersion.parse(kubernetesVersion) };
  const { declaration, files, skipped } = await readInput({ paths, nodes, facts, exclude, oneCluster, stdin, onProgress });
  onProgress?.('judging');
  return {
    assessment: assess(declaration, { acknowledgements: accepted }),
    skipped,
    anythingRead: files + skipped + declaration.cluster.nodePools.length > 0 || declaration.unreadable.length === 0,
  };
}
