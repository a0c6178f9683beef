import { CLASSIC, type Vendor, ipvs } from './vendor';

/** Bottlerocket, whose kernels are numbered as kernel.org's. */
export const bottlerocket: Vendor = {
  systems: [
    {
      is: ({ kernel, osImage = '' }) => kernel.family.id === 'upstream' && osImage.startsWith('Bottlerocket'),
      system: {
        title: 'Bottlerocket', loadable: [...ipvs([...CLASSIC, 'fo', 'ovf', 'mh']), 'ip_vs_ftp', 'ip_vs_pe_sip'],
        evidence: { source: 'Bottlerocket kernel packages; bottlerocket 7919d892, b614fead', certainty: 'verified' },
        compressedModules: { compressed: true, evidence: { source: 'bottlerocket 7919d892, b614fead', certainty: 'verified' } },
      },
    },
  ],
};
