/**
 * What the leading number of a family's release strings means: the kernel.org release that it is built from, or a
 * number at which the vendor stays for years while it adds fixes of its own choice.
 */
export type KernelNumbering = 'kernel.org' | 'frozen';

interface KernelFamily {
  readonly id: string;
  readonly title: string;
  readonly numbering: KernelNumbering;
  /** The group `build` holds what orders the builds of the family: integers with dots between them. */
  readonly pattern: RegExp;
}

const DEBIAN = String.raw`(?:-cloud|-rt)*-(?:amd64|arm64|armmp|armmp-lpae|686|686-pae|powerpc64le|ppc64le|s390x|riscv64)$`;
const UBUNTU_CLOUD = '(?:azure|azure-cvm|gcp|gke|gkeop|raspi|raspi2|oracle|kvm|ibm|bluefield)';
const UBUNTU = `(?:generic|lowlatency|virtual|aws|oem|intel|nvidia|snapdragon|xilinx-zynqmp|fips|realtime|${UBUNTU_CLOUD})(?:-[a-z0-9-]+)?`;
/** Builds of the mainline archive are numbered 050400 and are no ABI. */
const ABI = String.raw`(?<build>[1-9]\d{0,4})`;
const NUMBERS = String.raw`(?<build>\d+(?:\.\d+)*)`;

/** In the order of matching: the first whose pattern fits the string is the family. The tail decides, never the number alone. */
const FAMILIES = [
  family('placeholder', 'example string of AWS documents', 'frozen', String.raw`^1\.23\.456-`),
  family('windows', 'Windows', 'frozen', String.raw`^10\.0\.\d{5}(?:\.|$)`),
  family('elrepo', 'ELRepo', 'kernel.org', String.raw`\.elrepo\b`),
  family('ucloud', 'UCloud', 'frozen', String.raw`\.ucloud\b`),

  family('uek5', 'Oracle UEK 5', 'frozen', String.raw`^4\.14\.35-${NUMBERS}`),
  family('uek6', 'Oracle UEK 6', 'frozen', String.raw`^5\.4\.17-${NUMBERS}`),
  family('uek7', 'Oracle UEK 7', 'frozen', String.raw`^5\.15\.0-${NUMBERS}\.el\d+uek\b`),
  family('uek', 'Oracle UEK', 'frozen', String.raw`\.el\d+(?:_\d+)?uek\b`),

  family('rhel7', 'RHEL 7 and rebuilds', 'frozen', String.raw`^3\.10\.0-${NUMBERS}\.el7`),
  family('rhel8', 'RHEL 8 and rebuilds', 'frozen', String.raw`^4\.18\.0-${NUMBERS}\.el8`),
  family('rhel9', 'RHEL 9 and rebuilds', 'frozen', String.raw`^5\.14\.0-${NUMBERS}\.el9`),
  family('rhel10', 'RHEL 10 and rebuilds', 'frozen', String.raw`^6\.12\.0-${NUMBERS}\.el10`),

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

  // UOS 20 carries the number of openEuler 20.03 before its own.
  family('openeuler-20.03', 'openEuler 20.03', 'frozen', String.raw`^4\.19\.90-${NUMBERS}(?:\.oe(?:1|2003)|(?:\.up\d+)?\.uel20\b)`),
  family('openeuler-21', 'openEuler 21.03 and 21.09', 'frozen', String.raw`^5\.10\.0-${NUMBERS}\.oe1\b`),
  family('openeuler-22.03', 'openEuler 22.03', 'frozen', String.raw`^5\.10\.0-${NUMBERS}\.oe22(?:03|09)`),
  family('kylin-v10', 'Kylin V10', 'frozen', String.raw`\.ky10\b`),

  family('tencentos-2', 'TencentOS 2', 'frozen', String.raw`^4\.14\.105-`),
  family('tencentos-3-20', 'TencentOS 3 or OpenCloudOS 8', 'frozen', String.raw`^5\.4\.119-20\.0009\.(?<build>\d+)`),
  family('tencentos-3', 'TencentOS 3', 'frozen', String.raw`^5\.4\.119-`),
  family('tencentos-3.2', 'TencentOS 3.2 or OpenCloudOS 8', 'frozen', String.raw`^5\.4\.241-(?:.*tlinux4|\d+\.0017\.)`),
  family('tencentos-3-early', 'TencentOS 3 before 5.4.119', 'frozen', String.raw`^5\.4\.32-.*tlinux4`),
  family('tencentos-other', 'TencentOS', 'frozen', 'tlinux'),
  family('alinux2', 'Alibaba Cloud Linux 2 or Anolis OS', 'frozen', String.raw`^4\.19\.91-${NUMBERS}\.(?:al7|an[78])\b`),
  family('alinux3', 'Alibaba Cloud Linux 3 or Anolis OS', 'kernel.org', String.raw`^(?:5\.10|6\.6)\.[1-9].*\.(?:al[78]|alnx\d+|an(?:[78]|23))\b`),
  family('vendor-4.19', 'vendor kernel frozen at 4.19.90 or 4.19.91', 'frozen', String.raw`^4\.19\.9[01]-`),

  family('amazon-linux', 'Amazon Linux', 'kernel.org', String.raw`\.amzn\d+\b`),
  family('azure-linux', 'Azure Linux (CBL-Mariner)', 'kernel.org', String.raw`\.(?:cm[12]|azl\d+)\b`),
  family('photon', 'Photon OS', 'kernel.org', String.raw`\.ph\d\b`),
  family('fedora', 'Fedora', 'kernel.org', String.raw`\.fc\d+\b`),

  family('sle15-sp4', 'SUSE Linux Enterprise 15 SP4 and SP5', 'frozen', String.raw`^5\.14\.21-150[45]00\.${NUMBERS}-`),
  family('sle12-sp2', 'SUSE Linux Enterprise 12 SP2 and SP3', 'frozen', String.raw`^4\.4\.(?:2[1-9]|[3-9]\d|\d{3})-\d[\d.]*-(?:default|azure)$`),
  // Only 6.4 stays at the number that the series began with; 5.3.0-1035-azure is Ubuntu's.
  family('sle', 'SUSE Linux Enterprise or openSUSE Leap', 'frozen',
    String.raw`^(?:(?:3\.0|3\.12|4\.4|4\.12|5\.3|5\.14)\.[1-9]\d*|6\.4\.0)-(?:lp)?\d[\d.]*-(?:default|azure|preempt|rt)$`),
  family('opensuse', 'openSUSE Tumbleweed', 'kernel.org', String.raw`^\d+\.\d+\.\d+-\d+-default$`),

  family('debian-13', 'Debian 13 or later', 'kernel.org', String.raw`^\d+\.\d+\.\d+\+deb\d+`),
  family('debian-backports', 'Debian backports', 'frozen', String.raw`^\d+\.\d+\.0-0\.(?:bpo|deb\d+)\.(?<build>\d+)`),
  family('debian-8', 'Debian 8', 'frozen', String.raw`^3\.16\.0-(?<build>\d+)${DEBIAN}`),
  family('debian-9', 'Debian 9', 'frozen', String.raw`^4\.9\.0-(?<build>\d+)${DEBIAN}`),
  family('debian-10', 'Debian 10', 'frozen', String.raw`^4\.19\.0-(?<build>\d+)${DEBIAN}`),
  family('debian-11', 'Debian 11', 'frozen', String.raw`^5\.10\.0-(?<build>\d+)${DEBIAN}`),
  family('debian-12', 'Debian 12', 'frozen', String.raw`^6\.1\.0-(?<build>\d+)${DEBIAN}`),
  family('debian', 'Debian', 'frozen', String.raw`^\d+\.\d+\.0-(?<build>\d+)${DEBIAN}`),

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

  family('flatcar', 'Flatcar or CoreOS', 'kernel.org', '-(?:flatcar|coreos)'),
  family('talos', 'Talos', 'kernel.org', '-talos$'),
  family('wsl2', 'WSL 2', 'kernel.org', '-microsoft-standard'),
  family('linuxkit', 'LinuxKit', 'kernel.org', '-linuxkit'),
  family('cos', 'Container-Optimized OS', 'kernel.org', String.raw`^\d+\.\d+\.\d+\+$`),
  family('raspberry-pi-os', 'Raspberry Pi OS', 'kernel.org', String.raw`-v[678]\w*\+$|\+rpt-rpi`),
  family('upstream', 'kernel.org', 'kernel.org', String.raw`^\d+\.\d+(?:\.\d+){0,2}(?:-rc\d+)?$`),
  // Nobody numbers a build X.Y.Z with Z above 0 unless it started from that stable release; X.Y.0 with a tail says nothing.
  family('private-build', 'private build', 'kernel.org', String.raw`^\d+\.\d+\.[1-9]`),
] as const satisfies readonly KernelFamily[];

export type KernelFamilyId = (typeof FAMILIES)[number]['id'] | 'unknown';

/** Who built a kernel, as far as its release string tells. */
export interface KernelFamilyMatch {
  /** `rhel8`, `euleros-2.9-x86`, `ubuntu-5.4`, `upstream`, …; `unknown` when nothing else matched. */
  readonly id: KernelFamilyId;
  /** The vendor's name for people: `RHEL 8 and rebuilds`. */
  readonly title: string;
  readonly numbering: KernelNumbering;
  /** The integers that order the builds of the family (`[372, 9, 1]`, `[686]`); empty where the family has none. */
  readonly build: readonly number[];
}

/** `utsname.release` holds 64 characters; a longer string is no release of any kernel. */
const LONGEST_RELEASE = 64;

const UNKNOWN: KernelFamilyMatch = { id: 'unknown', title: 'unknown vendor', numbering: 'frozen', build: [] };

/** The family of a release string, as `uname -r` prints it and without blanks. */
export function familyOf(release: string): KernelFamilyMatch {
  if (release.length > LONGEST_RELEASE) {
    return UNKNOWN;
  }
  for (const { id, title, numbering, pattern } of FAMILIES) {
    const match = pattern.exec(release);
    if (match) {
      return { id, title, numbering, build: (match.groups?.build ?? '').split('.').filter(Boolean).map(Number) };
    }
  }
  return UNKNOWN;
}

function family<const Id extends string>(id: Id, title: string, numbering: KernelNumbering, pattern: string) {
  return { id, title, numbering, pattern: new RegExp(pattern) };
}
