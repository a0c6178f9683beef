/** A fix that a vendor carries although the release string does not tell. */
export interface DeclaredBackport {
  /** Upstream commit id, at least 7 hexadecimal digits. */
  readonly commit: string;
  /** Why you believe that the kernel has it: a vendor advisory, a changelog line, a test. */
  readonly reason?: string;
}
