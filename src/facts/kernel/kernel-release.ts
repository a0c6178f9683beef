import { compareNumbers } from './compare-numbers';
import { familyOf, type KernelFamilyMatch } from './kernel-family';

/** A kernel has room for this many characters in its release (__NEW_UTS_LEN). */
export const LONGEST_RELEASE = 64;

/**
 * A kernel release string as `uname -r` prints it and `status.nodeInfo.kernelVersion` repeats it.
 * Parsing never throws: an odd string has an unknown family, and no numbers when it does not start with two of them.
 */
export class KernelRelease {
  /** Reads any string. A trailing ` (amd64)`, as recent kubectl prints it, is cut off. */
  public static parse(text: string): KernelRelease {
    const release = text.trim().split(/\s/, 1)[0] ?? '';
    const match = /^v?(\d{1,5}(?:\.\d{1,5}){1,3})(?!\d)/.exec(release);
    const numbers = match ? match[1].split('.').map(Number) : [];
    return new KernelRelease(text, release, numbers, familyOf(release));
  }

  private constructor(
    /** The text as it was given. */
    public readonly raw: string,
    /** The release without what follows the first blank. */
    public readonly release: string,
    /** The leading numbers, two to four of them; empty when the string does not start with two. kube-proxy reads nothing else. */
    public readonly numbers: readonly number[],
    /** Who built it, as far as the string tells. */
    public readonly family: KernelFamilyMatch,
  ) {}

  /** Whether kube-proxy and this library can read a number from it. */
  public get isReadable(): boolean {
    return this.numbers.length >= 2;
  }

  /** Whether the leading number is `bound` (`5.9`, `4.19.140`) or later. False for a string that cannot be read. */
  public atLeast(bound: string): boolean {
    if (!this.isReadable) {
      return false;
    }
    return compareNumbers(this.numbers, bound.split('.').map(Number)) >= 0;
  }

  /** Whether the leading number is before `bound`. False for a string that cannot be read. */
  public before(bound: string): boolean {
    return this.isReadable && !this.atLeast(bound);
  }

  /** `5.10.0`: the number that kube-proxy reads, or the raw string when there is none. */
  public get base(): string {
    return this.isReadable ? this.numbers.join('.') : this.raw;
  }

  /** The release without what follows the first blank. */
  public toString(): string {
    return this.release;
  }
}
