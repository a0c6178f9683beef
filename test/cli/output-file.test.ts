import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { writeFileWhole } from '../../src/cli/output-file';
import { UsageError } from '../../src/assessment/usage-error';
import { folderWith } from './inputs';

jest.mock('node:fs/promises', () => {
  const actual = jest.requireActual<typeof fs>('node:fs/promises');
  return { ...actual, rename: jest.fn(actual.rename), open: jest.fn(actual.open) };
});

const file = folderWith({ 'old.txt': 'old', 'target.txt': 'old', 'read-only.txt': 'old' });

it('writes a new file', async () => {
  await writeFileWhole(file('new.txt'), 'text');
  expect(readFileSync(file('new.txt'), 'utf8')).toBe('text');
});

it('replaces a file and keeps its permissions', async () => {
  chmodSync(file('old.txt'), 0o640);
  await writeFileWhole(file('old.txt'), 'new');
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('new');
  expect(statSync(file('old.txt')).mode & 0o777).toBe(0o640);
});

it('replaces what a link points to, not the link', async () => {
  symlinkSync(file('target.txt'), file('link.txt'));
  await writeFileWhole(file('link.txt'), 'new');
  expect(lstatSync(file('link.txt')).isSymbolicLink()).toBe(true);
  expect(readFileSync(file('target.txt'), 'utf8')).toBe('new');
});

it('writes what a link points to that is not there yet', async () => {
  symlinkSync(file('later.txt'), file('dangling.txt'));
  await writeFileWhole(file('dangling.txt'), 'new');
  expect(lstatSync(file('dangling.txt')).isSymbolicLink()).toBe(true);
  expect(readFileSync(file('later.txt'), 'utf8')).toBe('new');
});

it('leaves a file that may not be written', async () => {
  jest.mocked(fs.open).mockRejectedValueOnce(Object.assign(new Error('permission denied'), { code: 'EACCES' }));
  await expect(writeFileWhole(file('read-only.txt'), 'new')).rejects.toThrow(`cannot write the report to ${file('read-only.txt')}: you may not write there`);
  expect(readFileSync(file('read-only.txt'), 'utf8')).toBe('old');
});

it('writes into what is no regular file', async () => {
  await writeFileWhole('/dev/null', 'text');
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

it('leaves the old file and nothing else when it cannot be replaced', async () => {
  jest.mocked(fs.rename).mockRejectedValueOnce(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  const before = readdirSync(file());
  await expect(writeFileWhole(file('old.txt'), 'half')).rejects.toThrow(`cannot write the report to ${file('old.txt')}: the disk is full`);
  expect(readdirSync(file())).toEqual(before);
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('new');
});

it.each([
  ['a folder', () => {
    mkdirSync(file('folder'));
    return file('folder');
  }, 'it is a folder'],
  ['a file in a folder that is not there', () => file('none/report.txt'), 'its folder does not exist'],
  ['a file below a file', () => file('old.txt/report.txt'), 'it lies below a file, or its name ends with a slash'],
  ['a name that ends with a slash', () => file('new/'), 'it lies below a file, or its name ends with a slash'],
  ['a link that leads back to itself', () => {
    symlinkSync(file('loop.txt'), file('loop.txt'));
    return file('loop.txt');
  }, 'it is a symbolic link that leads back to itself'],
])('refuses %s', async (_, name, reason) => {
  const target = name();
  await expect(writeFileWhole(target, 'text')).rejects.toThrow(new UsageError(`cannot write the report to ${target}: ${reason}`));
});
