import type { OutputStream } from './streams';

/** After that many milliseconds a person at a terminal wonders. */
const PATIENCE = 1000;

/** Says on a terminal what is being done, once it takes long; says nothing elsewhere. */
export class Progress {
  private readonly start = Date.now();
  private shown = false;

  public constructor(private readonly stream: OutputStream) {}

  /** Called when a step begins; `what` fits behind `kube-proxy-kit: `. */
  public readonly step = (what: string): void => {
    if (this.stream.isTTY && Date.now() - this.start >= PATIENCE) {
      this.shown = true;
      this.stream.write(`\r\u001b[Kkube-proxy-kit: ${what} …`);
    }
  };

  /** Takes back what was said. */
  public end(): void {
    if (this.shown) {
      this.stream.write('\r\u001b[K');
    }
  }
}
