import type { Evidence } from '../evidence';
import type { KernelFamilyId } from './kernel-family';
import type { KernelFix } from './kernel-fixes-upstream';

/**
 * What is known of one fix in the builds of one vendor. Ranges are written `from..to`, both included, each side open when left
 * out; `240.x` stands for every build of 240. A build in no range is unknown, even between one known without and one known with
 * the fix.
 */
export interface VendorFix {
  readonly present?: readonly string[];
  readonly absent?: readonly string[];
  readonly evidence: Evidence;
}

export type VendorFixes = Readonly<Partial<Record<KernelFix, VendorFix>>>;

const ALL = ['..'];

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
const CCE_FAQ: Evidence = { source: 'Huawei Cloud CCE FAQ cce_faq_00409', certainty: 'documented' };
const EULEROS_2_3: Evidence = { source: 'EulerOS 2.3 is built from 3.10.0-514 of RHEL 7.3, whose code was read', certainty: 'derived' };
const OPENEULER_20_03: Evidence = { source: 'openEuler 20.03 kernel changelogs up to 4.19.90-2412.3.0.0308', certainty: 'documented' };
const OPENEULER_22_03 = 'openEuler 22.03 to 22.03 SP4 and 22.09 kernel changelogs: 5.10.0-40.0.0.22 of 2022-01-14';
/** Huawei's 5.10.0 kernels are numbered as the openEuler kernel that they are built from. */
const OPENEULER_NUMBER: VendorFix = { present: ['40.0.0.22..'], evidence: { source: OPENEULER_22_03, certainty: 'derived' } };
const ENDED_EARLY = 'Debian 8 ended in 2020-06 and Ubuntu 14.04 in 2019-04; what came later are security fixes';
/** Debian 8 follows 3.16.y, Ubuntu 14.04 the series 3.13 to 3.19: the sysctl is in none of them, nor what it turns on. */
const BEFORE_4_1: VendorFixes = {
  synDrop: { absent: ALL, evidence: { source: 'Linux f719e3754ee2 drops in the branch that d752c3645717 (v4.1) added', certainty: 'derived' } },
  reuseModeKey: { absent: ALL, evidence: { source: 'Linux d752c3645717 (v4.1) was picked to no stable series', certainty: 'derived' } },
  unconfirmedConntrack: { absent: ALL, evidence: { source: ENDED_EARLY, certainty: 'derived' } },
  weightZero: { absent: ALL, evidence: { source: ENDED_EARLY, certainty: 'derived' } },
  removedServer: { absent: ALL, evidence: { source: ENDED_EARLY, certainty: 'derived' } },
};
const UBUNTU_4_4: Evidence = { source: 'build dates of Ubuntu kernels: 4.4.0-185 of 2020-06-08, 4.4.0-210 of 2021-04-16', certainty: 'derived' };
const UBUNTU_4_4_CODE: Evidence = { source: 'code of Ubuntu linux 4.4.0 up to 4.4.0-187.217', certainty: 'verified' };
const DEBIAN_9: Evidence = { source: 'Debian linux: 4.9.0-12 is 4.9.210 (2020-06), 4.9.0-16 is 4.9.272 (2021-07)', certainty: 'derived' };
const UBUNTU_5_4: Evidence = { source: 'Ubuntu linux 5.4.0 changelog up to 5.4.0-216.236 (LP 1892417, LP 1956380)', certainty: 'documented' };
const UBUNTU_5_4_AWS: Evidence = {
  source: 'Ubuntu linux-aws 5.4.0 changelog up to 5.4.0-1146.156 (LP 1892417, LP 1956380)',
  certainty: 'documented',
};
const UBUNTU_4_15: Evidence = { source: 'Ubuntu linux 4.15.0 changelog up to 4.15.0-147.151 (LP 1893986)', certainty: 'documented' };
const UBUNTU_REBASED: Evidence = { source: 'Ubuntu flavours are rebased on the generic kernel, whose changelog lacks it', certainty: 'derived' };
const UBUNTU_5_15: Evidence = { source: 'Ubuntu linux 5.15.0-14.14 changelog (LP 1953370)', certainty: 'documented' };
const TENCENT: Evidence = { source: 'Tencent/TencentOS-kernel, branches up to 2023-05', certainty: 'verified' };

/** Fixes that vendors picked, or lack, apart from what the leading number of the release says. */
export const VENDOR_FIXES: Readonly<Partial<Record<KernelFamilyId, VendorFixes>>> = {
  'rhel7': {
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
  'rhel8': {
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
  },
  'rhel9': {
    weightZero: {
      present: ['41..'],
      absent: ['..40.x'],
      evidence: { source: 'CentOS Stream 9 kernel changelog, 5.14.0-41.el9', certainty: 'verified' },
    },
  },

  'euleros-2.5': {
    synDrop: { present: ALL, evidence: CCE_FAQ },
    reuseModeKey: { present: ALL, evidence: CCE_FAQ },
    unconfirmedConntrack: { absent: ALL, evidence: CCE_FAQ },
    weightZero: { evidence: CCE_FAQ },
    removedServer: { evidence: CCE_FAQ },
  },
  'euleros-2.9-x86': {
    unconfirmedConntrack: { present: ['686..'], absent: ['..685'], evidence: CCE_FAQ },
    weightZero: { absent: ['..685'], evidence: CCE_FAQ },
    removedServer: { evidence: CCE_FAQ },
  },
  'euleros-2.9-arm': {
    unconfirmedConntrack: { present: ['584..'], absent: ['..583'], evidence: CCE_FAQ },
    weightZero: { absent: ['..583'], evidence: CCE_FAQ },
    removedServer: { evidence: CCE_FAQ },
  },
  // As RHEL 7.3, from which it is built.
  'euleros-2.3': {
    synDrop: { present: ALL, evidence: EULEROS_2_3 },
    reuseModeKey: { present: ALL, evidence: EULEROS_2_3 },
    unconfirmedConntrack: { absent: ALL, evidence: EULEROS_2_3 },
    weightZero: { absent: ALL, evidence: EULEROS_2_3 },
    removedServer: { absent: ALL, evidence: EULEROS_2_3 },
  },
  'euleros-2.8': {
    unconfirmedConntrack: { absent: ['..2006'], evidence: { source: 'EulerOS 2.8 builds, made before Linux f0a5e4d7a594 (2020-07-04)', certainty: 'derived' } },
    weightZero: { absent: ['..2110'], evidence: { source: 'EulerOS 2.8 builds, made before Linux c95c07836fa4 (2021-11-08)', certainty: 'derived' } },
  },
  'euleros-2.10-arm': {
    unconfirmedConntrack: {
      present: ['2103..'],
      evidence: { source: 'Huawei Cloud CCE FAQ cce_faq_00409 on the same build for EulerOS 2.9; openEuler 20.03 has it from 2020-10 on', certainty: 'derived' },
    },
  },
  'euleros-2.11': { weightZero: OPENEULER_NUMBER },
  'euleros-2.12': { weightZero: OPENEULER_NUMBER },
  'hce2': { weightZero: OPENEULER_NUMBER },

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

  // TencentOS 2 and early Alibaba Cloud Linux 2 have a cure of their own, the sysctl net.ipv4.vs.conn_reuse_old_conntrack;
  // from which build on is not known.
  'tencentos-2': {
    unconfirmedConntrack: { evidence: TENCENT },
    weightZero: { absent: ALL, evidence: TENCENT },
    removedServer: { absent: ALL, evidence: TENCENT },
  },
  'tencentos-3-early': {
    unconfirmedConntrack: { evidence: TENCENT },
    weightZero: { absent: ALL, evidence: TENCENT },
    removedServer: { absent: ALL, evidence: TENCENT },
  },
  'tencentos-3': {
    unconfirmedConntrack: { present: ALL, evidence: TENCENT },
    weightZero: { absent: ALL, evidence: TENCENT },
    removedServer: { absent: ALL, evidence: TENCENT },
  },
  'tencentos-3-20': {
    unconfirmedConntrack: { present: ALL, evidence: TENCENT },
    weightZero: { absent: ALL, evidence: { source: 'Tencent/TencentOS-kernel, 5.4.119 tree up to 2024-04', certainty: 'verified' } },
    removedServer: {
      present: ['28..'], evidence: { source: 'Tencent/TencentOS-kernel, 5.4.119-20.0009.28 of 2023-07-25', certainty: 'verified' },
    },
  },
  'tencentos-3.2': {
    unconfirmedConntrack: { present: ALL, evidence: { source: 'carried over from TencentOS 3 (Tencent/TencentOS-kernel)', certainty: 'derived' } },
    weightZero: { present: ALL, evidence: { source: 'based on Linux 5.4.241, and 5.4.163 has it', certainty: 'derived' } },
  },
  'alinux2': {
    unconfirmedConntrack: { evidence: { source: 'Alibaba cloud-kernel 11f0fcae52c6, about 4.19.91-21 to -23', certainty: 'documented' } },
  },
  'uek6': {
    unconfirmedConntrack: {
      present: ['2102..'],
      evidence: { source: 'Oracle UEK 6 U2 release notes: based on 5.4.83', certainty: 'documented' },
    },
  },

  // 3.60.5.1, of before the number followed 5.15.y, is younger than 5.15.6.
  'uek7': {
    weightZero: {
      present: ['3.60.5.1..3.x', '6..'],
      evidence: { source: 'Oracle UEK 7 builds: the first number is the 5.15.y that it follows; release date of 3.60.5.1', certainty: 'derived' },
    },
  },
  'sle12-sp2': {
    synDrop: { present: ALL, evidence: { source: 'SUSE Linux Enterprise 12 SP2 and SP3 follow 4.4.y from 4.4.21 on', certainty: 'derived' } },
  },

  'debian-8': BEFORE_4_1,
  'ubuntu-14.04': BEFORE_4_1,
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
};
