import type { ClusterNetwork } from '../../cluster/cluster';
import { textOf, textsOf } from '../../kubernetes/untyped';

/** Ranges written as a list, or joined by commas; nothing when they are left out. */
export function cidrs(name: 'podCidrs' | 'serviceCidrs', written: unknown): Partial<ClusterNetwork> {
  const texts = Array.isArray(written) ? textsOf(written) : (textOf(written) ?? '').split(',');
  const ranges = texts.map((range) => range.trim()).filter(Boolean);
  return ranges.length === 0 ? {} : { [name]: ranges };
}

/** `30000-32767`, as the API server takes it; nothing when it is left out. */
export function nodePortRange(written: unknown): Partial<ClusterNetwork> {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(textOf(written) ?? '') ?? [];
  return first === undefined ? {} : { nodePortRange: [Number(first), Number(last)] };
}
