/**
 * Has something undone even if this process is told to end before it gets to it.
 *
 * @returns what undoes it now, once
 */
export function undoneAtExit(undo: () => void): () => void {
  const undoOnce = () => {
    process.off('exit', undoOnce);
    undo();
  };
  process.on('exit', undoOnce);
  return undoOnce;
}
