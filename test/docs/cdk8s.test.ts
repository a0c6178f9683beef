import { App, Testing, type Chart } from 'cdk8s';
import * as yaml from 'yaml';
import * as kit from '../../src';
import { findingsOf } from '../../src/cdk8s';
import { nodeList } from '../node-list';
import { programsOf, run } from './pages';

const [written, listed, whole, parts, existing, findings, ...others] = programsOf('docs/cdk8s.md')
  .map((program) => program.replace('app.synth();', ''));

const alarms = (app: unknown) => findingsOf(app as App).filter(({ severity }) => severity !== 'info').map(({ id }) => id);
const names = (app: unknown) => (app as App).charts.flatMap((chart: Chart) => Testing.synth(chart) as { kind: string; metadata: { name: string } }[])
  .map(({ kind, metadata }) => `${kind} ${metadata.name}`);
const poolsOf = ({ cluster }: Record<string, unknown>) => (cluster as kit.Cluster).nodePools.map(({ name }) => name);

beforeEach(() => { jest.spyOn(console, 'warn').mockReturnValue(); });

it('has no program that is not run here', () => {
  expect(others).toEqual([]);
});

it('declares a cluster', () => {
  expect(poolsOf(run(written))).toEqual(['batch', 'web']);
});

it('reads a cluster', () => {
  const nodes = JSON.stringify(nodeList([{ kernelVersion: '5.15.0-91-generic', osImage: 'Ubuntu 22.04.3 LTS', version: 'v1.30.4' }]));
  expect(poolsOf(run(listed, { 'node:fs': { readFileSync: () => nodes } }))).toEqual(['linux-5.15.0-91-generic']);
});

it('sets up a whole cluster', () => {
  const { app } = run(whole);
  expect(alarms(app)).toEqual([]);
  expect(names(app)).toEqual(expect.arrayContaining([
    'DaemonSet kube-proxy', 'DaemonSet kube-proxy-web', 'DaemonSet kube-proxy-module-loader', 'DaemonSet kube-proxy-sysctl-tuner',
  ]));
  const images = [...(app as App).synthYaml().matchAll(/image: (\S+)/g)].map(([, image]) => image);
  expect(images.filter((image) => !image.startsWith('registry.example.com/'))).toEqual([]);
});

it('sets up part after part', () => {
  const lines: string[] = [];
  const { app } = run(parts, {}, { console: { log: (line: string) => lines.push(line) } });
  expect(alarms(app)).toEqual([]);
  expect(names(app)).toContain('DaemonSet kube-proxy');
  expect(lines).toEqual([expect.stringMatching(/^web: conn_reuse_mode 1, since /)]);
});

it('takes over what kubeadm wrote', () => {
  const { app } = run(existing, { yaml });
  expect(alarms(app)).toEqual([]);
  expect((app as App).synthYaml()).toContain('clusterCIDR: 10.244.0.0/16');
  expect((app as App).synthYaml()).not.toMatch(/maxPerCore|qps|syncPeriod/);
});

it('gives findings as data', () => {
  expect(run(findings)).toMatchObject({
    before: ['stale-real-server[batch]'], after: [], verdicts: ['batch: ipvs, stale-real-server'],
    open: [expect.stringContaining('also runs on Linux nodes of no described pool')],
    accepted: ['stale-real-server[batch]: batch jobs open no connections to Services'],
  });
});
