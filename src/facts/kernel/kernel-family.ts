import { VENDORS } from './vendors';
import type { KernelFamily, KernelNumbering } from './vendors/vendor';

/** The id of a family in the files of `vendors`, or `unknown`; a test holds those that code names. */
export type KernelFamilyId = string;

/** Who built a kernel, as far as its release string tells. */
export interface KernelFamilyMatch {
  /** `rhel8`, `euleros-2.9-x86`, `ubuntu-5.4`, `upstream`, …; `unknown` when nothing else matched. */
  readonly id: KernelFamilyId;
  /** The vendor's name for people: `RHEL 8 and rebuilds`. */
  readonly title: string;
  /** What the leading number of its releases means. */
  readonly numbering: KernelNumbering;
  /** The integers that order the builds of the family (`[372, 9, 1]`, `[686]`); empty where the family has none. */
  readonly build: readonly number[];
}

const FAMILIES: readonly KernelFamily[] = VENDORS.flatMap(({ families = [] }) => families);

/** `utsname.release` holds 64 characters; a longer string is no release of any kernel. */
const LONGEST_RELEASE = 64;

const UNKNOWN: KernelFamilyMatch = { id: 'unknown', title: 'unknown vendor', numbering: 'frozen', build: [] };

/** The family of a release string, as `uname -r` prints it and without blanks. */
export function familyOf(release: string): KernelFamilyMatch {
  if (release.length > LONGEST_RELEASE) {
    return UNKNOWN;
  }
  for (const { id, title, numbering, pattern } of FAMILIES) {
    const match = pattern.exec(release);
    if (match) {
      return { id, title, numbering, build: (match.groups?.build ?? '').split('.').filter(Boolean).map(Number) };
    }
  }
  return UNKNOWN;
}
