import type { Evidence } from '../../evidence';
import type { KernelRelease } from '../kernel-release';
import { ALL, BEFORE_4_1, CLASSIC, family, IPVS, type OperatingSystem, type Vendor, ipvs } from './vendor';

const UBUNTU_CLOUD = '(?:azure|azure-cvm|gcp|gke|gkeop|raspi|raspi2|oracle|kvm|ibm|bluefield)';
const UBUNTU = `(?:generic|lowlatency|virtual|aws|oem|intel|nvidia|snapdragon|xilinx-zynqmp|fips|realtime|${UBUNTU_CLOUD})(?:-[a-z0-9-]+)?`;
/** Builds of the mainline archive are numbered 050400 and are no ABI. */
const ABI = String.raw`(?<build>[1-9]\d{0,4})`;

const UBUNTU_4_4: Evidence = { source: 'build dates of Ubuntu kernels: 4.4.0-185 of 2020-06-08, 4.4.0-210 of 2021-04-16', certainty: 'derived' };
const UBUNTU_4_4_CODE: Evidence = { source: 'code of Ubuntu linux 4.4.0 up to 4.4.0-187.217', certainty: 'verified' };
const UBUNTU_5_4: Evidence = { source: 'Ubuntu linux 5.4.0 changelog up to 5.4.0-216.236 (LP 1892417, LP 1956380)', certainty: 'documented' };
const UBUNTU_5_4_AWS: Evidence = {
  source: 'Ubuntu linux-aws 5.4.0 changelog up to 5.4.0-1146.156 (LP 1892417, LP 1956380)',
  certainty: 'documented',
};
const UBUNTU_4_15: Evidence = { source: 'Ubuntu linux 4.15.0 changelog up to 4.15.0-147.151 (LP 1893986)', certainty: 'documented' };
const UBUNTU_REBASED: Evidence = { source: 'Ubuntu flavours are rebased on the generic kernel, whose changelog lacks it', certainty: 'derived' };
const UBUNTU_5_15: Evidence = { source: 'Ubuntu linux 5.15.0-14.14 changelog (LP 1953370)', certainty: 'documented' };

const UBUNTU_MODULES: Pick<OperatingSystem, 'loadable' | 'evidence'> = {
  loadable: [...ipvs([...CLASSIC, 'fo', 'ovf', 'mh']), 'nf_conntrack'],
  evidence: { source: 'Ubuntu linux-modules packages', certainty: 'from-memory' },
};

/** Ubuntu. */
export const ubuntu: Vendor = {
  families: [
    family('ubuntu-14.04', 'Ubuntu 14.04', 'frozen', String.raw`^3\.1[369]\.0-${ABI}-${UBUNTU}$`),
    family('ubuntu-4.4', 'Ubuntu 16.04', 'frozen', String.raw`^4\.4\.0-${ABI}-(?:generic|lowlatency|virtual)(?:-[a-z0-9-]+)?$`),
    family('ubuntu-4.4-cloud', 'Ubuntu 16.04 for clouds', 'frozen', String.raw`^4\.4\.0-${ABI}-(?:aws|gke|kvm)$`),
    family('ubuntu-4.15', 'Ubuntu 18.04', 'frozen', String.raw`^4\.15\.0-${ABI}-(?:generic|lowlatency)(?:-lpae)?$`),
    family('ubuntu-4.15-aws', 'Ubuntu 18.04 for AWS', 'frozen', String.raw`^4\.15\.0-${ABI}-aws$`),
    family('ubuntu-4.15-cloud', 'Ubuntu 18.04 for clouds', 'frozen', String.raw`^4\.15\.0-${ABI}-${UBUNTU}$`),
    family('ubuntu-hwe-old', 'Ubuntu HWE up to 5.3', 'frozen',
      String.raw`^(?:4\.(?:8|10|11|13|18)\.0|5\.[03]\.0(?=-\d+-(?:generic|lowlatency)))-${ABI}-${UBUNTU}$`),
    family('ubuntu-5.4', 'Ubuntu 20.04', 'frozen', String.raw`^5\.4\.0-${ABI}-(?:generic|lowlatency)(?:-lpae)?$`),
    family('ubuntu-5.4-aws', 'Ubuntu 20.04 for AWS', 'frozen', String.raw`^5\.4\.0-${ABI}-aws$`),
    family('ubuntu-5.4-cloud', 'Ubuntu 20.04 for clouds', 'frozen', String.raw`^5\.4\.0-${ABI}-${UBUNTU_CLOUD}$`),
    family('ubuntu-5.8', 'Ubuntu 20.10', 'frozen', String.raw`^5\.8\.0-${ABI}-${UBUNTU}$`),
    family('ubuntu-5.15', 'Ubuntu 22.04', 'frozen', String.raw`^5\.15\.0-${ABI}-${UBUNTU}$`),
    family('ubuntu', 'Ubuntu', 'frozen', String.raw`^\d+\.\d+\.0-${ABI}-${UBUNTU}$`),
  ],
  picks: {
    'ubuntu-14.04': BEFORE_4_1,
    'ubuntu-5.8': {
      unconfirmedConntrack: { evidence: { source: 'Ubuntu linux 5.8.0: which build is at 5.8.2 or later is not known', certainty: 'derived' } },
    },
    'ubuntu-hwe-old': {
      unconfirmedConntrack: { absent: ALL, evidence: { source: 'Ubuntu ended these series before Linux f0a5e4d7a594 (2020-07)', certainty: 'derived' } },
      weightZero: { absent: ALL, evidence: { source: 'Ubuntu ended these series before Linux c95c07836fa4 (2021-11)', certainty: 'derived' } },
      removedServer: { absent: ALL, evidence: { source: 'Ubuntu ended these series before Linux 35dfb013149f (2020-07)', certainty: 'derived' } },
    },
    'ubuntu-4.4': {
      synDrop: { present: ['23..'], absent: ['..22'], evidence: { source: 'Ubuntu linux 4.4.0-23.41 changelog', certainty: 'verified' } },
      unconfirmedConntrack: { absent: ['..187'], evidence: UBUNTU_4_4_CODE },
      weightZero: { absent: ['..210'], evidence: UBUNTU_4_4 },
      removedServer: { absent: ['..187'], evidence: UBUNTU_4_4_CODE },
    },
    'ubuntu-4.4-cloud': {
      synDrop: { present: ALL, evidence: { source: 'these Ubuntu flavours began after 4.4.0-23.41 of the generic kernel', certainty: 'derived' } },
    },
    'ubuntu-4.15': {
      unconfirmedConntrack: { present: ['119..'], absent: ['..118'], evidence: UBUNTU_4_15 },
      weightZero: { absent: ['..147'], evidence: UBUNTU_4_15 },
      removedServer: { absent: ['..147'], evidence: UBUNTU_4_15 },
    },
    // Flavour ABIs count from 1001 and rise with the generic kernel's; 1100 is older than the end of the changelogs read.
    'ubuntu-4.15-aws': {
      unconfirmedConntrack: { absent: ['..1065'], evidence: { source: 'Ubuntu 4.15.0-1065-aws is of 2020-03-26', certainty: 'derived' } },
      weightZero: { absent: ['..1100'], evidence: UBUNTU_REBASED },
      removedServer: { absent: ['..1100'], evidence: UBUNTU_REBASED },
    },
    'ubuntu-4.15-cloud': {
      weightZero: { absent: ['..1100'], evidence: UBUNTU_REBASED },
      removedServer: { absent: ['..1100'], evidence: UBUNTU_REBASED },
    },
    'ubuntu-5.4': {
      unconfirmedConntrack: { present: ['48..'], absent: ['..47'], evidence: UBUNTU_5_4 },
      weightZero: { present: ['100..'], absent: ['..99'], evidence: UBUNTU_5_4 },
      removedServer: { absent: ['..216'], evidence: UBUNTU_5_4 },
    },
    'ubuntu-5.4-aws': {
      unconfirmedConntrack: { present: ['1025..'], absent: ['..1024'], evidence: UBUNTU_5_4_AWS },
      weightZero: { present: ['1066..'], absent: ['..1065'], evidence: UBUNTU_5_4_AWS },
      removedServer: { absent: ['..1146'], evidence: UBUNTU_5_4_AWS },
    },
    'ubuntu-5.4-cloud': {
      unconfirmedConntrack: {
        present: ['1040..'],
        evidence: { source: 'Ubuntu 5.4.0-1040-azure is of 2021-02-05, and flavours are rebased on 5.4.0-48.52 since October 2020', certainty: 'derived' },
      },
      weightZero: {
        present: ['1094..'],
        evidence: { source: 'Ubuntu 5.4.0-1094-azure is of 2022-10-17, and flavours are rebased on 5.4.0-100.113 since March 2022', certainty: 'derived' },
      },
      removedServer: { absent: ['..1100'], evidence: UBUNTU_REBASED },
    },
    'ubuntu-5.15': {
      weightZero: { present: ['14..'], absent: ['..13'], evidence: UBUNTU_5_15 },
    },
  },
  systems: [
    {
      is: ({ kernel }) => isUbuntu(kernel) && kernel.release.endsWith('-kvm'),
      system: {
        title: 'Ubuntu with the kvm kernel', absent: IPVS,
        evidence: { source: 'kubespray tests/files/ubuntu20-calico-all-in-one.yml', certainty: 'documented' },
      },
    },
    {
      is: ({ kernel, osImage = '' }) => isUbuntu(kernel) && /^Ubuntu (?:2[4-9]|[3-9]\d)\./.test(osImage),
      system: {
        title: 'Ubuntu 24.04 or later', ...UBUNTU_MODULES,
        compressedModules: { compressed: true, evidence: { source: 'Ubuntu 24.04 linux-modules packages: .ko.zst', certainty: 'documented' } },
      },
    },
    { is: ({ kernel }) => isUbuntu(kernel), system: { title: 'Ubuntu', ...UBUNTU_MODULES } },
  ],
};

function isUbuntu(kernel: KernelRelease): boolean {
  return kernel.family.id.startsWith('ubuntu');
}
