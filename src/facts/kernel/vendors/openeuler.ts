import type { Evidence } from '../../evidence';
import { OPENEULER_22_03, OPENEULER_NUMBER } from './openeuler-numbers';
import { family, NUMBERS, type Vendor } from './vendor';

const OPENEULER_20_03: Evidence = { source: 'openEuler 20.03 kernel changelogs up to 4.19.90-2412.3.0.0308', certainty: 'documented' };

/** OpenEuler, UOS 20 and Kylin. */
export const openeuler: Vendor = {
  families: [
    // UOS 20 carries the number of openEuler 20.03 before its own.
    family('openeuler-20.03', 'openEuler 20.03', 'frozen', String.raw`^4\.19\.90-${NUMBERS}(?:\.oe(?:1|2003)|(?:\.up\d+)?\.uel20\b)`),
    family('openeuler-21', 'openEuler 21.03 and 21.09', 'frozen', String.raw`^5\.10\.0-${NUMBERS}\.oe1\b`),
    family('openeuler-22.03', 'openEuler 22.03', 'frozen', String.raw`^5\.10\.0-${NUMBERS}\.oe22(?:03|09)`),
    family('kylin-v10', 'Kylin V10', 'frozen', String.raw`\.ky10\b`),
  ],
  picks: {
    // The first number of an openEuler 20.03 build is the year and month in which it was made.
    'openeuler-20.03': {
      unconfirmedConntrack: {
        present: ['2010.2.0.46..'], absent: ['..2009.x'],
        evidence: { source: 'openEuler 20.03 kernel changelogs, all five branches: 4.19.90-2010.2.0.0046 of 2020-10-30', certainty: 'verified' },
      },
      weightZero: { absent: ['..2412.3.0.308'], evidence: OPENEULER_20_03 },
      removedServer: { absent: ['..2412.3.0.308'], evidence: OPENEULER_20_03 },
    },
    'openeuler-21': {
      weightZero: {
        absent: ['..5.10.1.25'], evidence: { source: 'openEuler 21.03 and 21.09 kernel changelogs up to 5.10.0-5.10.1.25', certainty: 'verified' },
      },
    },
    'openeuler-22.03': { weightZero: { ...OPENEULER_NUMBER, evidence: { source: OPENEULER_22_03, certainty: 'verified' } } },
  },
};
