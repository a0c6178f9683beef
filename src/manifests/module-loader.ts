import { checkedModules } from './kernel-module-names';
import { HOST_ROOT_VOLUME, hostRootMount, NOBODY, nodeAgent, scriptCommand, type NodeAgent, type NodeAgentOptions } from './node-agent';

/** Name of its DaemonSet and ConfigMap unless another is given. */
export const MODULE_LOADER_NAME = 'kube-proxy-module-loader';

/** What a module loader can be told. */
export interface ModuleLoaderOptions extends NodeAgentOptions {
  /**
   * Kernel modules, in the order of loading. Names with `|` between them are alternatives, of which the first that the node has is
   * loaded: `nf_conntrack_ipv4|nf_conntrack`. See `ipvsModules`.
   */
  readonly modules: readonly string[];
  /**
   * Also list the modules in `/etc/modules-load.d` of the nodes, so that they are there at boot before sysctl.d is applied. Only for
   * nodes where that directory can be written. The file stays when the loader goes.
   *
   * @default false
   */
  readonly persist?: boolean;
  /** Name of the DaemonSet and its ConfigMap. @default 'kube-proxy-module-loader' */
  readonly name?: string;
}

const MODULES_LOAD_D = '/etc/modules-load.d';

/** Where the init container leaves the names of modules that are built into the kernel. */
const FOUND = '/found';
const BUILTIN_FILE = `${FOUND}/builtin`;

/**
 * Loads kernel modules on each node with the node's own modprobe, in an init container with SYS_MODULE and SYS_CHROOT. A node where
 * one is missing keeps its pod from starting, and the pod's status says which one and why. After that the pod only waits, without any
 * right and without any mount of the node, and is ready while all modules are there. A reboot starts it anew.
 *
 * Not for Talos, which gives SYS_MODULE to no pod: see `talosModulesPatch`.
 */
export function moduleLoader(options: ModuleLoaderOptions): NodeAgent {
  const modules = checkedModules(options.modules, 'modules');
  const name = options.name ?? MODULE_LOADER_NAME;
  const { persist = false } = options;
  return nodeAgent(options, {
    name,
    component: 'module-loader',
    script: 'load-modules.sh',
    initContainers: [{
      name: 'load',
      command: scriptCommand('load-modules.sh', 'load', ...modules),
      env: { BUILTIN_FILE, ...(persist ? { PERSIST_FILE: `/persist/${name}.conf` } : {}) },
      volumeMounts: [
        hostRootMount(options.kubernetesVersion), { name: 'found', mountPath: FOUND },
        ...(persist ? [{ name: 'modules-load-d', mountPath: '/persist' }] : []),
      ],
      userId: 0,
      capabilities: ['SYS_MODULE', 'SYS_CHROOT'],
    }],
    containers: [{
      name: 'stay',
      command: scriptCommand('load-modules.sh', 'stay'),
      env: { BUILTIN_FILE },
      readinessProbe: { exec: { command: scriptCommand('load-modules.sh', 'verify', ...modules) }, periodSeconds: 60, timeoutSeconds: 10 },
      // Nothing of the node: /proc/modules and /sys/module say what is loaded, and the init container left what is built in.
      volumeMounts: [{ name: 'found', mountPath: FOUND, readOnly: true }],
      userId: NOBODY,
      capabilities: [],
    }],
    volumes: [HOST_ROOT_VOLUME, { name: 'found', emptyDir: {} }, ...(persist ? [{ name: 'modules-load-d', hostPath: { path: MODULES_LOAD_D, type: 'DirectoryOrCreate' } }] : [])],
    resources: { requests: { cpu: '5m', memory: '16Mi' }, limits: { memory: '64Mi' } },
  });
}
