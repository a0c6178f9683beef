/** One thing to do or to know on the way off IPVS mode. */
export interface MigrationStep {
  /** Stable, for programs: `node-port-addresses`. */
  readonly id: string;
  /** What to do, one sentence. */
  readonly what: string;
  /** Why, one sentence; empty where the step says it. */
  readonly because: string;
  /** A command that only reads, unless the step says otherwise; any POSIX shell takes it. @default - none */
  readonly command?: string;
  /** The text to write, as it stands. @default - none */
  readonly text?: string;
  /** Issues, commits and documents that show why. */
  readonly sources: readonly string[];
  /** Whether the move has to wait for it. */
  readonly blocks: boolean;
}

/** A step that blocks nothing unless it is said. */
export function step(
  id: string, what: string, because: string, sources: readonly string[], more: Partial<Pick<MigrationStep, 'command' | 'text' | 'blocks'>> = {},
): MigrationStep {
  return { id, what, because, sources, blocks: false, ...more };
}
