import { conntrackModule } from '../facts/kernel/conntrack-module';
import { DEFAULT_SCHEDULER, LISTED_IPVS_MODULES, requirementCheck } from '../facts/kube-proxy/requirements';
import { schedulerModule } from '../facts/kernel/schedulers';
import type { KnownKernel } from '../facts/kernel/kernel-has';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { invalidOption } from '../kubernetes/invalid-option';

/** Between the names of a module of which any one will do. */
const OR = '|';

/**
 * Checks the modules that a loader is to load.
 *
 * @returns every name once
 * @throws Error when the list is empty or a name is not one
 */
export function checkedModules(modules: readonly string[], property: string): string[] {
  if (modules.length === 0) {
    throw invalidOption(property, modules, 'at least one kernel module');
  }
  modules.forEach((module, index) => {
    if (!/^\w[\w-]{0,55}(\|\w[\w-]{0,55})*$/.test(module)) {
      throw invalidOption(`${property}[${index}]`, module,
        'names of kernel modules: letters, digits, _ and -, up to 56 of them, with | between names of which one will do');
    }
  });
  return [...new Set(modules)];
}

/** What decides the modules that a node needs. */
export interface IpvsModulesOptions {
  /** Version of kube-proxy on the node. */
  readonly kubeProxyVersion: KubeVersion;
  /** `ipvs.scheduler` of the configuration. @default 'rr' */
  readonly scheduler?: string;
  /** What is known of the kernel of the node. @default - nothing */
  readonly pool?: KnownKernel;
}

/**
 * What a node needs for kube-proxy in IPVS mode, in the order of loading.
 *
 * Releases that look for a list of modules get that list, the others what their scheduler needs. Unless nf_conntrack_ipv4 is known to
 * be a part of nf_conntrack in this kernel, both names are given and the loader takes the first that the node has: vendors merged them
 * in kernels with older numbers, too.
 */
export function ipvsModules(options: IpvsModulesOptions): string[] {
  const listed = requirementCheck(options.kubeProxyVersion).method === 'module-list' ? LISTED_IPVS_MODULES : ['ip_vs'];
  const merged = options.pool !== undefined && conntrackModule(options.pool).name === 'nf_conntrack';
  const conntrack = merged ? 'nf_conntrack' : ['nf_conntrack_ipv4', 'nf_conntrack'].join(OR);
  return checkedModules([...listed, schedulerModule(options.scheduler || DEFAULT_SCHEDULER), conntrack], 'modules');
}

/**
 * The machine configuration of Talos that loads modules at boot, as YAML to be merged or patched in. Talos gives no pod the right
 * to load modules. Releases up to 1.13 have ip_vs, its schedulers rr, wrr, lc and sh, and nf_conntrack built in and need none of
 * this; later ones ship them as modules.
 *
 * @param modules names without alternatives
 */
export function talosModulesPatch(modules: readonly string[]): string {
  const names = checkedModules(modules, 'modules');
  const index = names.findIndex((name) => name.includes(OR));
  if (index !== -1) {
    throw invalidOption(`modules[${index}]`, names[index], 'one name; a machine configuration knows no alternatives (on Talos it is nf_conntrack)');
  }
  return ['machine:', '  kernel:', '    modules:', ...names.map((name) => `      - name: ${name}`), ''].join('\n');
}
