import { linkSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { folderWith, IPVS_CONFIG_MAP, OLD_NODES, SOUND_NODES } from './inputs';
import { ran } from './made-streams';

const file = folderWith({
  'kube-proxy.yaml': IPVS_CONFIG_MAP,
  'old.yaml': OLD_NODES,
  'sound.yaml': SOUND_NODES,
  'notes.txt': 'nothing for us',
  'no-version.yaml': 'nodes: [{pool: sound, kernelVersion: 5.15.0-91-generic, osImage: Ubuntu 22.04.3 LTS}]\n',
  'list.json': JSON.stringify({
    items: [{
      kind: 'Node', metadata: { name: 'a' },
      status: { nodeInfo: { kernelVersion: '5.15.0-91-generic', osImage: 'Ubuntu 22.04.3 LTS', kubeletVersion: 'v1.28.5', operatingSystem: 'linux', architecture: 'amd64' } },
    }],
  }),
  'writer.yaml': `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: tune, namespace: kube-system}
spec:
  template:
    spec:
      hostNetwork: true
      initContainers:
      - {name: set, image: registry.example/alpine:3, securityContext: {privileged: true}, command: [sh, -c, modprobe ip_vs && sysctl -w net.ipv4.vs.conn_reuse_mode=1]}
      containers: [{name: wait, image: registry.example/pause:3}]
`,
  'broken.yaml': 'kind: KubeProxyConfiguration\n  mode: [\n',
  'ack.yaml': '- {finding: stale-real-server, reason: batch pool}\n',
  'ack-unused.yaml': '- {finding: windows-mode, reason: none}\n',
  'ack-bad.yaml': '- finding: stale-real-server\n',
  'service.json': '{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}}',
});
const manifest = file('kube-proxy.yaml');
const bad = [manifest, '--nodes', file('old.yaml')];
const good = [manifest, '--nodes', file('sound.yaml')];

const checked = (...args: readonly string[]) => ran(['check', ...args]);

describe('check ends with', () => {
  it.each<[number, string, readonly string[]]>([
    [0, 'nothing found', good],
    [1, 'an error', bad],
    [1, 'an error, from warning on', [...bad, '--fail-on', 'warning']],
    [0, 'an error that never counts', [...bad, '--fail-on', 'never']],
    [0, 'an error that is acknowledged', [...bad, '--ack', file('ack.yaml')]],
    [0, 'a warning', [...good, '--ack', file('ack-unused.yaml')]],
    [1, 'a warning that counts', [...good, '--ack', file('ack-unused.yaml'), '--fail-on', 'warning']],
    [1, 'a file that is not there, beside one that is', [...good, file('none.yaml')]],
    [1, 'nodes that are not there', [manifest, '--nodes', file('none.yaml')]],
    [0, 'files that have nothing to do with kube-proxy', [file('notes.txt')]],
    [2, 'a file that is not there', [file('none.yaml')]],
    [2, 'a file that cannot be read, although nothing counts', [file('broken.yaml'), '--fail-on', 'never']],
    [2, 'an acknowledgement file that is not there', [...bad, '--ack', file('none.yaml')]],
    [2, 'an acknowledgement without a reason', [...bad, '--ack', file('ack-bad.yaml')]],
    [2, 'a report that cannot be written', [...bad, '--output', file('none/report.txt')]],
  ])('%d for %s', async (code, _, args) => {
    expect((await checked(...args)).code).toBe(code);
  });
});

describe('what it says', () => {
  it('is the report and nothing else on standard output', async () => {
    const { stdout, stderr } = await checked(...bad);
    expect(stdout).toMatch(/^Pool +Kernel[^]*stale-real-server\[old\][^]*\n1 error, \d warnings?, \d info; 1 node pool judged\n$/);
    expect(stderr).toBe('');
  });

  it.each([
    ['json', (text: string) => expect(JSON.parse(text).summary.error).toBe(1)],
    ['sarif', (text: string) => expect(JSON.parse(text).runs[0].results[0].ruleId).toBe('stale-real-server')],
    ['junit', (text: string) => expect(text).toContain('<testcase name="stale-real-server[old]"')],
    ['html', (text: string) => expect(text).toMatch(/^<!doctype html>[^]*stale-real-server\[old\]/)],
  ])('has the form %s', async (format, judge) => {
    const { code, stdout } = await checked(...bad, '--format', format);
    judge(stdout);
    expect(code).toBe(1);
  });

  it('goes to a file when asked, without colour', async () => {
    const { code, stdout } = await ran(['check', ...bad, '--output', file('report.txt')], { columns: 80, env: { FORCE_COLOR: '1' } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(readFileSync(file('report.txt'), 'utf8')).toMatch(/^Pool +Kernel/);
  });

  it.each<[string, Parameters<typeof ran>[1], boolean]>([
    ['on a terminal', { columns: 80 }, true],
    ['on a terminal that knows none', { columns: 80, env: { TERM: 'dumb' } }, false],
    ['on a terminal with NO_COLOR', { columns: 80, env: { NO_COLOR: '1' } }, false],
    ['elsewhere', {}, false],
    ['elsewhere with FORCE_COLOR', { env: { FORCE_COLOR: '1' } }, true],
    ['on a terminal with FORCE_COLOR=0', { columns: 80, env: { FORCE_COLOR: '0' } }, false],
  ])('has colour or not %s', async (_, surroundings, colour) => {
    const { stdout } = await ran(['check', ...bad], surroundings);
    expect(stdout.includes('\u001b[')).toBe(colour);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['a missing file', [file('none.yaml')], /none\.yaml does not exist/],
    ['a missing acknowledgement file', [...bad, '--ack', file('none.yaml')], /^kube-proxy-kit: cannot read the acknowledgements: .*none\.yaml does not exist\n$/],
    ['a bad acknowledgement by its line', [...bad, '--ack', file('ack-bad.yaml')], /ack-bad\.yaml:1:3 reason is missing; say why stale-real-server is acceptable/],
    ['a report that cannot be written', [...bad, '--output', file('none/r.txt')], /cannot write the report to .*none\/r\.txt: its folder does not exist/],
  ])('names %s', async (_, args, message) => {
    const { stdout, stderr } = await checked(...args);
    expect(stdout + stderr).toMatch(message);
  });
});

describe('standard input', () => {
  it('can be the manifests', async () => {
    const { code, stdout } = await ran(['check', '-', '--nodes', file('old.yaml'), '--format', 'json'], { stdin: IPVS_CONFIG_MAP });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).findings[0].location).toMatchObject({ file: '-', line: expect.any(Number) });
  });

  it('can be the nodes', async () => {
    expect((await ran(['check', manifest, '--nodes', '-'], { stdin: OLD_NODES })).code).toBe(1);
  });

});

describe('where no kube-proxy is found', () => {
  const folder = folderWith({});
  const other = folderWith({
    'web.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: web, image: nginx}]}}}\n',
    'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n',
  });
  const inputs: readonly (readonly [string, readonly string[]])[] = [['an empty folder', [folder()]], ['an empty pipe', ['-']], ['a folder of others', [other()]]];
  const nodes = ['--nodes', file('sound.yaml')];

  it.each(inputs)('%s with nodes does not pass', async (_, paths) => {
    const { code, stdout, stderr } = await checked(...paths, ...nodes);
    expect(stdout).toMatch(/\nNo kube-proxy found: nothing was judged(?:; .*)?\n$/);
    expect(stdout).not.toMatch(/\d node pools? judged/);
    expect(stderr).toMatch(/^kube-proxy-kit: no kube-proxy found: nothing was judged; .*--allow-empty.*\n$/);
    expect(code).toBe(2);
  });

  it.each(inputs)('%s passes without nodes, or where it may be empty, and says so', async (_, paths) => {
    for (const args of [paths, [...paths, ...nodes, '--allow-empty'], [...paths, ...nodes, '--allow-empty', '--fail-on', 'not-checked']]) {
      const { code, stdout, stderr } = await checked(...args);
      expect(stdout).toMatch(/(?:^|\n)No kube-proxy found: nothing was judged/);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
  });

  it('does not pass for those who want certainty', async () => {
    expect((await checked(folder(), '--fail-on', 'not-checked')).code).toBe(1);
  });

  it.each<[string, RegExp | ((text: string) => void)]>([
    ['html', /<header class="neutral">[^]*<h1>No kube-proxy found: nothing was judged<\/h1>/],
    ['junit', /<skipped message="not checked: no kube-proxy found: nothing was judged; /],
    ['json', (text) => expect(JSON.parse(text)).toMatchObject({ judged: false, notChecked: [{ reason: expect.stringMatching(/^no kube-proxy found: nothing was judged/) }] })],
    ['sarif', (text) => expect(JSON.parse(text).runs[0]).toMatchObject({
      properties: { judged: false },
      invocations: [{ toolExecutionNotifications: [{ level: 'warning', message: { text: expect.stringMatching(/^not checked: no kube-proxy found: nothing was judged/) } }] }],
    })],
  ])('says so as %s', async (format, expected) => {
    const { stdout } = await checked(folder(), ...nodes, '--format', format);
    if (expected instanceof RegExp) {
      expect(stdout).toMatch(expected);
      expect(stdout).not.toContain('No errors, no warnings');
    } else {
      expected(stdout);
    }
  });

  it('takes a configuration alone for one', async () => {
    const { code, stdout } = await ran(['check', '-', ...nodes], { stdin: 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: iptables\n' });
    expect(stdout).toMatch(/1 node pool judged\n$/);
    expect(code).toBe(0);
  });
});

describe('--fail-on not-checked', () => {
  const strict = ['--fail-on', 'not-checked'];

  it.each<[number, string, readonly string[]]>([
    [0, 'everything judged, nothing found', good],
    [1, 'an error', bad],
    [1, 'a warning', [...good, '--ack', file('ack-unused.yaml')]],
    [1, 'no nodes', [manifest]],
    [1, 'no version of kube-proxy', [manifest, '--nodes', file('no-version.yaml')]],
  ])('ends with %d for %s', async (code, _, args) => {
    expect((await checked(...args, ...strict)).code).toBe(code);
  });

  it.each([['no nodes', [manifest]], ['no version of kube-proxy', [manifest, '--nodes', file('no-version.yaml')]]])('alone minds %s', async (_, args) => {
    expect((await checked(...args, '--fail-on', 'warning')).code).toBe(0);
  });

  it('makes what is not known a failed test', async () => {
    const { stdout } = await checked(manifest, '--nodes', file('no-version.yaml'), ...strict, '--format', 'junit');
    expect(stdout).toMatch(/<failure message="not checked: no version of kube-proxy is known/);
  });
});

describe('a verdict that rests on an assumption', () => {
  const listed = ['--nodes', file('list.json')];

  it.each<[string, RegExp | ((text: string) => void)]>([
    ['text', /\nAssumed\n {2}pool linux-5\.15\.0-91-generic: kube-proxy is taken to be v1\.28\.5, the version of the kubelet/],
    ['html', /rests on what is assumed[^]*<h3>Assumed<\/h3>\s*<ul><li>kube-proxy is taken to be v1\.28\.5/],
    ['junit', /assumed: kube-proxy is taken to be v1\.28\.5/],
    ['json', (text) => expect(JSON.parse(text).pools[0].assumptions).toEqual([expect.stringMatching(/^kube-proxy is taken to be v1\.28\.5/)])],
    ['sarif', (text) => expect(JSON.parse(text).runs[0].invocations[0].toolExecutionNotifications).toEqual([
      { level: 'note', message: { text: expect.stringMatching(/^assumed: pool linux-5\.15\.0-91-generic: kube-proxy is taken to be v1\.28\.5/) } },
    ])],
  ])('shows as %s', async (format, expected) => {
    const { stdout } = await checked(manifest, ...listed, '--format', format);
    if (expected instanceof RegExp) {
      expect(stdout).toMatch(expected);
    } else {
      expected(stdout);
    }
  });

  it('shows where the order of writers is not known', async () => {
    const { stdout } = await checked(manifest, file('writer.yaml'), '--nodes', file('old.yaml'), '--format', 'json');
    expect(JSON.parse(stdout).pools[0].assumptions).toEqual([
      'net.ipv4.vs.conn_reuse_mode is taken to end up as 0 or 1, since the order of its writers is not known',
    ]);
  });

  it('is a key that is always there', async () => {
    expect(JSON.parse((await checked(...good, '--format', 'json')).stdout).pools[0].assumptions).toEqual([]);
  });
});

it('takes the version of the cluster from the command line', async () => {
  const nodes = 'nodes: [{pool: a, kernelVersion: 5.15.0-91-generic}]';
  const versionOf = async (...args: readonly string[]) =>
    JSON.parse((await ran(['check', manifest, '--nodes', '-', '--format', 'json', ...args], { stdin: nodes })).stdout).pools[0].kubeProxyVersion;
  expect(await versionOf()).toBeNull();
  expect(await versionOf('--kubernetes-version', 'v1.29.4-eks-1')).toBe('v1.29.4-eks-1');
});

it.each<[string, readonly string[], RegExp]>([
  ['no path', ['--format', 'json'], /nothing to check/],
  ['a path that is empty', [manifest, ''], /the name of a file is empty; is a variable of the shell not set\?/],
  ['nodes without a name', [manifest, '--nodes', ''], /the name of a file is empty/],
  ['acknowledgements without a name', [manifest, '--ack', ''], /the name of a file is empty/],
  ['a report without a name', [manifest, '--output', ''], /the name of a file is empty/],
  ['standard input twice', ['-', '-'], /standard input \(-\) can be read once only/],
  ['standard input for manifests and nodes', ['-', '--nodes', '-'], /standard input \(-\) can be read once only/],
  ['acknowledgements on standard input', [manifest, '--ack', '-'], /acknowledgements cannot come from standard input/],
])('refuses %s', async (_, args, message) => {
  const { code, stdout, stderr } = await checked(...args);
  expect(stderr).toMatch(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

describe('the report', () => {
  it.each<[string, readonly string[], string]>([
    ['a manifest', [manifest], manifest],
    ['a manifest by another name', [manifest], file('linked.yaml')],
    ['the nodes', [manifest, '--nodes', file('old.yaml')], file('old.yaml')],
    ['the acknowledgements', [manifest, '--ack', file('ack.yaml')], file('ack.yaml')],
    ['a manifest in a folder', [file()], manifest],
    ['a manifest that is JSON in a folder', [file()], file('service.json')],
  ])('never replaces %s', async (_, args, output) => {
    rmSync(file('linked.yaml'), { force: true });
    symlinkSync(manifest, file('linked.yaml'));
    const before = readFileSync(output, 'utf8');
    const { code, stderr } = await checked(...args, '--output', output);
    expect(readFileSync(output, 'utf8')).toBe(before);
    expect(stderr).toMatch(/^kube-proxy-kit: the report would overwrite .*, which is to be checked; write it to another file\n$/);
    expect(code).toBe(2);
  });

  const other = folderWith({ 'kube-proxy.yaml': IPVS_CONFIG_MAP, 'sysctls.txt': 'net.ipv4.vs.conn_reuse_mode = 1\n' });
  const outside = folderWith({});
  beforeAll(() => linkSync(other('sysctls.txt'), outside('report.txt')));

  it.each<[string, 'check' | 'plan', string]>([
    ['settings with the name of a report', 'check', other('sysctls.txt')],
    ['settings with the name of a report', 'plan', other('sysctls.txt')],
    ['a file by a hard link outside of the folder', 'check', outside('report.txt')],
  ])('never replaces %s in a folder (%s)', async (_, command, output) => {
    const { code, stderr } = await ran([command, other(), '--nodes', file('old.yaml'), '--output', output]);
    expect(stderr).toMatch(/the report would overwrite .*; write it to another file\n$/);
    expect([code, readFileSync(output, 'utf8')]).toEqual([2, 'net.ipv4.vs.conn_reuse_mode = 1\n']);
  });

  it.each(['text', 'json', 'markdown', 'html'])('replaces an earlier plan in the folder, as %s', async (format) => {
    const args = ['plan', other(), '--nodes', file('old.yaml'), '--from', 'v1.34.1', '--format', format, '--output', other(`plan.${format}`)];
    const first = await ran(args);
    expect(await ran(args)).toEqual(first);
    expect(first.code).toBe(0);
  });

  it.each(['text', 'json', 'sarif', 'junit', 'html'])('replaces an earlier one in the folder that is checked, as %s', async (format) => {
    const output = file(`report.${{ text: 'txt', junit: 'xml' }[format] ?? format}`);
    const args = [file(), '--nodes', file('old.yaml'), '--format', format, '--output', output];
    expect(await checked(...args)).toEqual(await checked(...args));
  });

  it('goes to standard output for -', async () => {
    expect((await checked(...bad, '--output', '-')).stdout).toMatch(/^Pool +Kernel/);
  });
});

describe('several node lists', () => {
  const list = (...names: readonly string[]) => JSON.stringify({
    kind: 'List', items: names.map((name) => ({
      kind: 'Node', metadata: { name, labels: { 'kubernetes.io/hostname': name, 'pool': name.slice(0, 1) } },
      status: { nodeInfo: { kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', osImage: 'EulerOS 2.0 (SP9)', kubeletVersion: 'v1.27.4', operatingSystem: 'linux' } },
    })),
  });
  const line = (pool: string, more: object = {}) =>
    `${JSON.stringify({ pool, kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', operatingSystem: 'linux', count: 1, cpu: 4, modules: { ip_vs: 'loaded' }, ...more })}\n`;
  const inputs = folderWith({
    'nodes.json': list('a1', 'a2', 'b1'), 'more.json': list('c1'), 'inventory.jsonl': line('a1') + line('b1', { modules: { ip_vs: 'absent' } }) + line('a2') + line('a2'),
    'kube-proxy.yaml': IPVS_CONFIG_MAP,
  });
  const pools = async (...files: readonly string[]) => {
    const { stdout } = await checked(inputs('kube-proxy.yaml'), ...files.flatMap((name) => ['--nodes', inputs(name)]));
    return /^Pool[^]*?\n\n/.exec(stdout)?.[0].split('\n').slice(1).map((row) => row.split(/\s{2,}/).slice(0, 2)).filter(([name]) => name);
  };

  it.each([[['nodes.json', 'inventory.jsonl']], [['inventory.jsonl', 'nodes.json']]])('are joined by node name: %s', async (files) => {
    expect(await pools(...files)).toEqual([['a', '2'], ['b', '1']]);
  });

  it('add up where they have no node in common, and count a node once', async () => {
    expect(await pools('nodes.json', 'more.json', 'nodes.json')).toHaveLength(1);
    const { stdout } = await checked(inputs('kube-proxy.yaml'), ...['nodes.json', 'more.json', 'nodes.json'].flatMap((name) => ['--nodes', inputs(name)]));
    expect(stdout).toMatch(/\n\S+ +4 +v1\.27\.4/);
  });

  it('may hold one that cannot be read, which is an error', async () => {
    const { code, stdout } = await checked(inputs('kube-proxy.yaml'), '--nodes', inputs('nodes.json'), '--nodes', inputs('none.json'));
    expect(stdout).toContain('none.json does not exist');
    expect(code).toBe(1);
  });
});
