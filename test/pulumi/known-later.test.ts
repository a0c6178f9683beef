import * as pulumi from '@pulumi/pulumi';
import { outputsIn, splitInputs, type InputOf, type WithInputs } from '../../src/pulumi/known-later';
import { recordProgram, settled } from './recording-mocks';

beforeEach(async () => { await recordProgram(); });
afterEach(settled);

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
