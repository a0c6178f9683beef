import { family, NUMBERS, type Vendor } from './vendor';

/** Oracle UEK. */
export const oracle: Vendor = {
  families: [
    family('uek5', 'Oracle UEK 5', 'frozen', String.raw`^4\.14\.35-${NUMBERS}`),
    family('uek6', 'Oracle UEK 6', 'frozen', String.raw`^5\.4\.17-${NUMBERS}`),
    family('uek7', 'Oracle UEK 7', 'frozen', String.raw`^5\.15\.0-${NUMBERS}\.el\d+uek\b`),
    family('uek', 'Oracle UEK', 'frozen', String.raw`\.el\d+(?:_\d+)?uek\b`),
  ],
  picks: {
    uek6: {
      unconfirmedConntrack: {
        present: ['2102..'],
        evidence: { source: 'Oracle UEK 6 U2 release notes: based on 5.4.83', certainty: 'documented' },
      },
    },
    // 3.60.5.1, of before the number followed 5.15.y, is younger than 5.15.6.
    uek7: {
      weightZero: {
        present: ['3.60.5.1..3.x', '6..'],
        evidence: { source: 'Oracle UEK 7 builds: the first number is the 5.15.y that it follows; release date of 3.60.5.1', certainty: 'derived' },
      },
    },
  },
  systems: [
    {
      is: ({ kernel }) => kernel.family.id.startsWith('uek'),
      system: {
        title: 'Oracle Linux with UEK', evidence: { source: 'Oracle Linux packages: kernel-uek-core and kernel-uek-modules', certainty: 'from-memory' },
        note: 'modules outside the core package need kernel-uek-modules on Oracle Linux 9',
      },
    },
  ],
};
