import { assess } from '../../src/assessment/assess';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { releaseDates } from '../../src/facts/kube-proxy/release-calendar';
import { upgradePlan, type UpgradePlan } from '../../src/upgrade/upgrade-plan';
import { declared, inputs, rewritten } from './cases';

const at = (text: string) => KubeVersion.parse(text);
const LAST = '1.40';

/** Inputs in which one version stands for everything: they can be written anew for another release. */
const ofOneVersion = inputs.flatMap(([name, input]) => {
  const declaration = declared(input);
  const versions = new Set([
    ...declaration.kubeProxies.map(({ version }) => version?.raw),
    ...declaration.cluster.nodePools.flatMap(({ kubeProxyVersion, kubeletVersion }) => [kubeProxyVersion?.raw, kubeletVersion?.raw]),
    declaration.cluster.kubernetesVersion?.raw,
  ].filter((version) => version !== undefined));
  const [version] = versions;
  return versions.size === 1 && /^v1\.\d+\.\d+$/.test(version) ? [{ name, input, version }] : [];
});

describe('a cell', () => {
  it('is compared for most cases', () => {
    expect(ofOneVersion.length).toBeGreaterThan(inputs.length / 3);
  });

  it.each(ofOneVersion)('of $name is what a check of the upgraded input says', ({ input, version }) => {
    const plan = upgradePlan(declared(input), { to: at(LAST) });
    for (const release of [plan.releases[0], plan.releases[Math.floor(plan.releases.length / 2)], plan.releases[plan.releases.length - 1]]) {
      const { prediction, findings } = assess(declared(rewritten(input, version, release.version.toString())));
      const checked = prediction.pools.filter(({ pool }) => release.cells.has(pool.name));
      expect(checked.map(({ pool, startup, modeInForce: mode, reuse }) => [pool.name, startup.outcome, mode, reuse.verdict]))
        .toEqual([...release.cells].map(([name, cell]) => [name, cell.startup, cell.modeInForce, cell.reuse]));
      const ids = findings.filter(({ pool }) => pool !== undefined && release.cells.has(pool)).map(({ id }) => id).sort();
      const inCells = [...release.cells.values()].flatMap((cell) => cell.findings.filter(({ pool }) => pool !== undefined).map(({ id }) => id));
      expect(inCells.sort()).toEqual(ids);
    }
  });
});

describe('the plan of a cluster', () => {
  const plan = (name: string, options: Partial<Parameters<typeof upgradePlan>[1]> = {}): UpgradePlan =>
    upgradePlan(declared(inputs.find(([id]) => id.startsWith(`${name}-`))![1]), { to: at(LAST), ...options });
  const changes = (planned: UpgradePlan, line: string) => planned.releases.find(({ dates }) => dates.line === line)!.changes
    .map(({ what, pools }) => [what.kind, 'finding' in what ? what.finding.id : undefined, pools]);

  it('has every minor release once, today first, what is not out marked', () => {
    const { releases } = plan('41');
    expect(releases.map(({ dates }) => dates.line)).toEqual(Array.from({ length: 14 }, (_, index) => `1.${27 + index}`));
    expect(releases[0].version.toString()).toBe('v1.27.4');
    expect(releases.map(({ dates }) => dates.state).slice(-4)).toEqual([37, 38, 39, 40].map((minor) => releaseDates(`1.${minor}`)!.state));
    expect(releases[releases.length - 1].cells.get('new')!.assumptions).toContain('v1.40 is not out: as planned');
    expect(releases[releases.length - 1].oldestKubeProxy).toBe('1.37');
  });

  it('says once what becomes worse, what goes, and what does not start', () => {
    expect(changes(plan('41'), '1.35')).toEqual([['finding-appears', 'mode-deprecated[mode]', []]]);
    expect(changes(plan('41'), '1.40')).toEqual([
      ['severity', 'mode-deprecated[mode]', []], ['finding-goes', 'kernel-fixes-unknown[old]', ['old']], ['startup', undefined, ['old', 'new']],
    ]);
  });

  it('counts as a blocker what turns into an error', () => {
    expect(plan('41').releases.filter(({ blockers }) => blockers.length > 0).map(({ dates }) => dates.line)).toEqual(['1.40']);
  });

  it('tells a sysctl that a release sets otherwise', () => {
    const [change] = plan('01').releases.find(({ dates }) => dates.line === '1.21')!.changes;
    expect(change).toEqual({
      pools: ['workers'],
      what: { kind: 'setting', setting: { name: 'net.ipv4.conf.all.route_localnet', kind: 'sysctl', before: '1', after: undefined } },
    });
  });

  it('begins at another release when told', () => {
    expect(plan('41', { from: at('1.36') }).releases.map(({ dates }) => dates.line)).toEqual(['1.36', '1.37', '1.38', '1.39', '1.40']);
  });

  it('lists pools on Windows and leaves them out', () => {
    const { pools, leftOut, releases } = plan('80');
    expect(leftOut).toEqual([{ pool: 'windows', because: 'Windows pools are recognised but not predicted' }]);
    expect(pools.map(({ name }) => name)).toEqual(['linux']);
    expect(releases.every(({ cells }) => !cells.has('windows'))).toBe(true);
  });

  it('has no release when the end is before the beginning', () => {
    expect(plan('41', { to: at('1.20') }).releases).toEqual([]);
  });
});
