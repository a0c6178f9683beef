import { compareNumbers } from '../compare-numbers';
import type { KernelRelease } from '../kernel-release';
import { family, ipvs, modules, type OperatingSystem, type Vendor } from './vendor';

const TALOS: Pick<OperatingSystem, 'absent' | 'evidence' | 'refusesPodLoaders'> = {
  absent: modules(['wlc', 'lblc', 'lblcr', 'dh', 'sed', 'nq', 'fo', 'ovf', 'twos']),
  evidence: { source: 'siderolabs/pkgs kernel configuration', certainty: 'verified' },
  refusesPodLoaders: { source: 'Talos documentation: SYS_MODULE is dropped from every container', certainty: 'documented' },
};

/** Talos. */
export const talos: Vendor = {
  families: [
    family('talos', 'Talos', 'kernel.org', '-talos$'),
  ],
  systems: [
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
  ],
};

/** Talos 1.13 was the last release with IPVS built in. Where the image does not tell the release, kernels of Talos 1.8 and older do. */
function talosHasIpvsBuiltIn(kernel: KernelRelease, osImage = ''): boolean | undefined {
  const release = /^Talos \(v(\d+)\.(\d+)/.exec(osImage);
  if (release) {
    return compareNumbers([Number(release[1]), Number(release[2])], [1, 14]) < 0;
  }
  return kernel.before('6.7') ? true : undefined;
}
