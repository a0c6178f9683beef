import { recordOf, textOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { ContainerFiles } from '../../pods/container-files';
import type { NodeAccess } from '../node-access';
import type { Chamber, ModuleEffect, SysctlEffect } from '../script/script-effects';

/** What a container's security settings say, those of its pod applied. */
interface ContainerRights {
  readonly privileged: boolean;
  readonly hostNetwork: boolean;
  readonly hostPid: boolean;
  /** `undefined`: the image decides, mostly root. */
  readonly user: string | undefined;
  readonly has: (capability: string) => boolean;
  readonly unmaskedProc: boolean;
}

/** What a container may do to its node, by its security settings and mounts. */
export function accessOfContainer(container: UntypedRecord, podSpec: UntypedRecord, files: ContainerFiles): NodeAccess {
  const rights = rightsOf(container, podSpec);
  const seesModules = ({ chamber, tree }: ModuleEffect): boolean => tree === undefined || chamber.nodeMounts
    || MODULE_TREES.some((alias) => files.hostMount(chamber.root + tree.replace(/\/lib\/modules$/, alias)) !== undefined);
  return {
    reachesNode: ({ key, chamber }) => !key.startsWith('net.') || rights.hostNetwork || chamber.nodeNetwork,
    loading: (effect) => ({
      tool: effect.chamber.nodeMounts || effect.chamber.root !== '' ? 'host' : 'container',
      seesHostModules: seesModules(effect),
      mayLoad: rights.has('SYS_MODULE'),
    }),
    obstacle: (effect) => {
      const way = obstacleOnTheWay(effect.chamber, rights, files);
      if (way !== undefined) {
        return way;
      }
      if (effect.kind === 'sysctl') {
        return obstacleToWriting(effect, rights, files);
      }
      if (!rights.has('SYS_MODULE')) {
        return 'the container is neither privileged nor has the capability SYS_MODULE';
      }
      return seesModules(effect) ? undefined : `the node's /lib/modules is not mounted${effect.chamber.root && ` below ${effect.chamber.root}`}`;
    },
  };
}

/** Where /lib is a link to /usr/lib, the tree may be mounted at either name. */
const MODULE_TREES = ['/lib/modules', '/usr/lib/modules'];

/** What container runtimes give to a container that asks for nothing. */
const DEFAULT_CAPABILITIES = new Set([
  'AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'NET_RAW', 'SETFCAP', 'SETGID', 'SETPCAP',
  'SETUID', 'SYS_CHROOT',
]);

function rightsOf(container: UntypedRecord, podSpec: UntypedRecord): ContainerRights {
  const own = recordOf(container.securityContext);
  const pod = recordOf(podSpec.securityContext);
  const capabilities = recordOf(own.capabilities);
  const named = (list: unknown): Set<string> => new Set(textsOf(list).map((name) => name.toUpperCase().replace(/^CAP_/, '')));
  const added = named(capabilities.add);
  const dropped = named(capabilities.drop);
  const privileged = own.privileged === true;
  const user = textOf(own.runAsUser ?? pod.runAsUser);
  return {
    privileged,
    hostNetwork: podSpec.hostNetwork === true,
    hostPid: podSpec.hostPID === true,
    user,
    has: (capability) => privileged || added.has(capability) || added.has('ALL')
      || (DEFAULT_CAPABILITIES.has(capability) && !dropped.has(capability) && !dropped.has('ALL')),
    unmaskedProc: own.procMount === 'Unmasked',
  };
}

/** What keeps the container from getting where the command runs. */
function obstacleOnTheWay(chamber: Chamber, rights: ContainerRights, files: ContainerFiles): string | undefined {
  if (rights.user !== undefined && rights.user !== '0') {
    return `the container runs as user ${rights.user}, not as root`;
  }
  if (chamber.byProcessId && !rights.hostPid) {
    return "without hostPID, process 1 is the container's own";
  }
  if ((chamber.nodeMounts || chamber.nodeNetwork) && !rights.has('SYS_ADMIN')) {
    return 'nsenter needs a privileged container or the capability SYS_ADMIN';
  }
  if (chamber.root === '') {
    return undefined;
  }
  if (files.hostMount(chamber.root) === undefined) {
    return `no hostPath is mounted at ${chamber.root}`;
  }
  return rights.has('SYS_CHROOT') ? undefined : 'the container lacks the capability SYS_CHROOT';
}

function obstacleToWriting({ path, chamber }: SysctlEffect, rights: ContainerRights, files: ContainerFiles): string | undefined {
  const mount = chamber.nodeMounts ? undefined : files.hostMount(path);
  if (mount !== undefined) {
    // A read-only mount of / leaves what is mounted below it, such as /proc, as it is.
    return mount.readOnly && mount.hostPath.startsWith('/proc') ? `${mount.mountPath} is mounted read-only` : undefined;
  }
  return chamber.nodeMounts || rights.privileged || rights.unmaskedProc
    ? undefined
    : 'the container is not privileged, so its /proc/sys is read-only';
}
