import { loadAppArmorProfile } from '../guest/confinement';
import { Pod, type Ended, type PodObjects } from '../guest/pod';
import { loadedModules, sysctl, succeeds } from '../guest/system';
import { experiment } from './experiment';

/** What the host renders: loaders for all that is needed, for a module that is not there, and for one that is built in. */
export interface LoaderObjects {
  readonly needed: PodObjects;
  readonly missing: PodObjects;
  readonly builtin: PodObjects;
}

interface Measured {
  readonly appArmor: boolean;
  readonly before: readonly string[];
  readonly first: Ended;
  readonly after: readonly string[];
  readonly keys: boolean;
  readonly second: Ended;
  readonly missing: Ended;
  readonly builtin: Ended;
  readonly ready: boolean;
  readonly readyWithoutModule: boolean;
  readonly terminated: Ended & { readonly ms: number };
}

const MODULES = ['ip_vs_sh', 'ip_vs_wrr', 'ip_vs_rr', 'ip_vs'];

/** Our module loader, as its DaemonSet and ConfigMap carry it, on a node that has loaded nothing. Leaves the node without ip_vs. */
export const moduleLoaderPod = experiment<Measured>({
  id: 'module-loader',
  title: 'The generated module loader loads and verifies with two capabilities under seccomp and AppArmor, and says what is missing.',
  rules: ['module-loader-broken', 'ipvs-unavailable', 'sysctl-before-module'],
  measure: async (parameters) => {
    const objects = parameters as LoaderObjects;
    unload();
    const pod = new Pod(objects.needed);
    const before = relevant();
    const first = await pod.init('load');
    const after = relevant();
    const keys = sysctl('net.ipv4.vs.conn_reuse_mode') !== null;
    const second = await pod.init('load');
    const stay = pod.run('stay');
    await until(() => stay.isReady());
    const ready = stay.isReady();
    unload();
    const readyWithoutModule = stay.isReady();
    const terminated = await stay.terminate();
    const missing = await new Pod(objects.missing).init('load');
    const builtin = await new Pod(objects.builtin).init('load');
    unload();
    return { appArmor: loadAppArmorProfile(), before, first, after, keys, second, ready, readyWithoutModule, terminated, missing, builtin };
  },
  expectations: ({ before, first, after, keys, second, missing, builtin, ready, readyWithoutModule, terminated }) => [
    { that: 'nothing is loaded before', holds: before.length === 0 },
    { that: 'the loader ends with 0 and the modules are loaded', holds: first.exitCode === 0 && MODULES.every((name) => after.includes(name)) },
    { that: 'the keys of ip_vs are there', holds: keys },
    { that: 'a second run ends with 0, too', holds: second.exitCode === 0 },
    { that: 'the pod is ready while the modules are there, and only then', holds: ready && !readyWithoutModule },
    { that: 'it ends within a second of SIGTERM, or the three that an emulated processor takes', holds: terminated.exitCode === 0 && terminated.ms < 3000 },
    { that: 'a module that the kernel lacks is named, and fails the pod', holds: missing.exitCode === 1 && missing.log.includes('ip_vs_nonesuch: no file for it') },
    { that: 'a module that is built in is accepted', holds: builtin.exitCode === 0 && builtin.log.includes('binfmt_script: builtin') },
  ],
});

function relevant(): string[] {
  const loaded = loadedModules();
  return MODULES.filter((name) => loaded.includes(name));
}

function unload(): void {
  succeeds('modprobe', '-r', '-a', ...MODULES);
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 20 && !holds(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
