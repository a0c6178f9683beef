/**
 * Placeholder for the family table; see `KernelFamilyMatch`.
 */
export interface KernelFamilyMatch {
  /** Id of the family (`rhel8`, `euleros29-x86`, `ubuntu-5.4`, `upstream`, …), `unknown` when nothing matched. */
  readonly id: string;
  /** The vendor's name for people: `RHEL 8 and rebuilds`. */
  readonly title: string;
  /** The build numbers that order releases inside the family (`[372, 9, 1]`, `[686]`); empty where the family has none. */
  readonly build: readonly number[];
}

export function familyOf(_release: string, _numbers: readonly number[]): KernelFamilyMatch {
  return { id: 'unknown', title: 'unknown', build: [] };
}
