import { posix } from 'node:path';
import { listOf, recordOf, textOf, type UntypedRecord } from '../kubernetes/untyped';

/** Text of a ConfigMap's key; `undefined` when it is not in the input. */
export type ConfigMapText = (namespace: string, name: string, key: string) => string | undefined;

/** A folder or file of the node inside a container. */
export interface HostPathMount {
  readonly mountPath: string;
  readonly hostPath: string;
  readonly readOnly: boolean;
}

/** What lies behind the paths of a container. */
export interface ContainerFiles {
  /** The mount of the node's file system in which a path lies, if any other mount is not nearer. */
  readonly hostMount: (path: string) => HostPathMount | undefined;
  /** The node's path; `undefined` for what is the container's own. */
  readonly nodePath: (path: string) => string | undefined;
  /** Text of a file that a volume takes from a ConfigMap. */
  readonly readFile: (path: string) => string | undefined;
}

interface Mount {
  readonly mountPath: string;
  readonly subPath: string;
  readonly readOnly: boolean;
  readonly volume: UntypedRecord;
}

export function filesOfContainer(container: UntypedRecord, podSpec: UntypedRecord, namespace: string, configMapText: ConfigMapText): ContainerFiles {
  const mounts = mountsOf(container, podSpec);
  const behind = (path: string): { readonly mount: Mount; readonly rest: string } | undefined => {
    const normal = posix.normalize(path);
    const mount = mounts.find(({ mountPath }) => mountPath === '/' || normal === mountPath || normal.startsWith(`${mountPath}/`));
    return mount && { mount, rest: posix.join('/', mount.subPath, normal.slice(mount.mountPath === '/' ? 0 : mount.mountPath.length)).slice(1) };
  };
  const hostMount = (path: string): HostPathMount | undefined => {
    const mount = behind(path)?.mount;
    const hostPath = mount && textOf(recordOf(mount.volume.hostPath).path);
    return mount && hostPath ? { mountPath: mount.mountPath, hostPath, readOnly: mount.readOnly } : undefined;
  };
  return {
    hostMount,
    nodePath: (path) => {
      const found = behind(path);
      const host = hostMount(path);
      // The kernel's own views are the same for everybody.
      return found === undefined ? KERNEL_VIEW.exec(posix.normalize(path))?.input : host && posix.join(host.hostPath, found.rest);
    },
    readFile: (path) => {
      const found = behind(path);
      return found && textInVolume(found.mount.volume, found.rest, namespace, configMapText);
    },
  };
}

const KERNEL_VIEW = /^\/(?:proc|sys)\//;

/** The longest paths first, as the kernel resolves them. */
function mountsOf(container: UntypedRecord, podSpec: UntypedRecord): Mount[] {
  const volumes = new Map(listOf(podSpec.volumes).map((volume) => [textOf(recordOf(volume).name), recordOf(volume)]));
  return listOf(container.volumeMounts).map(recordOf)
    .map((mount) => ({
      mountPath: posix.normalize(textOf(mount.mountPath) ?? '/').replace(/(.)\/+$/, '$1'),
      subPath: textOf(mount.subPath) ?? '',
      readOnly: mount.readOnly === true,
      volume: volumes.get(textOf(mount.name)) ?? {},
    }))
    .sort((left, right) => right.mountPath.length - left.mountPath.length);
}

/** Paths of a container below which a script or a sysctl may lie: files of ConfigMaps, and of the node. */
export function tellingMountPaths(container: UntypedRecord, podSpec: UntypedRecord): string[] {
  return mountsOf(container, podSpec)
    .filter(({ volume: { configMap, projected, hostPath } }) => configMap || projected || hostPath)
    .map(({ mountPath }) => mountPath);
}

function textInVolume(volume: UntypedRecord, path: string, namespace: string, configMapText: ConfigMapText): string | undefined {
  const sources = [volume.configMap, ...listOf(recordOf(volume.projected).sources).map((source) => recordOf(source).configMap)].map(recordOf);
  for (const source of sources) {
    const name = textOf(source.name);
    const items = listOf(source.items).map(recordOf);
    const key = items.length === 0 ? path : textOf(items.find((item) => textOf(item.path) === path)?.key);
    const text = name === undefined || key === undefined ? undefined : configMapText(namespace, name, key);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}
