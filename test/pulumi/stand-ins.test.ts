import * as pulumi from '@pulumi/pulumi';
import { imageName } from '../../src/manifests/container-image';
import { isKnownLater, outputsIn, type WithInputs } from '../../src/pulumi/known-later';
import { StandIns } from '../../src/pulumi/stand-ins';
import { recordProgram, settled, valueOf } from './recording-mocks';

beforeEach(async () => { await recordProgram(); });
afterEach(settled);

interface Settings {
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly imagePullSecrets?: readonly string[];
  readonly resources?: object;
}
const make = ({ name = 'default', labels = {}, imagePullSecrets = [], resources = {} }: Settings) => ({
  name,
  greeting: `hello ${name}`,
  constant: [1, { two: 2 }],
  labels: { app: 'x', ...labels },
  secrets: imagePullSecrets.map((secret) => ({ name: secret })),
  resources,
});
const makeFrom = (settings: WithInputs<Settings, keyof Settings>) => {
  const standIns = new StandIns();
  const judged = make(standIns.of(settings) as Settings);
  return { judged, value: standIns.realized(judged) };
};

it('gives plain values for plain settings, with nothing to wait for', () => {
  const { value, judged } = makeFrom({ name: 'plain', labels: { team: 'net' } });
  expect(value).toEqual(make({ name: 'plain', labels: { team: 'net' } }));
  expect(judged).toBe(value);
  expect(isKnownLater(value)).toBe(false);
});

it.each<[string, (name: string) => pulumi.Input<string>]>([
  ['an output', (name) => pulumi.output(name)],
  ['a promise', async (name) => name],
])('puts %s only where the value follows from it', async (_, later) => {
  const { value, judged } = makeFrom({ name: later('later') });
  expect(value.constant).toEqual([1, { two: 2 }]);
  expect(value.labels).toEqual({ app: 'x' });
  expect(outputsIn(value, '')).toEqual(['name', 'greeting']);
  expect(await valueOf(value as pulumi.Input<object>)).toEqual(make({ name: 'later' }));
  expect(judged).toEqual(make({ name: 'known-later-1' }));
});

it.each<[string, WithInputs<Settings, keyof Settings>, Settings, string[]]>([
  ['some labels', { labels: { plain: 'a', later: pulumi.output('b') } }, { labels: { plain: 'a', later: 'b' } }, ['labels.later']],
  ['all labels', { labels: pulumi.output({ a: 'b' }) }, { labels: { a: 'b' } }, ['labels']],
  ['labels like those that stand in', { labels: pulumi.output({ 'known-later-1': 'b' }) }, { labels: { 'known-later-1': 'b' } }, ['labels']],
  ['one secret', { imagePullSecrets: [pulumi.output('one'), 'two'] }, { imagePullSecrets: ['one', 'two'] }, ['secrets[0].name']],
  ['a list of any length', { imagePullSecrets: pulumi.output(['one', 'two', 'three']) }, { imagePullSecrets: ['one', 'two', 'three'] }, ['secrets']],
  ['settings of any shape', { resources: pulumi.output({ limits: { cpu: 1 } }) }, { resources: { limits: { cpu: 1 } } }, ['resources']],
])('takes %s as outputs', async (_, later, known, places) => {
  const { value } = makeFrom(later);
  expect(outputsIn(value, '')).toEqual(places);
  expect(await valueOf(value as pulumi.Input<object>)).toEqual(make(known));
});

it('keeps secret what follows from a secret, and nothing else', async () => {
  const { value } = makeFrom({ name: pulumi.secret('hidden') });
  const isSecret = (part: unknown) => pulumi.isSecret(part as pulumi.Output<unknown>);
  expect(await isSecret(value.greeting)).toBe(true);
  expect(outputsIn(value, '')).toEqual(['name', 'greeting']);
});

it.each<[string, pulumi.Input<string> | undefined, pulumi.Input<string> | undefined, string]>([
  ['an image', pulumi.output('quay.io/x/busybox:1'), undefined, 'quay.io/x/busybox:1'],
  ['an image behind a registry of its own', pulumi.output('quay.io/x/busybox:1'), 'mirror.example.com', 'mirror.example.com/x/busybox:1'],
  ['a registry', 'docker.io/library/busybox:1', pulumi.output('mirror.example.com/'), 'mirror.example.com/library/busybox:1'],
  ['both', pulumi.output('docker.io/library/busybox:1'), pulumi.output('mirror.example.com:5000/a'), 'mirror.example.com:5000/a/library/busybox:1'],
])('writes %s as if it had been known', async (_, image, registry, expected) => {
  const standIns = new StandIns();
  const made = standIns.realized({ image: imageName(standIns.of({ image, registry }) as object, 'fallback') });
  expect(outputsIn(made, '')).toEqual(['image']);
  expect(await valueOf(made)).toEqual({ image: expected });
});

it('one output stands for itself wherever it is given', () => {
  const standIns = new StandIns();
  const namespace = pulumi.output('network');
  const [one, other, third] = [namespace, namespace, pulumi.output('network')].map((value) => standIns.of({ namespace: value }).namespace);
  expect(one).toBe(other);
  expect(third).not.toBe(one);
});

it('settings without outputs are left as they are', () => {
  const cluster = { pools: [{ name: 'a' }] };
  expect(new StandIns().of({ cluster, x: 1 }).cluster).toBe(cluster);
});
