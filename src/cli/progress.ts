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
      this.stream.write(`\r\u001b[Kkube-proxy-kit: ${printable(what)} …`);
    }
  };

  /** Takes back what was said. */
  public end(): void {
    if (this.shown) {
      this.stream.write('\r\u001b[K');
    }
  }
}
