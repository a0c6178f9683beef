import * as fs from 'node:fs';
import * as path from 'node:path';
import * as kit from '../../src';
import { IPVS_CONFIG_MAP } from '../cli/inputs';
import { nodeList } from '../node-list';
import { programsOf, run } from './pages';

const [check, ownRule, whatIf, fixes, plans, decode, render, ...others] = programsOf('docs/library.md');

it('has no program that is not run here', () => {
  expect(others).toEqual([]);
});

it('checks files', () => {
  const files: Record<string, string> = {
    'kube-proxy.yaml': IPVS_CONFIG_MAP,
    'nodes.json': JSON.stringify(nodeList([{ kernelVersion: '4.15.0-58-generic', osImage: 'Ubuntu 18.04.3 LTS', version: 'v1.27.4' }])),
  };
  const lines: string[] = [];
  const process = { exitCode: 0 };
  run(check, { 'kube-proxy-kit': kit, 'node:fs': { readFileSync: (file: string) => files[file] } }, { console: { log: (line: string) => lines.push(line) }, process });
  expect(lines).toContainEqual(expect.stringMatching(/^kube-proxy\.yaml:\d+ error stale-real-server\[linux-4\.15\.0-58-generic\]: pool /));
  expect(lines.at(-1)).toBe('0 acknowledged, 0 not checked');
  expect(process.exitCode).toBe(1);
});

it('applies a rule of its own', () => {
  const { findings } = run(ownRule) as { findings: kit.Finding[] };
  expect(findings.filter(({ rule }) => rule === 'team-one-mode').map(({ id, severity, message }) => [id, severity, message]))
    .toEqual([['team-one-mode[workers]', 'warning', 'pool workers runs kube-proxy in mode iptables']]);
});

it('asks what would happen', () => {
  expect(run(whatIf).verdicts).toEqual([
    'v1.21.8 old: runs, ipvs, stale-real-server', 'v1.21.8 new: runs, ipvs, uneven',
    'v1.27.4 old: runs, ipvs, stale-real-server', 'v1.27.4 new: runs, ipvs, safe',
    'v1.35.1 old: runs, ipvs, stale-real-server', 'v1.35.1 new: runs, ipvs, safe',
  ]);
});

it('asks what a kernel has', () => {
  expect(run(fixes).answer).toMatch(/^present: build 372\.9\.1 of RHEL 8 /);
});

it('plans upgrades and the way off IPVS mode', () => {
  expect(run(plans)).toEqual({ blockers: ['1.40: mode-deprecated[mode]'], targets: ['workers: nftables'] });
});

it('decodes a configuration', () => {
  expect(run(decode)).toEqual({
    mode: 'ipvs', running: true, fatal: [], lost: [['ipvs.strictArp', 'wrong-case', 'ipvs.strictARP'], ['conntrack.tcpBeLiberal', 'too-new', undefined]],
  });
});

it('renders a configuration', () => {
  expect(run(render)).toEqual({
    document: expect.stringMatching(/mode: ipvs\nipvs:\n {2}strictARP: true\n$/), missing: ['conntrack.tcpBeLiberal: too-new, 1.29.0'],
  });
});

it('names every function of the package', () => {
  const page = fs.readFileSync(path.join(__dirname, '../../docs/library.md'), 'utf8');
  const functions = Object.entries(kit).filter(([name, value]) => typeof value === 'function' && /^[a-z]/.test(name)).map(([name]) => name);
  expect(functions.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
