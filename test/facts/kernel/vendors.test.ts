import * as fs from 'node:fs';
import * as path from 'node:path';
import { KernelRelease } from '../../../src/facts/kernel/kernel-release';
import { VENDORS } from '../../../src/facts/kernel/vendors';
import { KERNELS_AND_VERDICTS, RELEASE_STRINGS } from './release-strings';

const IDS = VENDORS.flatMap(({ families = [] }) => families.map(({ id }) => id));

it('names each family once', () => {
  expect(new Set(IDS).size).toBe(IDS.length);
});

it('has picks of families of the same vendor only', () => {
  const strays = VENDORS.flatMap(({ families = [], picks = {} }) => Object.keys(picks).filter((id) => !families.some((family) => family.id === id)));
  expect(strays).toEqual([]);
});

it.each([
  ...RELEASE_STRINGS.map(([kernelVersion, , , family]) => [kernelVersion, family] as const),
  ...KERNELS_AND_VERDICTS.map(([kernelVersion, family]) => [kernelVersion, family] as const),
])('finds %s to be of %s, in the order of the vendors', (kernelVersion, family) => {
  expect(KernelRelease.parse(kernelVersion).family.id).toBe(family);
});

it('has every family that code asks for', () => {
  const folder = path.join(__dirname, '../../../src');
  const asked = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...fs.readFileSync(path.join(folder, file), 'utf8').matchAll(/family\.id === '([^']+)'/g)].map(([, id]) => id));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((id) => !IDS.includes(id))).toEqual([]);
});
