/** Why a reader failed, as the rest of a sentence that begins with what it read. */
export function readingFailure(error: unknown): string {
  const [line] = (error instanceof Error ? error.message : 'no reason given').split('\n', 1);
  return `cannot be read: ${line.slice(0, 60)}`;
}
