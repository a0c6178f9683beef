import { alibaba } from './alibaba';
import { amazon } from './amazon';
import { azure } from './azure';
import { bottlerocket } from './bottlerocket';
import { debian } from './debian';
import { euleros } from './euleros';
import { fedora } from './fedora';
import { flatcar } from './flatcar';
import { openeuler } from './openeuler';
import { oracle } from './oracle';
import { photon } from './photon';
import { rhel } from './rhel';
import { special } from './special';
import { suse } from './suse';
import { talos } from './talos';
import { tencent } from './tencent';
import { ubuntu } from './ubuntu';
import { upstream } from './upstream';
import type { Vendor, VendorPicks } from './vendor';

/** In the order of matching: the first family whose pattern fits a release string is its own. A test over all known strings holds it. */
export const VENDORS: readonly Vendor[] = [
  special,
  oracle,
  rhel,
  euleros,
  openeuler,
  tencent,
  alibaba,
  amazon,
  azure,
  photon,
  fedora,
  suse,
  debian,
  ubuntu,
  flatcar,
  talos,
  bottlerocket,
  upstream,
];

const PICKS: ReadonlyMap<string, VendorPicks> = new Map(VENDORS.flatMap(({ picks = {} }) => Object.entries(picks)));

/** What is known of the builds of a family apart from its number; `undefined` where that is nothing. */
export function picksOf(id: string): VendorPicks | undefined {
  return PICKS.get(id);
}
