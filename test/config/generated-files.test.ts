import * as fs from 'node:fs';
import * as path from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { configurationSchema } from '../../tools/configuration-schema';
import { GENERATORS } from '../../tools/generate-docs';

const root = path.join(__dirname, '../..');
const files = GENERATORS.flatMap((generate) => [...generate()]);

test.each(files)('%s is up to date (else: npm run docs)', (file, text) => {
  expect(fs.existsSync(path.join(root, file)) && fs.readFileSync(path.join(root, file), 'utf8')).toBe(text);
});

const header = { apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration' };
const accepts = (minor: number, document: unknown) => new Ajv({ allowUnionTypes: true }).validate(configurationSchema(minor), document);

test.each([19, 27, 30, 35])('the schema of 1.%d takes what kubeadm writes', (minor) => {
  expect(accepts(minor, parse(fs.readFileSync(path.join(__dirname, `kubeadm/config-1.${minor}.yaml`), 'utf8')))).toBe(true);
});

test.each<[string, number, object, boolean]>([
  ['a known field', 30, { ipvs: { strictARP: true } }, true],
  ['a field in the wrong case', 30, { ipvs: { strictArp: true } }, false],
  ['a misplaced field', 30, { strictARP: true }, false],
  ['a field of a later release', 28, { nftables: {} }, false],
  ['the same field in that release', 29, { nftables: {} }, true],
  ['a removed field', 26, { udpIdleTimeout: '1s' }, false],
  ['the same field before', 25, { udpIdleTimeout: '1s' }, true],
  ['a mode of this release', 31, { mode: 'nftables' }, true],
  ['a mode of another release', 26, { mode: 'userspace' }, false],
  ['an empty mode', 26, { mode: '' }, true],
  ['a scheduler out of the list', 26, { ipvs: { scheduler: 'mh' } }, false],
  ['the same where there is no list', 27, { ipvs: { scheduler: 'mh' } }, true],
  ['null in a plain duration', 30, { configSyncPeriod: null }, false],
  ['null in a duration that can be null', 30, { conntrack: { tcpEstablishedTimeout: null } }, true],
  ['a duration without unit', 30, { configSyncPeriod: '15' }, false],
  ['a number out of range', 30, { oomScoreAdj: 1001 }, false],
  ['a feature gate of this release', 30, { featureGates: { NFTablesProxyMode: true } }, true],
  ['a feature gate of another release', 28, { featureGates: { NFTablesProxyMode: true } }, false],
])('%s, 1.%d', (_, minor, fields, isFine) => {
  expect(accepts(minor, { ...header, ...fields })).toBe(isFine);
});
