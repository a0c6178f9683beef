import type { Evidence } from '../../evidence';
import { ALL, BEFORE_4_1, CLASSIC, family, IPVS, modules, type Vendor, ipvs } from './vendor';

const DEBIAN = String.raw`(?:-cloud|-rt)*-(?:amd64|arm64|armmp|armmp-lpae|686|686-pae|powerpc64le|ppc64le|s390x|riscv64)$`;

const DEBIAN_9: Evidence = { source: 'Debian linux: 4.9.0-12 is 4.9.210 (2020-06), 4.9.0-16 is 4.9.272 (2021-07)', certainty: 'derived' };

/** Debian. */
export const debian: Vendor = {
  families: [
    family('debian-13', 'Debian 13 or later', 'kernel.org', String.raw`^\d+\.\d+\.\d+\+deb\d+`),
    family('debian-backports', 'Debian backports', 'frozen', String.raw`^\d+\.\d+\.0-0\.(?:bpo|deb\d+)\.(?<build>\d+)`),
    family('debian-8', 'Debian 8', 'frozen', String.raw`^3\.16\.0-(?<build>\d+)${DEBIAN}`),
    family('debian-9', 'Debian 9', 'frozen', String.raw`^4\.9\.0-(?<build>\d+)${DEBIAN}`),
    family('debian-10', 'Debian 10', 'frozen', String.raw`^4\.19\.0-(?<build>\d+)${DEBIAN}`),
    family('debian-11', 'Debian 11', 'frozen', String.raw`^5\.10\.0-(?<build>\d+)${DEBIAN}`),
    family('debian-12', 'Debian 12', 'frozen', String.raw`^6\.1\.0-(?<build>\d+)${DEBIAN}`),
    family('debian', 'Debian', 'frozen', String.raw`^\d+\.\d+\.0-(?<build>\d+)${DEBIAN}`),
  ],
  picks: {
    'debian-8': BEFORE_4_1,
    'debian-9': {
      unconfirmedConntrack: { absent: ['..12'], evidence: DEBIAN_9 },
      weightZero: { absent: ['..16'], evidence: DEBIAN_9 },
      removedServer: { absent: ['..12'], evidence: DEBIAN_9 },
    },
    'debian-10': {
      unconfirmedConntrack: {
        present: ['11..'],
        absent: ['..10'],
        evidence: { source: 'Debian linux: 4.19.0-10 is 4.19.132, -11 is 4.19.146', certainty: 'derived' },
      },
      weightZero: {
        present: ['19..'],
        absent: ['..17'],
        evidence: { source: 'Debian linux: 4.19.0-17 is 4.19.194, -19 is 4.19.232', certainty: 'derived' },
      },
      removedServer: { absent: ALL, evidence: { source: 'Debian 10 follows 4.19.y, which never got it', certainty: 'derived' } },
    },
    'debian-11': {
      weightZero: {
        present: ['10..'],
        absent: ['..9'],
        evidence: { source: 'Debian linux 5.10.84-1 changelog (ABI 5.10.0-10)', certainty: 'verified' },
      },
    },
  },
  systems: [
    {
      is: ({ kernel }) => ['debian-11', 'debian-12'].includes(kernel.family.id),
      system: {
        title: 'Debian 11 or 12', loadable: [...ipvs([...CLASSIC, 'fo', 'ovf', 'mh']), 'nf_conntrack'], absent: modules(['twos']),
        evidence: { source: 'Debian linux-image packages 5.10 and 6.1, cloud flavour included', certainty: 'verified' },
        compressedModules: { compressed: false, evidence: { source: 'Debian linux-image packages 5.10 and 6.1: .ko', certainty: 'verified' } },
      },
    },
    {
      is: ({ kernel }) => kernel.family.id === 'debian-13' && kernel.atLeast('6.12'),
      system: {
        title: 'Debian 13', loadable: [...IPVS, 'nf_conntrack'], evidence: { source: 'Debian linux-image packages 6.12 and 7.2', certainty: 'verified' },
        compressedModules: { compressed: true, evidence: { source: 'Debian linux-image packages from 6.12 on: .ko.xz', certainty: 'verified' } },
      },
    },
  ],
};
