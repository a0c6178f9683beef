import type { Evidence } from '../../evidence';
import { OPENEULER_NUMBER } from './openeuler-numbers';
import { ALL, family, NUMBERS, type Vendor } from './vendor';

const CCE_FAQ: Evidence = { source: 'Huawei Cloud CCE FAQ cce_faq_00409', certainty: 'documented' };
const EULEROS_2_3: Evidence = { source: 'EulerOS 2.3 is built from 3.10.0-514 of RHEL 7.3, whose code was read', certainty: 'derived' };

/** EulerOS and Huawei Cloud EulerOS. */
export const euleros: Vendor = {
  families: [
    // Only the first part of an h-number counts: h729.6 orders as 729.
    family('euleros-2.9-x86', 'EulerOS 2.9 on x86', 'frozen', String.raw`^4\.18\.0-147\.5\.[\d.]*\.h(?<build>\d+)(?:\.\d+)*\.eulerosv2r9\.x86_64`),
    family('euleros-2.9-arm', 'EulerOS 2.9 on Arm', 'frozen', String.raw`^4\.19\.90-vhulk[\d.]+\.h(?<build>\d+)(?:\.\d+)*\.eulerosv2r9\.aarch64`),
    family('euleros-2.5', 'EulerOS 2.5', 'frozen', String.raw`^3\.10\.0-862\.[\d.]*h(?<build>\d+)(?:\.\d+)*\.eulerosv2r7`),
    family('euleros-2.3', 'EulerOS 2.3', 'frozen', String.raw`^3\.10\.0-514\.[\d.]*h(?<build>\d+)\b`),
    // The number after vhulk is the year and month of the build.
    family('euleros-2.8', 'EulerOS 2.8', 'frozen', String.raw`^4\.19\.36-vhulk(?<build>\d{4})\b.*\.eulerosv2r8\b`),
    family('euleros-2.10-arm', 'EulerOS 2.10 on Arm', 'frozen', String.raw`^4\.19\.90-vhulk(?<build>\d{4})\b.*\.eulerosv2r10\b`),
    family('euleros-2.10', 'EulerOS 2.10', 'frozen', String.raw`\.h(?<build>\d+)(?:\.\d+)*\.eulerosv2r10\b`),
    // What stands before the h-number of these two is the number of the openEuler kernel that they are built from.
    family('euleros-2.11', 'EulerOS 2.11', 'frozen', String.raw`^5\.10\.0-${NUMBERS}\.h\d+(?:\.\d+)*\.eulerosv2r11\b`),
    family('euleros-2.12', 'EulerOS 2.12', 'frozen', String.raw`^5\.10\.0-${NUMBERS}\.h\d+(?:\.\d+)*\.eulerosv2r12\b`),
    family('euleros-other', 'EulerOS', 'frozen', String.raw`\.eulerosv2r\d+\b|^3\.10\.0-[\d.]+\.h\d+\.`),
    family('hce2', 'Huawei Cloud EulerOS 2.0', 'frozen', String.raw`^5\.10\.0-${NUMBERS}\.r\d+_\d+\.hce2\b`),
    family('hce', 'Huawei Cloud EulerOS', 'frozen', String.raw`\.hce\d+\b`),
  ],
  picks: {
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
  },
};
