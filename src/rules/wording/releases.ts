import type { VersionRange } from '../../facts/kube-proxy/kube-version';
import { KERNEL_FIXED_FROM, LEAVES_FIXED_KERNELS_ALONE } from '../../facts/kube-proxy/reuse-mode';

/** `v1.27` for 1.27.0, `v1.13.6` for itself. */
export function releaseName(release: string): string {
  return `v${release.replace(/^(\d+\.\d+)\.0$/, '$1')}`;
}

/** The first release from which on all have what these have: `v1.13.2`. */
export function firstOf(ranges: readonly VersionRange[]): string {
  return releaseName(ranges[ranges.length - 1].from);
}

/** `v1.13.2 or later (v1.12.5 and v1.11.7 suffice)`: older lines with picks of their own in parentheses, the newest first. */
export function orLater(ranges: readonly VersionRange[], place = ''): string {
  const picks = ranges.slice(0, -1).reverse().map(({ from }) => releaseName(from));
  const suffice = picks.length === 0 ? '' : ` (${picks.join(' and ')} ${picks.length === 1 ? 'suffices' : 'suffice'})`;
  return `${firstOf(ranges)} or later${place}${suffice}`;
}

/** The kernels and kube-proxies with which no sysctl is needed. */
export const NEEDS_NO_WRITE = {
  kernel: `Linux ${KERNEL_FIXED_FROM} or later`,
  kubeProxy: `kube-proxy ${firstOf(LEAVES_FIXED_KERNELS_ALONE)} or later`,
} as const;
