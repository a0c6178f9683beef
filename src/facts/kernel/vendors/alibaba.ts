import { family, NUMBERS, type Vendor } from './vendor';

/** Alibaba Cloud Linux and Anolis OS, and whoever else stays at 4.19.90 or 4.19.91. */
export const alibaba: Vendor = {
  families: [
    family('alinux2', 'Alibaba Cloud Linux 2 or Anolis OS', 'frozen', String.raw`^4\.19\.91-${NUMBERS}\.(?:al7|an[78])\b`),
    family('alinux3', 'Alibaba Cloud Linux 3 or Anolis OS', 'kernel.org', String.raw`^(?:5\.10|6\.6)\.[1-9].*\.(?:al[78]|alnx\d+|an(?:[78]|23))\b`),
    family('vendor-4.19', 'vendor kernel frozen at 4.19.90 or 4.19.91', 'frozen', String.raw`^4\.19\.9[01]-`),
  ],
  picks: {
    alinux2: {
      unconfirmedConntrack: { evidence: { source: 'Alibaba cloud-kernel 11f0fcae52c6, about 4.19.91-21 to -23', certainty: 'documented' } },
    },
  },
};
