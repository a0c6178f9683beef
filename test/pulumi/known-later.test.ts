import * as pulumi from '@pulumi/pulumi';
import { isKnownLater, makeOf, outputsIn, splitInputs, type InputOf, type WithInputs } from '../../src/pulumi/known-later';
import { recordProgram, settled, valueOf } from './recording-mocks';

beforeEach(async () => { await recordProgram(); });
afterEach(settled);

describe('makeOf', () => {
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
  const makeFrom = (settings: WithInputs<Settings, keyof Settings>) => makeOf(settings as Settings, make);

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
    expect(judged).toEqual(make({ name: 'known-later' }));
  });

  it.each<[string, WithInputs<Settings, keyof Settings>, Settings, string[]]>([
    ['some labels', { labels: { plain: 'a', later: pulumi.output('b') } }, { labels: { plain: 'a', later: 'b' } }, ['labels.later']],
    ['all labels', { labels: pulumi.output({ a: 'b' }) }, { labels: { a: 'b' } }, ['labels']],
    ['labels like those that stand in', { labels: pulumi.output({ 'known-later': 'b' }) }, { labels: { 'known-later': 'b' } }, ['labels']],
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
});

it('outputs are found at any depth, except in objects with a prototype of their own', () => {
  class Handle { public readonly id = pulumi.output('x'); }
  expect(outputsIn({ a: 1, b: [pulumi.output(1), { c: Promise.resolve(2) }], d: new Handle(), e: null }, '')).toEqual(['b[0]', 'b[1].c']);
  expect(outputsIn(pulumi.output(1), 'mode')).toEqual(['mode']);
});

it('properties are split by name', () => {
  expect(splitInputs({ a: 1, b: 2, c: undefined }, ['b', 'c'])).toEqual({ inputs: { b: 2, c: undefined }, plain: { a: 1 } });
});

it('types take outputs in every place of an input, and in no other', () => {
  type Props = WithInputs<{ readonly mode: string; readonly labels?: Readonly<Record<string, string>>; readonly image?: string }, 'labels' | 'image'>;
  const ok: Props = { mode: 'ipvs', labels: { a: pulumi.output('b'), c: 'd' }, image: pulumi.output('x') };
  const alsoOk: Props = { mode: 'ipvs', labels: pulumi.output({ a: 'b' }) };
  // @ts-expect-error an Output where a plain value is required
  const notOk: Props = { mode: pulumi.output('ipvs') };
  // @ts-expect-error a number is no label
  const wrong: InputOf<Readonly<Record<string, string>>> = { a: 1 };
  expect([ok, alsoOk, notOk, wrong]).toHaveLength(4);
});
