import type { Location } from '../../kubernetes/location';
import { LINUX_POOLS, type PoolSelector } from '../../cluster/pool-selector';
import type { ConfigurationText, Flag } from '../../config/configuration';
import type { KubeProxyInstance, KubeProxyInstanceKind, SetupPlatform } from '../../declaration/kube-proxy-instance';
import type { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { flagValue } from './kube-proxy-flags';
import type { FoundInstance } from './found-instance';

/** A kube-proxy that a file sets up outside pods. */
export function hostKubeProxy(found: {
  readonly kind: KubeProxyInstanceKind;
  /** @default - not known */
  readonly platform?: SetupPlatform;
  /** The file, or `kind namespace/name`. */
  readonly name: string;
  readonly resource?: string;
  readonly locate: () => Location | undefined;
  readonly flags: readonly Flag[];
  readonly version?: KubeVersion;
  readonly shippedBy?: KubeProxyInstance['shippedBy'];
  /** What an installer makes of the fields that it is given. */
  readonly configuration?: ConfigurationText;
  readonly environment?: Readonly<Record<string, string>>;
  /** @default - not known, outside pods */
  readonly mountsLibModules?: boolean;
  /** @default - every Linux node */
  readonly pools?: PoolSelector;
}): FoundInstance {
  const { kind, platform, name, resource, locate, flags, version, shippedBy, configuration: own, mountsLibModules } = found;
  const { environment = {}, pools = LINUX_POOLS } = found;
  const configPath = flagValue(flags, 'config');
  return {
    reads: configPath === undefined ? undefined : { kind: 'file', path: configPath },
    withConfiguration: (configuration) => ({
      kind,
      platform,
      name,
      resource,
      get location() { return locate(); },
      version,
      shippedBy,
      pools,
      flags,
      configuration: own ?? configuration,
      readsConfiguration: own !== undefined || configPath !== undefined,
      rollsOnChange: undefined,
      mountsLibModules,
      cleansUpOnModeChange: false,
      environment,
    }),
  };
}
