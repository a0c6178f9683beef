import { CLASSIC, family, ipvs, modules, type Vendor } from './vendor';

/** Photon OS. */
export const photon: Vendor = {
  families: [
    family('photon', 'Photon OS', 'kernel.org', String.raw`\.ph\d\b`),
  ],
  systems: [
    {
      is: ({ kernel }) => kernel.release.endsWith('.ph3'),
      system: {
        title: 'Photon OS 3', loadable: ipvs(CLASSIC), absent: modules(['fo', 'ovf', 'mh', 'twos']),
        evidence: { source: 'vmware/photon linux configuration, branch 3.0', certainty: 'verified' },
      },
    },
    {
      is: ({ kernel }) => kernel.release.endsWith('.ph3-aws'),
      system: {
        title: 'Photon OS 3 for AWS', loadable: ipvs([...CLASSIC, 'fo', 'ovf']), absent: modules(['mh', 'twos']),
        evidence: { source: 'vmware/photon linux-aws configuration, branch 3.0', certainty: 'verified' },
      },
    },
  ],
};
