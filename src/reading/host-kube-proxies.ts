import * as path from 'node:path';
import type { Location } from '../cluster/location';
import { LINUX_POOLS } from '../cluster/pool-selector';
import type { Flag } from '../config/configuration';
import type { KubeProxyInstanceKind } from '../declaration/kube-proxy-instance';
import type { KubeVersion } from '../versions/kube-version';
import type { FoundInstance } from './found-instance';

/** A kube-proxy that a file sets up outside pods, on Linux nodes. */
export function hostKubeProxy(found: {
  readonly kind: KubeProxyInstanceKind;
  readonly file: string;
  readonly resource?: string;
  readonly locate: () => Location | undefined;
  readonly flags: readonly Flag[];
  readonly version?: KubeVersion;
  readonly environment?: Readonly<Record<string, string>>;
}): FoundInstance {
  const { kind, file, resource, locate, flags, version, environment = {} } = found;
  const configPath = flags.filter(({ name }) => name === 'config').at(-1)?.value;
  return {
    reads: configPath === undefined ? undefined : { kind: 'file', path: configPath },
    withConfiguration: (configuration) => ({
      kind,
      name: resource ?? path.basename(file),
      resource,
      get location() { return locate(); },
      version,
      shippedBy: undefined,
      pools: LINUX_POOLS,
      flags,
      configuration,
      readsConfiguration: configPath !== undefined,
      rollsOnChange: undefined,
      mountsLibModules: undefined,
      cleansUpOnModeChange: false,
      environment,
    }),
  };
}
