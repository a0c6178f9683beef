import type { VendorPick } from './vendor';

/** Source of the first build of openEuler 22.03 with the weight-0 fix. */
export const OPENEULER_22_03 = 'openEuler 22.03 to 22.03 SP4 and 22.09 kernel changelogs: 5.10.0-40.0.0.22 of 2022-01-14';
/** Huawei's 5.10.0 kernels are numbered as the openEuler kernel that they are built from. */
export const OPENEULER_NUMBER: VendorPick = { present: ['40.0.0.22..'], evidence: { source: OPENEULER_22_03, certainty: 'derived' } };
