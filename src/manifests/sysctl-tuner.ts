import { invalidOption } from '../kubernetes/invalid-option';
import { nodeAgent, scriptCommand, type NodeAgent, type NodeAgentOptions } from './node-agent';
import { checkedSettings } from './sysctl-settings';

/** What a sysctl tuner can be told. */
export interface SysctlTunerOptions extends NodeAgentOptions {
  /** Wanted values of sysctls of the network. */
  readonly sysctls: Readonly<Record<string, string | number>>;
  /** Seconds between two looks; for so long a value that somebody else wrote is in force. @default 5 */
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
  const settings = checkedSettings(options.sysctls, 'sysctls');
  const interval = options.intervalSeconds ?? 5;
  if (!Number.isInteger(interval) || interval < 1 || interval > 3600) {
    throw invalidOption('intervalSeconds', interval, 'a whole number from 1 to 3600');
  }
  return nodeAgent(options, {
    name: 'kube-proxy-sysctl-tuner',
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
