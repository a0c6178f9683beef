import * as os from 'node:os';
import {
  addVirtualServers, claimKernel, forget, hasVirtualServers, joinNetwork, missingMetrics, netSysctls, runKubeProxy, virtualServersNow,
  type KubeProxyProgram, type RunningKubeProxy, type SysctlValues,
} from '../guest/kube-proxy-node';
import { Pod, type PodObjects } from '../guest/pod';
import { command, pause, sysctl } from '../guest/system';
import { experiment } from './experiment';

/** One kube-proxy on one kernel, or on one that claims to be another. */
export interface KubeProxyRun {
  readonly version: string;
  /** What `/proc/sys/kernel/osrelease` says. */
  readonly kernel: string;
  readonly mode: string;
}

/** What the library predicts for a run. */
export interface PredictedRun extends KubeProxyRun {
  readonly startup: string;
  /** By key; `null` where kube-proxy writes a value that is not known. */
  readonly writes: Readonly<Record<string, string | null>>;
  /** Whether it compares the kernel with what should be there at each `ipvs.syncPeriod`. */
  readonly resyncs: boolean;
  /** Metrics that are there after the first sync. */
  readonly metrics: readonly string[];
}

/** What the host tells the guest. */
export interface KubeProxyParameters {
  readonly runs: readonly (KubeProxyProgram & { readonly predicted: PredictedRun })[];
  readonly kubeconfig: string;
  /** Virtual servers that kube-proxy is to set up, as `ipvsadm -S -n` prints them. */
  readonly virtualServers: readonly string[];
  /** A virtual server of somebody else inside `ipvs.excludeCIDRs` of every configuration, in the same form. */
  readonly excluded: readonly string[];
  /** `ipvs.syncPeriod` of every configuration. */
  readonly syncPeriodSeconds: number;
  /** Keeps `net.ipv4.vs.conn_reuse_mode` at 1. */
  readonly tuner: PodObjects;
  readonly tunerIntervalSeconds: number;
}

interface Measured {
  readonly predicted: PredictedRun;
  /** `exits` with its code, or that it set up the virtual servers. */
  readonly outcome: string;
  readonly seconds: number;
  /** Sysctls that are not as they were before it started. */
  readonly changed: Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>;
  /** The predicted keys, as they are. */
  readonly values: Readonly<Record<string, string | null>>;
  readonly virtualServers: readonly string[];
  /** Predicted metrics that it does not show; not asked where it does not run. */
  readonly missingMetrics?: readonly string[];
  /** Warnings, errors and what names sysctls or modules. */
  readonly log: readonly string[];
  /** Corrections by our tuner, beside this kube-proxy, after its start and after its restart. */
  readonly corrections?: Corrections;
  /** How its repairs went; not asked where the kernel claims to be another, since that changes nothing of them. */
  readonly repairs?: Repairs;
}

/** What our tuner did while kube-proxy started, ended and started again. */
interface Corrections {
  readonly intervalSeconds: number;
  /** Lines of its log. */
  readonly log: readonly string[];
  /** For each start of kube-proxy, the longest time that its value stayed. */
  readonly wrongForMs: readonly number[];
  readonly valueAtTheEnd: string | null;
}

/** What kube-proxy does to virtual servers between changes of Services. */
interface Repairs {
  /** After how many seconds one that somebody deleted was there again; `null`: not within some periods. */
  readonly deletedIsBackAfter: number | null;
  /** Whether one inside `ipvs.excludeCIDRs` has outlived all this, and its real server with it. */
  readonly excludedIsKept: boolean;
}

/** Sysctls that change with another: the kernel sets the first two, kube-proxy the last as the hash size of the module. */
const FOLLOWS: Readonly<Record<string, string>> = {
  'net.ipv4.conf.all.forwarding': 'net.ipv4.ip_forward',
  'net.ipv4.conf.all.accept_redirects': 'net.ipv4.ip_forward',
  'net.netfilter.nf_conntrack_buckets': 'net.netfilter.nf_conntrack_max',
};

const KEY = 'net.ipv4.vs.conn_reuse_mode';
/** What our tuner is told to keep it at. */
const WANTED = '1';
/** How many of its periods kube-proxy gets to repair something: on an emulated processor one synchronisation can take several. */
const PERIODS = 24;
/** How long kube-proxy may take from its start to its write, and the tuner from that to its correction. */
const CORRECTION_PATIENCE_MS = 60_000;

/** A real kube-proxy with the configuration that the library renders, against a real API server. */
export const kubeProxy = experiment<readonly Measured[]>({
  id: 'kube-proxy',
  title: 'What kube-proxy leaves behind on a kernel, or on one that it takes for another, is what the library predicts; a tuner puts it right.',
  rules: ['stale-real-server', 'reuse-mode-conflict', 'sysctl-key-missing', 'sysctl-two-owners', 'ipvs-unavailable', 'ipvs-resync-regression'],
  needsKubernetes: true,
  measure: async (parameters) => {
    const { runs, kubeconfig, virtualServers, excluded, syncPeriodSeconds, tuner, tunerIntervalSeconds } = parameters as KubeProxyParameters;
    joinNetwork(kubeconfig);
    command('modprobe', 'nf_conntrack');
    const base = netSysctls();
    const measured: Measured[] = [];
    for (const { predicted, ...kubeProxyProgram } of runs) {
      const start = () => runKubeProxy(kubeProxyProgram, () => hasVirtualServers(virtualServers));
      forget(base);
      claimKernel(predicted.kernel);
      command('modprobe', 'ip_vs');
      addVirtualServers(excluded);
      const before = netSysctls();
      const writesZero = predicted.writes[KEY] === '0' && predicted.startup === 'runs';
      const first = await start();
      const after = netSysctls();
      const servers = virtualServersNow();
      const missing = first.outcome === 'runs' ? await missingMetrics(predicted.metrics) : undefined;
      const repairs = predicted.kernel === os.release() && first.outcome === 'runs'
        ? await repaired(virtualServers, excluded, PERIODS * syncPeriodSeconds) : undefined;
      await first.stop();
      const corrections = writesZero ? await correctedBeside(tuner, tunerIntervalSeconds, start) : undefined;
      measured.push({
        predicted,
        outcome: first.outcome,
        seconds: first.seconds,
        changed: differences(before, after),
        values: Object.fromEntries(Object.keys(predicted.writes).map((key) => [key, after[key] ?? null])),
        virtualServers: servers,
        ...(missing === undefined ? {} : { missingMetrics: missing }),
        log: first.log().filter((line) => /^[WE]\d|sysctl|conn_reuse|kernel|modul/i.test(line)).slice(0, 40),
        ...(corrections === undefined ? {} : { corrections }),
        ...(repairs === undefined ? {} : { repairs }),
      });
    }
    return measured;
  },
  expectations: (measured) => measured.flatMap(({ predicted, outcome, changed, values, missingMetrics: missing, corrections, repairs }) => {
    const where = `kube-proxy ${predicted.version}, ${predicted.mode}, kernel ${predicted.kernel}`;
    const wrong = Object.entries(predicted.writes).filter(([key, value]) => value !== null && values[key] !== value);
    const unforeseen = Object.keys(changed).filter((key) => !(key in predicted.writes) && !(FOLLOWS[key] in predicted.writes));
    return [
      { that: `${where}: ${predicted.startup}${outcome === predicted.startup ? '' : `, but it ${outcome}`}`, holds: outcome === predicted.startup },
      ...(predicted.startup === 'runs' ? [
        {
          that: `${where}: ${Object.keys(predicted.writes).length} sysctls as predicted${wrong.map(([key, value]) => `, ${key} is ${values[key]} in place of ${value}`).join('')}`,
          holds: wrong.length === 0,
        },
        { that: `${where}: no other changed${unforeseen.map((key) => `, but ${key}`).join('')}`, holds: unforeseen.length === 0 },
      ] : []),
      ...(missing === undefined ? [] : [{
        that: `${where}: it shows ${predicted.metrics.length} metrics that alerts name${missing.map((name) => `, but not ${name}`).join('')}`,
        holds: missing.length === 0,
      }]),
      ...(corrections === undefined ? [] : [{
        that: `${where}: our tuner has conn_reuse_mode right again within its interval and the two seconds that an emulated processor needs, `
          + 'after a start of kube-proxy and after its restart',
        holds: corrections.valueAtTheEnd === WANTED && corrections.log.length >= corrections.wrongForMs.length
          && corrections.wrongForMs.every((ms) => ms <= corrections.intervalSeconds * 1000 + 2000),
      }]),
      ...(repairs === undefined ? [] : [
        {
          that: `${where}: a virtual server that somebody deletes ${predicted.resyncs ? 'is back' : 'is still gone'} after ${PERIODS} times ipvs.syncPeriod`,
          holds: (repairs.deletedIsBackAfter !== null) === predicted.resyncs,
        },
        { that: `${where}: one of somebody else inside ipvs.excludeCIDRs is left alone`, holds: repairs.excludedIsKept },
      ]),
    ];
  }),
});

function differences(before: SysctlValues, after: SysctlValues): Measured['changed'] {
  return Object.fromEntries(Object.keys(after).filter((key) => key in before && before[key] !== after[key])
    .map((key) => [key, { from: before[key], to: after[key] }]));
}

/** Deletes a virtual server behind the back of kube-proxy, and gives it some time to notice. */
async function repaired(virtualServers: readonly string[], excluded: readonly string[], patienceSeconds: number): Promise<Repairs> {
  const [, protocol, address] = virtualServers[0].split(' ');
  command('ipvsadm', '-D', protocol, address);
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  while (!hasVirtualServers(virtualServers) && seconds() < patienceSeconds) {
    await pause(500);
  }
  return {
    deletedIsBackAfter: hasVirtualServers(virtualServers) ? seconds() : null,
    excludedIsKept: hasVirtualServers(excluded),
  };
}

/** Runs our tuner while kube-proxy starts twice. */
async function correctedBeside(objects: PodObjects, intervalSeconds: number, start: () => Promise<RunningKubeProxy>): Promise<Corrections> {
  const tuner = new Pod(objects).run('tuner');
  await pause(3000);
  const log = () => tuner.log.split('\n').filter((line) => line.includes('(correction '));
  const atFirst = log().length;
  const wrongForMs: number[] = [];
  for (let starts = 1; starts <= 2; starts++) {
    const corrected = log().length;
    const watch = watchValue();
    const running = await start();
    for (let waited = 0; waited < CORRECTION_PATIENCE_MS && log().length === corrected; waited += 500) {
      await pause(500);
    }
    await running.stop();
    wrongForMs.push(watch.stop());
  }
  const valueAtTheEnd = sysctl(KEY);
  await tuner.terminate();
  return { intervalSeconds, log: log().slice(atFirst), wrongForMs, valueAtTheEnd };
}

/** Looks at the sysctl until it is stopped; gives back the longest time in milliseconds that another value than the wanted one stayed. */
function watchValue(): { readonly stop: () => number } {
  let wrongSince: number | undefined;
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    wrongSince = sysctl(KEY) === WANTED ? undefined : wrongSince ?? now;
    longest = Math.max(longest, wrongSince === undefined ? 0 : now - wrongSince);
  }, 100);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.round(longest);
    },
  };
}
