import { printable } from '../reports/printable';
import type { OutputStream } from './streams';

/** Milliseconds after which a person at a terminal wonders. */
const PATIENCE = 1000;

/** Milliseconds between two changes of the line. */
const PACE = 100;

/** Says on a terminal what is being done once it takes long, on a line that changes; says nothing elsewhere. */
export class Progress {
  private next = Date.now() + PATIENCE;
  private shown = false;

  public constructor(private readonly stream: OutputStream) {}

  /** `what` fits behind `kube-proxy-kit: `. */
  public readonly tell = (what: string): void => {
    if (this.stream.isTTY && Date.now() >= this.next) {
      this.next = Date.now() + PACE;
      this.shown = true;
      this.stream.write(`\r\u001b[K${fitting(`kube-proxy-kit: ${printable(what)} …`, (this.stream.columns ?? 80) - 1)}`);
    }
  };

  /** Takes back what was said. */
  public end(): void {
    if (this.shown) {
      this.stream.write('\r\u001b[K');
    }
  }
}

/** A text in one line of so many columns: a longer line could not be taken back. What is left out is in the middle, where paths tell least. */
function fitting(text: string, columns: number): string {
  const characters = [...text];
  if (characters.length <= columns) {
    return text;
  }
  const head = Math.floor((columns - 1) / 2);
  return columns < 1 ? '' : `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (columns - 1 - head)).join('')}`;
}
