import { family, type Vendor } from './vendor';

/** Strings that no distribution of its own stands behind, and ELRepo. */
export const special: Vendor = {
  families: [
    family('placeholder', 'example string of AWS documents', 'frozen', String.raw`^1\.23\.456-`),
    family('windows', 'Windows', 'frozen', String.raw`^10\.0\.\d{5}(?:\.|$)`),
    family('elrepo', 'ELRepo', 'kernel.org', String.raw`\.elrepo\b`),
    family('ucloud', 'UCloud', 'frozen', String.raw`\.ucloud\b`),
  ],
};
