import type { Evidence } from '../evidence';
import { compareNumbers, type KernelRelease } from './kernel-release';
import { SCHEDULERS } from './schedulers';

/** What a node shows of its operating system. */
export interface NodeSystem {
  readonly kernel: KernelRelease;
  readonly osImage?: string;
}

/** What an operating system ships of the modules that IPVS needs, and how modules get loaded there. */
export interface OperatingSystem {
  readonly title: string;
  /** Modules compiled into the kernel. */
  readonly builtin?: readonly string[];
  /** Modules that are there to be loaded. */
  readonly loadable?: readonly string[];
  /** Modules that it does not build. Nothing is known of modules that no list names. */
  readonly absent?: readonly string[];
  /** Evidence for the three lists. */
  readonly evidence: Evidence;
  /** Whether module files are compressed; a loader with a kmod of its own may not be able to read those. @default - not known */
  readonly compressedModules?: { readonly compressed: boolean; readonly evidence: Evidence };
  /** Set where no pod may load modules, whatever its rights. */
  readonly refusesPodLoaders?: Evidence;
  /** Whether modules have to be listed for boot, since nothing loads them on demand. @default false */
  readonly listedModulesOnly?: boolean;
  /** What else decides whether a module is there; one clause. */
  readonly note?: string;
}

/**
 * The operating system whose kernel a node runs; `undefined` when neither string tells.
 *
 * The kernel's string decides wherever it names a vendor, since the osImage of a node in a container is the container's.
 */
export function operatingSystemOf(node: NodeSystem): OperatingSystem | undefined {
  return SYSTEMS.find(({ is }) => is(node))?.system;
}

const CLASSIC = ['rr', 'wrr', 'lc', 'wlc', 'lblc', 'lblcr', 'dh', 'sh', 'sed', 'nq'];
const IPVS = ipvs(SCHEDULERS.map(({ name }) => name));

function ipvs(schedulers: readonly string[]): string[] {
  return ['ip_vs', ...modules(schedulers)];
}

function modules(schedulers: readonly string[]): string[] {
  return schedulers.map((name) => `ip_vs_${name}`);
}

const TALOS: Pick<OperatingSystem, 'absent' | 'evidence' | 'refusesPodLoaders'> = {
  absent: modules(['wlc', 'lblc', 'lblcr', 'dh', 'sed', 'nq', 'fo', 'ovf', 'twos']),
  evidence: { source: 'siderolabs/pkgs kernel configuration', certainty: 'verified' },
  refusesPodLoaders: { source: 'Talos documentation: SYS_MODULE is dropped from every container', certainty: 'documented' },
};
const UBUNTU: Pick<OperatingSystem, 'loadable' | 'evidence'> = {
  loadable: [...ipvs([...CLASSIC, 'fo', 'ovf', 'mh']), 'nf_conntrack'],
  evidence: { source: 'Ubuntu linux-modules packages', certainty: 'from-memory' },
};
const RHEL_XZ: OperatingSystem['compressedModules'] = {
  compressed: true, evidence: { source: 'kernel packages of RHEL and CentOS 7, 8 and 9: .ko.xz', certainty: 'documented' },
};

/** The first that fits is the node's. */
const SYSTEMS: readonly { readonly is: (node: NodeSystem) => boolean; readonly system: OperatingSystem }[] = [
  {
    is: ({ kernel }) => isUbuntu(kernel) && kernel.release.endsWith('-kvm'),
    system: {
      title: 'Ubuntu with the kvm kernel', absent: IPVS,
      evidence: { source: 'kubespray tests/files/ubuntu20-calico-all-in-one.yml', certainty: 'documented' },
    },
  },
  {
    is: ({ kernel, osImage = '' }) => isUbuntu(kernel) && /^Ubuntu (?:2[4-9]|[3-9]\d)\./.test(osImage),
    system: {
      title: 'Ubuntu 24.04 or later', ...UBUNTU,
      compressedModules: { compressed: true, evidence: { source: 'Ubuntu 24.04 linux-modules packages: .ko.zst', certainty: 'documented' } },
    },
  },
  { is: ({ kernel }) => isUbuntu(kernel), system: { title: 'Ubuntu', ...UBUNTU } },
  {
    is: ({ kernel, osImage }) => kernel.family.id === 'talos' && talosHasIpvsBuiltIn(kernel, osImage) === true,
    system: { title: 'Talos up to 1.13', builtin: [...ipvs(['rr', 'wrr', 'lc', 'sh']), 'nf_conntrack'], ...TALOS },
  },
  {
    is: ({ kernel, osImage }) => kernel.family.id === 'talos' && talosHasIpvsBuiltIn(kernel, osImage) === false,
    system: {
      title: 'Talos from 1.14 on', loadable: ipvs(['rr', 'wrr', 'lc', 'sh', 'mh']), ...TALOS,
      evidence: { source: 'siderolabs/talos c9173bb, hack/release.toml', certainty: 'verified' },
      note: 'modules have to be listed in machine.kernel.modules', listedModulesOnly: true,
    },
  },
  {
    is: ({ kernel }) => kernel.family.id === 'talos',
    system: { title: 'Talos', ...TALOS, note: 'IPVS is built in up to Talos 1.13 and a module after' },
  },
  {
    is: ({ kernel, osImage = '' }) => kernel.family.id === 'upstream' && osImage.startsWith('Bottlerocket'),
    system: {
      title: 'Bottlerocket', loadable: [...ipvs([...CLASSIC, 'fo', 'ovf', 'mh']), 'ip_vs_ftp', 'ip_vs_pe_sip'],
      evidence: { source: 'Bottlerocket kernel packages; bottlerocket 7919d892, b614fead', certainty: 'verified' },
      compressedModules: { compressed: true, evidence: { source: 'bottlerocket 7919d892, b614fead', certainty: 'verified' } },
    },
  },
  {
    is: ({ kernel, osImage = '' }) => kernel.family.id === 'upstream' && osImage.startsWith('Buildroot'),
    system: {
      title: 'the minikube ISO', loadable: ipvs([...CLASSIC, 'fo', 'ovf']), absent: modules(['twos']),
      evidence: { source: 'minikube ISO kernel configuration', certainty: 'verified' },
    },
  },
  {
    is: ({ kernel }) => kernel.family.id === 'flatcar',
    system: {
      title: 'Flatcar', loadable: ipvs([...CLASSIC, 'fo', 'mh']),
      evidence: { source: 'Flatcar coreos-overlay kernel configuration, 5.4', certainty: 'verified' },
    },
  },
  {
    is: ({ kernel }) => kernel.release.endsWith('.ph3'),
    system: {
      title: 'Photon OS 3', loadable: ipvs(CLASSIC), absent: modules(['fo', 'ovf', 'mh', 'twos']),
      evidence: { source: 'vmware/photon linux configuration, branch 3.0', certainty: 'verified' },
    },
  },
  {
    is: ({ kernel }) => kernel.release.endsWith('.ph3-aws'),
    system: {
      title: 'Photon OS 3 for AWS', loadable: ipvs([...CLASSIC, 'fo', 'ovf']), absent: modules(['mh', 'twos']),
      evidence: { source: 'vmware/photon linux-aws configuration, branch 3.0', certainty: 'verified' },
    },
  },
  {
    is: ({ kernel }) => /\.cm1\b/.test(kernel.release),
    system: {
      title: 'CBL-Mariner 1.0', loadable: ipvs(CLASSIC), absent: modules(['fo', 'ovf', 'mh', 'twos']),
      evidence: { source: 'azurelinux kernel configuration, 1.0', certainty: 'verified' },
    },
  },
  {
    is: ({ kernel }) => kernel.family.id === 'azure-linux',
    system: {
      title: 'Azure Linux', loadable: ipvs([...CLASSIC, 'mh']), absent: modules(['fo', 'ovf', 'twos']),
      evidence: { source: 'azurelinux kernel configuration, 2.0 and 3.0', certainty: 'verified' },
    },
  },
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
  {
    is: ({ kernel }) => kernel.family.id.startsWith('uek'),
    system: {
      title: 'Oracle Linux with UEK', evidence: { source: 'Oracle Linux packages: kernel-uek-core and kernel-uek-modules', certainty: 'from-memory' },
      note: 'modules outside the core package need kernel-uek-modules on Oracle Linux 9',
    },
  },
  {
    is: ({ kernel }) => ['debian-11', 'debian-12'].includes(kernel.family.id),
    system: {
      title: 'Debian 11 or 12', loadable: [...ipvs([...CLASSIC, 'fo', 'ovf', 'mh']), 'nf_conntrack'], absent: modules(['twos']),
      evidence: { source: 'Debian linux-image packages 5.10 and 6.1, cloud flavour included', certainty: 'verified' },
      compressedModules: { compressed: false, evidence: { source: 'Debian linux-image packages 5.10 and 6.1: .ko', certainty: 'verified' } },
    },
  },
  {
    is: ({ kernel }) => kernel.family.id === 'debian-13' && kernel.atLeast('6.12'),
    system: {
      title: 'Debian 13', loadable: [...IPVS, 'nf_conntrack'], evidence: { source: 'Debian linux-image packages 6.12 and 7.2', certainty: 'verified' },
      compressedModules: { compressed: true, evidence: { source: 'Debian linux-image packages from 6.12 on: .ko.xz', certainty: 'verified' } },
    },
  },
  {
    is: ({ kernel }) => kernel.family.id === 'amazon-linux',
    system: {
      title: 'Amazon Linux', loadable: [...ipvs(CLASSIC), 'nf_conntrack'],
      evidence: { source: 'aws-eks-best-practices ipvs.adoc', certainty: 'documented' },
    },
  },
  {
    is: ({ kernel }) => kernel.family.id === 'cos',
    system: {
      title: 'Container-Optimized OS', loadable: ['ip_vs'],
      evidence: { source: 'Container-Optimized OS kernel configuration', certainty: 'from-memory' },
    },
  },
  {
    is: ({ kernel }) => kernel.family.id === 'fedora',
    system: {
      title: 'Fedora', evidence: { source: 'Fedora kernel packages', certainty: 'from-memory' },
      compressedModules: { compressed: true, evidence: { source: 'Fedora kernel packages: .ko.xz', certainty: 'documented' } },
    },
  },
];

function isUbuntu(kernel: KernelRelease): boolean {
  return kernel.family.id.startsWith('ubuntu');
}

/** Talos 1.13 was the last release with IPVS built in. Where the image does not tell the release, kernels of Talos 1.8 and older do. */
function talosHasIpvsBuiltIn(kernel: KernelRelease, osImage = ''): boolean | undefined {
  const release = /^Talos \(v(\d+)\.(\d+)/.exec(osImage);
  if (release) {
    return compareNumbers([Number(release[1]), Number(release[2])], [1, 14]) < 0;
  }
  return kernel.before('6.7') ? true : undefined;
}
