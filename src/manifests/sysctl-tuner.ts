import { invalidOption } from '../kubernetes/invalid-option';
import { nodeAgent, scriptCommand, type NodeAgent, type NodeAgentOptions } from './node-agent';
import { checkedSettings } from './sysctl-settings';

/** Name of its DaemonSet and ConfigMap unless another is given. */
export const SYSCTL_TUNER_NAME = 'kube-proxy-sysctl-tuner';

/** What was decided for one kernel. */
export interface KernelSysctls {
  /** Its release as `uname -r` prints it; no other kernel is meant. */
  readonly kernel: string;
  /** Wanted values of sysctls of the network; empty where the kernel needs none. */
  readonly sysctls: Readonly<Record<string, string | number>>;
}

/** What a sysctl tuner can be told. */
export interface SysctlTunerOptions extends NodeAgentOptions {
  /** Wanted values of sysctls of the network, whatever the kernel. @default - none, which needs `kernels` */
  readonly sysctls?: Readonly<Record<string, string | number>>;
  /**
   * Values for particular kernels. On a kernel that is not among them nothing is written, that of `sysctls` neither, and the pod is not
   * ready: a node whose kernel was upgraded never gets what was right for the old one.
   *
   * @default - every kernel
   */
  readonly kernels?: readonly KernelSysctls[];
  /** Seconds between two looks; for so long a value that somebody else wrote is in effect. @default 5 */
  readonly intervalSeconds?: number;
  /** Name of the DaemonSet and its ConfigMap. @default 'kube-proxy-sysctl-tuner' */
  readonly name?: string;
}

/**
 * Keeps sysctls of the node's network at wanted values: waits until they are there, writes what differs, reads back, and logs every
 * correction. kube-proxy writes its own values at each start; this puts them right again. The pod is ready while the node is in the
 * wanted state.
 *
 * Runs as uid 0 without any capability. It writes through a mount of /proc/sys/net outside of /proc, since a container's own
 * /proc/sys is read-only and AppArmor's default profile denies writing there.
 */
export function sysctlTuner(options: SysctlTunerOptions): NodeAgent {
  const settings = [
    ...options.sysctls === undefined && options.kernels ? [] : checkedSettings(options.sysctls ?? {}, 'sysctls'),
    ...kernelSettings(options.kernels),
  ];
  const interval = options.intervalSeconds ?? 5;
  if (!Number.isInteger(interval) || interval < 1 || interval > 3600) {
    throw invalidOption('intervalSeconds', interval, 'a whole number from 1 to 3600');
  }
  return nodeAgent(options, {
    name: SYSCTL_TUNER_NAME,
    component: 'sysctl-tuner',
    script: 'reconcile-sysctls.sh',
    containers: [{
      name: 'tuner',
      command: scriptCommand('reconcile-sysctls.sh', 'keep', ...settings),
      env: { INTERVAL_SECONDS: String(interval) },
      readinessProbe: {
        exec: { command: scriptCommand('reconcile-sysctls.sh', 'check', ...settings) },
        periodSeconds: Math.max(10, interval), timeoutSeconds: 5,
      },
      volumeMounts: [{ name: 'proc-sys-net', mountPath: '/host/proc-sys-net' }],
      userId: 0,
      capabilities: [],
    }],
    volumes: [{ name: 'proc-sys-net', hostPath: { path: '/proc/sys/net', type: 'Directory' } }],
    resources: { requests: { cpu: '5m', memory: '8Mi' }, limits: { memory: '32Mi' } },
  });
}

function kernelSettings(kernels: readonly KernelSysctls[] | undefined): string[] {
  if (kernels?.length === 0) {
    throw invalidOption('kernels', kernels, 'at least one kernel; leave it out for every kernel');
  }
  const seen = new Set<string>();
  return (kernels ?? []).flatMap(({ kernel, sysctls }, index) => {
    const property = `kernels[${index}]`;
    if (typeof kernel !== 'string' || !/^[A-Za-z0-9][\w.+~:-]{0,127}$/.test(kernel)) {
      throw invalidOption(`${property}.kernel`, kernel, 'the release of a kernel as `uname -r` prints it');
    }
    if (seen.has(kernel)) {
      throw invalidOption(`${property}.kernel`, kernel, 'each kernel once');
    }
    seen.add(kernel);
    return ['--kernel', kernel, ...(Object.keys(sysctls).length === 0 ? [] : checkedSettings(sysctls, `${property}.sysctls`))];
  });
}
