import { sysctlKey } from '../../facts/kernel/sysctl-key';
import { isHyperkubeCommand, serves } from '../../pods/kube-proxy-command';
import { baseName, operandsOf } from '../../shell/wrapped-command';
import { modprobeCall, sysctlCall } from './command-arguments';
import { both, implies, OPEN, UNDECIDED } from './script-conditions';
import { printUnknown } from './script-context';
import type { Command } from './script-command';

/** Programs that load modules, set sysctls, or have others do it. */
export const KERNEL_COMMANDS: Readonly<Record<string, Command>> = {
  'modprobe': (args, context, { node }) => {
    const { modules, directory } = modprobeCall(args);
    modules.forEach((module) => node.loadModule(module, `${directory}/lib/modules`, context));
    return implies(modules);
  },
  'insmod': (args, context, { node }) => {
    const file = baseName(operandsOf(args)[0] ?? '');
    const module = file.replace(/\.ko(\.\w+)?$/, '').replaceAll('-', '_');
    node.loadModule(module, undefined, context);
    return implies([module]);
  },
  'sysctl': (args, context, { node }) => {
    const { writes, reads, files, system } = sysctlCall(args);
    const looked = reads.flatMap((key) => node.lookAtKey(sysctlKey(key), context));
    if (reads.length > 0) {
      printUnknown(context);
    }
    const written = writes.map(({ key, value }) => node.writeSysctl(sysctlKey(key), value, context));
    files.forEach((path) => node.applySysctls(node.readFile(path, context) ?? '', context));
    if (system) {
      node.applyBootFiles('sysctl.d', context);
    }
    return written.reduce(both, implies(looked));
  },
  'modinfo': (_, context) => {
    printUnknown(context);
    return OPEN;
  },
  'systemd-sysctl': (_, context, { node }) => {
    node.applyBootFiles('sysctl.d', context);
    return UNDECIDED;
  },
  'systemd-modules-load': (_, context, { node }) => {
    node.applyBootFiles('modules-load.d', context);
    return UNDECIDED;
  },
  'systemctl': restartServices,
  'service': restartServices,
  'kube-proxy': startKubeProxy,
  'hyperkube': ([command, ...args], context, shell) => (isHyperkubeCommand(command) ? startKubeProxy(args, context, shell) : UNDECIDED),
};

function restartServices(...[args, context, { node }]: Parameters<Command>): typeof UNDECIDED {
  const services = args.map((argument) => argument.replace(/\.service$/, ''));
  if (services.includes('systemd-sysctl') || services.includes('procps')) {
    node.applyBootFiles('sysctl.d', context);
  }
  if (services.includes('systemd-modules-load')) {
    node.applyBootFiles('modules-load.d', context);
  }
  return UNDECIDED;
}

function startKubeProxy(...[args, context, { node }]: Parameters<Command>): typeof UNDECIDED {
  if (serves(args)) {
    node.kubeProxyStarts(context);
  }
  return UNDECIDED;
}
