import * as fs from 'node:fs';
import * as path from 'node:path';
import { measuredOn, readEvidence, type EvidenceRun } from '../../lab/evidence';
import { EXPERIMENTS } from '../../lab/experiments';
import type { PredictedRun } from '../../lab/experiments/kube-proxy';
import { needsConntrack, type HungCase } from '../../lab/experiments/lost-conntrack';
import type { ModeSwitch } from '../../lab/experiments/mode-switch';
import { casesOf } from '../../lab/experiments/reuse-matrix';
import { measuredVerdict, type ReuseCase } from '../../lab/experiments/reused-ports';
import { IP_VS_COMMITS } from '../../lab/host/ip-vs-build';
import { predictedRun } from '../../lab/host/kube-proxy-runs';
import { canRun, DEFAULT_KERNEL, KERNELS } from '../../lab/kernels';
import { kernelFixes, type KernelFixes } from '../../src/facts/kernel/kernel-fixes';
import { moduleAvailability } from '../../src/facts/kernel/module-availability';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { cleansUpAfter } from '../../src/facts/kube-proxy/mode-switch';
import { VERDICTS, verdictRow } from '../../src/prediction/reuse-verdicts';
import { catalogue } from '../../src/rules';
import { KernelRelease } from '../../src/facts/kernel/kernel-release';
import { SETTINGS } from '../../tools/evidence-page';

const runsOf = (experiment: string) => readEvidence(experiment).runs
  .map((run) => [`${run.release}, without ${run.without.join(' and ') || 'nothing'}`, run] as const);

describe.each(EXPERIMENTS)('$id', ({ id, rules, expectations, needsKubernetes }) => {
  it('was run on the kernels of the lab, or says why not', () => {
    const { runs, notRun = {} } = readEvidence(id);
    const kernels = runs.filter(({ without }) => without.length === 0).map(({ kernel }) => kernel);
    const wanted = needsKubernetes ? [DEFAULT_KERNEL] : KERNELS.filter((kernel) => canRun(kernel, id)).map(({ name }) => name);
    expect(kernels).toEqual(wanted.filter((name) => !(name in notRun)));
    expect(Object.entries(notRun).filter(([name, why]) => !wanted.includes(name) || why === '')).toEqual([]);
  });

  it.each(runsOf(id))('on %s, everything came out as expected', (_name, run) => {
    expect(expectations(run.measured, measuredOn(run)).filter(({ holds }) => !holds)).toEqual([]);
  });

  it.each(rules)('is linked from the page of %s', (rule) => {
    expect(fs.readFileSync(path.join(__dirname, `../../docs/rules/${rule}.md`), 'utf8')).toContain(`(../evidence/README.md#${id})`);
  });

  it('names rules of the catalogue', () => {
    expect(catalogue.map((rule) => rule.id)).toEqual(expect.arrayContaining([...rules]));
  });
});

describe('reuse-matrix', () => {
  it.each(runsOf('reuse-matrix'))('on %s, the prediction has the verdicts that were measured', (_name, run) => {
    const cases = run.measured as readonly ReuseCase[];
    const measured = SETTINGS.map(({ mode, expire }) => measuredVerdict(casesOf(cases, mode, expire)));
    expect(SETTINGS.map(({ mode, expire }) => row(run, mode, expire).verdict)).toEqual(measured);
  });

  it('was run on every line of the table of verdicts that a kernel can show', () => {
    const shown = readEvidence('reuse-matrix').runs.flatMap((run) => SETTINGS.map(({ mode, expire }) => row(run, mode, expire)));
    // Here conntrack is always on, and every kernel drops SYNs or has the fix; what is not known cannot be shown.
    const others = VERDICTS.filter(({ verdict, conntrack, synDrop }) => verdict === 'unknown' || conntrack === 'off' || synDrop === 'absent' || synDrop === 'unknown');
    expect(VERDICTS.filter((line) => !others.includes(line) && !shown.includes(line))).toEqual([]);
  });
});

describe('lost-conntrack', () => {
  const rowOf = (run: EvidenceRun, { connReuseMode, conntrack }: HungCase) => row(run, connReuseMode, 1, conntrack === 1 ? 'on' : 'off');

  it.each(runsOf('lost-conntrack'))('on %s, what hung is what the prediction says can hang', (_name, run) => {
    const cases = (run.measured as readonly HungCase[])
      // Where mode 0 loses the conntrack, it does so for servers at weight 0 alone.
      .filter((measured) => needsConntrack(measured) && (measured.connReuseMode === 1 || measured.weightZero));
    expect(cases).not.toEqual([]);
    expect(cases.filter(({ hung }) => hung > 0)).toEqual(cases.filter((measured) => rowOf(run, measured).verdict === 'lost-conntrack'));
  });

  it('was run on every line of the table of verdicts that says so', () => {
    const shown = readEvidence('lost-conntrack').runs.flatMap((run) => (run.measured as readonly HungCase[])
      .filter(({ hung }) => hung > 0).map((measured) => rowOf(run, measured)));
    expect(VERDICTS.filter((line) => line.verdict === 'lost-conntrack' && !shown.includes(line))).toEqual([]);
  });

  it.each(KERNELS.map(({ name, lacks = [] }) => [name, lacks] as const))('the library knows what %s lacks, where it was run', (name, lacks) => {
    for (const { release } of readEvidence('lost-conntrack').runs.filter(({ kernel }) => kernel === name)) {
      const known = kernelFixes(KernelRelease.parse(release));
      expect(IP_VS_COMMITS.filter((commit) => known[commit].state === 'absent').sort()).toEqual([...lacks].sort());
    }
  });
});

describe('kube-proxy', () => {
  const runs = readEvidence('kube-proxy').runs.flatMap(({ measured }) => measured as readonly { readonly predicted: PredictedRun }[]);

  it.each(runs.map(({ predicted }) => [`${predicted.version} on ${predicted.kernel}`, predicted] as const))(
    '%s: the prediction is that which was measured',
    (_name, predicted) => {
      expect(predictedRun(predicted)).toMatchObject(predicted);
    },
  );
});

describe('mode-switch', () => {
  const switches = readEvidence('mode-switch').runs.flatMap(({ measured }) => measured as readonly ModeSwitch[])
    // Without modules kube-proxy's clean-up of IPVS does nothing, and what is left is of ipvs mode, which ran before.
    .filter(({ findsModules }) => findsModules);

  it.each(switches.map((measured) => [`${measured.version}, ${measured.from} to ${measured.to}`, measured] as const))(
    '%s: the library knows whether kube-proxy removes what the mode before left',
    (_name, { version, from, to, after }) => {
      const isClean = from === 'nftables' ? !after.nftablesTable : after.virtualServers === 0 && !after.kubeIpvs0;
      expect(cleansUpAfter(from, to, KubeVersion.parse(version)).cleans).toBe(isClean);
    },
  );
});

describe('modules-and-schedulers', () => {
  it.each(runsOf('modules-and-schedulers'))('on %s, no fact about modules says otherwise', (_name, { release, measured }) => {
    const node = { kernel: KernelRelease.parse(release), osImage: 'Debian GNU/Linux' };
    const said = Object.keys(measured as object).map((name) => [name, moduleAvailability(name, node).state]).filter(([, state]) => state !== 'unknown');
    expect(said).not.toEqual([]);
    expect(measured).toMatchObject(Object.fromEntries(said));
  });
});

/** The line of the table of verdicts for a kernel that may lack some commits. */
function row(run: EvidenceRun, mode: number, expire: number, conntrack: 'on' | 'off' = 'on') {
  const { release, without } = measuredOn(run);
  const known = kernelFixes(KernelRelease.parse(release));
  const fixes = Object.fromEntries(Object.entries(known).map(([fix, fact]) => [fix, without.some((commit) => commit === fix) ? { ...fact, state: 'absent' } : fact]));
  return verdictRow(mode === 0, conntrack, expire === 1 ? 'on' : 'off', fixes as unknown as KernelFixes);
}
