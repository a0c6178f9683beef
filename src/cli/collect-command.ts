import { stringify } from 'yaml';
import { UsageError } from '../assessment/usage-error';
import { inventoryCollector } from '../manifests/inventory-collector';
import { write, type Streams } from './streams';

/** What `collect` is told. */
export interface CollectOptions {
  readonly namespace: string;
  readonly image?: string;
  /** Whether the nodes' labels are collected, too. @default false */
  readonly nodeLabels?: boolean;
}

/** Prints the objects that collect an inventory. */
export async function collect(options: CollectOptions, { stdout }: Streams): Promise<void> {
  const { access, configMap, daemonSet } = collector(options);
  const documents = [...access, configMap, daemonSet].map((object) => `---\n${stringify(object, { lineWidth: 0, aliasDuplicateObjects: false })}`);
  await write(stdout, documents.join(''));
}

function collector(options: CollectOptions): ReturnType<typeof inventoryCollector> {
  try {
    return inventoryCollector(options);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
