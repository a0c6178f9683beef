import { readFileSync } from 'node:fs';
import { folderWith, IPVS_CONFIG_MAP, OLD_NODES, SOUND_NODES } from './inputs';
import { ran } from './made-streams';

const file = folderWith({
  'kube-proxy.yaml': IPVS_CONFIG_MAP,
  'old.yaml': OLD_NODES,
  'sound.yaml': SOUND_NODES,
  'no-version.yaml': 'nodes: [{pool: sound, kernelVersion: 5.15.0-91-generic, osImage: Ubuntu 22.04.3 LTS}]\n',
  'windows.yaml': 'nodes: [{pool: win, operatingSystem: windows, kernelVersion: 10.0.20348.2227, kubeProxyVersion: v1.28.5}]\n',
  'none.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n',
});
const manifest = file('kube-proxy.yaml');
const nodes = ['--nodes', file('sound.yaml')];
const planned = (...args: readonly string[]) => ran(['plan', ...args]);

it('goes to the newest known release, as text', async () => {
  const { code, stdout, stderr } = await planned(manifest, ...nodes);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Pool +1\.28 .* 1\.37\nsound +ipvs/);
});

it.each([
  ['json', /^\{\n {2}"version": 1,/], ['markdown', /^# kube-proxy from v1\.28 to v1\.40\n/], ['html', /^<!doctype html>\n/], ['text', /^Pool /],
] as const)('writes %s', async (format, expected) => {
  expect((await planned(manifest, ...nodes, '--to', '1.40', '--format', format)).stdout).toMatch(expected);
});

it('begins with --from, and writes to a file', async () => {
  const output = file('plan.json');
  expect(await planned(manifest, ...nodes, '--from', '1.35', '--to', 'v1.36.2', '--format', 'json', '--output', output)).toMatchObject({ code: 0, stdout: '' });
  expect(JSON.parse(readFileSync(output, 'utf8')).releases.map(({ line }: { readonly line: string }) => line)).toEqual(['1.35', '1.36']);
});

it('gives pools another mode when told', async () => {
  expect((await planned(manifest, ...nodes, '--to', '1.40', '--mode', 'iptables')).stdout).toContain('pool sound: to iptables');
});

it('names what could not be read, and plans the rest', async () => {
  const { code, stderr } = await planned(manifest, file('gone.yaml'), ...nodes);
  expect(code).toBe(0);
  expect(stderr).toContain('gone.yaml');
});

describe('refuses with exit code 2 and what is missing', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['--to before --from', [manifest, ...nodes, '--from', '1.36', '--to', '1.30'], /--to 1\.30 is before --from, v1\.36/],
    ['--to before the cluster', [manifest, ...nodes, '--to', '1.20'], /--to 1\.20 is before the version of the cluster, v1\.28\.5/],
    ['a release that is not planned', [manifest, ...nodes, '--to', '1.99'], /--to 1\.99: releases are known from v1\.11 to v1\.37, and planned up to v1\.43/],
    ['a release before all that are known', [manifest, ...nodes, '--from', '1.5'], /--from 1\.5: releases are known from v1\.11/],
    ['no version', [manifest, ...nodes, '--to', 'soon'], /--to <version>.*soon.*Write it as 1\.29/s],
    ['no nodes', [manifest], /no node pools in the input: give --nodes/],
    ['no kube-proxy', [file('none.yaml'), ...nodes], /no kube-proxy in the input: give its manifests/],
    ['nodes of unknown version', [manifest, '--nodes', file('no-version.yaml')], /pool sound: its version of kube-proxy is not known; give --from/],
    ['nodes on Windows only', [manifest, '--nodes', file('windows.yaml')], /nothing to plan: pool win: Windows pools are recognised but not predicted/],
    ['nothing at all', [], /nothing to check; name files/],
    ['an output that is an input', [manifest, ...nodes, '--output', manifest], /would overwrite/],
    ['an unknown mode', [manifest, ...nodes, '--mode', 'ipvs'], /Allowed choices are auto, nftables, iptables/],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await planned(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/bug|at .*\.ts/);
  });
});
