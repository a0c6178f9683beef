import type { TextPosition } from '../decoded-configuration';

/** Turns offsets of a text into lines and columns. Lines are counted when the first one is asked for. */
export class TextPositions {
  private starts: number[] | undefined;

  public constructor(private readonly text: string) {}

  public at(offset: number): TextPosition {
    const starts = (this.starts ??= lineStarts(this.text));
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return { line: low + 1, column: offset - starts[low] + 1 };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}
