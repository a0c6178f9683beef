import type { OperatingSystem } from '../facts/kube-proxy/modes';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { Flag } from './configuration';
import { decodeConfiguration } from './decode';
import type { DecodedConfiguration } from './decoded-configuration';
import { applyFlagsBesideConfiguration } from './flags';

const known = new Map<string, WeakRef<DecodedConfiguration>>();
const forgotten = new FinalizationRegistry<string>((key) => {
  // Another may have taken its place.
  if (known.get(key)?.deref() === undefined) {
    known.delete(key);
  }
});

/**
 * As `decodeConfiguration`, but a text is decoded once for each release and operating system, for as long as somebody has the outcome:
 * what a cluster is to be made of is decoded to plan it, and again to judge the objects that came of it.
 */
export function sharedDecoding(
  text: string, version: KubeVersion, operatingSystem: OperatingSystem, flags: readonly Flag[] = [],
): DecodedConfiguration {
  const alone = withoutFlags(text, version, operatingSystem);
  if (flags.length === 0) {
    return alone;
  }
  const { effective, problems, unknown, ignoredFlags } = applyFlagsBesideConfiguration(flags, alone.effective, version, operatingSystem);
  if (effective !== alone.effective || alone.problems.some(({ path }) => path === '')) {
    return decodeConfiguration(text, version, { operatingSystem, flags });
  }
  return {
    ...alone,
    ignoredFlags,
    problems: [...problems, ...alone.problems],
    unknown: [...alone.unknown, ...unknown],
    starts: alone.starts && problems.length === 0,
  };
}

function withoutFlags(text: string, version: KubeVersion, operatingSystem: OperatingSystem): DecodedConfiguration {
  const key = `${version.toString()} ${operatingSystem} ${text}`;
  const before = known.get(key)?.deref();
  if (before) {
    return before;
  }
  const decoded = decodeConfiguration(text, version, { operatingSystem });
  known.set(key, new WeakRef(decoded));
  forgotten.register(decoded, key);
  return decoded;
}
