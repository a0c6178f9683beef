import { loadAppArmorProfile } from '../guest/confinement';
import { Pod, type Ended, type PodObjects } from '../guest/pod';
import { command, loadedModules, pause, setSysctl, sysctl } from '../guest/system';
import { experiment } from './experiment';

const KEY = 'net.ipv4.vs.conn_reuse_mode';
const WANTED = '1';
const OTHER = '0';

/** What the host renders: tuners that keep `net.ipv4.vs.conn_reuse_mode` at 1. */
export interface TunerObjects {
  /** On the kernel that it is for. */
  readonly pod: PodObjects;
  /** Decided for another kernel, as on a node that was upgraded since. */
  readonly otherKernel: PodObjects;
  readonly intervalSeconds: number;
}

interface Measured {
  readonly appArmor: boolean;
  readonly intervalSeconds: number;
  readonly readyWithoutModule: boolean;
  /** How long another value stayed, each time that one was written. */
  readonly correctedAfterMs: readonly (number | null)[];
  readonly ready: boolean;
  readonly terminated: Ended & { readonly ms: number };
  /** What became of the value, of readiness and of the log with a tuner that was decided for another kernel. Older runs lack it. */
  readonly onOtherKernel?: { readonly value: string | null; readonly ready: boolean; readonly terminated: Ended };
}

/** Our sysctl tuner, as its DaemonSet and ConfigMap carry it, on a node where ip_vs comes late and somebody else writes. */
export const sysctlTunerPod = experiment<Measured>({
  id: 'sysctl-tuner',
  title: 'The generated tuner, without any capability, under seccomp and AppArmor, waits for ip_vs, corrects a drift and reports a fight.',
  rules: ['reuse-mode-conflict', 'sysctl-before-module', 'sysctl-two-owners'],
  measure: async (parameters) => {
    const { pod, otherKernel, intervalSeconds } = parameters as TunerObjects;
    if (loadedModules().includes('ip_vs')) {
      throw new Error('ip_vs is loaded already');
    }
    const tuner = new Pod(pod).run('tuner');
    await waitFor(() => tuner.log.includes('waiting for'), 20_000);
    const readyWithoutModule = tuner.isReady();
    command('modprobe', 'ip_vs');
    const correctedAfterMs: (number | null)[] = [];
    for (let drifts = 0; drifts < 4; drifts++) {
      setSysctl(KEY, OTHER);
      correctedAfterMs.push(await waitFor(() => sysctl(KEY) === WANTED, 20_000));
      // So that the next drift meets a tuner that has finished its look.
      await pause(300);
    }
    const ready = tuner.isReady();
    const terminated = await tuner.terminate();
    const onOtherKernel = await leftAlone(otherKernel, intervalSeconds);
    return { appArmor: loadAppArmorProfile(), intervalSeconds, readyWithoutModule, correctedAfterMs, ready, terminated, onOtherKernel };
  },
  expectations: ({ intervalSeconds, readyWithoutModule, correctedAfterMs, ready, terminated, onOtherKernel }) => [
    { that: 'it waits for ip_vs, and is not ready meanwhile', holds: !readyWithoutModule && terminated.log.includes(`waiting for ${KEY}`) },
    {
      that: 'each drift is corrected within the interval and the second or two that an emulated processor needs',
      holds: correctedAfterMs.every((ms) => ms !== null && ms <= intervalSeconds * 1000 + 2000),
    },
    { that: 'each correction is logged with the old and the new value', holds: terminated.log.includes(`${KEY} was ${OTHER}, set to ${WANTED} (correction 1)`) },
    { that: 'a fight is reported', holds: terminated.log.includes(`someone else keeps writing ${KEY}`) },
    { that: 'the pod is ready in the wanted state', holds: ready },
    { that: 'it ends within a second of SIGTERM, or the three that an emulated processor takes', holds: terminated.exitCode === 0 && terminated.ms < 3000 },
    ...(onOtherKernel === undefined ? [] : [{
      that: 'on a kernel that is not in its table it writes nothing, says so once, and is not ready',
      holds: onOtherKernel.value === OTHER && !onOtherKernel.ready
        && /^kernel \S+ of node-1 is not among those that values were decided for: nothing is written;.*$/.test(onOtherKernel.terminated.log),
    }]),
  ],
});

/** Lets a tuner look several times at a value that it would correct on its own kernel. */
async function leftAlone(pod: PodObjects, intervalSeconds: number): Promise<NonNullable<Measured['onOtherKernel']>> {
  setSysctl(KEY, OTHER);
  const tuner = new Pod(pod).run('tuner');
  await waitFor(() => tuner.log.includes('nothing is written'), 20_000);
  await pause(3 * intervalSeconds * 1000);
  const value = sysctl(KEY);
  const ready = tuner.isReady();
  return { value, ready, terminated: await tuner.terminate() };
}

/** Waits until something holds. Gives back after how many milliseconds, `null` when it does not in time. */
async function waitFor(holds: () => boolean, patienceMs: number): Promise<number | null> {
  const started = performance.now();
  while (!holds()) {
    if (performance.now() - started > patienceMs) {
      return null;
    }
    await pause(50);
  }
  return Math.round(performance.now() - started);
}
