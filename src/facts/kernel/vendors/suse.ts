import { ALL, family, type Vendor, NUMBERS } from './vendor';

/** SUSE Linux Enterprise and openSUSE. */
export const suse: Vendor = {
  families: [
    family('sle15-sp4', 'SUSE Linux Enterprise 15 SP4 and SP5', 'frozen', String.raw`^5\.14\.21-150[45]00\.${NUMBERS}-`),
    family('sle12-sp2', 'SUSE Linux Enterprise 12 SP2 and SP3', 'frozen', String.raw`^4\.4\.(?:2[1-9]|[3-9]\d|\d{3})-\d[\d.]*-(?:default|azure)$`),
    // Only 6.4 stays at the number that the series began with; 5.3.0-1035-azure is Ubuntu's.
    family('sle', 'SUSE Linux Enterprise or openSUSE Leap', 'frozen',
      String.raw`^(?:(?:3\.0|3\.12|4\.4|4\.12|5\.3|5\.14)\.[1-9]\d*|6\.4\.0)-(?:lp)?\d[\d.]*-(?:default|azure|preempt|rt)$`),
    family('opensuse', 'openSUSE Tumbleweed', 'kernel.org', String.raw`^\d+\.\d+\.\d+-\d+-default$`),
  ],
  picks: {
    'sle12-sp2': {
      synDrop: { present: ALL, evidence: { source: 'SUSE Linux Enterprise 12 SP2 and SP3 follow 4.4.y from 4.4.21 on', certainty: 'derived' } },
    },
  },
};
