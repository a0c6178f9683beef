import { family, type Vendor } from './vendor';

/** Fedora. */
export const fedora: Vendor = {
  families: [
    family('fedora', 'Fedora', 'kernel.org', String.raw`\.fc\d+\b`),
  ],
  systems: [
    {
      is: ({ kernel }) => kernel.family.id === 'fedora',
      system: {
        title: 'Fedora', evidence: { source: 'Fedora kernel packages', certainty: 'from-memory' },
        compressedModules: { compressed: true, evidence: { source: 'Fedora kernel packages: .ko.xz', certainty: 'documented' } },
      },
    },
  ],
};
