import { actsAtBoot, writesAgain, type WriteMoment } from '../declaration/writer';
import type { SysctlPrediction, SysctlStep } from './prediction';
import type { TimedWrite } from './timed-writes';

/** What a key holds before anybody in the input writes it; `undefined` when that is not known. */
export interface StandingValue {
  /** Value seen on the nodes before kube-proxy starts. */
  readonly observed: string | undefined;
  /** The kernel's own value. */
  readonly kernelDefault: string | undefined;
  /** Why there is neither. @default - nothing is known */
  readonly why?: string;
}

/** Values that a key may have; `undefined` among them stands for one that is not known. */
type Possible = ReadonlySet<string | undefined>;

/** Moments with a fixed order among each other. */
const ORDERED: readonly WriteMoment[] = ['boot-before-modules', 'boot', 'before-kube-proxy', 'kube-proxy-start', 'after-kube-proxy'];

/** Moments without one, and the ordered moments that may still come after them. */
const UNORDERED: Partial<Record<WriteMoment, readonly WriteMoment[]>> = {
  'any-time': ['before-kube-proxy', 'kube-proxy-start', 'after-kube-proxy'],
  'kube-proxy-start-unordered': ['kube-proxy-start', 'after-kube-proxy'],
};

/** What becomes of one key: after everything has started, after a restart of kube-proxy alone, and after a reboot. */
export function sysctlTimeline(key: string, standing: StandingValue, writes: readonly TimedWrite[]): SysctlPrediction {
  const { observed, kernelDefault } = standing;
  const atBoot = writes.filter(actsAtBoot).sort(bySysctlFileName);
  const later = writes.filter((write) => !actsAtBoot(write));

  const before: Possible = observed === undefined ? settle(new Set([kernelDefault]), atBoot) : new Set([observed]);
  const started = settle(before, later);
  const restarted = settle(started, later.filter(actsOnRestart).map(withKeyThere));
  const rebooted = settle(afterBoot(standing, writes), [...atBoot, ...later.filter(actsOnReboot)]);

  const kubeProxy = writes.find(({ by }) => by === 'kube-proxy');
  return {
    key,
    value: only(started),
    possible: [...started].every((value) => value !== undefined) ? ([...started] as string[]).sort() : [],
    afterKubeProxyRestart: only(restarted),
    afterReboot: only(rebooted),
    kubeProxyWrites: kubeProxy?.value,
    steps: steps(standing, atBoot, later),
  };
}

/** A value seen on a node that nobody in the input explains may have been set by somebody else at boot, or by hand. */
function afterBoot({ observed, kernelDefault }: StandingValue, writes: readonly TimedWrite[]): Possible {
  const explained = observed === undefined || observed === kernelDefault || writes.some(({ value }) => value === observed);
  return new Set(explained ? [kernelDefault] : [kernelDefault, observed]);
}

/** The values that may be left once all have written. Those who write again and again have the last word. */
function settle(before: Possible, writes: readonly TimedWrite[]): Possible {
  const landing = writes.filter(({ lands }) => lands !== 'no');
  const lasting = landing.filter(writesAgain);
  const transient = landing.filter((write) => !writesAgain(write));
  const left = lasting.some(({ lands }) => lands === 'yes') ? [] : settleOnce(before, transient);
  return new Set([...left, ...lasting.map(({ value }) => value)]);
}

function settleOnce(before: Possible, writes: readonly TimedWrite[]): Possible {
  const ordered = ORDERED.flatMap((moment) => writes.filter((write) => write.moment === moment));
  const unordered = writes.filter(({ moment }) => UNORDERED[moment] !== undefined);
  const inOrder = ordered.reduce(apply, before);
  const isOvertaken = (write: TimedWrite): boolean => ordered.some(({ moment }) => UNORDERED[write.moment]?.includes(moment));
  const comesLast = unordered.some((write) => write.lands === 'yes' && !isOvertaken(write));
  return new Set([...comesLast ? [] : inOrder, ...unordered.map(({ value }) => value)]);
}

function apply(before: Possible, { value, rule, lands }: TimedWrite): Possible {
  const after = [...before].map((current) => (rule === 'if-lower' ? higher(current, value) : value));
  return new Set(lands === 'yes' ? after : [...before, ...after]);
}

function higher(current: string | undefined, wanted: string | undefined): string | undefined {
  return current === undefined || wanted === undefined ? undefined : Number(current) >= Number(wanted) ? current : wanted;
}

function actsOnRestart(write: TimedWrite): boolean {
  return write.frequency === 'every-kube-proxy-start' || writesAgain(write);
}

/** A finished Job does not run again; everything else does. */
function actsOnReboot({ by, frequency }: TimedWrite): boolean {
  return by === 'kube-proxy' || by.kind !== 'job' || frequency !== 'once';
}

/** When kube-proxy starts again, it has loaded its modules before. */
function withKeyThere(write: TimedWrite): TimedWrite {
  return write.lands === 'unknown' ? { ...write, lands: 'yes' } : write;
}

/** systemd reads sysctl.d by file name in the order of bytes, whatever the folder; of equal names the one in /etc counts. */
function bySysctlFileName(left: TimedWrite, right: TimedWrite): number {
  const [leftName, rightName] = [fileName(left), fileName(right)];
  return leftName === rightName ? folderRank(left) - folderRank(right) : leftName < rightName ? -1 : 1;
}

/** The first one counts; the folder of an input need not start at the root. */
const SYSCTL_FOLDERS: readonly RegExp[] = [/(?:^|\/)etc\//, /(?:^|\/)run\//, /(?:^|\/)usr\/local\/lib\//, /(?:^|\/)lib\//];

/** Higher is read later. */
function folderRank({ by }: TimedWrite): number {
  const place = by === 'kube-proxy' ? -1 : SYSCTL_FOLDERS.findIndex((folder) => folder.test(by.name));
  return place === -1 ? -SYSCTL_FOLDERS.length : -place;
}

function fileName({ by }: TimedWrite): string {
  return by !== 'kube-proxy' && by.kind === 'sysctl.d' ? by.name.replace(/^.*\//, '') : '';
}

function only(possible: Possible): string | undefined {
  return possible.size === 1 ? [...possible][0] : undefined;
}

function steps(standing: StandingValue, atBoot: readonly TimedWrite[], later: readonly TimedWrite[]): SysctlStep[] {
  const order = [...ORDERED, ...Object.keys(UNORDERED)];
  const node: SysctlStep = {
    by: 'node', value: standing.observed ?? standing.kernelDefault, lands: 'yes', again: { onKubeProxyRestart: false, onReboot: true },
    because: whyItStands(standing),
  };
  const boot = atBoot.map(stepOf);
  const rest = [...later].sort((left, right) => order.indexOf(left.moment) - order.indexOf(right.moment)).map(stepOf);
  return standing.observed === undefined ? [node, ...boot, ...rest] : [...boot, node, ...rest];
}

function whyItStands({ observed, kernelDefault, why = 'not known' }: StandingValue): string {
  if (observed !== undefined) {
    return 'seen on the nodes before kube-proxy starts';
  }
  return kernelDefault === undefined ? why : "the kernel's default";
}

function stepOf(write: TimedWrite): SysctlStep {
  const { by, value, lands, because } = write;
  return { by, value, lands, again: { onKubeProxyRestart: actsOnRestart(write), onReboot: actsOnReboot(write) }, because };
}
