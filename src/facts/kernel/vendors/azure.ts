import { CLASSIC, family, ipvs, modules, type Vendor } from './vendor';

/** Azure Linux and CBL-Mariner. */
export const azure: Vendor = {
  families: [
    family('azure-linux', 'Azure Linux (CBL-Mariner)', 'kernel.org', String.raw`\.(?:cm[12]|azl\d+)\b`),
  ],
  systems: [
    {
      is: ({ kernel }) => /\.cm1\b/.test(kernel.release),
      system: {
        title: 'CBL-Mariner 1.0', loadable: ipvs(CLASSIC), absent: modules(['fo', 'ovf', 'mh', 'twos']),
        evidence: { source: 'azurelinux kernel configuration, 1.0', certainty: 'verified' },
      },
    },
    {
      is: ({ kernel }) => kernel.family.id === 'azure-linux',
      system: {
        title: 'Azure Linux', loadable: ipvs([...CLASSIC, 'mh']), absent: modules(['fo', 'ovf', 'twos']),
        evidence: { source: 'azurelinux kernel configuration, 2.0 and 3.0', certainty: 'verified' },
      },
    },
  ],
};
