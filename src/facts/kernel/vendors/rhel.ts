import type { Evidence } from '../../evidence';
import { CLASSIC, family, modules, NUMBERS, type OperatingSystem, type Vendor, ipvs } from './vendor';

const ALMALINUX: Evidence = {
  source: 'AlmaLinux kernel package tags 4.18.0-240.el8 to 6.12.0-55.24.1.el10_0, code read; 147.8.1 and 193.14.3 are older than the commits',
  certainty: 'verified',
};
/** The last CentOS 7 kernels of each minor release up to the end of 2020; what lies between them is extended support of later years. */
const EL7_UP_TO_2020 = ['..693.21.1', '694..862.14.4', '863..957.27.2', '958..1062.18.1', '1063..1127.19.1', '1128..1160.11.1'];
const CENTOS_7: Evidence = {
  source: 'build dates of CentOS 7 kernels, the last of them 3.10.0-1160.11.1.el7 of 2020-12-18',
  certainty: 'derived',
};

const RHEL_XZ: OperatingSystem['compressedModules'] = {
  compressed: true, evidence: { source: 'kernel packages of RHEL and CentOS 7, 8 and 9: .ko.xz', certainty: 'documented' },
};

/** RHEL, CentOS, AlmaLinux, Rocky Linux and RHCOS. */
export const rhel: Vendor = {
  families: [
    family('rhel7', 'RHEL 7 and rebuilds', 'frozen', String.raw`^3\.10\.0-${NUMBERS}\.el7`),
    family('rhel8', 'RHEL 8 and rebuilds', 'frozen', String.raw`^4\.18\.0-${NUMBERS}\.el8`),
    family('rhel9', 'RHEL 9 and rebuilds', 'frozen', String.raw`^5\.14\.0-${NUMBERS}\.el9`),
    family('rhel10', 'RHEL 10 and rebuilds', 'frozen', String.raw`^6\.12\.0-${NUMBERS}\.el10`),
  ],
  picks: {
    rhel7: {
      synDrop: { present: ['395..'], absent: ['..394.x'], evidence: { source: 'RHEL 7 kernel changelog, [3.10.0-395.el7] of 2016-05-09', certainty: 'verified' } },
      reuseModeKey: {
        present: ['236..'], absent: ['..235.x'],
        evidence: { source: 'RHEL 7 kernel changelog, [3.10.0-236.el7] of 2015-04-06; every build of 229 up to 229.20.1 lacks it', certainty: 'verified' },
      },
      unconfirmedConntrack: {
        absent: ['..693.21.1', '694..'],
        evidence: { source: 'code of 3.10.0-514, -1062, -1127 and -1160; Huawei Cloud CCE FAQ cce_faq_00409 for 862', certainty: 'verified' },
      },
      weightZero: { absent: EL7_UP_TO_2020, evidence: CENTOS_7 },
      removedServer: { absent: EL7_UP_TO_2020, evidence: CENTOS_7 },
    },
    // The builds past the last one checked of a minor release are its extended support, which may or may not have a fix.
    rhel8: {
      unconfirmedConntrack: {
        present: ['348..'],
        absent: ['..80.11.2', '81..147.8.1', '148..193.14.3', '194..240.x', '241..305.25.1'],
        evidence: ALMALINUX,
      },
      weightZero: {
        present: ['372.9.1..'],
        absent: ['..80.11.2', '81..147.8.1', '148..193.14.3', '194..240.x', '241..305.25.1', '306..348.23.1'],
        evidence: ALMALINUX,
      },
      removedServer: {
        // CentOS Stream 8 went on from 513 without it, up to 522 (RHEL-5742).
        present: ['513.9.1..513.x', '522..'],
        absent: [
          '..80.11.2', '81..147.8.1', '148..193.14.3', '194..240.x', '241..305.25.1', '306..348.23.1', '349..372.32.1', '373..425.19.2',
          '426..477.27.2', '478..513.5.1', '514..521',
        ],
        evidence: ALMALINUX,
      },
      conntrackMerged: {
        present: ['240..'],
        absent: ['..193.x'],
        evidence: {
          source: 'nf_conntrack_l3proto_ipv4.c is in 4.18.0-147.el8 and not in 4.18.0-240.el8; kubernetes/kubernetes#97052', certainty: 'verified',
        },
      },
    },
    rhel9: {
      weightZero: {
        present: ['41..'],
        absent: ['..40.x'],
        evidence: { source: 'CentOS Stream 9 kernel changelog, 5.14.0-41.el9', certainty: 'verified' },
      },
    },
  },
  systems: [
    {
      is: ({ kernel }) => kernel.family.id === 'rhel7',
      system: {
        title: 'RHEL 7', loadable: [...ipvs(CLASSIC), 'nf_conntrack'], absent: modules(['fo', 'ovf', 'mh', 'twos']),
        evidence: { source: 'kernel configuration of RHEL 7.9 (ciq-rocky-lts/kernel)', certainty: 'verified' }, compressedModules: RHEL_XZ,
      },
    },
    {
      is: ({ kernel }) => kernel.family.id === 'rhel8',
      system: {
        title: 'RHEL 8', loadable: [...ipvs([...CLASSIC, 'fo', 'ovf', 'mh']), 'nf_conntrack'], absent: modules(['twos']),
        evidence: { source: 'kernel configurations of RHEL 8.6 and 8.8 (ciq-rocky-lts/kernel)', certainty: 'verified' },
        compressedModules: RHEL_XZ,
      },
    },
    {
      is: ({ kernel }) => kernel.family.id === 'rhel9',
      system: {
        title: 'RHEL 9', loadable: [...ipvs([...CLASSIC, 'fo', 'ovf', 'mh']), 'nf_conntrack'], absent: modules(['twos']),
        evidence: { source: 'kernel configuration of RHEL 9.2 (ciq-rocky-lts/kernel)', certainty: 'verified' }, compressedModules: RHEL_XZ,
      },
    },
    {
      is: ({ kernel }) => kernel.family.id === 'rhel10',
      system: {
        title: 'RHEL 10', evidence: { source: 'kubespray docs/operating_systems/rhel.md', certainty: 'documented' },
        note: 'the cloud images of Rocky Linux 10 come without the package kernel-modules-extra',
      },
    },
  ],
};
