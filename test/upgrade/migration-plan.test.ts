import { execFileSync } from 'node:child_process';
import { load } from 'js-yaml';
import { assess } from '../../src/assessment/assess';
import { decodeConfiguration } from '../../src/config/decode';
import { configurationFromFlags } from '../../src/config/flags';
import type { Declaration } from '../../src/declaration/declaration';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { declarationAt } from '../../src/upgrade/declaration-at';
import { changesOf, migrationPlan, type MigrationPlan, type PoolMigration } from '../../src/upgrade/migration-plan';
import type { MigrationStep } from '../../src/upgrade/migration-step';
import { withChanges } from '../../src/upgrade/with-mode';
import { declared, inputs } from './cases';

const TO = KubeVersion.parse('1.40');
const planned = inputs.map(([name, input]) => {
  const declaration = declared(input);
  return { name, declaration, plan: migrationPlan(declaration, { to: TO }) };
}).filter(({ plan }) => plan.pools.length > 0);

const stepsOf = ({ before, change, verify, cleanUp, wayBack }: PoolMigration): MigrationStep[] =>
  [...before, ...change, ...verify, ...cleanUp, ...wayBack];
const errorsOf = (declaration: Declaration) => assess(declaration).findings.filter(({ severity }) => severity === 'error').map(({ id }) => id);

/** The input once every step of a plan is done: first the upgrade that a target requires, then its change. */
function moved(declaration: Declaration, plan: MigrationPlan): { readonly upgraded: Declaration; readonly changed: Declaration } {
  const newest = plan.pools.flatMap(({ target, version }) => (target && target.version.compare(version) > 0 ? [target.version] : []))
    .sort((left, right) => right.compare(left)).at(0);
  const upgraded = newest === undefined ? declaration : declarationAt(declaration, newest);
  const changes = changesOf(plan).map((change) => ({ ...change, instance: upgraded.kubeProxies[declaration.kubeProxies.indexOf(change.instance)] }));
  return { upgraded, changed: withChanges(upgraded, changes) };
}

describe('the way off IPVS mode', () => {
  it('is planned for many cases', () => {
    expect(planned.length).toBeGreaterThan(60);
  });

  it.each(planned)('of $name leads into no error that is not there today', ({ declaration, plan }) => {
    const { upgraded, changed } = moved(declaration, plan);
    const before = new Set([...errorsOf(declaration), ...errorsOf(upgraded)]);
    expect(errorsOf(changed).filter((id) => !before.has(id))).toEqual([]);
  });

  it.each(planned)('of $name leaves no pool with a target in a deprecated mode', ({ declaration, plan }) => {
    const { changed } = moved(declaration, plan);
    const targets = new Map(plan.pools.map(({ pool, target }) => [pool.name, target?.change.mode]));
    const modes = assess(changed).prediction.pools.filter(({ pool }) => targets.get(pool.name) !== undefined);
    expect(modes.map(({ pool, requestedMode }) => [pool.name, requestedMode])).toEqual(modes.map(({ pool }) => [pool.name, targets.get(pool.name)]));
    if (plan.pools.every(({ target }) => target)) {
      expect(assess(changed).findings.filter(({ rule }) => rule === 'mode-deprecated')).toEqual([]);
    }
  });

  it.each(planned)('of $name has commands that a shell can read', ({ plan }) => {
    const commands = plan.pools.flatMap(stepsOf).flatMap(({ command }) => command ?? []);
    execFileSync('sh', ['-n'], { input: commands.join('\n') });
    expect(commands.flatMap(programsOf).filter((program) => !READ_ONLY.test(program))).toEqual([]);
  });

  it.each(planned)('of $name writes fields and flags that its release knows', ({ plan }) => {
    const problems = plan.pools.flatMap(({ target, change }) =>
      change.flatMap(({ text }) => (target && text ? problemsOf(text, target.version) : [])));
    expect(problems).toEqual([]);
  });
});

/** The programs of a line, with their first word: `ip -brief link show`. */
function programsOf(command: string): string[] {
  return command.replace(/'[^']*'/g, 'X').split(/\s*[;|]\s*/);
}

/** What only reads, each form looked up in its manual. */
const READ_ONLY = /^(?:curl -s http:\/\/127\.0\.0\.1:10249\/\w+|ip -brief link show kube-ipvs0|cat \/proc\/net\/ip_vs|nft list table ip kube-proxy|head|iptables-save -t nat|grep -c KUBE-SVC|grep -E X|sysctl(?: [a-z0-9_.]+)+)$/;

/** Where the platforms keep kube-proxy's fields and flags; of anything else only the YAML is looked at. */
function problemsOf(text: string, version: KubeVersion): string[] {
  const flags = text.startsWith('--') ? text.split(' ').map((flag) => flag.slice(2))
    : (load(text) as { readonly 'kube-proxy-arg'?: readonly string[] })['kube-proxy-arg'] ?? [];
  const decoded = flags.length > 0
    ? configurationFromFlags(flags.map((flag) => ({ name: flag.split('=')[0], value: flag.split('=')[1], location: undefined })), version, { operatingSystem: 'linux' })
    : /^mode:/.test(text) ? decodeConfiguration(`apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n${text}`, version) : undefined;
  return decoded === undefined ? [] : decoded.problems.map(({ path, kind }) => `${path}: ${kind}`);
}

describe('one pool', () => {
  const pools = (name: string, mode?: 'nftables' | 'iptables') =>
    migrationPlan(declared(inputs.find(([id]) => id.startsWith(`${name}-`))![1]), { to: TO, mode }).pools;
  const ids = (steps: readonly MigrationStep[]) => steps.map(({ id }) => id);

  it('goes to nftables where release and kernel allow it, and keeps its NodePorts', () => {
    const [{ target, before, change }] = pools('129');
    expect(target!.change).toEqual({ mode: 'nftables', nodePortAddresses: ['0.0.0.0/0'] });
    expect(ids(before)).toEqual(expect.arrayContaining(['node-port-addresses', 'exclude-cidrs', 'ip-forward', 'invalid-packets', 'network-plugin', 'alerts', 'firewall']));
    expect(change[0].text).toBe('mode: nftables\nnodePortAddresses: ["0.0.0.0/0"]');
  });

  it('goes to iptables on a kernel that nftables mode refuses at any release, and says so', () => {
    const [{ target, because, alternatives }] = pools('01');
    expect(target!.change.mode).toBe('iptables');
    expect(because).toMatch(/^nftables mode: .*requires kernel 5\.13 or later$/);
    expect(alternatives).toEqual(['nftables mode, once pool workers has an OS image with Linux 5.13 or later.']);
  });

  it('has no target when only nftables is wanted there', () => {
    const [{ target, because, change }] = pools('01', 'nftables');
    expect(target).toBeUndefined();
    expect(because).toContain('requires kernel 5.13');
    expect(change).toEqual([]);
  });

  it('has until the last release with the mode', () => {
    expect(pools('01')[0].deadline).toEqual({
      line: '1.39', endOfLife: '2028-06',
      because: 'v1.40 is planned to start without IPVS mode, unless featureGates has KubeProxyIPVS: true, which works up to v1.42',
    });
  });

  it('is told what kube-proxy leaves behind between IPVS and iptables mode', () => {
    const [{ cleanUp }] = pools('01');
    expect(ids(cleanUp)[0]).toBe('residue');
    expect(cleanUp[0].what).toMatch(/reboot/);
  });

  it.each(planned.flatMap(({ name, plan }) => plan.pools.map((migration) => [`${name} ${migration.pool.name}`, migration] as const)))(
    '%s: each step says what to do in a sentence, its parts are there when it can go', (_, { target, change, verify, because, ...parts }) => {
      for (const { what } of [...parts.before, ...change, ...verify, ...parts.cleanUp, ...parts.wayBack]) {
        expect(what).toMatch(/^[A-Z].*[.]$/s);
      }
      expect(because).not.toBe('');
      expect([change.length > 0, verify.length > 0]).toEqual([target !== undefined, target !== undefined]);
    });
});
