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
const EL7_UP_TO_2020 = ['..693', '694..862.14.4', '863..957.27.2', '958..1062.18.1', '1063..1127.19.1', '1128..1160.11.1'];
const CENTOS_7: Evidence = {
  source: 'build dates of CentOS 7 kernels, the last of them 3.10.0-1160.11.1.el7 of 2020-12-18',
  certainty: 'derived',
};
const CCE_FAQ: Evidence = { source: 'Huawei Cloud CCE FAQ cce_faq_00409', certainty: 'documented' };
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
    synDrop: { present: ['862..'], evidence: CCE_FAQ },
    reuseModeKey: { present: ['862..'], absent: ['..123.x'], evidence: CCE_FAQ },
    unconfirmedConntrack: { absent: ['862..'], evidence: CCE_FAQ },
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
      evidence: { source: 'CentOS Stream 9 kernel changelog, 5.14.0-41.el9', certainty: 'documented' },
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
  // The first number of an openEuler 20.03 build is the year and month in which it was made.
  'openeuler-20.03': {
    unconfirmedConntrack: { absent: ['..2006.x'], evidence: { source: 'built before Linux f0a5e4d7a594 (2020-07-04)', certainty: 'derived' } },
    removedServer: { absent: ['..2006.x'], evidence: { source: 'built before Linux 35dfb013149f (2020-07-22)', certainty: 'derived' } },
    weightZero: { absent: ['..2110.x'], evidence: { source: 'built before Linux c95c07836fa4 (2021-11-08)', certainty: 'derived' } },
  },

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
  'tencentos-3.2': {
    unconfirmedConntrack: { present: ALL, evidence: { source: 'carried over from TencentOS 3 (Tencent/TencentOS-kernel)', certainty: 'derived' } },
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
      evidence: { source: 'Debian linux 5.10.84-1 changelog (ABI 5.10.0-10)', certainty: 'documented' },
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
    unconfirmedConntrack: { absent: ['..185'], evidence: UBUNTU_4_4 },
    weightZero: { absent: ['..210'], evidence: UBUNTU_4_4 },
    removedServer: { absent: ['..185'], evidence: UBUNTU_4_4 },
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
