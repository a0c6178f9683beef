import type { Evidence } from '../../evidence';
import { ALL, family, type Vendor } from './vendor';

const TENCENT: Evidence = { source: 'Tencent/TencentOS-kernel, branches up to 2023-05', certainty: 'verified' };

/** TencentOS and OpenCloudOS. */
export const tencent: Vendor = {
  families: [
    family('tencentos-2', 'TencentOS 2', 'frozen', String.raw`^4\.14\.105-`),
    family('tencentos-3-20', 'TencentOS 3 or OpenCloudOS 8', 'frozen', String.raw`^5\.4\.119-20\.0009\.(?<build>\d+)`),
    family('tencentos-3', 'TencentOS 3', 'frozen', String.raw`^5\.4\.119-`),
    family('tencentos-3.2', 'TencentOS 3.2 or OpenCloudOS 8', 'frozen', String.raw`^5\.4\.241-(?:.*tlinux4|\d+\.0017\.)`),
    family('tencentos-3-early', 'TencentOS 3 before 5.4.119', 'frozen', String.raw`^5\.4\.32-.*tlinux4`),
    family('tencentos-other', 'TencentOS', 'frozen', 'tlinux'),
  ],
  picks: {
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
  },
};
