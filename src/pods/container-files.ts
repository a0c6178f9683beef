import { posix } from 'node:path';
import { listOf, recordOf, textOf, type UntypedRecord } from '../kubernetes/untyped';
import { NO_CONFIG_MAPS, type ConfigMaps } from './config-maps';
import { environmentOf, expand } from './environment';

/** A folder or file of the node inside a container. */
export interface HostPathMount {
  readonly mountPath: string;
  readonly hostPath: string;
  readonly readOnly: boolean;
}

/** A key of a ConfigMap, in the namespace of the pod. */
export interface MountedKey {
  readonly name: string;
  readonly key: string;
}

/** What lies behind the paths of a container. */
export interface ContainerFiles {
  /** Every folder and file of the node in it. */
  readonly hostMounts: readonly HostPathMount[];
  /** The mount of the node's file system in which a path lies, if any other mount is not nearer. */
  readonly hostMount: (path: string) => HostPathMount | undefined;
  /** The node's path; `undefined` for what is the container's own. */
  readonly nodePath: (path: string) => string | undefined;
  /** The key of a ConfigMap that a file comes from, whether or not the input has it; `undefined` for every other file. */
  readonly configMapKey: (path: string) => MountedKey | undefined;
  /** Text of a file that a volume takes from a ConfigMap of the input; `undefined` where it is not known. */
  readonly readFile: (path: string) => string | undefined;
}

interface Mount {
  readonly mountPath: string;
  /** `undefined`: only the running pod knows it. */
  readonly subPath: string | undefined;
  readonly readOnly: boolean;
  readonly volume: UntypedRecord;
}

/** What lies behind the paths of a container: of several mounts the nearest, with sub paths, items and projected volumes. */
export function filesOfContainer(
  container: UntypedRecord, podSpec: UntypedRecord, namespace: string | undefined, configMaps: ConfigMaps = NO_CONFIG_MAPS,
): ContainerFiles {
  const mounts = mountsOf(container, podSpec, namespace, configMaps);
  const behind = (path: string): { readonly mount: Mount; readonly rest: string | undefined } | undefined => {
    const normal = posix.normalize(path);
    const mount = mounts.find(({ mountPath }) => mountPath === '/' || normal === mountPath || normal.startsWith(`${mountPath}/`));
    if (mount === undefined) {
      return undefined;
    }
    const inside = normal.slice(mount.mountPath === '/' ? 0 : mount.mountPath.length);
    return { mount, rest: mount.subPath === undefined ? undefined : posix.join('/', mount.subPath, inside).slice(1) };
  };
  const hostMount = (path: string) => {
    const mount = behind(path)?.mount;
    return mount && hostPathOf(mount);
  };
  const configMapKey = (path: string) => {
    const found = behind(path);
    const keys = found?.rest === undefined ? [] : keysInVolume(found.mount.volume, found.rest);
    return keys.find(({ name, key }) => configMaps.has(namespace, name, key)) ?? keys[0];
  };
  return {
    hostMounts: mounts.flatMap((mount) => hostPathOf(mount) ?? []),
    hostMount,
    nodePath: (path) => {
      const found = behind(path);
      const host = hostMount(path);
      // The kernel's own views are the same for everybody.
      return found === undefined ? KERNEL_VIEW.exec(posix.normalize(path))?.input
        : host && found.rest !== undefined ? posix.join(host.hostPath, found.rest) : undefined;
    },
    configMapKey,
    readFile: (path) => {
      const source = configMapKey(path);
      const text = source && configMaps.text(namespace, source.name, source.key);
      return text !== undefined && 'text' in text ? text.text : undefined;
    },
  };
}

const KERNEL_VIEW = /^\/(?:proc|sys)\//;

/** The longest paths first, as the kernel resolves them. */
function mountsOf(container: UntypedRecord, podSpec: UntypedRecord, namespace: string | undefined, configMaps: ConfigMaps): Mount[] {
  const volumes = new Map(listOf(podSpec.volumes).map((volume) => [textOf(recordOf(volume).name), recordOf(volume)]));
  return listOf(container.volumeMounts).map(recordOf)
    .map((mount) => ({
      mountPath: posix.normalize(textOf(mount.mountPath) ?? '/').replace(/(?<=[^/])\/+$/, ''),
      subPath: subPathOf(mount, container, namespace, configMaps),
      readOnly: mount.readOnly === true,
      volume: volumes.get(textOf(mount.name)) ?? {},
    }))
    .sort((left, right) => right.mountPath.length - left.mountPath.length);
}

function subPathOf(
  { subPath, subPathExpr }: UntypedRecord, container: UntypedRecord, namespace: string | undefined, configMaps: ConfigMaps,
): string | undefined {
  const expression = textOf(subPathExpr);
  if (expression === undefined) {
    return textOf(subPath) ?? '';
  }
  const { text, unknown } = expand(expression, environmentOf(container, namespace, configMaps));
  return unknown.length === 0 ? text : undefined;
}

function hostPathOf({ volume, mountPath, readOnly }: Mount): HostPathMount | undefined {
  const hostPath = textOf(recordOf(volume.hostPath).path);
  return hostPath ? { mountPath, hostPath, readOnly } : undefined;
}

/** Paths of a container below which a script or a sysctl may lie: files of ConfigMaps, and of the node. */
export function tellingMountPaths(container: UntypedRecord, podSpec: UntypedRecord): string[] {
  return mountsOf(container, podSpec, undefined, NO_CONFIG_MAPS)
    .filter(({ volume: { configMap, projected, hostPath } }) => configMap || projected || hostPath)
    .map(({ mountPath }) => mountPath);
}

/** The keys that a file of a volume may come from: those of each ConfigMap that does not leave it out. */
function keysInVolume(volume: UntypedRecord, path: string): MountedKey[] {
  const sources = [volume.configMap, ...listOf(recordOf(volume.projected).sources).map((source) => recordOf(source).configMap)].map(recordOf);
  return sources.flatMap((source) => {
    const name = textOf(source.name);
    const items = listOf(source.items).map(recordOf);
    const key = items.length === 0 ? path : textOf(items.find((item) => textOf(item.path) === path)?.key);
    return name === undefined || key === undefined ? [] : [{ name, key }];
  });
}
