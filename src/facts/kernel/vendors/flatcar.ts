import { CLASSIC, family, ipvs, type Vendor } from './vendor';

/** Flatcar and CoreOS. */
export const flatcar: Vendor = {
  families: [
    family('flatcar', 'Flatcar or CoreOS', 'kernel.org', '-(?:flatcar|coreos)'),
  ],
  systems: [
    {
      is: ({ kernel }) => kernel.family.id === 'flatcar',
      system: {
        title: 'Flatcar', loadable: ipvs([...CLASSIC, 'fo', 'mh']),
        evidence: { source: 'Flatcar coreos-overlay kernel configuration, 5.4', certainty: 'verified' },
      },
    },
  ],
};
