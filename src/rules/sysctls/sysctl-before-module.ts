import { moduleOfSysctl } from '../../facts/kernel/sysctl-modules';
import { isLoadedBefore, nodeModule } from '../../prediction/node-modules';
import { actsAtBoot, writesAgain, type SysctlWrite, type Writer } from '../../declaration/writer';
import { onlyPool } from '../wording/pool-wording';
import type { Rule } from '../rule';
import { faultsOfWritersAnywhere, whenItActs, writerOnPools, writtenBy, type Surroundings } from '../wording/writer-wording';

/** Modules whose sysctls kube-proxy depends on. */
const CONCERNED = ['ip_vs', 'nf_conntrack'];

export const sysctlBeforeModule: Rule = {
  id: 'sysctl-before-module',
  group: 'sysctls',
  title: 'A sysctl is written before the module that provides it is loaded, so the write is lost.',
  severities: ['error'],
  sources: ['systemd/systemd#43362', 'moby/moby#43670', 'NixOS/nixpkgs#44541', 'sysctl.d(5)'],
  judge: (judged) => faultsOfWritersAnywhere(judged, lostWrites).map(({ writer, fault, pools }) => {
    const keys = fault.map(({ key }) => key);
    const modules = modulesOf(keys);
    return {
      severity: 'error',
      pool: onlyPool(pools),
      ...writtenBy(writer, fault[0]),
      message: `${writerOnPools({ writer, pools })} sets sysctls of ${modules.join(' and ')} before the ${modules.length === 1 ? 'module is' : 'modules are'} loaded`,
      because: `${writer.name} sets ${keys.join(', ')} ${whenItActs(writer)}, and nothing loads ${modules.join(' and ')} before that: `
        + `${keys.length === 1 ? 'the key does' : 'the keys do'} not exist yet, the write fails, and the kernel's default stays`,
      remedies: remedies(writer, modules),
    };
  }),
};

/** The writes of one writer that come too early, all of them one fault; none when all come in time. */
function lostWrites(writer: Writer, surroundings: Surroundings): SysctlWrite[][] {
  if (!writer.reachesNode || writer.cannotWork !== undefined || triesAgain(writer)) {
    return [];
  }
  const lost = writer.sysctls.filter((write) => {
    const module = moduleOfSysctl(write.key);
    // A value that something else fills in may be filled in together with the modules.
    return write.value !== undefined && module !== undefined && CONCERNED.includes(module)
      && (module !== 'ip_vs' || mayRunIpvs(surroundings))
      && !isThereBefore(writer, module, surroundings)
      && !isAlsoKubeProxys(writer, write, surroundings);
  });
  return lost.length > 0 ? [lost] : [];
}

function triesAgain(writer: Writer): boolean {
  return writer.waitsForKey || writesAgain(writer) || writer.moment === 'after-kube-proxy';
}

/** Elsewhere the keys of ip_vs are left over, and nobody misses them. */
function mayRunIpvs({ modeInForce: mode, requestedMode }: Surroundings): boolean {
  return (mode ?? requestedMode ?? 'ipvs') === 'ipvs';
}

function isThereBefore(writer: Writer, module: string, { pool, writers }: Surroundings): boolean {
  if (isLoadedBefore(writer, module, writers)) {
    return true;
  }
  const { state, from } = pool === undefined ? { state: 'unknown', from: 'nothing' } : nodeModule(module, pool, writers);
  // A module that is seen loaded may be loaded too late for what acts at boot.
  return state === 'builtin' || (state === 'loaded' && from === 'inventory' && !actsAtBoot(writer));
}

/** Then it is a matter of who writes last, which other rules judge. */
function isAlsoKubeProxys({ moment }: Writer, { key }: SysctlWrite, { sysctls }: Surroundings): boolean {
  return moment === 'kube-proxy-start-unordered' && sysctls?.get(key)?.kubeProxyWrites !== undefined;
}

function modulesOf(keys: readonly string[]): string[] {
  return CONCERNED.filter((module) => keys.some((key) => moduleOfSysctl(key) === module));
}

function remedies({ name, kind }: Writer, modules: readonly string[]): string[] {
  const list = modules.join(' and ');
  return [
    kind === 'talos-machine-config'
      ? `List ${list} under machine.kernel.modules.`
      : `List ${list} in a file of /etc/modules-load.d: systemd loads those before it applies sysctl.d.`,
    'Or set the values by a tuner that waits until the keys are there (SysctlTuner).',
    ...(kind === 'sysctl.d' ? [] : [`Or let ${name} load ${list} first (modprobe ${modules[0]}), or wait until the key exists.`]),
  ];
}
