import { CLASSIC, family, ipvs, modules, type Vendor } from './vendor';

/** Kernel.org, and what follows its numbers without a vendor's tail. */
export const upstream: Vendor = {
  families: [
    family('wsl2', 'WSL 2', 'kernel.org', '-microsoft-standard'),
    family('linuxkit', 'LinuxKit', 'kernel.org', '-linuxkit'),
    family('cos', 'Container-Optimized OS', 'kernel.org', String.raw`^\d+\.\d+\.\d+\+$`),
    family('raspberry-pi-os', 'Raspberry Pi OS', 'kernel.org', String.raw`-v[678]\w*\+$|\+rpt-rpi`),
    family('upstream', 'kernel.org', 'kernel.org', String.raw`^\d+\.\d+(?:\.\d+){0,2}(?:-rc\d+)?$`),
    // Nobody numbers a build X.Y.Z with Z above 0 unless it started from that stable release; X.Y.0 with a tail says nothing.
    family('private-build', 'private build', 'kernel.org', String.raw`^\d+\.\d+\.[1-9]`),
  ],
  systems: [
    {
      is: ({ kernel, osImage = '' }) => kernel.family.id === 'upstream' && osImage.startsWith('Buildroot'),
      system: {
        title: 'the minikube ISO', loadable: ipvs([...CLASSIC, 'fo', 'ovf']), absent: modules(['twos']),
        evidence: { source: 'minikube ISO kernel configuration', certainty: 'verified' },
      },
    },
    {
      is: ({ kernel }) => kernel.family.id === 'cos',
      system: {
        title: 'Container-Optimized OS', loadable: ['ip_vs'],
        evidence: { source: 'Container-Optimized OS kernel configuration', certainty: 'from-memory' },
      },
    },
  ],
};
