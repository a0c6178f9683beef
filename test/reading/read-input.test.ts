import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Readable } from 'node:stream';
import { readInput, type ReadInput } from '../../src/reading/read-input';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';

const CONFIG = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\n';
const NODE = '{"kind":"Node","metadata":{"name":"a"},"status":{"nodeInfo":{"kernelVersion":"5.15.0","kubeletVersion":"v1.28.1"}}}';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'read-input-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

function write(file: string, content: string | Buffer): string {
  const full = path.join(folder, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, content);
  return full;
}

const read = (paths: readonly string[], more: { nodes?: string | readonly string[]; stdin?: string } = {}): Promise<ReadInput> =>
  readInput({ paths, nodes: more.nodes, stdin: Readable.from([Buffer.from(more.stdin ?? '')]) });

const problems = ({ declaration }: ReadInput) => declaration.unreadable.map(({ message }) => message.replaceAll(`${folder}/`, ''));
const list = ({ declaration }: ReadInput) => declaration.files?.map(({ file, outcome, because }) => `${path.relative(folder, file)} ${outcome}: ${because}`);
const names = ({ declaration }: ReadInput) => declaration.kubeProxies.map(({ name }) => path.relative(folder, name));

describe('files', () => {
  test('are read from folders, all the way down, in the order of their names', async () => {
    write('b/kube-proxy.yaml', CONFIG);
    write('a/deep/kube-proxy.json', '{"kind":"KubeProxyConfiguration"}');
    write('README.md', '# nothing\n');
    write('sysctl.d/90.conf', 'net.ipv4.vs.conntrack = 1\n');
    write('.git/kube-proxy.yaml', CONFIG);
    write('node_modules/x/kube-proxy.yaml', CONFIG);
    const found = await read([folder]);
    expect(names(found)).toEqual(['a/deep/kube-proxy.json', 'b/kube-proxy.yaml']);
    expect(found.declaration.writers).toHaveLength(1);
    expect([found.files, found.skipped, problems(found)]).toEqual([3, 1, []]);
  });

  test('are read once, however often they are named or linked', async () => {
    const file = write('..2026/kube-proxy.yaml', CONFIG);
    fs.symlinkSync('..2026', path.join(folder, '..data'));
    fs.symlinkSync('..data/kube-proxy.yaml', path.join(folder, 'kube-proxy.yaml'));
    expect((await read([folder])).declaration.kubeProxies).toHaveLength(1);
    expect((await read([file, file])).declaration.kubeProxies).toHaveLength(1);
  });

  test('in links that lead in circles end', async () => {
    write('a/kube-proxy.yaml', CONFIG);
    fs.symlinkSync('..', path.join(folder, 'a/up'));
    fs.symlinkSync('self', path.join(folder, 'self'));
    const found = await read([folder]);
    expect(found.declaration.kubeProxies).toHaveLength(1);
    expect(problems(found)).toEqual([]);
    expect(list(found)).toContain('self skipped: is a symbolic link that leads back to itself');
    expect(problems(await read([path.join(folder, 'self')]))).toEqual(['self is a symbolic link that leads back to itself']);
  });

  test('that cannot be read do not hide the others', async () => {
    write('a.yaml', Buffer.from('a\0b'));
    write('b.yaml', Buffer.from(`\uFEFF${CONFIG}`, 'utf16le'));
    write('c.bin', Buffer.from([1, 0, 2]));
    write('d.yaml', CONFIG);
    fs.symlinkSync('missing', path.join(folder, 'e.yaml'));
    const found = await read([folder, path.join(folder, 'nowhere')]);
    expect(problems(found)).toEqual(['nowhere does not exist']);
    expect(list(found)).toEqual([
      'a.yaml skipped: holds NUL bytes; it is no text', 'b.yaml read: YAML or JSON', 'c.bin skipped: a program, or a text for people',
      'd.yaml read: YAML or JSON', 'e.yaml skipped: does not exist',
    ]);
    expect([found.files, found.skipped, names(found)]).toEqual([2, 3, ['b.yaml', 'd.yaml']]);
  });

  test('that somebody named are faults when they cannot be read', async () => {
    const named = [write('a.yaml', Buffer.from('a\0b')), write('b.yaml', Buffer.from('\uFEFFkind: x', 'utf16le').swap16()), write('c.yaml', 'a: {{ x }}\n'), path.join(folder, 'e.yaml')];
    expect(problems(await read(named))).toEqual([
      'a.yaml holds NUL bytes; it is no text', 'e.yaml does not exist', expect.stringMatching(/^c\.yaml:1:[45] has a template left in it/),
    ]);
  });

  test('in a folder are faults when they name kube-proxy and are broken', async () => {
    write('a.yaml', `${CONFIG}---\nkind: ConfigMap\ndata: {kube-proxy: [\n---\nkind: Service\nname: [kube-proxy\n`);
    write('b.yaml', Buffer.from('\uFEFFkind: KubeProxyConfiguration\nmode: [\n', 'utf16le'));
    write('c.yaml', 'kind: Service\nname: [nginx # beside kube-proxy\n');
    write('d.yaml', '# kube-proxy\nkind: Service\nname: [nginx\n');
    write('e.yaml', 'kind: KubeProxyConfiguration\n{{ if mode }}\nmode: {{ mode }}\n{{ end }}\n');
    write('f.ps1', '# for\nkind: a\n  kube-proxy: [\n');
    const found = await read([folder]);
    expect(problems(found)).toEqual([
      expect.stringMatching(/^a\.yaml:7:1 is not YAML.*; 1 more of its documents cannot be read either$/),
      expect.stringMatching(/^b\.yaml:\d+:\d+ is not YAML/), expect.stringMatching(/^c\.yaml:/),
    ]);
    expect(found.declaration.notRead?.map(({ message }) => message.replaceAll(`${folder}/`, ''))).toEqual(["e.yaml names kube-proxy's settings and is not read: a template"]);
  });

  test('that are not UTF-8 are reported where they matter', async () => {
    write('a.yaml', Buffer.concat([Buffer.from(`${CONFIG}---\nkind: Service\nmetadata: {name: kube-proxy-`), Buffer.from([0xe4]), Buffer.from('}\n')]));
    const found = await read([folder]);
    expect(problems(found)).toEqual(['a.yaml:6:29 has a byte that is not UTF-8; save the file as UTF-8']);
    expect(found.declaration.kubeProxies).toHaveLength(1);
  });

  test('whose lines end with a return alone are read', async () => {
    const found = await read([write('a.yaml', `${CONFIG}---\nkind: Service\na: [\n`.replace(/\n/g, '\r'))]);
    expect(found.declaration.kubeProxies).toHaveLength(1);
    expect(problems(found)).toEqual([expect.stringMatching(/^a\.yaml:[67]:/)]);
  });

  test('with a byte order mark are read', async () => {
    write('a.yaml', `\uFEFF${CONFIG}`);
    expect((await read([folder])).declaration.kubeProxies).toHaveLength(1);
  });

  test('larger than 256 MiB are refused', async () => {
    const file = write('a.yaml', '');
    fs.truncateSync(file, 256 * 1024 * 1024 + 1);
    expect(problems(await read([file]))).toEqual(['a.yaml is larger than 256 MiB; check it in parts (only a node list in JSON, given with --nodes, may be of any size)']);
  });

  test('that are pipes or devices are read when they are named, not when they lie in a folder', async () => {
    const pipe = path.join(folder, 'pipe.yaml');
    execFileSync('mkfifo', [pipe]);
    expect(await read([folder])).toMatchObject({ files: 0, skipped: 1 });
    const writer = spawn('sh', ['-c', 'printf %s "$1" > "$0"', pipe, CONFIG]);
    const found = await read([pipe]);
    await once(writer, 'close');
    expect([found.declaration.kubeProxies.length, problems(found)]).toEqual([1, []]);
    expect(problems(await read(['/dev/zero']))).toEqual(['/dev/zero is larger than 256 MiB; check it in parts (only a node list in JSON, given with --nodes, may be of any size)']);
  });

  test('that are no files are said to be none', async () => {
    const file = write('a.yaml', CONFIG);
    expect(problems(await read([path.join(file, 'b.yaml'), 'x'.repeat(300)]))).toEqual([
      'a.yaml/b.yaml does not exist; a part of its path is a file, not a folder', `${'x'.repeat(300)} does not exist; no name may be that long`,
    ]);
    expect(problems(await read([], { nodes: folder }))).toEqual([`${folder} is a folder; name a file`]);
  });

  test('whose names are not UTF-8 are said to be so', async () => {
    const name = Buffer.concat([Buffer.from(path.join(folder, 'caf')), Buffer.from([0xe9]), Buffer.from('.yaml')]);
    fs.writeFileSync(name, CONFIG);
    const found = await read([folder]);
    fs.unlinkSync(name);
    expect(list(found)).toEqual(['caf\uFFFD.yaml skipped: has a name that is not UTF-8; rename it']);
  });

  test('may be none', async () => {
    expect(await read([])).toMatchObject({ files: 0, skipped: 0, declaration: { kubeProxies: [], unreadable: [] } });
    expect(await read([write('empty.yaml', '')])).toMatchObject({ files: 0, declaration: { kubeProxies: [], unreadable: [] } });
  });
});

describe('what is passed over', () => {
  beforeEach(() => {
    write('kube-proxy.yaml', CONFIG);
    write('made/a.yaml', CONFIG);
    write('made/kept.yaml', CONFIG);
    write('vendor/b.yaml', CONFIG);
  });

  test('is what .gitignore and .kube-proxy-kit-ignore say, the nearest first', async () => {
    write('.gitignore', 'made/*\n');
    write('made/.kube-proxy-kit-ignore', '!kept.yaml\n');
    expect(names(await read([folder]))).toEqual(['kube-proxy.yaml', 'made/kept.yaml']);
  });

  test('is what the ignore files above say inside of a repository', async () => {
    write('.git/HEAD', '');
    write('.gitignore', 'a.yaml\n');
    expect(names(await read([path.join(folder, 'made')]))).toEqual(['made/kept.yaml']);
    write('.gitignore', 'made/\n');
    expect(names(await read([path.join(folder, 'made')]))).toEqual(['made/a.yaml', 'made/kept.yaml']);
    expect(names(await read([folder]))).toEqual(['kube-proxy.yaml']);
  });

  test.each<[readonly string[], readonly string[]]>([
    [['made'], ['kube-proxy.yaml']],
    [['made/a.*'], ['kube-proxy.yaml', 'made/kept.yaml']],
    [['*.yaml', '!kept.yaml'], ['made/kept.yaml']],
    [['kube-proxy.yaml', '/made/kept.yaml'], ['made/a.yaml']],
  ])('is what the patterns %j say', async (exclude, left) => {
    expect(names(await readInput({ paths: [folder], exclude, stdin: Readable.from([]) }))).toEqual(left);
  });

  test('may be a file that was named', async () => {
    expect(names(await readInput({ paths: [path.join(folder, 'kube-proxy.yaml')], exclude: ['kube-proxy.yaml'], stdin: Readable.from([]) }))).toEqual([]);
  });
});

describe('links', () => {
  test('lead to files that are shown by their real paths', async () => {
    write('real/kube-proxy.yaml', CONFIG);
    fs.mkdirSync(path.join(folder, 'alias'));
    fs.symlinkSync('../real', path.join(folder, 'alias/link'));
    expect(names(await read([folder]))).toEqual(['real/kube-proxy.yaml']);
    expect(names(await read([path.join(folder, 'alias')]))).toEqual(['real/kube-proxy.yaml']);
  });
});

describe('standard input', () => {
  test('is read beside files', async () => {
    const found = await read(['-', write('a.yaml', CONFIG)], { stdin: CONFIG });
    expect(names(found).map((name) => path.basename(name))).toEqual(['-', 'a.yaml']);
    expect(found.files).toBe(2);
  });

  test('has an end', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, 0x20);
    const endless = Readable.from((function* () {
      for (;;) {
        yield mebibyte;
      }
    })());
    expect(problems(await readInput({ paths: ['-'], stdin: endless }))).toEqual(['- is larger than 256 MiB; check it in parts (only a node list in JSON, given with --nodes, may be of any size)']);
  });

  test('may be the node list', async () => {
    expect((await read([], { nodes: '-', stdin: NODE })).declaration.cluster.nodePools).toMatchObject([{ name: 'linux-5.15.0' }]);
  });
});

describe('nodes', () => {
  test('come from a file, and its absence is told', async () => {
    expect((await read([], { nodes: write('nodes.json', `{"items":[${NODE}]}`) })).declaration.cluster.nodePools).toHaveLength(1);
    expect(problems(await read([], { nodes: path.join(folder, 'none') }))).toEqual(['none does not exist']);
  });

  test('come from among the objects when no list is given', async () => {
    const file = write('all.json', `{"kind":"List","apiVersion":"v1","items":[${NODE.replace('{', '{"apiVersion":"v1",')}]}`);
    expect((await read([file])).declaration.cluster.nodePools).toMatchObject([{ name: 'linux-5.15.0' }]);
    const starting = await read([file, write('new.yaml', 'apiVersion: v1\nkind: Node\nmetadata: {name: new}\n')]);
    expect([problems(starting), starting.skipped]).toEqual([[], 1]);
    expect(starting.declaration.cluster.nodePools).toHaveLength(1);
    const given = write('nodes.yaml', 'nodes: [{pool: a, kernelVersion: 6.1.0}]\n');
    expect((await read([file], { nodes: given })).declaration.cluster.nodePools).toMatchObject([{ name: 'a' }]);
  });
});

test('what the command line says of the cluster comes first, then the inventory, then the files', async () => {
  const nodes = write('nodes.yaml', 'kubernetesVersion: v1.29.0\nplatform: generic\nnodes: [{pool: a, kernelVersion: 6.1.0}]\n');
  const file = write('kubeadm.yaml', 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.28.0\nnetworking: {podSubnet: 10.244.0.0/16}\n');
  const { declaration } = await readInput({ paths: [file], nodes, facts: { kubernetesVersion: KubeVersion.parse('1.30') }, stdin: Readable.from([]) });
  expect(declaration.cluster).toMatchObject({ kubernetesVersion: { raw: '1.30' }, platform: 'generic', network: { podCidrs: ['10.244.0.0/16'] } });
  expect((await read([file], { nodes })).declaration.cluster.kubernetesVersion?.raw).toBe('v1.29.0');
  expect((await read([file])).declaration.cluster.kubernetesVersion?.raw).toBe('v1.28.0');
});
